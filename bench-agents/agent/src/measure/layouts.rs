//! Another memory layout of the build for every round: the luck of a layout becomes scatter, which
//! intervals hold, and stays with no value (Mytkowicz et al., ASPLOS 2009).

use std::time::Duration;

use super::sample::Bench;
use crate::process::{self, Aftermath, Ending, Invocation, Stopped};
use crate::results::{Failure, FailureKind};
use crate::suite::{Manifest, Plan};

/// What the command of `[layout]` reads.
const VARIABLE: &str = "TIDEMARK_LAYOUT";
/// The layout of a build that nobody asks for another one.
const USUAL: u16 = 0;
const LAYOUTS: u64 = 4096;
/// Another stream than the order of the variants is drawn from.
const OF_LAYOUTS: u64 = 0x6c61_796f_7574_0000;
const LONGEST_BUILD: Duration = Duration::from_secs(3600);

/// Builds what a round measures; the failure, if that cannot be done at a second attempt either.
pub(super) fn of_round(
    manifest: &Manifest,
    plan: &Plan,
    round: usize,
    bench: &mut Bench,
) -> Result<Option<Failure>, Stopped> {
    if !plan.layouts {
        return Ok(None);
    }
    let layout = number(plan.seed, round);
    match build(manifest, layout, bench)? {
        None => Ok(None),
        Some(_) => build(manifest, layout, bench),
    }
}

/// Builds as usual again: profiles and later runs measure that.
pub(super) fn back(manifest: &Manifest, bench: &mut Bench) -> Result<Option<Failure>, Stopped> {
    build(manifest, USUAL, bench)
}

fn build(manifest: &Manifest, layout: u16, bench: &mut Bench) -> Result<Option<Failure>, Stopped> {
    let Some(step) = &manifest.layout else {
        return Ok(None);
    };
    let mut invocation = Invocation::new(&step.command, &manifest.folder);
    invocation.aftermath = Aftermath::Kept;
    let variable = (VARIABLE.to_owned(), layout.to_string());
    invocation.environment.extend([variable]);
    let failed = |reason: String| {
        let message = format!("layout {layout} was not built: {reason}");
        Ok(Some(Failure::new(FailureKind::Build, message)))
    };
    match process::run(&invocation, bench.group, bench.stop, Some(LONGEST_BUILD)) {
        Ok(finished) => match finished.ending {
            Ending::Exited(0) => Ok(None),
            Ending::Stopped => Err(Stopped),
            ending => failed(
                format!("{ending}\n{}", finished.last_words())
                    .trim()
                    .to_owned(),
            ),
        },
        Err(error) => failed(error.to_string()),
    }
}

/// One of 4,096 layouts, never the usual one; the finisher of `SplitMix64`.
fn number(seed: u64, round: usize) -> u16 {
    let step = u64::try_from(round).unwrap_or(u64::MAX);
    let mut mixed = (seed ^ OF_LAYOUTS).wrapping_add(step.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u16::try_from(1 + (mixed ^ (mixed >> 31)) % LAYOUTS).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn rounds_have_layouts_of_their_own_and_a_seed_has_the_same_again() {
        let of = |seed| {
            (0..100)
                .map(|round| number(seed, round))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(7), of(7));
        assert_ne!(of(7), of(8));
        let different: BTreeSet<u16> = of(7).into_iter().collect();
        assert!(different.len() > 95, "{different:?}");
        assert!(!different.contains(&USUAL));
        assert!(different.iter().all(|one| u64::from(*one) <= LAYOUTS));
    }
}
