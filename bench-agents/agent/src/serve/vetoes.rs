//! Which runs were vetoed and get a second chance.

use std::time::Duration;

use crate::run::config::Scheduled;
use crate::suite::Mode;

/// Long enough for most of what disturbs a machine to pass.
const PAUSE: Duration = Duration::from_secs(600);

pub(crate) struct Vetoes {
    pause: Duration,
    waiting: Vec<(String, Mode)>,
}

impl Vetoes {
    pub(crate) fn new(pause: Option<Duration>) -> Self {
        Self {
            pause: pause.unwrap_or(PAUSE),
            waiting: Vec::new(),
        }
    }

    /// The pause before a vetoed run is repeated; nothing if this was the repetition.
    pub(super) fn grant(&mut self, run: &Scheduled) -> Option<Duration> {
        if self.forget(run) {
            return None;
        }
        self.waiting.push((run.suite.clone(), run.mode));
        Some(self.pause)
    }

    /// A run has come to its end; whether it was a repetition.
    pub(super) fn forget(&mut self, run: &Scheduled) -> bool {
        let before = self.waiting.len();
        self.waiting
            .retain(|(suite, mode)| *suite != run.suite || *mode != run.mode);
        self.waiting.len() < before
    }
}
