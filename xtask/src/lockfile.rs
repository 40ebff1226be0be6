//! Reads versions from `Cargo.lock`.

/// The version that `Cargo.lock` fixes for a package; the first one if there are several.
pub fn version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| line.trim() != name).skip(1);
    lines.next()?.trim().strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "\
version = 4

[[package]]
name = \"wasm-bindgen-macro\"
version = \"0.2.9\"

[[package]]
name = \"wasm-bindgen\"
version = \"0.2.130\"
source = \"somewhere\"
";

    #[test]
    fn the_version_is_that_of_the_whole_name() {
        assert_eq!(version(LOCK, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(version(LOCK, "wasm-bindgen-macro"), Some("0.2.9"));
    }

    #[test]
    fn an_absent_package_or_a_broken_file_has_no_version() {
        assert_eq!(version(LOCK, "bindgen"), None);
        assert_eq!(version("name = \"x\"", "x"), None);
        assert_eq!(version("name = \"x\"\nsource = \"y\"", "x"), None);
    }

    #[test]
    fn trunk_is_told_the_locked_version() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let lock = std::fs::read_to_string(root.join("Cargo.lock")).unwrap();
        let trunk = std::fs::read_to_string(root.join("Trunk.toml")).unwrap();
        let pin = format!("wasm_bindgen = \"{}\"", version(&lock, "wasm-bindgen").unwrap());
        assert!(trunk.contains(&pin), "Trunk.toml should say: {pin}");
    }
}
