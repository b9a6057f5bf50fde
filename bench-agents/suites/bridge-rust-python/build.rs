//! Passes what the receipt tells about the build: compiler, flags and the versions of what decides.

use std::{env, fs, process::Command};

/// The crates whose versions decide what this suite shows.
const CRATES: [&str; 4] = ["hyper", "tokio", "pyo3", "pyo3-async-runtimes"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    println!("cargo::rustc-env=SUITE_RUSTC={}", rustc_version());
    println!(
        "cargo::rustc-env=SUITE_TARGET={}",
        env::var("TARGET").unwrap_or_default()
    );
    println!("cargo::rustc-env=SUITE_RUSTFLAGS={}", rustflags());
    println!("cargo::rustc-env=SUITE_CRATES={}", crate_versions());
}

fn rustc_version() -> String {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc).arg("--version").output();
    output.map_or_else(
        |_| "rustc unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

fn rustflags() -> String {
    env::var("CARGO_ENCODED_RUSTFLAGS")
        .unwrap_or_default()
        .replace('\u{1f}', " ")
}

fn crate_versions() -> String {
    let lock = fs::read_to_string("Cargo.lock").unwrap_or_default();
    let versions: Vec<String> = CRATES
        .iter()
        .filter_map(|name| Some(format!("{name} {}", locked(&lock, name)?)))
        .collect();
    versions.join(", ")
}

fn locked<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let entry = lock
        .split_once(&format!("name = \"{name}\"\nversion = \""))?
        .1;
    Some(entry.split_once('"')?.0)
}
