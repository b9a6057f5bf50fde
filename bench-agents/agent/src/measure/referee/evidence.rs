//! What a proposal showed, as the server gets it with the end of the job.

use serde::Serialize;

use crate::suite::Direction;

/// Refusals beyond this number say nothing new.
const MOST_REFUSALS: usize = 20;
const MOST_REMOVED: usize = 50;
const LONGEST_TEXT: usize = 500;
const LONGEST_TROUBLE: usize = 2000;
const MOST_VARIANTS: usize = 500;
const MOST_ROUNDS: usize = 1000;
/// Six numbers.
const BYTES_OF_ROUND: usize = 160;
const BYTES_OF_VARIANT: usize = 300;
/// A server takes a million, other parts of the message among them.
const MOST_BYTES: usize = 700_000;

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
        Self {
            reason,
            place: plain(place, LONGEST_TEXT),
            text: plain(text, LONGEST_TEXT),
        }
    }
}

/// What programs say, without control characters: servers store no NUL.
fn plain(text: &str, longest: usize) -> String {
    let signs = text.chars().take(longest);
    signs
        .map(|sign| if sign.is_control() { '\u{fffd}' } else { sign })
        .collect()
}

/// Whether what is seen of so many variants and rounds is more than a server takes.
pub(crate) fn is_too_much(variants: usize, rounds: usize) -> bool {
    let bytes = variants * (BYTES_OF_VARIANT + rounds * BYTES_OF_ROUND);
    variants > MOST_VARIANTS || rounds > MOST_ROUNDS || bytes > MOST_BYTES
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
        for name in &mut self.removed {
            *name = plain(name, LONGEST_TEXT);
        }
        self.trouble = plain(&self.trouble, LONGEST_TROUBLE);
    }

    pub(crate) fn is_refused(&self) -> bool {
        !self.refusals.is_empty() || !self.trouble.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_programs_have_no_control_characters() {
        let refusal = Refusal::new(Reason::Failed, "a\0", "b\u{1b}[2J\0");
        assert_eq!(refusal.place, "a\u{fffd}");
        assert_eq!(refusal.text, "b\u{fffd}[2J\u{fffd}");
    }

    #[test]
    fn what_a_server_would_not_take_is_too_much() {
        assert!(!is_too_much(4, 1000) && !is_too_much(400, 8));
        assert!(is_too_much(8, 1000) && is_too_much(501, 1) && is_too_much(1, 1001));
    }
}
