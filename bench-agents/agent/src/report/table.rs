//! The results as a table for people: per benchmark and metric, one row per variant.

use std::fmt::Write as _;

use crate::base::{columns, units};
use crate::results::{Collected, Track};
use crate::statistics::{self, Estimate, NoRatio};
use crate::suite::matrix::Variant;
use crate::suite::{Direction, Manifest, Metric, Plan};

/// How many metrics of a benchmark are shown unless more are asked for.
pub(crate) const SHOWN_METRICS: usize = 2;

type Row<'a> = (&'a Variant, &'a Track);

/// Every benchmark's table, its first `metrics` metrics each.
pub(crate) fn render(
    manifest: &Manifest,
    plan: &Plan,
    collected: &Collected,
    metrics: usize,
) -> String {
    let mut text = String::new();
    for (index, benchmark) in manifest.benchmarks.iter().enumerate() {
        let pairs = plan.variants.iter().zip(&collected.tracks);
        let rows: Vec<Row> = pairs
            .filter(|(variant, _)| variant.benchmark == index)
            .collect();
        if rows.is_empty() {
            continue;
        }
        for name in benchmark.metrics.iter().take(metrics) {
            if let Some(metric) = manifest.metric(name) {
                let title = format!("{} · {name}", benchmark.name);
                let again = second_arm(index, plan, collected);
                let ended = |row: &Row| ended(manifest, plan, collected, name, row);
                metric_table(&mut text, &title, name, &metric, &rows, again, ended);
            }
        }
        for name in &benchmark.metrics {
            if let Some(metric) = manifest.metric(name) {
                histogram_table(
                    &mut text,
                    &format!("{} · {name}", benchmark.name),
                    name,
                    &metric,
                    &rows,
                );
            }
        }
        failures(&mut text, &benchmark.name, &rows);
        if rows.iter().any(|(_, track)| track.failure.is_none()) {
            text.push('\n');
        }
    }
    text
}

/// What ended the rounds for a variant, where they go on until this metric is narrow.
fn ended(
    manifest: &Manifest,
    plan: &Plan,
    collected: &Collected,
    name: &str,
    (variant, track): &Row,
) -> Option<&'static str> {
    let narrowing = plan.narrowing.as_ref()?;
    let width = narrowing.width(manifest, variant, track)?;
    (width.metric == name).then(|| narrowing.reason(&width, collected.end).name())
}

/// The second arm of the benchmark's variant that runs twice, and its first arm.
fn second_arm<'a>(
    benchmark: usize,
    plan: &'a Plan,
    collected: &'a Collected,
) -> Option<(&'a Variant, &'a Track, &'a Track)> {
    let mut arms = collected.second_arms.iter();
    let arm = arms.find(|arm| plan.variants[arm.variant].benchmark == benchmark)?;
    let first = &collected.tracks[arm.variant];
    if first.failure.is_some() {
        return None;
    }
    Some((&plan.variants[arm.variant], &arm.track, first))
}

fn metric_table(
    text: &mut String,
    title: &str,
    name: &str,
    metric: &Metric,
    rows: &[Row],
    again: Option<(&Variant, &Track, &Track)>,
    ended: impl Fn(&Row) -> Option<&'static str>,
) {
    let measured: Vec<&Row> = rows
        .iter()
        .filter(|(_, track)| track.samples.contains_key(name))
        .collect();
    let Some((_, first)) = measured.first() else {
        return;
    };
    let baseline = first.weighed(name);
    let best = best(name, metric, &measured);
    let mut cells = vec![heading(title)];
    for (index, row) in measured.iter().enumerate() {
        let (variant, track) = row;
        let Some(estimate) = statistics::estimate(track.weighed(name).into_iter().flatten()) else {
            continue;
        };
        let ratio = if index == 0 {
            "1".to_owned()
        } else {
            ratio_text(statistics::ratio(&track.weighed(name), &baseline))
        };
        let is_best = best == Some(index) && measured.len() > 1;
        let marks: Vec<&str> = is_best
            .then_some("best")
            .into_iter()
            .chain(ended(row))
            .collect();
        cells.push([
            shown_label(variant),
            units::text(estimate.median, &metric.unit),
            interval_text(estimate, &metric.unit),
            estimate.samples.to_string(),
            ratio,
            marks.join(", "),
        ]);
    }
    cells.extend(again.and_then(|arms| again_row(arms, name, &metric.unit)));
    text.push_str(&columns::aligned(&cells));
}

/// Same against same: what this run cannot tell apart.
fn again_row(
    (variant, second, first): (&Variant, &Track, &Track),
    name: &str,
    unit: &str,
) -> Option<[String; 6]> {
    let estimate = statistics::estimate(second.weighed(name).into_iter().flatten())?;
    let ratio = statistics::ratio(&second.weighed(name), &first.weighed(name));
    Some([
        format!("{} again", shown_label(variant)),
        units::text(estimate.median, unit),
        interval_text(estimate, unit),
        estimate.samples.to_string(),
        ratio_text(ratio),
        "same against same".to_owned(),
    ])
}

