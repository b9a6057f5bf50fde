//! One process from its start to its end.

use std::time::Duration;

use super::ending::Ending;
use super::group::Group;
use super::invocation::{Invocation, Output};
use super::launch::{self, Launched};
use super::output;
use super::stop::Stop;
use super::usage::{self, Usage};

const UNSEEN: &str = " (in the sandbox; `sandbox_read` shows it more folders)";
const NOT_IN_IMAGE: &str = " (in the container: its image needs it)";

/// What is known of a process after it ended.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) ending: Ending,
    /// From before the process was made until its end was seen, monotonic clock.
    pub(crate) wall: Duration,
    pub(crate) usage: Usage,
    /// How many processes it left running, which were ended.
    pub(crate) left_behind: usize,
    pub(crate) stdout: String,
    /// All of it is there, as it was written; said of output that is wanted so.
    pub(crate) is_exact: bool,
    pub(crate) stderr: String,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum ProcessError {
    #[error("cannot start {program}: {source}{hint}")]
    Start {
        program: String,
        hint: &'static str,
        source: std::io::Error,
    },
    #[error("cannot watch {program}: {source}")]
    Watch {
        program: String,
        source: std::io::Error,
    },
    #[error(
        "{program} was lost: its {sandbox} ended meanwhile, removed by somebody or for want of memory"
    )]
    Lost {
        program: String,
        sandbox: &'static str,
    },
}

/// Runs one process to its end, its time-out, or until the agent is asked to stop.
pub(crate) fn run(
    invocation: &Invocation,
    group: &mut Group,
    stop: &Stop,
    timeout: Option<Duration>,
) -> Result<Finished, ProcessError> {
    run_streaming(invocation, group, stop, timeout, None)
}

/// Runs one process; hands on the lines that it prints meanwhile.
pub(crate) fn run_streaming(
    invocation: &Invocation,
    group: &mut Group,
    stop: &Stop,
    timeout: Option<Duration>,
    receive: Option<&mut dyn FnMut(&str)>,
) -> Result<Finished, ProcessError> {
    let watch = |source| watch_error(invocation, source);
    let leader = group.leader_of(invocation).map_err(watch)?;
    let hint = match (group.is_confined(), group.files()) {
        (false, _) => "",
        (true, None) => UNSEEN,
        (true, Some(_)) => NOT_IN_IMAGE,
    };
    let capture = output::Capture::new().map_err(watch)?;
    // Between two programs nothing of it was needed.
    group.lost();
    let launcher = group.launcher_of(invocation).map_err(watch)?;
    let child = launch::launch(invocation, leader, launcher, &capture).map_err(|source| {
        lost(invocation, group.lost()).unwrap_or(ProcessError::Start {
            program: invocation.name(),
            hint,
            source,
        })
    })?;
    let mut follower = output::Follower::new(&capture, receive);
    let awaited = child.await_end(stop, timeout, &mut follower);
    let wall = child.elapsed();
    follower.finish();
    finish(invocation, group, child, awaited, wall, &capture)
}

fn finish(
    invocation: &Invocation,
    group: &mut Group,
    child: Launched,
    awaited: std::io::Result<Option<Ending>>,
    wall: Duration,
    capture: &output::Capture,
) -> Result<Finished, ProcessError> {
    let forced = awaited
        .as_ref()
        .map_or(Some(Ending::Stopped), |ending| *ending);
    if forced.is_some() {
        group.end();
        child.kill();
    }
    let (status, usage) = group
        .launcher_of(invocation)
        .and_then(|launcher| child.reap(launcher))
        .map_err(|source| watch_error(invocation, source))?;
    let sandbox = group.lost();
    let left_behind = group.clear_up(invocation.aftermath);
    awaited.map_err(|source| watch_error(invocation, source))?;
    if let (None, Some(error)) = (forced, lost(invocation, sandbox)) {
        return Err(error);
    }
    let ending = forced.unwrap_or_else(|| usage::ending(status));
    let (stdout, is_exact) = match invocation.output {
        Output::Exact => capture.exact_stdout(),
        _ => (capture.stdout(), false),
    };
    Ok(Finished {
        ending,
        wall,
        usage,
        left_behind,
        stdout,
        is_exact,
        stderr: capture.stderr(),
    })
}

fn lost(invocation: &Invocation, sandbox: Option<&'static str>) -> Option<ProcessError> {
    let program = invocation.name();
    // the agent's own programs run outside of it
    let sandbox = sandbox.filter(|_| !invocation.is_own);
    sandbox.map(|sandbox| ProcessError::Lost { program, sandbox })
}

fn watch_error(invocation: &Invocation, source: std::io::Error) -> ProcessError {
    ProcessError::Watch {
        program: invocation.name(),
        source,
    }
}

impl Finished {
    /// The end of what the process wrote, standard error first: where programs say what went wrong.
    pub(crate) fn last_words(&self) -> String {
        let spoken = if self.stderr.trim().is_empty() {
            &self.stdout
        } else {
            &self.stderr
        };
        output::tail(spoken)
    }
}
