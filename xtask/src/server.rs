//! A small web server for a folder of static files, on the loopback interface only.
//!
//! GET and HEAD, one thread for each connection, connections kept alive; nothing outside the folder is
//! ever read.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Longest request line with headers that is read.
const MAX_HEAD: u64 = 16 * 1024;
/// How long an idle connection is kept.
const PATIENCE: Duration = Duration::from_secs(30);

/// Takes a port of 127.0.0.1; 0 takes any free one.
///
/// # Errors
/// When the port is taken.
pub fn listen(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// Serves the folder for as long as the program runs.
pub fn serve(listener: &TcpListener, folder: &Path) {
    let folder: Arc<Path> = folder.into();
    for stream in listener.incoming().flatten() {
        let folder = Arc::clone(&folder);
        // A connection that breaks is the other side's affair.
        thread::spawn(move || converse(&stream, &folder).ok());
    }
}

/// Answers requests on one connection until it ends.
fn converse(stream: &TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = Request::read(&mut reader)? {
        let answer = Answer::to(&request, folder);
        answer.write(stream, &request)?;
        if request.is_last {
            break;
        }
    }
    Ok(())
}

/// What is looked at of a request.
#[derive(Debug, PartialEq)]
struct Request {
    method: String,
    target: String,
    is_last: bool,
}

impl Request {
    /// The next request; `None` at the end of the connection.
    fn read(reader: &mut impl io::BufRead) -> io::Result<Option<Self>> {
        let mut head = reader.take(MAX_HEAD);
        let mut line = String::new();
        if head.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut request = Self::from_line(&line);
        loop {
            let mut header = String::new();
            if head.read_line(&mut header)? == 0 {
                return Ok(None); // Cut off, or longer than we read.
            }
            if header.trim_end().is_empty() {
                return Ok(Some(request));
            }
            request.is_last |= ends_connection(&header);
        }
    }

    fn from_line(line: &str) -> Self {
        let mut words = line.split_whitespace().map(str::to_owned);
        let mut next = || words.next().unwrap_or_default();
        let (method, target, version) = (next(), next(), next());
        // A body may follow any other method, and is not read: end there.
        let is_last = version != "HTTP/1.1" || !matches!(method.as_str(), "GET" | "HEAD");
        Self { method, target, is_last }
    }
}

fn ends_connection(header: &str) -> bool {
    let header = header.to_ascii_lowercase();
    let value = |name: &str| header.strip_prefix(name).map(str::trim);
    value("connection:") == Some("close")
        || value("content-length:").is_some_and(|length| length != "0")
        || value("transfer-encoding:").is_some()
}

#[derive(Debug, PartialEq)]
struct Answer {
    status: &'static str,
    mime: &'static str,
    body: Vec<u8>,
}

impl Answer {
    fn to(request: &Request, folder: &Path) -> Self {
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            return Self::short("405 Method Not Allowed");
        }
        let Some(file) = file_for(&request.target) else {
            return Self::short("400 Bad Request");
        };
        match fs::read(folder.join(&file)) {
            Ok(body) => Self { status: "200 OK", mime: mime(&file), body },
            Err(_) => Self::short("404 Not Found"), // Whatever the reason: the file is not served.
        }
    }

    fn short(status: &'static str) -> Self {
        Self { status, mime: "text/plain; charset=utf-8", body: format!("{status}\n").into_bytes() }
    }

    fn write(&self, mut stream: &TcpStream, request: &Request) -> io::Result<()> {
        let head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
             X-Content-Type-Options: nosniff\r\nAccess-Control-Allow-Origin: *\r\nAllow: GET, HEAD\r\n\
             Connection: {}\r\n\r\n",
            self.status,
            self.mime,
            self.body.len(),
            if request.is_last { "close" } else { "keep-alive" },
        );
        let mut message = head.into_bytes();
        if request.method != "HEAD" {
            message.extend(&self.body);
        }
        stream.write_all(&message)
    }
}

/// The file, relative to the folder, that a request's target names; `None` if it could lead out of the
/// folder or is no path at all. A trailing slash stands for `index.html`.
fn file_for(target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = decoded(path)?;
    let mut file = PathBuf::new();
    for part in path.split('/') {
        // A colon is a drive or a stream on Windows, a backslash a separator.
        let is_safe = !matches!(part, "." | "..") && !part.contains(['\\', ':', '\0']);
        if !is_safe {
            return None;
        }
        file.push(part);
    }
    if path.is_empty() || path.ends_with('/') {
        file.push("index.html");
    }
    Some(file)
}

/// Replaces `%41` by `A`.
fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        if digits.starts_with('+') {
            return None; // `from_str_radix` would take it for a sign.
        }
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

