//! Whether the server keeps this machine in quarantine: what the schedule holds waits meanwhile.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::log::log;

/// So long the last word of the server holds for what is to begin.
const FRESH: Duration = Duration::from_secs(30);
/// So long a run that is due waits for a word.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// What beats were answered last; a server that is away takes nothing back.
#[derive(Clone, Default)]
pub(crate) struct Quarantine(Arc<Mutex<Standing>>);

#[derive(Default)]
struct Standing {
    received_at: Option<Instant>,
    wanted_since: Option<Instant>,
    why: Option<String>,
}

impl Quarantine {
    /// The server says that the machine is in quarantine, and why, or that it is not.
    pub(super) fn receive(&self, why: Option<String>) {
        let mut standing = self.standing();
        match (&standing.why, &why) {
            (None, Some(why)) => log(&format!(
                "this machine is in quarantine: {why}; scheduled suites wait for a steady A/A job"
            )),
            (Some(_), None) => log("the quarantine of this machine is over; its schedule goes on"),
            _ => {}
        }
        *standing = Standing {
            received_at: Some(Instant::now()),
            wanted_since: None,
            why,
        };
    }

    /// The server does not answer now: nobody waits for its word.
    pub(super) fn receive_nothing(&self) {
        let mut standing = self.standing();
        standing.received_at = Some(Instant::now());
        standing.wanted_since = None;
    }

    pub(super) fn is_on(&self) -> bool {
        self.standing().why.is_some()
    }

    /// Whether a beat is to bring a word, though it has nothing else to say.
    pub(super) fn is_wanted(&self) -> bool {
        let standing = self.standing();
        standing.why.is_some() || standing.wanted_since.is_some()
    }

    /// Whether what is to begin waits for a word of the server, which is then wanted.
    pub(super) fn is_awaited(&self) -> bool {
        let mut standing = self.standing();
        let is_fresh = standing.received_at.is_some_and(|at| at.elapsed() < FRESH);
        if is_fresh || standing.why.is_some() {
            return false;
        }
        let since = standing.wanted_since.get_or_insert_with(Instant::now);
        since.elapsed() < LONGEST_WAIT
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::progress::{Activity, SharedStatus};

    #[test]
    fn a_run_that_is_due_waits_for_no_pace_of_beats() {
        let status = SharedStatus::default();
        status.hurry();
        status.await_other_than(Activity::Idle, Duration::from_secs(3600));
    }

    #[test]
    fn a_server_that_is_away_takes_no_quarantine_back() {
        let quarantine = Quarantine::default();
        assert!(!quarantine.is_wanted());
        assert!(quarantine.is_awaited() && quarantine.is_wanted() && !quarantine.is_on());
        quarantine.receive(Some("it differed from itself".to_owned()));
        quarantine.receive_nothing();
        assert!(!quarantine.is_awaited() && quarantine.is_wanted() && quarantine.is_on());
        quarantine.receive(None);
        assert!(!quarantine.is_on() && !quarantine.is_wanted() && !quarantine.is_awaited());
    }
}
