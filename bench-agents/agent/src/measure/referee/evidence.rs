//! What a proposal showed, as the server gets it with the end of the job.

use serde::Serialize;

use crate::suite::Direction;

/// Refusals beyond this number say nothing new.
const MOST_REFUSALS: usize = 20;
const MOST_REMOVED: usize = 50;
const LONGEST_TEXT: usize = 500;

/// Why a patch is not to be believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    HarnessChanged,
    BuildFailed,
    Failed,
    DifferentAnswer,
    DifferentWork,
    LeftRunning,
    WroteElsewhere,
    ChangedBase,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Refusal {
    reason: Reason,
    /// A file, or a variant and its round.
    place: String,
    text: String,
}

impl Refusal {
    pub(crate) fn new(reason: Reason, place: &str, text: &str) -> Self {
        let cut = |text: &str| text.chars().take(LONGEST_TEXT).collect();
        Self {
            reason,
            place: cut(place),
            text: cut(text),
        }
    }
}

/// The numbers of one variant: rows of base, patch and base again, one of each round.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Rows {
    pub(super) variant: String,
    /// Of the metric that is judged, in its own unit.
    pub(super) aim: Vec<[f64; 3]>,
    /// Seconds by the agent's clock.
    pub(super) wall: Vec<[f64; 3]>,
    /// Answers that were the same in all arms.
    pub(super) answers: usize,
    /// Whether they changed from round to round, as they do where the input is new each time.
    pub(super) is_fresh: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Evidence {
    pub(super) refusals: Vec<Refusal>,
    /// Why nothing can be said of any patch with this suite; empty: it can.
    pub(super) trouble: String,
    pub(super) unit: String,
    pub(super) direction: Direction,
    /// Whether the agent itself measures what is judged.
    pub(super) by_agent: bool,
    pub(super) variants: Vec<Rows>,
    /// Counts of work that the harness reports and that were the same.
    pub(super) counters: Vec<String>,
    /// Files that programs of the patch left in their folder; gone before the next process.
    pub(super) removed: Vec<String>,
    pub(super) sandbox: &'static str,
}

impl Evidence {
    /// Of a patch that is refused before anything is measured.
    pub(crate) fn refused(refusals: Vec<Refusal>) -> Self {
        let mut evidence = Self {
            refusals,
            trouble: String::new(),
            unit: String::new(),
            direction: Direction::Unknown,
            by_agent: false,
            variants: Vec::new(),
            counters: Vec::new(),
            removed: Vec::new(),
            sandbox: "none",
        };
        evidence.shorten();
        evidence
    }

    pub(super) fn shorten(&mut self) {
        self.refusals.truncate(MOST_REFUSALS);
        self.removed.truncate(MOST_REMOVED);
    }

    pub(crate) fn is_refused(&self) -> bool {
        !self.refusals.is_empty() || !self.trouble.is_empty()
    }
}