fn mime(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" | "md" => "text/plain; charset=utf-8",
        // Among them safetensors, npy and bin.
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_file(target: &str, expected: Option<&str>) {
        assert_eq!(file_for(target), expected.map(PathBuf::from), "{target:?}");
    }

    #[test]
    fn a_target_names_a_file_below_the_folder() {
        check_file("/", Some("index.html"));
        check_file("/a.js", Some("a.js"));
        check_file("/assets/real/x.bin?v=1#top", Some("assets/real/x.bin"));
        check_file("/assets/", Some("assets/index.html"));
        check_file("/a%20b/%ed%95%9c.json", Some("a b/한.json"));
        check_file("/a..b", Some("a..b"));
    }

    #[test]
    fn no_target_leads_out_of_the_folder() {
        for target in [
            "",
            "x",
            "*",
            "http://other/x",
            "/..",
            "/../x",
            "/a/../../x",
            "/%2e%2e/x",
            "/.%2E/x",
            "/..%2fx",
            "/a%5c..%5cx",
            "/C:/x",
            "/a\\b",
            "/%00",
            "/%",
            "/%4",
            "/%zz",
            "/%+4",
            "/%ff",
            "/./x",
            "/%é",
        ] {
            check_file(target, None);
        }
    }

    #[test]
    fn an_absolute_path_stays_below_the_folder() {
        check_file("//etc/passwd", Some("etc/passwd"));
        check_file("/%2fetc/passwd", Some("etc/passwd"));
    }

    #[test]
    fn a_file_has_the_type_of_its_ending() {
        for (file, expected) in [
            ("index.html", "text/html; charset=utf-8"),
            ("boot.mjs", "text/javascript; charset=utf-8"),
            ("a.js", "text/javascript; charset=utf-8"),
            ("a.css", "text/css; charset=utf-8"),
            ("a_bg.wasm", "application/wasm"),
            ("icon.svg", "image/svg+xml"),
            ("a.json", "application/json"),
            ("model.safetensors", "application/octet-stream"),
            ("LICENSE", "application/octet-stream"),
        ] {
            assert_eq!(mime(Path::new(file)), expected, "{file}");
        }
    }

    #[track_caller]
    fn check_request(text: &str, expected: Option<(&str, &str, bool)>) {
        let request = Request::read(&mut text.as_bytes()).unwrap();
        let parts = request.as_ref().map(|it| (it.method.as_str(), it.target.as_str(), it.is_last));
        assert_eq!(parts, expected, "{text:?}");
    }

    #[test]
    fn a_request_says_what_and_whether_another_follows() {
        check_request("GET /a HTTP/1.1\r\nHost: x\r\n\r\n", Some(("GET", "/a", false)));
        check_request("HEAD / HTTP/1.1\r\n\r\n", Some(("HEAD", "/", false)));
        check_request("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", Some(("GET", "/", true)));
        check_request("GET / HTTP/1.0\r\n\r\n", Some(("GET", "/", true)));
        check_request("POST / HTTP/1.1\r\n\r\n", Some(("POST", "/", true)));
        check_request("GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", Some(("GET", "/", true)));
        check_request("", None);
        check_request("GET / HTTP/1.1\r\nHost", None);
        check_request(&format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(20_000)), None);
    }

    /// Sends one request to a real server over a folder with one file, and returns all that comes back.
    fn exchange(name: &str, request: &str) -> String {
        let folder = std::env::temp_dir().join(format!("attnscope-{}-{name}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).unwrap();
        fs::write(folder.join("inner/a.json"), "[1]").unwrap();
        let listener = listen(0).unwrap();
        let address = listener.local_addr().unwrap();
        let served = folder.clone();
        thread::spawn(move || serve(&listener, &served));
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        answer
    }

    #[test]
    fn a_connection_carries_several_answers() {
        let answer = exchange(
            "several",
            "GET /inner/a.json HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\nConnection: close\r\n\r\n",
        );
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"));
        assert!(answer.contains("\r\n\r\n[1]HTTP/1.1 404 Not Found\r\n"), "{answer}");
    }

    #[test]
    fn head_has_the_length_but_not_the_body() {
        let answer = exchange("head", "HEAD /inner/a.json HTTP/1.0\r\n\r\n");
        assert!(
            answer.contains("Content-Length: 3\r\n") && answer.ends_with("\r\n\r\n"),
            "{answer}"
        );
    }

    #[test]
    fn other_methods_and_folders_are_refused() {
        assert!(exchange("post", "POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
        assert!(exchange("folder", "GET /inner HTTP/1.0\r\n\r\n").starts_with("HTTP/1.1 404"));
        assert!(exchange("out", "GET /../x HTTP/1.0\r\n\r\n").starts_with("HTTP/1.1 400"));
    }
}
