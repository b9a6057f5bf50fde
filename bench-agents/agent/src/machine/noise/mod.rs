//! How noisy this machine is: fixed work, its spread, its tail, and one score.
//! `score` turns spread and tail into numbers from 0 to 100.

mod score;

use std::time::Duration;

use serde::Serialize;

use crate::machine::work::{Kind, Takes};
pub(crate) use score::KindNoise;
use score::round;

/// What a run takes before it measures.
pub(crate) const SHORT: Duration = Duration::from_millis(1200);
pub(crate) const KINDS: [Kind; 5] = [
    Kind::Integer,
    Kind::Memory,
    Kind::PageFaults,
    Kind::WakeUp,
    Kind::ContextSwitch,
];

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Noise {
    /// 0 to 100, higher is quieter.
    pub(crate) score: f64,
    /// The lowest and the highest score of the four quarters of the time.
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) seconds: f64,
    pub(crate) sentence: String,
    pub(crate) kinds: Vec<KindNoise>,
}

impl Noise {
    pub(crate) fn of(takes: &Takes, time: Duration) -> Self {
        let kinds: Vec<KindNoise> = takes
            .iter()
            .map(|(kind, take)| KindNoise::of(*kind, take))
            .collect();
        let quarters: Vec<f64> = (0..4)
            .map(|quarter| score::of_quarter(takes, quarter))
            .collect();
        let score = score::overall(&kinds);
        Self {
            score: round(score),
            low: round(quarters.iter().copied().fold(score, f64::min)),
            high: round(quarters.iter().copied().fold(score, f64::max)),
            seconds: time.as_secs_f64(),
            sentence: sentence(score, &kinds),
            kinds,
        }
    }
}

/// What the score means, in one sentence.
fn sentence(score: f64, kinds: &[KindNoise]) -> String {
    let word = match score {
        90.0.. => "quiet",
        75.0.. => "fairly quiet",
        55.0.. => "noisy",
        _ => "very noisy",
    };
    let worst = |by: fn(&KindNoise) -> Option<f64>| {
        kinds.iter().filter_map(by).fold(0.0_f64, f64::max) * 100.0
    };
    let wall = worst(|kind| kind.resolvable.cpu.and(Some(kind.resolvable.wall)));
    let cpu = worst(|kind| kind.resolvable.cpu);
    format!(
        "{score:.0} of 100, {word}: {} pairs of a few ms of work resolve a difference of about {} % by \
         wall time and {} % by CPU time",
        score::PAIRS,
        one_digit(wall),
        one_digit(cpu),
    )
}

/// From one taking to the next these differ by up to half: a second digit would say nothing.
fn one_digit(percent: f64) -> String {
    if percent < 0.1 {
        return "0.1".to_owned();
    }
    let scale = 10.0_f64.powf(percent.log10().floor());
    let rounded = (percent / scale).round() * scale;
    if rounded < 1.0 {
        format!("{rounded:.1}")
    } else {
        format!("{rounded:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_resolved_is_told_with_one_digit() {
        for (percent, said) in [
            (0.03, "0.1"),
            (0.34, "0.3"),
            (0.97, "1"),
            (1.4, "1"),
            (9.6, "10"),
            (22.9, "20"),
            (45.2, "50"),
            (131.0, "100"),
        ] {
            assert_eq!(one_digit(percent), said, "{percent}");
        }
    }
}
