//! What became of one suite of a queue: a row of the closing table, kept until the queue is done.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::results::{Collected, FailureKind};
use crate::run::session::{Completed, Session};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum State {
    Measured,
    /// The machine was not steady meanwhile; nothing of it counts.
    Vetoed,
    /// Something that the whole suite needs is not on this machine.
    Missing,
    /// The suite could not be read, or its report not be kept.
    Broken,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) suite: String,
    /// What the suite was measured from; another content is measured again.
    pub(crate) sources: String,
    pub(crate) state: State,
    pub(crate) variants: usize,
    pub(crate) failed: usize,
    pub(crate) unavailable: usize,
    pub(crate) seconds: f64,
    /// How often each verdict was given to a goal.
    pub(crate) goals: BTreeMap<String, usize>,
    pub(crate) note: String,
}

impl Row {
    pub(crate) fn measured(session: &Session, completed: &Completed, seconds: f64) -> Self {
        let collected = &completed.collected;
        let missing = missing(collected);
        let unavailable = collected.unavailable();
        let vetoed = completed.vetoed.as_ref();
        let vetoed = vetoed.map(|vetoed| vetoed.reason.clone());
        Self {
            suite: session.manifest.name.clone(),
            sources: session.place.sources.clone(),
            state: match (&missing, &vetoed) {
                (Some(_), _) => State::Missing,
                (None, Some(_)) => State::Vetoed,
                (None, None) => State::Measured,
            },
            variants: collected.tracks.len(),
            failed: collected.failures() - unavailable,
            unavailable,
            seconds,
            goals: goals(completed),
            note: missing.or(vetoed).unwrap_or_default(),
        }
    }

    pub(crate) fn broken(suite: &str, reason: String) -> Self {
        Self {
            suite: suite.to_owned(),
            sources: String::new(),
            state: State::Broken,
            variants: 0,
            failed: 0,
            unavailable: 0,
            seconds: 0.0,
            goals: BTreeMap::new(),
            note: reason,
        }
    }

    /// `2 met, 1 not resolved`; the words are those printed below each suite's goals.
    fn goals_text(&self) -> String {
        let counted = self
            .goals
            .iter()
            .map(|(verdict, count)| format!("{count} {verdict}"));
        let counted: Vec<String> = counted.collect();
        if counted.is_empty() {
            "-".to_owned()
        } else {
            counted.join(", ")
        }
    }

    /// A variant that this machine can run gave no result. What the machine lacks is no failure.
    pub(crate) fn has_failed(&self) -> bool {
        self.state == State::Measured && self.failed > 0
    }
}

fn goals(completed: &Completed) -> BTreeMap<String, usize> {
    let mut count = BTreeMap::new();
    for row in &completed.conditions.goals {
        *count
            .entry(row.verdict.counted_as().to_owned())
            .or_default() += 1;
    }
    count
}

/// What the suite needs and has not got, with its hint, in one line.
fn missing(collected: &Collected) -> Option<String> {
    let first = collected.tracks.first()?.failure.as_ref()?;
    (first.kind == FailureKind::Needs).then(|| {
        let lines: Vec<&str> = first.message.lines().map(str::trim).collect();
        lines.join(" ")
    })
}

/// The closing table and, below it, what is to be said of single suites.
pub(crate) fn table(rows: &[Row]) -> String {
    let width = rows
        .iter()
        .map(|row| row.suite.len())
        .max()
        .unwrap_or(0)
        .max(5);
    let mut text = format!(
        "{:<width$}  {:>8}  {:>6}  {:>13}  {:>7}  goals\n",
        "suite", "variants", "failed", "not available", "seconds"
    );
    for row in rows {
        let _ = match row.state {
            State::Measured => writeln!(
                text,
                "{:<width$}  {:>8}  {:>6}  {:>13}  {:>7.0}  {}",
                row.suite,
                row.variants,
                row.failed,
                row.unavailable,
                row.seconds,
                row.goals_text()
            ),
            State::Vetoed => writeln!(text, "{:<width$}  vetoed by the control", row.suite),
            State::Missing => writeln!(text, "{:<width$}  not on this machine", row.suite),
            State::Broken => writeln!(text, "{:<width$}  could not be run", row.suite),
        };
    }
    for row in rows.iter().filter(|row| !row.note.is_empty()) {
        let _ = writeln!(text, "{}: {}", row.suite, row.note);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_machine_lacks_is_told_apart_from_what_failed() {
        let failed = Row {
            state: State::Measured,
            failed: 2,
            variants: 9,
            note: String::new(),
            ..Row::broken("faulty", String::new())
        };
        let missing = Row {
            state: State::Missing,
            failed: 4,
            ..Row::broken("needy", "'g++' is needed. Install it.".to_owned())
        };
        assert!(failed.has_failed() && !missing.has_failed());
        let text = table(&[failed, missing]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with("faulty         9       2"), "{text}");
        assert_eq!(lines[2], "needy   not on this machine");
        assert_eq!(lines[3], "needy: 'g++' is needed. Install it.");
    }
}
