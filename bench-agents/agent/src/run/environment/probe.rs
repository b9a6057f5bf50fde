//! Runs the agent's fixed work in a process of its own, as a suite's program would run.

use std::path::Path;
use std::time::Duration;

use crate::machine::work::{Kind, Takes};
use crate::process::{self, Ending, Group, Invocation, Stop, Stopped};

/// The hidden subcommand that does the work.
const COMMAND: &str = "control";

/// Why there are no times.
pub(crate) enum Hitch {
    Stopped(Stopped),
    Failed(String),
}

pub(crate) fn probe(
    kinds: &[Kind],
    time: Duration,
    scale: u32,
    group: &mut Group,
    stop: &Stop,
) -> Result<Takes, Hitch> {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let command = [
        // By its number, since another process starts it; right even where the file was replaced.
        format!("/proc/{}/exe", std::process::id()),
        COMMAND.to_owned(),
        format!("--kinds={}", names.join(",")),
        format!("--milliseconds={}", time.as_millis()),
        format!("--scale={scale}"),
    ];
    let invocation = Invocation {
        is_own: true,
        ..Invocation::new(&command, Path::new("/"))
    };
    // A machine so loaded that nothing comes of it does not hold up a run for ever.
    let longest = time * 20 + Duration::from_secs(30);
    let finished = process::run(&invocation, group, stop, Some(longest))
        .map_err(|error| Hitch::Failed(error.to_string()))?;
    match finished.ending {
        Ending::Exited(0) => {
            serde_json::from_str(&finished.stdout).map_err(|error| Hitch::Failed(error.to_string()))
        }
        Ending::Stopped => Err(Hitch::Stopped(Stopped)),
        ending => Err(Hitch::Failed(format!(
            "{ending}\n{}",
            finished.last_words()
        ))),
    }
}
