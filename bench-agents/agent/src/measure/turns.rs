//! Several plans measured in turns on one machine, round by round: what drifts hits all of them.

use std::cell::RefCell;

use super::availability::hindrances;
use super::journal::Journal;
use super::layouts;
use super::rounds::{Arm, Rounds};
use super::sample::Bench;
use crate::base::progress::{Progress, Turn};
use crate::machine::Counters;
use crate::process::{Group, Stop, Stopped};
use crate::results::Collected;
use crate::statistics::Shuffler;
use crate::suite::{Manifest, Plan};

/// Measures the plan. A failed variant is not run again; a round once begun is completed. Rounds that
/// the journal holds are not measured again.
pub(crate) fn measure(
    manifest: &Manifest,
    plan: &Plan,
    group: &mut Group,
    stop: &Stop,
    progress: &mut Progress,
    journal: &mut Journal,
) -> Result<Collected, Stopped> {
    let arm = Arm {
        manifest,
        plan,
        journal,
        referee: None,
    };
    let collected = measure_in_turns(vec![arm], group, stop, progress)?;
    Ok(collected.into_iter().next().unwrap_or_default())
}

/// Runs every variant once and keeps only whether its answer was right.
pub(crate) fn verify(
    manifest: &Manifest,
    plan: &Plan,
    group: &mut Group,
    stop: &Stop,
    progress: &mut Progress,
) -> Result<Collected, Stopped> {
    let once = Plan {
        rounds: 1,
        warmup: 0,
        max_seconds: None,
        narrowing: None,
        layouts: false,
        ..plan.clone()
    };
    measure(
        manifest,
        &once,
        group,
        stop,
        progress,
        &mut Journal::default(),
    )
}

/// Variants of which rounds are told as they come in.
const MOST_WATCHED: usize = 20;
const OF_TURNS: u64 = 0x7475_726e_7300_0000;

/// Measures all plans, a round of each in random order, until none has a round to come.
pub(crate) fn measure_in_turns(
    arms: Vec<Arm>,
    group: &mut Group,
    stop: &Stop,
    progress: &mut Progress,
) -> Result<Vec<Collected>, Stopped> {
    let mut missing = Vec::new();
    for arm in &arms {
        missing.push(hindrances(arm.manifest, arm.plan, group, stop)?);
    }
    // Without such a process no program starts either, which every sample then says.
    let parent = group.parent_of_programs();
    let parent = parent.unwrap_or_else(|_| rustix::process::getpid());
    let metrics = arms.iter().flat_map(|arm| arm.plan.metrics(arm.manifest));
    let mut counters = Counters::open(&metrics.collect(), parent);
    // Another stream than the arms draw from, or both would be in the same order.
    let seed = arms.first().map_or(0, |arm| arm.plan.seed);
    let mut shuffler = Shuffler::new(seed ^ OF_TURNS);
    let referee = arms.first().and_then(|arm| arm.referee);
    let is_decided = || referee.is_some_and(|(referee, _)| referee.borrow().is_over());
    let bench = RefCell::new(Bench {
        group,
        counters: &mut counters,
        stop,
    });
    let moved: Vec<&Manifest> = arms
        .iter()
        .filter(|arm| arm.plan.layouts)
        .map(|arm| arm.manifest)
        .collect();
    let arms = arms.into_iter().zip(missing);
    let mut rounds: Vec<Rounds> = arms
        .map(|(arm, missing)| Rounds::new(arm, &bench, missing, progress))
        .collect();
    progress.measuring(rounds.iter().map(Rounds::planned).sum());
    rounds.iter_mut().for_each(Rounds::begin);
    let mut is_going: Vec<bool> = vec![true; rounds.len()];
    let mut told = 0;
    while is_going.contains(&true) && !is_decided() {
        for index in shuffler.permutation(rounds.len()) {
            is_going[index] = is_going[index] && rounds[index].next(progress)?;
        }
        report_round(&rounds, &mut told, progress);
    }
    for manifest in moved {
        if let Some(failure) = layouts::back(manifest, &mut bench.borrow_mut())? {
            progress.say(&failure.message);
        }
    }
    Ok(rounds.into_iter().map(Rounds::settled).collect())
}

/// Tells whoever watches what a round brought of which every arm has a number.
fn report_round(rounds: &[Rounds], told: &mut usize, progress: &Progress) {
    let Some((first, others)) = rounds.split_first() else {
        return;
    };
    let round = first.recorded();
    let is_whole = others.iter().all(|other| other.recorded() == round);
    if others.is_empty() || round == *told || !is_whole {
        return;
    }
    *told = round;
    let others: Vec<_> = others.iter().map(Rounds::newest).collect();
    for (variant, metric, number) in first.newest().into_iter().take(MOST_WATCHED) {
        let same = others.iter().map(|other| {
            let found = other
                .iter()
                .find(|one| (&one.0, one.1) == (&variant, metric));
            found.map(|one| one.2)
        });
        let Some(mut arms) = same.collect::<Option<Vec<f64>>>() else {
            continue;
        };
        arms.insert(0, number);
        let metric = metric.to_owned();
        progress.brought(Turn {
            variant,
            metric,
            round,
            arms,
        });
    }
}
