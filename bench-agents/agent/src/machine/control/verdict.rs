//! Whether the machine was the same before and after a run, and as it was in earlier runs.
//!
//! What may move is not the same on every machine: where neighbours come and go, processor time of
//! fixed work differs by ten percent from one minute to the next. So nothing is vetoed until five
//! controls have shown what is usual. The limit is then the veto threshold, or four times what this
//! machine's controls usually differ by, whichever is larger. Within a run, a change is a veto if its
//! whole interval lies beyond the limit. Against earlier runs only a slower machine is: quiet is no
//! fault.

use serde::Serialize;

use super::history::Past;
use crate::machine::spread::{deviation, median};
use crate::measure::Shuffler;

/// Fewer earlier controls say nothing about what is usual.
pub(super) const ENOUGH: usize = 5;
/// So many earlier controls in a row at another level make it the machine's level.
const SETTLED: usize = 2;
/// A limit in standard deviations of what is usual.
const DEVIATIONS: f64 = 4.0;
const RESAMPLINGS: usize = 200;

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

/// `veto`: the threshold; `None` never vetoes.
pub(super) fn judge(
    work: &'static str,
    before: &[f64],
    after: &[f64],
    past: &[Past],
    veto: Option<f64>,
) -> Judgement {
    let (before_s, after_s) = (median(before), median(after));
    let (low, high) = interval(before, after);
    let usual: Vec<f64> = past
        .iter()
        .map(|past| (past.after_s / past.before_s).ln())
        .collect();
    let mut judgement = Judgement {
        work,
        before_s,
        after_s,
        samples: [before.len(), after.len()],
        ratio: after_s / before_s,
        low,
        high,
        limit: veto.and_then(|veto| limit(veto, &usual)),
        history: against(past, before_s, veto),
        verdict: Verdict::Steady,
    };
    judgement.verdict = judgement.own_verdict().max(judgement.historical_verdict());
    judgement
}

