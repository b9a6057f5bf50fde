//! Kernel, distribution, C library, memory.

use std::process::Command;

use super::files::{field, text};

pub(crate) fn host_name() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}

pub(super) fn kernel() -> String {
    let name = rustix::system::uname();
    format!(
        "{} {}",
        name.sysname().to_string_lossy(),
        name.release().to_string_lossy()
    )
}

pub(super) fn distribution() -> Option<String> {
    let release = text("/etc/os-release").or_else(|| text("/usr/lib/os-release"))?;
    field(&release, "PRETTY_NAME", '=').or_else(|| field(&release, "NAME", '='))
}

/// The C library that programs started here are linked with, as the system itself names it.
pub(super) fn c_library() -> Option<String> {
    let glibc = output("getconf", "GNU_LIBC_VERSION");
    glibc
        .or_else(|| output("ldd", "--version"))
        .and_then(|text| text.lines().next().map(str::to_owned))
}

fn output(program: &str, argument: &str) -> Option<String> {
    let output = Command::new(program).arg(argument).output().ok()?;
    let spoken = if output.stdout.is_empty() {
        output.stderr
    } else {
        output.stdout
    };
    let text = String::from_utf8_lossy(&spoken).trim().to_owned();
    (!text.is_empty()).then_some(text)
}

pub(crate) fn memory_bytes() -> Option<u64> {
    memory_field("MemTotal")
}

pub(super) fn memory_available_bytes() -> Option<u64> {
    memory_field("MemAvailable")
}

fn memory_field(name: &str) -> Option<u64> {
    let information = text("/proc/meminfo")?;
    let kibibytes = field(&information, name, ':')?;
    kibibytes
        .trim_end_matches("kB")
        .trim()
        .parse::<u64>()
        .ok()
        .map(|number| number * 1024)
}