/// What all rounds of a variant recorded together.
fn histogram_table(text: &mut String, title: &str, name: &str, metric: &Metric, rows: &[Row]) {
    let scale = units::recorded_scale(&metric.unit);
    let mut cells = vec![[title, "p50", "p90", "p99", "p99.9", "recorded"].map(str::to_owned)];
    for (variant, track) in rows {
        if let Some(recording) = track.histograms.get(name) {
            let shown = |percent| units::text(recording.percentile(percent) * scale, &metric.unit);
            cells.push([
                shown_label(variant),
                shown(50.0),
                shown(90.0),
                shown(99.0),
                shown(99.9),
                recording.recorded().to_string(),
            ]);
        }
    }
    if cells.len() > 1 {
        text.push_str(&columns::aligned(&cells));
    }
}

fn heading(title: &str) -> [String; 6] {
    [title, "median", "95 % interval", "n", "to the first", ""].map(str::to_owned)
}

fn shown_label(variant: &Variant) -> String {
    let label = variant.label();
    if label.is_empty() {
        "(no parameters)".to_owned()
    } else {
        label
    }
}

fn best(name: &str, metric: &Metric, rows: &[&Row]) -> Option<usize> {
    let medians = rows
        .iter()
        .map(|(_, track)| statistics::median(&track.numbers(name)));
    let known = medians
        .enumerate()
        .filter_map(|(index, median)| Some((index, median?)));
    match metric.direction {
        Direction::Lower => known.min_by(|a, b| a.1.total_cmp(&b.1)),
        Direction::Higher => known.max_by(|a, b| a.1.total_cmp(&b.1)),
        Direction::Unknown => None,
    }
    .map(|(index, _)| index)
}

fn interval_text(estimate: Estimate, unit: &str) -> String {
    estimate.interval.map_or_else(
        || "needs 6 samples".to_owned(),
        |(low, high)| format!("{} … {}", units::text(low, unit), units::text(high, unit)),
    )
}

fn ratio_text(ratio: Result<Estimate, NoRatio>) -> String {
    let ratio = match ratio {
        Ok(ratio) => ratio,
        Err(NoRatio::NoPair) => return String::new(),
        Err(NoRatio::Negative) => return "none: below 0".to_owned(),
    };
    let shown = units::ratio;
    match ratio.interval {
        Some((low, high)) => format!("{} [{}, {}]", shown(ratio.median), shown(low), shown(high)),
        None => shown(ratio.median),
    }
}

fn failures(text: &mut String, benchmark: &str, rows: &[Row]) {
    for (variant, track) in rows {
        if let Some(failure) = &track.failure {
            let label = shown_label(variant);
            let headline = failure.headline();
            let _ = if failure.is_unavailable() {
                writeln!(text, "not available: {benchmark} {label}: {headline}")
            } else {
                let kind = failure.kind.name();
                writeln!(text, "failed: {benchmark} {label}: {kind}: {headline}")
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::results::{Failure, FailureKind};
    use crate::suite::Mode;
    use crate::suite::matrix::variants;

    fn manifest() -> Manifest {
        let text = "name = \"toy\"\n[version]\ncommand = [\"true\"]\n[[benchmark]]\nname = \"b\"\n\
                    command = [\"true\"]\nmetrics = [\"wall_time\"]\nparameters = { n = [1, 2, 3] }\n";
        Manifest::parse(text, Path::new("toy")).unwrap()
    }

    fn track(numbers: &[f64]) -> Track {
        let samples = numbers.iter().map(|number| Some(*number)).collect();
        Track {
            samples: [("wall_time".to_owned(), samples)].into(),
            weights: vec![1.0; numbers.len()],
            ..Track::default()
        }
    }

    #[test]
    fn a_table_shows_medians_ratios_the_best_and_failures() {
        let manifest = manifest();
        let plan = Plan::of(variants(&manifest, Mode::Quick, 2));
        let failure = Failure::new(FailureKind::WrongAnswer, "expected 'a', got 'b'\nmore");
        let tracks = vec![track(&[0.2; 6]), track(&[0.1; 6]), Track::failed(failure)];
        let collected = Collected {
            tracks,
            rounds: 6,
            ..Collected::default()
        };
        let text = render(&manifest, &plan, &collected, SHOWN_METRICS);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[1].starts_with("n=1") && lines[1].contains("200.0 ms"),
            "{text}"
        );
        assert!(
            lines[2].contains("0.500 [0.500, 0.500]") && lines[2].ends_with("best"),
            "{text}"
        );
        assert_eq!(
            lines[3],
            "failed: b n=3: wrong answer: expected 'a', got 'b'"
        );
    }
}
