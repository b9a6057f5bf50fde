//! The results of `wrap` for people: each command, then the others against one of them.

use std::fmt::Write as _;

use super::arguments::Against;
use super::contestant::Contestant;
use super::rounds::{Measured, Run};
use crate::base::units;
use crate::statistics::{self, Estimate};

/// Centre and spread of one contestant's runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figures {
    pub(super) mean: f64,
    /// Nothing with a single run.
    pub(super) deviation: Option<f64>,
    pub(super) median: Estimate,
    pub(super) shortest: f64,
    pub(super) longest: f64,
    pub(super) user: f64,
    pub(super) system: f64,
}

impl Figures {
    /// Nothing without a run.
    pub(super) fn of(measured: &Measured) -> Option<Self> {
        let walls = measured.walls();
        let mean = mean(&walls)?;
        Some(Self {
            mean,
            deviation: deviation(&walls, mean),
            median: measured.estimate()?,
            shortest: walls.iter().copied().fold(f64::INFINITY, f64::min),
            longest: walls.iter().copied().fold(0.0, f64::max),
            user: mean_of(measured, |run| run.user_s),
            system: mean_of(measured, |run| run.system_s),
        })
    }
}

#[allow(clippy::cast_precision_loss, reason = "run counts are far below 2^53")]
fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

fn mean_of(measured: &Measured, of: impl Fn(&Run) -> f64) -> f64 {
    let numbers: Vec<f64> = measured.runs.iter().map(of).collect();
    mean(&numbers).unwrap_or_default()
}

#[allow(clippy::cast_precision_loss, reason = "run counts are far below 2^53")]
fn deviation(numbers: &[f64], mean: f64) -> Option<f64> {
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (numbers.len() > 1).then(|| (squares / (numbers.len() - 1) as f64).sqrt())
}

/// Everything that is printed. `shell_s` is what the shell's own start takes, if one is used.
pub(crate) fn text(
    contestants: &[Contestant],
    measured: &[Measured],
    against: Against,
    shell_s: Option<Estimate>,
) -> String {
    let mut text = String::new();
    for (contestant, measured) in contestants.iter().zip(measured) {
        one(&mut text, contestant, measured);
    }
    if let Some(shell) = shell_s {
        let _ = writeln!(
            text,
            "The shell's own start takes {} of each time; it is not taken off.",
            with_interval(shell)
        );
    }
    if measured.len() > 1 {
        comparison(&mut text, contestants, measured, against);
    }
    if let Some(share) = foreign(measured).filter(|share| *share > 0.1) {
        let _ = writeln!(
            text,
            "Others used {:.0} % of this machine meanwhile; intervals are wider for it.",
            share * 100.0
        );
    }
    text
}

fn one(text: &mut String, contestant: &Contestant, measured: &Measured) {
    let Some(figures) = Figures::of(measured) else {
        return;
    };
    let seconds = |number: f64| units::text(number, "s");
    let spread = figures
        .deviation
        .map_or_else(String::new, |s| format!(" ± {}", seconds(s)));
    let _ = writeln!(text, "{}", contestant.label);
    let _ = writeln!(
        text,
        "  mean ± σ   {}{spread}   (user {}, system {})",
        seconds(figures.mean),
        seconds(figures.user),
        seconds(figures.system)
    );
    let _ = writeln!(text, "  median     {}", with_interval(figures.median));
    let _ = writeln!(
        text,
        "  range      {} … {}   ({} runs)",
        seconds(figures.shortest),
        seconds(figures.longest),
        measured.runs.len()
    );
    let failed = measured
        .runs
        .iter()
        .filter(|run| run.exit_code != Some(0))
        .count();
    if failed > 0 {
        let _ = writeln!(text, "  {failed} runs ended with another exit code than 0");
    }
    text.push('\n');
}

fn with_interval(estimate: Estimate) -> String {
    let median = units::text(estimate.median, "s");
    match estimate.interval {
        Some((low, high)) => {
            let (low, high) = (units::text(low, "s"), units::text(high, "s"));
            format!("{median}   [{low}, {high}], 95 %")
        }
        None => format!("{median}   (an interval needs 6 runs)"),
    }
}

fn comparison(
    text: &mut String,
    contestants: &[Contestant],
    measured: &[Measured],
    against: Against,
) {
    let Some(base) = base(measured, against) else {
        return;
    };
    let which = if against == Against::First {
        "first"
    } else {
        "fastest"
    };
    let _ = writeln!(
        text,
        "Against the {which}, {}, round by round:",
        contestants[base].label
    );
    for (index, contestant) in contestants.iter().enumerate() {
        if index == base {
            continue;
        }
        if let Some(ratio) = ratio(measured, index, base) {
            let _ = writeln!(text, "  {}  {}", ratio_text(ratio), contestant.label);
        }
    }
}

/// Which contestant the others are held against.
pub(super) fn base(measured: &[Measured], against: Against) -> Option<usize> {
    if against == Against::First {
        return (!measured.is_empty()).then_some(0);
    }
    let medians = measured
        .iter()
        .map(|measured| statistics::median(&measured.walls()));
    let known = medians
        .enumerate()
        .filter_map(|(index, median)| Some((index, median?)));
    known
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(index, _)| index)
}

/// How many times as long one takes as the base, paired by round.
pub(super) fn ratio(measured: &[Measured], index: usize, base: usize) -> Option<Estimate> {
    let of = |index: usize| statistics::whole(&measured[index].each(|run| Some(run.wall_s)));
    statistics::ratio(&of(index), &of(base)).ok()
}

fn ratio_text(ratio: Estimate) -> String {
    match ratio.interval {
        Some((low, high)) if low <= 1.0 && high >= 1.0 => {
            format!("{:.3} [{low:.3}, {high:.3}] not significant:", ratio.median)
        }
        Some((low, high)) => format!("{:.3} [{low:.3}, {high:.3}] times as long:", ratio.median),
        None => format!("{:.3} times as long:", ratio.median),
    }
}

/// The median share of the machine that others used, where it could be told.
pub(crate) fn foreign(measured: &[Measured]) -> Option<f64> {
    let shares = measured.iter().flat_map(|measured| &measured.runs);
    let shares: Vec<f64> = shares.filter_map(|run| run.foreign).collect();
    statistics::median(&shares)
}
