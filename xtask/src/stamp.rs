//! Tells whether the sources of the site changed since it was built.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::Path;

/// One number for the state of these files and folders under `root`: the name, the size and the time of
/// change of every file. An input that does not exist counts as such.
///
/// Times alone would miss a deleted file, and one that was put back with its old time.
///
/// # Errors
/// When a file or folder cannot be read.
pub fn fingerprint(root: &Path, inputs: &[&str]) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    for input in inputs {
        add(&mut hasher, &root.join(input))?;
    }
    Ok(hasher.finish())
}

fn add(hasher: &mut DefaultHasher, path: &Path) -> io::Result<()> {
    path.hash(hasher);
    let facts = match fs::metadata(path) {
        Ok(facts) => facts,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if facts.is_dir() {
        return add_folder(hasher, path);
    }
    facts.len().hash(hasher);
    facts.modified()?.hash(hasher);
    Ok(())
}

fn add_folder(hasher: &mut DefaultHasher, folder: &Path) -> io::Result<()> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.iter().try_for_each(|path| add(hasher, path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    /// A folder with two files, and what the fingerprint is before and after a change to it.
    fn before_and_after(name: &str, change: impl Fn(&Path)) -> (u64, u64) {
        let root =
            std::env::temp_dir().join(format!("attnscope-stamp-{}-{name}", std::process::id()));
        fs::create_dir_all(root.join("src/deep")).unwrap();
        fs::write(root.join("src/deep/a.rs"), "a").unwrap();
        fs::write(root.join("index.html"), "b").unwrap();
        let print = || fingerprint(&root, &["src", "index.html", "absent"]).unwrap();
        let before = print();
        change(&root);
        let after = print();
        fs::remove_dir_all(&root).unwrap();
        (before, after)
    }

    #[track_caller]
    fn check(name: &str, is_seen: bool, change: impl Fn(&Path)) {
        let (before, after) = before_and_after(name, change);
        assert_eq!(before != after, is_seen, "{name}");
    }

    #[test]
    fn a_change_of_an_input_is_seen_and_nothing_else() {
        check("nothing", false, |_| ());
        check("another-file", false, |root| fs::write(root.join("README.md"), "c").unwrap());
        check("added", true, |root| fs::write(root.join("src/b.rs"), "").unwrap());
        check("removed", true, |root| fs::remove_file(root.join("src/deep/a.rs")).unwrap());
        check("size", true, |root| fs::write(root.join("index.html"), "longer").unwrap());
        check("appeared", true, |root| fs::write(root.join("absent"), "").unwrap());
    }

    #[test]
    fn an_older_time_is_a_change_too() {
        check("older", true, |root| {
            let file = fs::File::options().write(true).open(root.join("index.html")).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(3600)).unwrap();
        });
    }
}
