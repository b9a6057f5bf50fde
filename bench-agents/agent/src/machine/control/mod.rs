//! The control benchmark: fixed work of the agent's own before and after a run.
//!
//! It judges the machine, not the suite. If the machine was not the same, the run is vetoed.

#[cfg(test)]
mod chance;
mod history;
mod interval;
#[cfg(test)]
mod simulation;
mod verdict;

use std::path::Path;

use serde::Serialize;

pub(crate) use verdict::{Judgement, Verdict};

use crate::machine::work::{Kind, Take, Takes};
use history::{Entry, History, Known, Past, Standing};

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
        let pairs = [Kind::Integer, Kind::Memory].map(|kind| Pair::of(kind, before, after));
        let works = enter(&mut history, key, &pairs, veto);
        let kept = ledger.folder.map(|folder| history.write(folder));
        Self {
            verdict: worst(&works),
            reason: reason(&works, kept),
            samples: vec![("cpu", pairs[0].all()), ("memory", pairs[1].all())],
            works: works.into(),
        }
    }

    pub(crate) fn is_veto(&self) -> bool {
        self.verdict == Verdict::Veto
    }
}

/// Judges a control by the history and enters it there for what it was: usual or not. Whether vetoes
/// are wanted makes no difference to the history.
fn enter(
    history: &mut History,
    key: String,
    [cpu, memory]: &[Pair; 2],
    veto: Option<f64>,
) -> [Judgement; 2] {
    let threshold = veto.unwrap_or(VETO);
    let works = [
        cpu.judge("cpu", &history.known(&key, |entry| entry.cpu), threshold),
        memory.judge(
            "memory",
            &history.known(&key, |entry| entry.memory),
            threshold,
        ),
    ];
    if works.iter().any(Judgement::is_at_new_level) {
        history.begin_level(&key);
    }
    history.add(Entry {
        key,
        at: crate::base::clock::now(),
        cpu: past(&works[0]),
        memory: past(&works[1]),
        standing: match worst(&works) {
            Verdict::Veto => Standing::Vetoed,
            _ => Standing::Usual,
        },
    });
    match veto {
        Some(_) => works,
        None => works.map(Judgement::without_veto),
    }
}

fn worst(works: &[Judgement]) -> Verdict {
    let verdicts = works.iter().map(|work| work.verdict);
    verdicts.max().unwrap_or(Verdict::Steady)
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

    fn judge(&self, work: &'static str, known: &Known, veto: f64) -> Judgement {
        verdict::judge(work, &self.before, &self.after, known, veto)
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
