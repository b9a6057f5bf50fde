//! The results of `wrap` in the forms that tools around hyperfine read.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::arguments::Against;
use super::contestant::Contestant;
use super::rounds::Measured;
use super::summary::{Figures, base, ratio};
use crate::base::units;

/// The fields of hyperfine's JSON, and the rounds in which the runs were taken.
pub(crate) fn json(contestants: &[Contestant], measured: &[Measured]) -> Value {
    let pairs = contestants.iter().zip(measured);
    let results = pairs.filter_map(|(contestant, measured)| {
        let figures = Figures::of(measured)?;
        let exit_codes: Vec<_> = measured.runs.iter().map(|run| run.exit_code).collect();
        let mut result = json!({
            "command": contestant.label, "mean": figures.mean, "stddev": figures.deviation,
            "median": figures.median.median, "user": figures.user, "system": figures.system,
            "min": figures.shortest, "max": figures.longest, "times": measured.walls(),
            "exit_codes": exit_codes, "median_interval": figures.median.interval,
        });
        if !contestant.parameters.is_empty() {
            // hyperfine writes the values as texts
            let named = contestant.parameters.iter();
            let texts: Map<String, Value> = named
                .map(|(name, value)| (name.clone(), value.to_string().into()))
                .collect();
            result["parameters"] = texts.into();
        }
        Some(result)
    });
    json!({"results": results.collect::<Vec<_>>()})
}

/// One row per command.
pub(crate) fn markdown(
    contestants: &[Contestant],
    measured: &[Measured],
    against: Against,
) -> String {
    let mut text = "| Command | Mean ± σ | Median | 95 % interval | Min … Max | Relative |\n\
                    |:---|---:|---:|---:|---:|---:|\n"
        .to_owned();
    let base = base(measured, against).unwrap_or_default();
    for (index, (contestant, runs)) in contestants.iter().zip(measured).enumerate() {
        let Some(figures) = Figures::of(runs) else {
            continue;
        };
        let seconds = |number: f64| units::text(number, "s");
        let range = |(low, high): (f64, f64)| format!("{} … {}", seconds(low), seconds(high));
        let relative = if index == base {
            "1".to_owned()
        } else {
            ratio(measured, index, base).map_or_else(String::new, |ratio| match ratio.interval {
                Some((low, high)) => format!("{:.3} [{low:.3}, {high:.3}]", ratio.median),
                None => format!("{:.3}", ratio.median),
            })
        };
        let _ = writeln!(
            text,
            "| `{}` | {}{} | {} | {} | {} | {relative} |",
            contestant.label.replace('|', "\\|"),
            seconds(figures.mean),
            figures
                .deviation
                .map_or_else(String::new, |s| format!(" ± {}", seconds(s))),
            seconds(figures.median.median),
            figures.median.interval.map_or_else(String::new, range),
            range((figures.shortest, figures.longest)),
        );
    }
    text
}
