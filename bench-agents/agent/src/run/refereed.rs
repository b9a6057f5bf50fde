//! A patch measured between two turns of its base, with a referee: built from clean checkouts, base
//! first, so that nothing of the patch has run when the base is copied.

use std::cell::RefCell;

use super::environment::Environment;
use super::session::{Completed, Session, SessionError};
use super::turns::{TurnsError, build, measured};
use crate::base::progress::Progress;
use crate::machine;
use crate::measure::Journal;
use crate::measure::referee::{Case, Evidence, PATCH, Reason, Referee};
use crate::process::{Aftermath, Stop};
use crate::profile::Profiled;
use crate::report::Trigger;

/// Builds base and patch and measures them in turns. Nothing is completed of a patch that is refused.
pub(crate) fn run_refereed(
    sessions: &[Session],
    case: &Case,
    stop: &Stop,
    progress: &mut Progress,
) -> Result<(Vec<Completed>, Evidence), TurnsError> {
    let broken = |error: std::io::Error| TurnsError::Scratch(error.to_string());
    let base = &sessions[0];
    let own = case.make_own().map_err(broken)?;
    let folders = sessions.iter().map(|one| one.manifest.folder.as_path());
    let confined = base.precautions.confinement.group(folders, Some(&own));
    let mut group = confined.map_err(SessionError::from)?;
    let built = build(base, &mut group, stop, progress, Aftermath::Ended)?;
    let base_receipt = built.map_err(|failure| TurnsError::Build {
        arm: 0,
        commit: base.place.commit.id.clone(),
        failure,
    })?;
    let mut referee = Referee::begin(case, &base.manifest, &base.plan).map_err(broken)?;
    let patch = &sessions[PATCH];
    let receipt = match build(patch, &mut group, stop, progress, Aftermath::Ended)? {
        Ok(receipt) => receipt,
        Err(failure) => {
            let commit = &patch.place.commit.id;
            referee.refuse(Reason::BuildFailed, commit, failure.headline());
            return Ok((Vec::new(), referee.end().map_err(broken)?));
        }
    };
    referee.take_patch(case).map_err(broken)?;
    let momentary = machine::momentary();
    let (precautions, pinning) = (&base.precautions, &base.pinning);
    let mut environment = Environment::begin(precautions, pinning, base.plan.mode, progress)
        .map_err(SessionError::from)?;
    let referee = RefCell::new(referee);
    let mut journals: Vec<Journal> = sessions.iter().map(|_| Journal::default()).collect();
    let collected = measured(
        sessions,
        (&mut journals, Some(&referee)),
        &mut environment,
        &mut group,
        stop,
        progress,
    );
    progress.finished();
    let collected = collected?;
    let evidence = referee.into_inner().end().map_err(broken)?;
    if evidence.is_refused() {
        return Ok((Vec::new(), evidence));
    }
    let receipts = [base_receipt.clone(), receipt, base_receipt];
    let each = sessions.iter().zip(receipts).zip(collected);
    let completed = each.map(|((session, receipt), collected)| {
        let measured = (receipt, collected, Profiled::default());
        session.completed(measured, &environment, Trigger::Job, momentary.clone())
    });
    Ok((completed.collect(), evidence))
}
