//! What goals mean for the end of the rounds.
//!
//! Who stops at the first interval that is clear of its target is wrong more often than the interval
//! says, so looks during the rounds ask for 99 % where rows are printed with 95 %.

use std::collections::BTreeSet;

use super::aims::aims;
use super::judge::judged;
use super::{Row, Verdict};
use crate::results::Track;
use crate::statistics::Confidence;
use crate::suite::matrix::Variant;
use crate::suite::{Manifest, Mode, Noise};

/// How the goals stand between two rounds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// A row that more rounds could still decide is open.
    pub(crate) is_open: bool,
    /// Variants of decided rows: their levels need not be narrow.
    pub(crate) decided: BTreeSet<usize>,
    /// What was said of each row, in order.
    pub(crate) verdicts: Vec<Verdict>,
}

pub(crate) fn standing(
    manifest: &Manifest,
    mode: Mode,
    variants: &[Variant],
    tracks: &[Track],
) -> Standing {
    let mut standing = Standing::default();
    for aim in aims(manifest, mode, variants) {
        let [one, other] = aim.sides.map(|side| &tracks[side]);
        let row = judged(manifest, &aim, (one, other), Confidence::Strict);
        standing.verdicts.push(row.verdict);
        match row.verdict {
            Verdict::NotAvailable => {}
            Verdict::NotResolved => {
                let benchmarks = aim.sides.map(|side| variants[side].benchmark);
                standing.is_open |= more_pairs_come(manifest, &row, benchmarks);
            }
            _ => standing.decided.extend(aim.sides),
        }
    }
    standing
}

/// Where a benchmark has all the rounds it wants, or counts exactly, waiting brings nothing new.
fn more_pairs_come(manifest: &Manifest, row: &Row, benchmarks: [usize; 2]) -> bool {
    let metric = manifest.metric(&row.metric);
    let is_sampled = metric.is_some_and(|metric| metric.noise == Noise::Sampled);
    let mut limits = benchmarks
        .iter()
        .map(|place| manifest.benchmarks[*place].rounds);
    is_sampled && limits.all(|limit| limit.is_none_or(|most| row.pairs < most))
}
