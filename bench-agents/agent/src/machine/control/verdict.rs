//! Whether the machine was the same before and after a run, and as it was in earlier runs.
//!
//! What may move is not the same on every machine: where neighbours come and go, processor time of
//! fixed work differs by ten percent from one minute to the next. So nothing is vetoed until ten
//! controls have shown what is usual. The limit is then the veto threshold, or some standard
//! deviations of what this machine's usual controls differ by, whichever is larger: more of them
//! while few controls are known, and never more than 50 %. Within a run, a change is a veto if its
//! whole interval lies beyond the limit. Against earlier runs only a slower machine is: quiet is no
//! fault.

use serde::Serialize;

use super::history::{Known, SETTLED};
use super::interval;
use crate::machine::spread::{median, usual_deviation};

/// Fewer earlier controls say nothing about what is usual.
pub(super) const ENOUGH: usize = 10;
/// A limit in standard deviations of what is usual, if that were known for sure.
const DEVIATIONS: f64 = 4.0;
/// So many controls double the limit, because their deviation is not known well.
const FEW: f64 = 5.0;
/// A machine whose usual state differs by more cannot tell a disturbance from itself.
const LARGEST: f64 = 0.5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Steady,
    /// Something changed, less than a veto needs.
    Moved,
    Veto,
}

/// One kind of fixed work, before and after the run.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Judgement {
    pub(crate) work: &'static str,
    pub(crate) before_s: f64,
    pub(crate) after_s: f64,
    pub(crate) samples: [usize; 2],
    /// After over before, of the medians, with its 95 % interval.
    pub(crate) ratio: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Relative change that counts as a veto; absent if vetoes are off or nothing is known yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) history: Option<AgainstHistory>,
    pub(crate) verdict: Verdict,
}

/// This run's control against earlier ones.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct AgainstHistory {
    pub(crate) n: usize,
    pub(crate) median_s: f64,
    /// Standard deviation of earlier controls, as a share.
    pub(crate) spread: f64,
    pub(crate) ratio: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<f64>,
    /// The last controls have been at the new level too: it is the machine's level now.
    pub(crate) is_new_level: bool,
}

/// `veto`: the threshold.
pub(super) fn judge(
    work: &'static str,
    before: &[f64],
    after: &[f64],
    known: &Known,
    veto: f64,
) -> Judgement {
    let (before_s, after_s) = (median(before), median(after));
    let ratio = after_s / before_s;
    let (low, high) = interval::of_ratio(before, after, ratio);
    let mut judgement = Judgement {
        work,
        before_s,
        after_s,
        samples: [before.len(), after.len()],
        ratio,
        low,
        high,
        limit: limit(veto, &known.ratios),
        history: against(known, before_s, veto),
        verdict: Verdict::Steady,
    };
    judgement.verdict = judgement.own_verdict().max(judgement.historical_verdict());
    judgement
}

impl Judgement {
    /// The same where vetoes are off: what would be one has moved.
    pub(super) fn without_veto(mut self) -> Self {
        self.verdict = self.verdict.min(Verdict::Moved);
        self.limit = None;
        if let Some(history) = &mut self.history {
            history.limit = None;
        }
        self
    }

    pub(super) fn is_at_new_level(&self) -> bool {
        self.history
            .as_ref()
            .is_some_and(|history| history.is_new_level)
    }

    fn own_verdict(&self) -> Verdict {
        let least = self.low.ln().abs().min(self.high.ln().abs());
        let is_one_sided = self.low > 1.0 || self.high < 1.0;
        match self.limit {
            Some(limit) if is_one_sided && least > limit.ln_1p() => Verdict::Veto,
            limit if is_one_sided && self.ratio.ln().abs() > half(limit) => Verdict::Moved,
            _ => Verdict::Steady,
        }
    }

    fn historical_verdict(&self) -> Verdict {
        let Some(history) = &self.history else {
            return Verdict::Steady;
        };
        let change = history.ratio.ln().abs();
        match history.limit {
            Some(limit) if history.ratio > 1.0 + limit && !history.is_new_level => Verdict::Veto,
            limit if change > half(limit).max(DEVIATIONS / 2.0 * history.spread) => Verdict::Moved,
            _ => Verdict::Steady,
        }
    }
}

/// Half a veto is worth telling; without vetoes, five percent.
fn half(limit: Option<f64>) -> f64 {
    limit.map_or(0.05, |limit| limit.ln_1p() / 2.0)
}

