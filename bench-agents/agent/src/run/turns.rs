//! Several commits of one suite: all are built first, then measured in turns, round by round.

use std::cell::RefCell;

use super::builder::{Builder, Hindrance};
use super::environment::Environment;
use super::session::{Completed, Session, SessionError};
use crate::base::progress::Progress;
use crate::machine;
use crate::measure::referee::Referee;
use crate::measure::{Arm, Journal, measure_in_turns};
use crate::process::{Aftermath, Group, Stop, Stopped};
use crate::profile::Profiled;
use crate::report::Trigger;
use crate::results::{Collected, Failure};

#[derive(Debug, thiserror::Error)]
pub(crate) enum TurnsError {
    #[error("{commit}: {}", failure.message)]
    Build {
        arm: usize,
        commit: String,
        failure: Failure,
    },
    #[error(
        "its build changed the packages of {0}, so that this part of the commit cannot be measured \
         alone"
    )]
    Rewritten(String),
    #[error("the folders of a proposal cannot be kept: {0}")]
    Scratch(String),
    #[error(transparent)]
    Session(#[from] SessionError),
}

impl From<Stopped> for TurnsError {
    fn from(stopped: Stopped) -> Self {
        Self::Session(stopped.into())
    }
}

/// Builds and measures sessions, each with its journal; a build that fails is the answer to all, as
/// is one that changed a lock file of a mix.
pub(crate) fn run_in_turns(
    sessions: &[Session],
    journals: &mut [Journal],
    rewritten: impl Fn() -> Option<String>,
    stop: &Stop,
    progress: &mut Progress,
) -> Result<Vec<Completed>, TurnsError> {
    let Some(first) = sessions.first() else {
        return Ok(Vec::new());
    };
    let folders = sessions
        .iter()
        .map(|session| session.manifest.folder.as_path());
    let group = first.precautions.confinement.group(folders, None);
    let mut group = group.map_err(SessionError::from)?;
    let mut receipts = Vec::new();
    for (arm, session) in sessions.iter().enumerate() {
        let built = build(session, &mut group, stop, progress, Aftermath::Kept)?;
        receipts.push(built.map_err(|failure| TurnsError::Build {
            arm,
            commit: session.place.commit.id.clone(),
            failure,
        })?);
    }
    let check = || match rewritten() {
        Some(path) => Err(TurnsError::Rewritten(path)),
        None => Ok(()),
    };
    check()?;
    let momentary = machine::momentary();
    let (precautions, pinning) = (&first.precautions, &first.pinning);
    let mut environment = Environment::begin(precautions, pinning, first.plan.mode, progress)
        .map_err(SessionError::from)?;
    let collected = measured(
        sessions,
        (journals, None),
        &mut environment,
        &mut group,
        stop,
        progress,
    );
    progress.finished();
    let each = sessions.iter().zip(receipts).zip(collected?);
    // programs that are measured may build as well
    check()?;
    Ok(each
        .map(|((session, receipt), collected)| {
            let measured = (receipt, collected, Profiled::default());
            session.completed(measured, &environment, Trigger::Job, momentary.clone())
        })
        .collect())
}

pub(super) fn build(
    session: &Session,
    group: &mut Group,
    stop: &Stop,
    progress: &mut Progress,
    aftermath: Aftermath,
) -> Result<Result<String, Failure>, Stopped> {
    progress.say(&format!("commit {}", session.place.commit.id));
    let mut builder = Builder {
        manifest: &session.manifest,
        group,
        stop,
        progress,
        aftermath,
    };
    match builder.build(session.plan.mode) {
        Ok(built) => Ok(Ok(built.receipt)),
        Err(Hindrance::Failed(failure)) => Ok(Err(failure)),
        Err(Hindrance::Stopped) => Err(Stopped),
    }
}

pub(super) fn measured(
    sessions: &[Session],
    (journals, referee): (&mut [Journal], Option<&RefCell<Referee>>),
    environment: &mut Environment,
    group: &mut Group,
    stop: &Stop,
    progress: &mut Progress,
) -> Result<Vec<Collected>, Stopped> {
    environment.before(group, stop, progress)?;
    for journal in journals.iter_mut() {
        journal.begin_life(environment.control_before());
    }
    let arms = sessions.iter().zip(journals.iter_mut()).enumerate();
    let arms = arms.map(|(arm, (session, journal))| Arm {
        manifest: &session.manifest,
        plan: &session.plan,
        journal,
        referee: referee.map(|referee| (referee, arm)),
    });
    let collected = measure_in_turns(arms.collect(), group, stop, progress)?;
    let before = journals.first().and_then(|journal| journal.first_control());
    environment.after(before, group, stop, progress)?;
    Ok(collected)
}
