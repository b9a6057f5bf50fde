//! `repeat`: a program again and again, with what came of it in a file.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;

use super::cli::RepeatArguments;
use crate::process::{self, Ending};
use crate::profile::REPEATER;

/// What shells answer for a program that a signal ended.
const SIGNALLED: i32 = 128;

pub(crate) fn execute(arguments: &RepeatArguments) -> anyhow::Result<ExitCode> {
    // By this name the profile knows what is not the program.
    std::fs::write("/proc/self/comm", REPEATER).context("cannot rename this process")?;
    let limit = Duration::from_secs(arguments.seconds);
    let (tally, ending) = process::repeat(&arguments.command, arguments.cpu_seconds, limit)
        .with_context(|| format!("cannot start {}", arguments.command[0]))?;
    std::fs::write(&arguments.tally, serde_json::to_vec(&tally)?)?;
    let code = match ending {
        Ending::Exited(code) => code,
        Ending::Signalled(signal) => SIGNALLED + signal,
        _ => 1,
    };
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}
