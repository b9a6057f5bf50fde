//! One process that a referee looks at.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::referee::Referee;
use super::sample::{Attempt, Bench, Subject};
use crate::process::{self, Invocation};
use crate::results::{Failure, FailureKind};

const LIST: [&str; 15] = [
    "find",
    "/tmp",
    "/dev/shm",
    "-mindepth",
    "1",
    "-maxdepth",
    "1",
    "(",
    "-type",
    "d",
    "-print",
    "-o",
    "-printf",
    "%p %C@\\n",
    ")",
];
const LONGEST_LIST: Duration = Duration::from_secs(60);

/// Runs it; the referee, if there is one, looks before and after.
pub(super) fn watched<'a>(
    referee: Option<(&RefCell<Referee>, usize)>,
    place: (usize, usize),
    subject: &mut Subject<'a>,
    bench: &mut Bench<'a>,
) -> Attempt {
    let Some((referee, arm)) = referee else {
        return subject.attempt(bench);
    };
    let mut referee = referee.borrow_mut();
    let looked = referee.before(arm, place).and_then(|environment| {
        subject.invocation.environment.extend(environment);
        let before = listed(bench)?;
        let attempt = subject.attempt(bench);
        match &attempt {
            Attempt::Taken(sample) => referee.saw(arm, place, sample)?,
            Attempt::Failed(failure) => referee.failed(arm, place, failure)?,
            Attempt::Stopped => {}
        }
        let after = listed(bench)?;
        referee.saw_left(arm, place, after.difference(&before).next());
        Ok(attempt)
    });
    looked.unwrap_or_else(|error| {
        referee.give_up(&format!("the folders of the arms cannot be kept: {error}"));
        Attempt::Failed(Failure::new(FailureKind::Unavailable, error.to_string()))
    })
}

/// What lies in the folders of a sandbox that outlive a process, a path a line, files with their last
/// change; only programs within see it. Nothing without a sandbox.
fn listed(bench: &mut Bench) -> io::Result<BTreeSet<String>> {
    if !bench.group.is_confined() {
        return Ok(BTreeSet::new());
    }
    let command = LIST.map(str::to_owned);
    let invocation = Invocation::new(&command, Path::new("/"));
    let finished = process::run(&invocation, bench.group, bench.stop, Some(LONGEST_LIST));
    let said = finished.map_err(io::Error::other)?.stdout;
    Ok(said.lines().map(str::to_owned).collect())
}
