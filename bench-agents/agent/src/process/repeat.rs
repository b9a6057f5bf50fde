//! One program run again and again until it has used enough processor time to be looked at.
//!
//! The hidden command `repeat` does this as a process of its own, so that a profiler that watches
//! it sees all the runs as one.

use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Pid;
use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::usage::{self, Usage};

/// What the runs came to.
#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) repetitions: u64,
    pub(crate) cpu_s: f64,
}

/// Runs the program until its runs together used `cpu_s` seconds of processor time or took `wall`,
/// or one of them failed; at least once. The last ending is that of all.
pub(crate) fn repeat(
    command: &[String],
    cpu_s: f64,
    wall: Duration,
) -> io::Result<(Tally, Ending)> {
    let began = Instant::now();
    let mut tally = Tally::default();
    loop {
        let (ending, usage) = once(command)?;
        tally.repetitions += 1;
        tally.cpu_s += usage.cpu_s();
        let is_enough = tally.cpu_s >= cpu_s || began.elapsed() >= wall;
        if is_enough || ending != Ending::Exited(0) {
            return Ok((tally, ending));
        }
    }
}

fn once(command: &[String]) -> io::Result<(Ending, Usage)> {
    let program = command.first().map_or("", String::as_str);
    let child = Command::new(program)
        .args(command.iter().skip(1))
        .stdin(Stdio::null())
        .spawn()?;
    let (status, usage) = usage::wait(Pid::from_child(&child))?;
    Ok((usage::ending(status), usage))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Vec<String> {
        ["sh", "-c", script].map(str::to_owned).to_vec()
    }

    #[test]
    fn it_repeats_until_enough_processor_time_is_used() {
        let work = shell("i=0; while [ $i -lt 2000 ]; do i=$((i + 1)); done");
        let (tally, ending) = repeat(&work, 0.05, Duration::from_secs(60)).unwrap();
        assert_eq!(ending, Ending::Exited(0));
        assert!(tally.repetitions > 1 && tally.cpu_s >= 0.05, "{tally:?}");
    }

    #[test]
    fn a_failure_or_the_time_ends_it() {
        let (tally, ending) = repeat(&shell("exit 3"), 1.0, Duration::from_secs(60)).unwrap();
        assert_eq!((tally.repetitions, ending), (1, Ending::Exited(3)));
        let (tally, _) = repeat(&shell("true"), 1e9, Duration::ZERO).unwrap();
        assert_eq!(tally.repetitions, 1);
    }
}
