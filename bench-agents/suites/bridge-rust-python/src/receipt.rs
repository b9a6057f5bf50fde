//! The line that tells two builds of this suite apart.

use std::process::Command;

use anyhow::{Context, Result};

use crate::interpreter::Interpreter;

const ABOUT_PYTHON: &str = "
import platform, importlib.util, importlib.metadata
has = importlib.util.find_spec('uvloop') is not None
uvloop = importlib.metadata.version('uvloop') if has else 'none'
print(platform.python_implementation(), platform.python_version() + ', uvloop', uvloop)
";

/// Crate, compiler, flags, crate versions, and the interpreter that serves.
pub(crate) fn text() -> Result<String> {
    let python = Interpreter::find("default")?;
    let asked = Command::new(&python.program)
        .args(["-c", ABOUT_PYTHON])
        .output();
    let asked = asked.with_context(|| format!("{} does not start", python.program.display()))?;
    let interpreter = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
    Ok(format!(
        "{} {} ({}; {}; {}; {}; {interpreter})",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        env!("SUITE_RUSTC"),
        env!("SUITE_TARGET"),
        env!("SUITE_RUSTFLAGS"),
        env!("SUITE_CRATES"),
    ))
}