impl Judgement {
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
fn limit(veto: f64, usual: &[f64]) -> Option<f64> {
    let usual = Some(usual).filter(|usual| usual.len() >= ENOUGH)?;
    Some(veto.max((DEVIATIONS * deviation(usual)).exp_m1()))
}

fn against(past: &[Past], now_s: f64, veto: Option<f64>) -> Option<AgainstHistory> {
    if past.len() < ENOUGH {
        return None;
    }
    let levels: Vec<f64> = past.iter().map(|past| past.before_s).collect();
    let median_s = median(&levels);
    let logarithms: Vec<f64> = levels.iter().map(|level| (level / median_s).ln()).collect();
    let limit = veto.and_then(|veto| limit(veto, &logarithms));
    let is_near =
        |level: &f64| limit.is_some_and(|limit| (now_s / level).ln().abs() <= limit.ln_1p());
    Some(AgainstHistory {
        n: past.len(),
        median_s,
        spread: deviation(&logarithms),
        ratio: now_s / median_s,
        limit,
        is_new_level: levels.iter().rev().take(SETTLED).all(is_near),
    })
}

/// The 95 % interval of the ratio of medians, by drawing anew from both sides.
fn interval(before: &[f64], after: &[f64]) -> (f64, f64) {
    let mut random = Shuffler::new(1);
    let mut drawn = |samples: &[f64]| {
        let again: Vec<f64> = samples
            .iter()
            .map(|_| samples[random.below(samples.len())])
            .collect();
        median(&again)
    };
    let mut ratios: Vec<f64> = (0..RESAMPLINGS)
        .map(|_| drawn(after) / drawn(before))
        .collect();
    ratios.sort_by(f64::total_cmp);
    let quantile = |share| crate::machine::spread::quantile(&ratios, share);
    (quantile(0.025), quantile(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    const VETO: Option<f64> = Some(0.10);

    /// A machine whose level wanders from run to run and, less, within a run; its units differ.
    struct Machine {
        random: Shuffler,
        between: f64,
        within: f64,
        unit: f64,
    }

    impl Machine {
        fn new(seed: u64, between: f64, within: f64) -> Self {
            Self {
                random: Shuffler::new(seed),
                between,
                within,
                unit: 0.03,
            }
        }

        fn normal(&mut self) -> f64 {
            let sum: usize = (0..12).map(|_| self.random.below(1_000_000)).sum();
            u32::try_from(sum).map_or(0.0, f64::from) / 1e6 - 6.0
        }

        fn control(&mut self, level: f64) -> Vec<f64> {
            (0..30)
                .map(|_| level * (1.0 + self.unit * self.normal()))
                .collect()
        }

        /// Before and after of one run on a machine slowed down in between.
        fn run(&mut self, slowdown: f64) -> (Vec<f64>, Vec<f64>) {
            let level = 0.005 * (self.between * self.normal()).exp();
            let later = level * (self.within * self.normal()).exp() * slowdown;
            (self.control(level), self.control(later))
        }

        /// How many of `runs` are vetoed; each steady one is part of the next one's history.
        fn vetoes(&mut self, mut past: Vec<Past>, runs: usize, slowdown: f64) -> usize {
            let mut vetoes = 0;
            for _ in 0..runs {
                let (before, after) = self.run(slowdown);
                let judged = judge("cpu", &before, &after, &past, VETO);
                vetoes += usize::from(judged.verdict == Verdict::Veto);
                if slowdown < 1.01 {
                    past.push(Past {
                        before_s: judged.before_s,
                        after_s: judged.after_s,
                    });
                    past.drain(..past.len().saturating_sub(50));
                }
            }
            vetoes
        }
    }

    #[test]
    fn a_steady_machine_is_vetoed_less_than_once_in_a_hundred_runs() {
        for (between, within) in [(0.01, 0.005), (0.03, 0.02), (0.06, 0.04)] {
            let vetoes = Machine::new(11, between, within).vetoes(Vec::new(), 400, 1.0);
            assert!(vetoes < 4, "{vetoes} of 400 at {between}, {within}");
        }
    }

    #[test]
    fn a_machine_that_slows_down_by_a_fifth_is_vetoed() {
        let vetoes = Machine::new(12, 0.01, 0.01).vetoes(past(0.005, 20), 100, 1.2);
        assert!(vetoes > 95, "{vetoes} of 100");
    }

    fn past(level: f64, count: usize) -> Vec<Past> {
        (0..count)
            .map(|index| if index % 2 == 0 { 1.01 } else { 0.99 })
            .map(|wobble| Past {
                before_s: level * wobble,
                after_s: level,
            })
            .collect()
    }

    #[test]
    fn a_machine_slower_than_ever_is_vetoed_though_the_run_was_steady() {
        let samples = Machine::new(1, 0.0, 0.0).control(0.0065);
        let judged = judge("cpu", &samples, &samples, &past(0.005, 10), VETO);
        assert_eq!(judged.verdict, Verdict::Veto);
        let history = judged.history.unwrap();
        assert!((history.ratio - 1.3).abs() < 0.05, "{history:?}");
    }

    #[test]
    fn a_level_that_stays_becomes_the_machines_level() {
        let samples = Machine::new(1, 0.0, 0.0).control(0.0065);
        let mut known = past(0.005, 10);
        known.extend(past(0.0065, 2));
        let judged = judge("cpu", &samples, &samples, &known, VETO);
        assert_eq!(judged.verdict, Verdict::Moved);
    }

    #[test]
    fn a_machine_quieter_than_ever_is_told_and_not_vetoed() {
        let samples = Machine::new(1, 0.0, 0.0).control(0.0035);
        let judged = judge("cpu", &samples, &samples, &past(0.005, 10), VETO);
        assert_eq!(judged.verdict, Verdict::Moved);
    }

    #[test]
    fn nothing_is_vetoed_before_it_is_known_what_is_usual() {
        let (before, after) = Machine::new(2, 0.0, 0.0).run(2.0);
        let judged = judge("cpu", &before, &after, &past(0.005, 4), VETO);
        assert_eq!((judged.verdict, judged.limit), (Verdict::Moved, None));
    }

    #[test]
    fn without_a_threshold_nothing_is_vetoed() {
        let (before, after) = Machine::new(2, 0.0, 0.0).run(2.0);
        let judged = judge("cpu", &before, &after, &past(0.005, 10), None);
        assert_eq!((judged.verdict, judged.limit), (Verdict::Moved, None));
    }

    #[test]
    fn the_limit_grows_with_what_is_usual_here() {
        assert_eq!(limit(0.1, &[0.0; 4]), None);
        assert_eq!(limit(0.1, &[0.0; 5]), Some(0.1));
        let usual: Vec<f64> = (0..20)
            .map(|n| if n % 2 == 0 { 0.05 } else { -0.05 })
            .collect();
        assert!((limit(0.1, &usual).unwrap() - 0.2214).abs() < 1e-3);
    }
}
