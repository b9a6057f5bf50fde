//! From samples to rows: pairs of a round are compared, and the interval decides.

use super::aims::{Aim, aims};
use super::{Row, Side, Verdict};
use crate::base::scalar;
use crate::results::{Collected, Track};
use crate::statistics::{self, Confidence, Estimate, FEWEST};
use crate::suite::matrix::Variant;
use crate::suite::{Comparison, Goal, Manifest, Noise, Plan};

/// Beyond this no number is named: it is out of reach.
const MOST_PAIRS: f64 = 1000.0;

/// The rows of every goal of the plan's mode.
pub(crate) fn judge(manifest: &Manifest, plan: &Plan, collected: &Collected) -> Vec<Row> {
    let aims = aims(manifest, plan.mode, &plan.variants);
    let judged = aims.iter().map(|aim| {
        let [one, other] = aim.sides.map(|side| &collected.tracks[side]);
        judged(manifest, aim, (one, other), Confidence::Usual)
    });
    judged.collect()
}

/// What the interval says of one row, by the confidence that is asked for.
pub(super) fn judged(
    manifest: &Manifest,
    Aim { goal, compared, .. }: &Aim,
    (one, other): (&Track, &Track),
    confidence: Confidence,
) -> Row {
    let mut row = Row {
        goal: goal.name.clone(),
        metric: goal.metric.clone(),
        contender: side(manifest, &compared.contender),
        baseline: side(manifest, &compared.baseline),
        at_most: goal.at_most,
        at_least: goal.at_least,
        ratio: None,
        low: None,
        high: None,
        pairs: 0,
        verdict: Verdict::NotAvailable,
        more_pairs: None,
        reason: sameness(compared)
            .or_else(|| absence(goal, &compared.contender, one))
            .or_else(|| absence(goal, &compared.baseline, other)),
    };
    if row.reason.is_some() {
        return row;
    }
    let metric = &goal.metric;
    let (numerator, denominator) = (one.weighed(metric), other.weighed(metric));
    let found = match statistics::ratio_at(confidence, &numerator, &denominator) {
        Ok(found) => found,
        Err(none) => {
            row.reason = Some(none.reason().to_owned());
            return row;
        }
    };
    let is_exact = manifest
        .metric(metric)
        .is_some_and(|metric| metric.noise == Noise::Exact);
    row.ratio = Some(found.median);
    row.pairs = found.samples;
    let interval = if is_exact {
        Some((found.median, found.median))
    } else {
        found.interval
    };
    (row.low, row.high) = interval.unzip();
    row.verdict = interval.map_or(Verdict::NotResolved, |ends| verdict(goal, ends));
    if row.verdict == Verdict::NotResolved {
        (row.more_pairs, row.reason) = missing(goal, &found);
    } else if found.median.is_infinite() {
        row.reason = Some("the baseline is 0, so the ratio has no bounds".to_owned());
    }
    row
}

fn side(manifest: &Manifest, variant: &Variant) -> Side {
    Side {
        benchmark: manifest.benchmarks[variant.benchmark].name.clone(),
        parameters: scalar::to_object(&variant.parameters),
    }
}

/// "cores" may be what another value is.
fn sameness(compared: &Comparison) -> Option<String> {
    let is_same = compared.contender == compared.baseline;
    is_same.then(|| "on this machine both are the same variant".to_owned())
}

/// Why one side has nothing to compare.
fn absence(goal: &Goal, variant: &Variant, track: &Track) -> Option<String> {
    let label = variant.label();
    if let Some(failure) = &track.failure {
        return Some(format!(
            "{label}: {}: {}",
            failure.kind.name(),
            failure.headline()
        ));
    }
    if track.histograms.contains_key(&goal.metric) {
        return Some(format!(
            "{} is a histogram; a goal needs one of its percentiles as a metric of its own",
            goal.metric
        ));
    }
    let reason = track.absent.get(&goal.metric)?;
    Some(format!("{label}: {reason}"))
}

fn verdict(goal: &Goal, (low, high): (f64, f64)) -> Verdict {
    let sided = |is_met: bool, is_missed: bool| match (is_met, is_missed) {
        (true, _) => Verdict::Met,
        (_, true) => Verdict::NotMet,
        _ => Verdict::NotResolved,
    };
    match (goal.at_most, goal.at_least) {
        (Some(most), _) => sided(high <= most, low > most),
        (_, Some(least)) => sided(low >= least, high < least),
        _ if low > 1.0 => Verdict::Above,
        _ if high < 1.0 => Verdict::Below,
        _ => Verdict::NotResolved,
    }
}

