//! A small process that outlives the agent by a moment, to put settings back if the agent is killed.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::restore::{Leftover, recover};
use crate::machine::root::Root;

/// The hidden subcommand that runs `watch`.
const COMMAND: &str = "tuning-guard";
const ATTEMPTS: u32 = 50;

/// The guard process, or why there is none.
pub(super) struct Guard(Result<Child, String>);

impl Guard {
    /// Another process of this program.
    pub(super) fn start(root: &Root) -> Self {
        Self::of("/proc/self/exe", root)
    }

    fn of(program: &str, root: &Root) -> Self {
        Self(spawn(program, root).map_err(|error| error.to_string()))
    }

    /// Why nobody puts settings back at once if the agent is killed.
    pub(super) fn absence(&self) -> Option<&str> {
        self.0.as_ref().err().map(String::as_str)
    }

    /// It wakes by its closed pipe, finds nothing to do and ends.
    pub(super) fn dismiss(&mut self) -> io::Result<()> {
        if let Ok(guard) = &mut self.0 {
            drop(guard.stdin.take());
            guard.wait()?;
        }
        Ok(())
    }
}

/// Sleeps on a pipe that the agent holds; the pipe closes when the agent ends in whatever way.
fn spawn(program: &str, root: &Root) -> io::Result<Child> {
    Command::new(program)
        .arg("--sysfs-root")
        .arg(root.path("/"))
        .arg(COMMAND)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
}

/// The guard's whole life. It does not end by the signals that end the agent.
pub(crate) fn watch(root: &Root) -> io::Result<()> {
    let _ignored = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let mut nothing = [0_u8; 1];
    while matches!(io::stdin().read(&mut nothing), Ok(1..)) {}
    for _ in 0..ATTEMPTS {
        // The lock goes with the agent's last descriptor, a moment after the pipe.
        match recover(root) {
            Ok(Leftover::Held { .. }) => std::thread::sleep(Duration::from_millis(100)),
            _ => break,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_that_cannot_start_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let mut guard = Guard::of("/no/such/program", &Root::at(folder.path()));
        let said = guard.absence().unwrap();
        assert!(said.contains("No such file"), "{said}");
        guard.dismiss().unwrap();
    }
}
