//! Passes what the receipt tells about the build: compiler, flags and the versions that matter.

use std::{env, fs, process::Command};

const CRATES: [&str; 2] = ["tokio", "hyper"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    println!("cargo::rustc-env=SUITE_RUSTC={}", compiler());
    println!("cargo::rustc-env=SUITE_RUSTFLAGS={}", flags());
    println!("cargo::rustc-env=SUITE_CRATES={}", versions());
}

fn compiler() -> String {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc).arg("--version").output();
    let said = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    said.unwrap_or_else(|_| "rustc unknown".to_owned())
}

fn flags() -> String {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    flags.replace('\u{1f}', " ")
}

fn versions() -> String {
    let lock = fs::read_to_string("Cargo.lock").unwrap_or_default();
    let versions = CRATES.iter().filter_map(|name| {
        let entry = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
        Some(format!("{name} {}", entry.1.split_once('"')?.0))
    });
    versions.collect::<Vec<_>>().join(", ")
}