/// How many more pairs would bring the interval's end to the target, if the ratio stays where it is.
/// Intervals shrink with the square root of the pairs.
fn missing(goal: &Goal, found: &Estimate) -> (Option<u64>, Option<String>) {
    let Some((low, high)) = found.interval else {
        let more = FEWEST - found.samples;
        let reason = format!("an interval needs {FEWEST} pairs, {more} more");
        return (Some(more as u64), Some(reason));
    };
    let target = goal.at_most.or(goal.at_least).unwrap_or(1.0);
    if found.median == 0.0 || found.median.is_infinite() {
        let reason = "one side is 0: how many pairs are missing is not known";
        return (None, Some(reason.to_owned()));
    }
    let distance = (found.median / target).ln();
    let end = if distance > 0.0 { low } else { high };
    let reach = (found.median / end).ln();
    let pairs = f64::from(u32::try_from(found.samples).unwrap_or(u32::MAX));
    let more = (pairs * ((reach / distance).powi(2) - 1.0)).ceil().max(1.0);
    if more <= MOST_PAIRS {
        (Some(whole(more)), None)
    } else {
        (None, Some("more than 1,000 pairs are missing".to_owned()))
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 1 and 1,000"
)]
fn whole(more: f64) -> u64 {
    more as u64
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::results::{Failure, FailureKind};
    use crate::suite::Mode;
    use crate::suite::matrix::variants;

    const SUITE: &str = "name = \"toy\"\n[version]\ncommand = [\"true\"]\n[[benchmark]]\nname = \"b\"\n\
        command = [\"true\"]\nmetrics = [\"wall_time\"]\nparameters = { n = [1, 2] }\n[[goal]]\nname = \"faster\"\n\
        metric = \"wall_time\"\ncontender = { benchmark = \"b\", parameters = { n = 2 } }\n\
        baselines = [{ benchmark = \"b\", parameters = { n = 1 } }]\n";

    fn track(numbers: &[f64]) -> Track {
        let samples = numbers.iter().map(|number| Some(*number)).collect();
        Track {
            samples: [("wall_time".to_owned(), samples)].into(),
            weights: vec![1.0; numbers.len()],
            ..Track::default()
        }
    }

    fn row(target: &str, tracks: [Track; 2]) -> Row {
        let text = format!("{SUITE}{target}\n");
        let manifest = Manifest::parse(&text, Path::new("toy")).unwrap();
        let plan = Plan::of(variants(&manifest, Mode::Quick, 2));
        let collected = Collected {
            tracks: tracks.into(),
            ..Collected::default()
        };
        judge(&manifest, &plan, &collected).remove(0)
    }

    /// Ratios of about 0.5, between 0.44 and 0.56.
    fn halved() -> [Track; 2] {
        let spread = [0.44, 0.46, 0.48, 0.49, 0.5, 0.5, 0.51, 0.52, 0.54, 0.56];
        [track(&[1.0; 10]), track(&spread)]
    }

    #[test]
    fn the_interval_decides() {
        let table = [
            ("at_most = 0.6", Verdict::Met),
            ("at_most = 0.5", Verdict::NotResolved),
            ("at_most = 0.4", Verdict::NotMet),
            ("at_least = 0.4", Verdict::Met),
            ("at_least = 0.51", Verdict::NotResolved),
            ("at_least = 0.9", Verdict::NotMet),
            ("", Verdict::Below),
        ];
        for (target, expected) in table {
            let row = row(target, halved());
            assert_eq!(row.verdict, expected, "{target}: {row:?}");
            assert_eq!(row.pairs, 10);
            assert!(row.low.unwrap() < 0.5 && row.high.unwrap() > 0.5);
        }
    }

    #[test]
    fn what_is_missing_is_said_in_pairs() {
        let near = row("at_most = 0.51", halved());
        let more = near.more_pairs.unwrap();
        assert!((10..1000).contains(&more), "{near:?}");
        let hopeless = row("at_most = 0.5000001", halved());
        assert_eq!(hopeless.more_pairs, None);
        assert_eq!(
            hopeless.reason.as_deref(),
            Some("more than 1,000 pairs are missing")
        );
        let few = row("at_most = 0.6", [track(&[1.0; 4]), track(&[0.1; 4])]);
        assert_eq!(
            (few.verdict, few.more_pairs),
            (Verdict::NotResolved, Some(2))
        );
    }

    #[test]
    fn a_side_without_numbers_is_not_available_and_says_why() {
        let failed = || {
            Track::failed(Failure::new(
                FailureKind::Crash,
                "ended with signal 11\nmore",
            ))
        };
        let lost = row("at_most = 0.6", [failed(), track(&[1.0; 9])]);
        assert_eq!(lost.verdict, Verdict::NotAvailable);
        assert_eq!(
            lost.reason.as_deref(),
            Some("n=1: crash: ended with signal 11")
        );
        let negative = row("at_most = 0.6", [track(&[-1.0; 9]), track(&[-2.0; 9])]);
        assert_eq!(negative.verdict, Verdict::NotAvailable);
        let reason = negative.reason.as_deref();
        assert_eq!(reason, Some("a number below 0 has no ratio"));
    }

    #[test]
    fn a_side_that_is_mostly_nothing_is_judged_with_all_pairs() {
        let mut locks = [0.0; 16];
        locks[..3].fill(2.0);
        let fewer = row("at_most = 0.5", [track(&[1.0; 16]), track(&locks)]);
        assert_eq!((fewer.verdict, fewer.pairs), (Verdict::Met, 16));
        assert_eq!(fewer.ratio, Some(0.0));
        let more = row("at_most = 0.5", [track(&locks), track(&[1.0; 16])]);
        assert_eq!(more.verdict, Verdict::NotMet);
        assert!(more.reason.unwrap().contains("the baseline is 0"));
        locks[..7].fill(2.0);
        let open = row("at_most = 0.5", [track(&[1.0; 16]), track(&locks)]);
        assert_eq!(open.verdict, Verdict::NotResolved);
        assert!(open.reason.unwrap().contains("one side is 0"));
    }

    #[test]
    fn the_same_variant_on_both_sides_proves_nothing() {
        let manifest = Manifest::parse(SUITE, Path::new("toy")).unwrap();
        let one = variants(&manifest, Mode::Quick, 2).remove(0);
        let compared = Comparison {
            contender: one.clone(),
            baseline: one,
        };
        let aim = Aim {
            goal: &manifest.goals[0],
            compared,
            sides: [0, 0],
        };
        let [first, _] = halved();
        let row = judged(&manifest, &aim, (&first, &first), Confidence::Usual);
        assert_eq!(row.verdict, Verdict::NotAvailable);
        assert!(row.reason.unwrap().contains("the same variant"));
    }
}
