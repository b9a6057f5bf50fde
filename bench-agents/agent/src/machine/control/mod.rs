//! The control benchmark: fixed work of the agent's own before and after a run.
//!
//! It judges the machine, not the suite. If the machine was not the same, the run is vetoed.

mod history;
mod verdict;

use std::path::Path;

use serde::Serialize;

pub(crate) use verdict::{Judgement, Verdict};

use super::work::{Kind, Take, Takes};
use history::{Entry, History, Past};

pub(crate) const KINDS: [Kind; 2] = [Kind::Integer, Kind::Memory];
/// Units of 3 to 20 ms: long enough that single interrupts do not show.
pub(crate) const SCALE: u32 = 5;
/// What counts as a veto if nothing is said.
pub(crate) const VETO: f64 = 0.10;

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Control {
    pub(crate) verdict: Verdict,
    pub(crate) reason: String,
    pub(crate) works: Vec<Judgement>,
    /// Every unit's processor time in seconds by work, before and after in turn.
    #[serde(skip)]
    pub(crate) samples: Vec<(&'static str, Vec<f64>)>,
}

/// What earlier controls say is kept per place: the processors that the work ran on.
pub(crate) struct Ledger<'a> {
    pub(crate) folder: Option<&'a Path>,
    pub(crate) place: String,
}

impl Control {
    /// Judges a run by its two controls and adds them to the machine's history.
    pub(crate) fn judge(before: &Takes, after: &Takes, ledger: &Ledger, veto: Option<f64>) -> Self {
        let key = history::key(&ledger.place);
        let mut history = ledger.folder.map(History::read).unwrap_or_default();
        let cpu = Pair::of(Kind::Integer, before, after);
        let memory = Pair::of(Kind::Memory, before, after);
        let works = vec![
            cpu.judge("cpu", &history.of(&key, |entry| entry.cpu), veto),
            memory.judge("memory", &history.of(&key, |entry| entry.memory), veto),
        ];
        let is_new_level =
            |work: &Judgement| work.verdict == Verdict::Moved && work.is_at_new_level();
        if works.iter().any(is_new_level) {
            history.forget_before(&key, verdict::ENOUGH - 1);
        }
        let entry = Entry {
            key,
            at: crate::clock::now(),
            cpu: past(&works[0]),
            memory: past(&works[1]),
        };
        let kept = ledger.folder.map(|folder| history.add(folder, entry));
        Self {
            verdict: works
                .iter()
                .map(|work| work.verdict)
                .max()
                .unwrap_or(Verdict::Steady),
            reason: reason(&works, kept),
            samples: vec![("cpu", cpu.all()), ("memory", memory.all())],
            works,
        }
    }

    pub(crate) fn is_veto(&self) -> bool {
        self.verdict == Verdict::Veto
    }
}

fn past(work: &Judgement) -> Past {
    Past {
        before_s: work.before_s,
        after_s: work.after_s,
    }
}

/// Processor times of one kind of work before and after the run.
struct Pair {
    before: Vec<f64>,
    after: Vec<f64>,
}

impl Pair {
    fn of(kind: Kind, before: &Takes, after: &Takes) -> Self {
        let times = |takes: &Takes| takes.get(&kind).map(seconds).unwrap_or_default();
        Self {
            before: times(before),
            after: times(after),
        }
    }

    fn judge(&self, work: &'static str, past: &[Past], veto: Option<f64>) -> Judgement {
        verdict::judge(work, &self.before, &self.after, past, veto)
    }

    fn all(&self) -> Vec<f64> {
        self.before.iter().chain(&self.after).copied().collect()
    }
}

#[allow(clippy::cast_precision_loss, reason = "nanoseconds of milliseconds")]
fn seconds(take: &Take) -> Vec<f64> {
    take.cpu.iter().map(|time| *time as f64 / 1e9).collect()
}

impl Judgement {
    fn is_at_new_level(&self) -> bool {
        self.history
            .as_ref()
            .is_some_and(|history| history.is_new_level)
    }

    /// What moved, in words; nothing for steady work.
    fn sentence(&self) -> Option<String> {
        if self.verdict == Verdict::Steady {
            return None;
        }
        let percent = |ratio: f64| (ratio - 1.0) * 100.0;
        let own = format!(
            "{} work took {:+.1} % [{:+.1}, {:+.1}] after the run against before ({} + {} units)",
            self.work,
            percent(self.ratio),
            percent(self.low),
            percent(self.high),
            self.samples[0],
            self.samples[1],
        );
        let earlier = self.history.as_ref().map_or_else(String::new, |history| {
            format!(
                ", {:+.1} % against {} earlier controls",
                percent(history.ratio),
                history.n
            )
        });
        let limit = self.limit.map_or_else(String::new, |limit| {
            format!("; a veto begins at {:.0} %", limit * 100.0)
        });
        Some(format!("{own}{earlier}{limit}"))
    }
}

fn reason(works: &[Judgement], kept: Option<std::io::Result<()>>) -> String {
    let mut sentences: Vec<String> = works.iter().filter_map(Judgement::sentence).collect();
    if sentences.is_empty() {
        sentences.push("fixed work took the same before and after the run".to_owned());
    }
    match kept {
        None => sentences.push("there is no folder to remember controls in".to_owned()),
        Some(Err(error)) => sentences.push(format!("the control is not remembered: {error}")),
        Some(Ok(())) => {}
    }
    sentences.join("; ")
}
