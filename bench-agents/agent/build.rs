//! Builds the small programs in C that the agent carries within itself.

use std::error::Error;
use std::path::{Path, PathBuf};

/// Neither a C library nor anything that needs one, and as few pages as can be.
const BARE: [&str; 16] = [
    "-Os",
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-D_GNU_SOURCE",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-fno-pie",
    "-no-pie",
    "-nostdlib",
    "-static",
    "-Wl,--build-id=none",
    "-Wl,-z,noseparate-code,-z,norelro",
    "-s",
];

/// A library that stands before the C library's malloc.
const PRELOADED: [&str; 11] = [
    "-O2",
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-D_GNU_SOURCE",
    "-fno-builtin",
    "-fPIC",
    "-fasynchronous-unwind-tables",
    "-shared",
    "-static-libgcc",
    "-s",
];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed=native/bare.h");
    compile("native/launcher.c", &out.join("launcher"), &BARE)?;
    compile("native/holder.c", &out.join("holder"), &BARE)?;
    compile(
        "native/allocations.c",
        &out.join("allocations.so"),
        &PRELOADED,
    )
}

/// Compile for glibc, whatever the agent itself is linked with: the launcher needs the headers of
/// Linux, which a compiler for musl does not find, and the library stands before glibc's malloc in
/// the measured programs, also where the agent is static.
fn compile(source: &str, program: &Path, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={source}");
    let architecture = std::env::var("CARGO_CFG_TARGET_ARCH")?;
    let compiler = cc::Build::new()
        .target(&format!("{architecture}-unknown-linux-gnu"))
        .no_default_flags(true)
        .cargo_metadata(false)
        .try_get_compiler()?;
    let mut command = compiler.to_command();
    command.args(arguments).arg("-o").arg(program).arg(source);
    if command.status()?.success() {
        return Ok(());
    }
    Err(format!(
        "{source} cannot be compiled by {command:?}: install a C compiler (Debian: gcc libc6-dev)"
    )
    .into())
}
