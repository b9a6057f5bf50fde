//! One process that a referee looks at.

use std::cell::RefCell;

use super::referee::Referee;
use super::sample::{Attempt, Bench, Subject};
use crate::results::{Failure, FailureKind};

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
        let attempt = subject.attempt(bench);
        match &attempt {
            Attempt::Taken(sample) => referee.saw(arm, place, sample)?,
            Attempt::Failed(failure) => referee.failed(arm, place, failure)?,
            Attempt::Stopped => {}
        }
        Ok(attempt)
    });
    looked.unwrap_or_else(|error| {
        referee.give_up(&format!("the folders of the arms cannot be kept: {error}"));
        Attempt::Failed(Failure::new(FailureKind::Unavailable, error.to_string()))
    })
}
