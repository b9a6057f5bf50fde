//! `restore`: put back what a killed agent left; every other command does so at its start.

use std::process::ExitCode;

use super::print;
use crate::machine::Root;
use crate::machine::tuning::{self, Leftover, Restored};

/// Exit code if something could not be put back.
const LEFT: u8 = 1;

pub(crate) fn execute() -> anyhow::Result<ExitCode> {
    match tuning::recover(&Root::of_this_machine())? {
        Leftover::None => {
            print("nothing to put back\n")?;
            Ok(ExitCode::SUCCESS)
        }
        Leftover::Restored(restored) => print_restored(&restored),
        other => {
            eprintln!("{}", sentence(&other));
            Ok(ExitCode::from(LEFT))
        }
    }
}

fn print_restored(restored: &Restored) -> anyhow::Result<ExitCode> {
    for sentence in restored.sentences() {
        print(&format!("{sentence}\n"))?;
    }
    let is_done = restored.failed.is_empty();
    Ok(ExitCode::from(if is_done { 0 } else { LEFT }))
}

/// At the start of every command. Trouble is told and stops nothing.
pub(crate) fn recover() {
    match tuning::recover(&Root::of_this_machine()) {
        Ok(Leftover::None | Leftover::Held { .. }) => {}
        Ok(Leftover::Restored(restored)) => {
            eprintln!("an earlier agent was ended while this machine was tuned");
            for sentence in restored.sentences() {
                eprintln!("{sentence}");
            }
        }
        Ok(other) => eprintln!("{}", sentence(&other)),
        Err(error) => eprintln!("{error}"),
    }
}

fn sentence(leftover: &Leftover) -> String {
    match leftover {
        Leftover::Held { pid: Some(pid) } => {
            format!("this machine is tuned by process {pid}, which puts it back at its end")
        }
        Leftover::Held { pid: None } => "this machine is tuned by a living agent".to_owned(),
        Leftover::NoRight { file } => format!(
            "this machine is still tuned by an agent that was ended ({file}); \
             put it back with: sudo tidemark-agent restore"
        ),
        Leftover::None | Leftover::Restored(_) => String::new(),
    }
}
