//! `cargo xtask serve`: the page on this machine, and the same server for the browser tests.

use std::net::TcpListener;
use std::process::Command;
use std::thread;

use crate::arguments::Wish;
use crate::process::Outcome;
use crate::server;
use crate::workshop::Workshop;

const PORT: u16 = 8017;
/// How many ports are tried when the first is taken.
const TRIES: u16 = 50;

/// Builds what is not up to date, prints the address, and serves until it is interrupted.
///
/// # Errors
/// When the build fails or there is no port.
pub fn serve(workshop: &Workshop, wish: &Wish) -> Outcome {
    if !wish.as_is {
        workshop.site()?;
    }
    if !workshop.path("dist/index.html").is_file() {
        return Err("dist/ has no page: run `cargo xtask build` first".to_owned());
    }
    let listener = listener(wish.port)?;
    let address = address(&listener)?;
    println!("Attnscope is at {address}");
    if wish.open {
        open(&address)?;
    }
    server::serve(&listener, &workshop.path("dist"));
    Ok(())
}

/// Serves `dist/` beside the running command, on any free port; returns its address.
///
/// # Errors
/// When there is no port.
pub fn in_background(workshop: &Workshop) -> Outcome<String> {
    let listener = listener(Some(0))?;
    let address = address(&listener)?;
    let dist = workshop.path("dist");
    thread::spawn(move || server::serve(&listener, &dist));
    Ok(address)
}

fn listener(port: Option<u16>) -> Outcome<TcpListener> {
    if let Some(port) = port {
        return server::listen(port).map_err(|error| format!("port {port}: {error}"));
    }
    (PORT..PORT + TRIES)
        .find_map(|port| server::listen(port).ok())
        .ok_or_else(|| format!("no port is free from {PORT} to {}", PORT + TRIES - 1))
}

fn address(listener: &TcpListener) -> Outcome<String> {
    let address =
        listener.local_addr().map_err(|error| format!("the server has no address: {error}"))?;
    Ok(format!("http://{address}/"))
}

/// Opens an address in the user's browser.
fn open(address: &str) -> Outcome {
    let (program, arguments): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let started = Command::new(program).args(arguments).arg(address).spawn();
    started.map(|_| ()).map_err(|error| format!("{program} did not open the browser: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_refused_when_it_was_asked_for() {
        let taken = listener(Some(0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        assert!(listener(Some(port)).unwrap_err().starts_with(&format!("port {port}: ")));
    }

    #[test]
    fn without_a_wish_the_next_free_port_is_taken() {
        let (first, second) = (listener(None).unwrap(), listener(None).unwrap());
        assert_ne!(address(&first), address(&second));
    }
}