/// `usual`: logarithms of ratios that were seen; too few of them say nothing.
#[allow(clippy::cast_precision_loss, reason = "a number of controls")]
fn limit(veto: f64, usual: &[f64]) -> Option<f64> {
    let usual = Some(usual).filter(|usual| usual.len() >= ENOUGH)?;
    let deviations = DEVIATIONS * (1.0 + FEW / usual.len() as f64);
    let learnt = (deviations * usual_deviation(usual)).exp_m1();
    Some(veto.max(learnt.min(LARGEST)))
}

fn against(known: &Known, now_s: f64, veto: f64) -> Option<AgainstHistory> {
    let median_s = median(&known.levels);
    let from_usual = |level: &f64| (level / median_s).ln();
    let logarithms: Vec<f64> = known.levels.iter().map(from_usual).collect();
    let limit = limit(veto, &logarithms)?;
    let now = from_usual(&now_s);
    let is_there = |level: &f64| {
        let other = from_usual(level);
        other.abs() > limit.ln_1p() && (now - other).abs() <= limit.ln_1p()
    };
    Some(AgainstHistory {
        n: known.levels.len(),
        median_s,
        spread: usual_deviation(&logarithms),
        ratio: now_s / median_s,
        limit: Some(limit),
        is_new_level: is_there(&now_s)
            && known.last.len() == SETTLED
            && known.last.iter().all(is_there),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const VETO: f64 = 0.10;

    /// Thirty units around a level.
    fn control(level: f64) -> Vec<f64> {
        (0..30)
            .map(|unit| level * (0.97 + 0.002 * f64::from(unit * 7 % 30)))
            .collect()
    }

    fn steady(level: f64, count: usize) -> Known {
        let levels = (0..count).map(|index| if index % 2 == 0 { 1.01 } else { 0.99 });
        let levels: Vec<f64> = levels.map(|wobble| level * wobble).collect();
        Known {
            ratios: levels.iter().map(|found| (level / found).ln()).collect(),
            last: levels[count - SETTLED..].to_vec(),
            levels,
        }
    }

    fn at(level: f64, known: &Known) -> Judgement {
        let samples = control(level);
        judge("cpu", &samples, &samples, known, VETO)
    }

    #[test]
    fn a_machine_slower_than_ever_is_vetoed_though_the_run_was_steady() {
        let judged = at(0.0065, &steady(0.005, 10));
        assert_eq!(judged.verdict, Verdict::Veto);
        let history = judged.history.unwrap();
        assert!((history.ratio - 1.3).abs() < 0.05, "{history:?}");
    }

    #[test]
    fn a_level_that_stays_becomes_the_machines_level() {
        let mut known = steady(0.005, 10);
        known.last = vec![0.0065; SETTLED];
        let judged = at(0.0066, &known);
        assert_eq!(judged.verdict, Verdict::Moved);
        assert!(judged.is_at_new_level());
        known.last[0] = 0.005;
        assert_eq!(at(0.0066, &known).verdict, Verdict::Veto);
    }

    #[test]
    fn a_machine_quieter_than_ever_is_told_and_not_vetoed() {
        let judged = at(0.0035, &steady(0.005, 10));
        assert_eq!(judged.verdict, Verdict::Moved);
    }

    #[test]
    fn nothing_is_vetoed_before_it_is_known_what_is_usual() {
        let (before, after) = (control(0.005), control(0.01));
        let judged = judge("cpu", &before, &after, &steady(0.005, ENOUGH - 1), VETO);
        assert_eq!((judged.verdict, judged.limit), (Verdict::Moved, None));
    }

    #[test]
    fn without_a_threshold_nothing_is_vetoed() {
        let (before, after) = (control(0.005), control(0.01));
        let judged = judge("cpu", &before, &after, &steady(0.005, 10), VETO);
        assert_eq!(judged.verdict, Verdict::Veto);
        let judged = judged.without_veto();
        assert_eq!((judged.verdict, judged.limit), (Verdict::Moved, None));
    }

    #[test]
    fn the_limit_grows_with_what_is_usual_here_up_to_a_half() {
        let usual = |deviation: f64| -> Vec<f64> {
            let signs = (0..20).map(|n| if n % 2 == 0 { 1.0 } else { -1.0 });
            signs.map(|sign| sign * deviation / 1.4826).collect()
        };
        assert_eq!(limit(0.1, &[0.0; ENOUGH - 1]), None);
        assert_eq!(limit(0.1, &[0.0; ENOUGH]), Some(0.1));
        let learnt = limit(0.1, &usual(0.04)).unwrap();
        assert!(
            (learnt - (5.0_f64 * 0.04).exp_m1()).abs() < 1e-9,
            "{learnt}"
        );
        assert_eq!(limit(0.1, &usual(0.3)), Some(LARGEST));
        assert_eq!(limit(0.8, &usual(0.3)), Some(0.8));
    }
}
