//! The engine of containers that this machine has: asked by its own program.

use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::error::{NO_ENGINE, SandboxError};
use super::folder::{NAME, is_old};

const ENGINES: [&str; 2] = ["docker", "podman"];
/// An engine that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);
const LOOK_AGAIN: Duration = Duration::from_millis(10);
/// Of what an engine says of a failure.
const MOST_SAID: usize = 500;

/// The first of those known that answers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Engine(&'static str);

impl Engine {
    /// Finds it, and ends the containers of agents that are gone.
    pub(super) fn find() -> Result<Self, SandboxError> {
        let mut reasons = Vec::new();
        let mine = format!("label={}", label());
        let list = ["ps", "--all", "--filter", &mine, "--format", "{{.Names}}"];
        for name in ENGINES {
            let engine = Self(name);
            match engine.ask(&list) {
                Ok(names) => {
                    let names = names.lines().map(str::trim);
                    names
                        .filter(|name| is_old(name))
                        .for_each(|old| engine.remove(old));
                    return Ok(engine);
                }
                Err(error) => reasons.push(format!("{name}: {error}")),
            }
        }
        let said = io::Error::other(reasons.join("; "));
        Err(SandboxError::of_container(NO_ENGINE, said))
    }

    pub(super) fn command(self) -> Command {
        Command::new(self.0)
    }

    /// The id of the container's first process, as the machine knows it.
    pub(super) fn first_of(self, name: &str) -> io::Result<i32> {
        let said = self.ask(&["inspect", "--format", "{{.State.Pid}}", name])?;
        said.trim().parse().map_err(io::Error::other)
    }

    /// Ends a container with all that runs in it; nothing where it is gone.
    pub(super) fn remove(self, name: &str) {
        debug_assert!(name.starts_with(NAME));
        // What is gone already cannot be removed.
        let _ = self.ask(&["rm", "--force", name]);
    }

    fn ask(self, arguments: &[&str]) -> io::Result<String> {
        let mut child = self
            .command()
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let began = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if began.elapsed() > PATIENCE {
                child.kill()?;
                child.wait()?;
                return Err(io::ErrorKind::TimedOut.into());
            }
            std::thread::sleep(LOOK_AGAIN);
        };
        // Both are short: neither fills its pipe.
        let (mut said, mut complaint) = (String::new(), String::new());
        if let (Some(mut stdout), Some(mut stderr)) = (child.stdout.take(), child.stderr.take()) {
            stdout.read_to_string(&mut said)?;
            stderr.read_to_string(&mut complaint)?;
        }
        if status.success() {
            return Ok(said);
        }
        Err(io::Error::other(short(&complaint)))
    }
}

/// What marks containers of the agents that see the same processes as this one.
pub(super) fn label() -> String {
    let space = std::fs::metadata("/proc/self/ns/pid").map_or(0, |space| space.ino());
    format!("tidemark.processes={space}")
}

/// The last line of what an engine said, without its advice.
pub(super) fn short(said: &str) -> String {
    let mut lines = said.lines().map(str::trim);
    let is_advice = |line: &str| line.starts_with("See '") || line.starts_with("Run '");
    let line = lines
        .rfind(|line| !line.is_empty() && !is_advice(line))
        .unwrap_or("it says nothing");
    line.trim_end_matches('.').chars().take(MOST_SAID).collect()
}
