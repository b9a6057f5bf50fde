//! The rounds: every variant once in random order, until the plan is fulfilled or time is up.

use std::time::{Duration, Instant};

use super::availability::hindrances;
use super::collected::{Collected, Track};
use super::failure::Failure;
use super::order::Shuffler;
use super::sample::{Attempt, Bench, Subject, invocation};
use crate::manifest::{Manifest, Mode};
use crate::matrix::Variant;
use crate::process::{Counters, Group, Stop};
use crate::progress::Progress;

/// What is to be measured, how often, in which order.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) mode: Mode,
    pub(crate) rounds: usize,
    pub(crate) warmup: usize,
    pub(crate) max_seconds: Option<f64>,
    pub(crate) seed: u64,
    pub(crate) variants: Vec<Variant>,
}

/// The agent was asked to stop; an incomplete run is worth nothing and is dropped.
#[derive(Debug, thiserror::Error)]
#[error("stopped while measuring; the incomplete run was dropped")]
pub(crate) struct Stopped;

/// Measures the plan. A failed variant is not run again; a round once begun is completed.
pub(crate) fn measure(
    manifest: &Manifest,
    plan: &Plan,
    group: &mut Group,
    stop: &Stop,
    progress: &mut Progress,
) -> Result<Collected, Stopped> {
    let hindrances = hindrances(manifest, plan, group, stop)?;
    let mut counters = Counters::open();
    let bench = Bench {
        group,
        counters: &mut counters,
        stop,
    };
    let mut rounds = Rounds::new(manifest, plan, bench);
    rounds.leave_out(hindrances);
    progress.measuring((plan.warmup + plan.rounds) * plan.variants.len());
    let began = Instant::now();
    let limit = plan.max_seconds.map(Duration::from_secs_f64);
    for round in 0..plan.warmup + plan.rounds {
        let is_late = limit.is_some_and(|limit| began.elapsed() >= limit);
        if rounds.has_no_subject_left() || (is_late && rounds.collected.rounds > 0) {
            break;
        }
        rounds.run(round >= plan.warmup, progress)?;
    }
    Ok(rounds.settled())
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
        ..plan.clone()
    };
    measure(manifest, &once, group, stop, progress)
}

struct Rounds<'a> {
    subjects: Vec<Subject<'a>>,
    bench: Bench<'a>,
    shuffler: Shuffler,
    collected: Collected,
}

impl<'a> Rounds<'a> {
    fn new(manifest: &'a Manifest, plan: &'a Plan, bench: Bench<'a>) -> Self {
        let subjects: Vec<Subject<'a>> = plan
            .variants
            .iter()
            .map(|variant| subject(manifest, variant))
            .collect();
        let tracks = vec![Track::default(); subjects.len()];
        let collected = Collected {
            tracks,
            ..Collected::default()
        };
        Self {
            subjects,
            bench,
            shuffler: Shuffler::new(plan.seed),
            collected,
        }
    }

    /// Variants that cannot run here are told as such and never started.
    fn leave_out(&mut self, hindrances: Vec<Option<Failure>>) {
        for (track, hindrance) in self.collected.tracks.iter_mut().zip(hindrances) {
            track.failure = hindrance;
        }
    }

    fn has_no_subject_left(&self) -> bool {
        self.collected.failures() == self.subjects.len()
    }

    fn run(&mut self, is_recorded: bool, progress: &mut Progress) -> Result<(), Stopped> {
        for index in self.shuffler.permutation(self.subjects.len()) {
            if self.is_wanted(index, is_recorded) {
                self.attempt(index, is_recorded)?;
            }
            progress.sample_done(self.collected.rounds, is_recorded);
        }
        self.collected.rounds += usize::from(is_recorded);
        Ok(())
    }

    fn is_wanted(&self, index: usize, is_recorded: bool) -> bool {
        let is_short = match self.subjects[index].rounds {
            Some(most) => !is_recorded || self.collected.rounds >= most,
            None => false,
        };
        self.collected.tracks[index].failure.is_none() && !is_short
    }

    fn attempt(&mut self, index: usize, is_recorded: bool) -> Result<(), Stopped> {
        let subject = &mut self.subjects[index];
        let track = &mut self.collected.tracks[index];
        match subject.attempt(&mut self.bench) {
            Attempt::Stopped => return Err(Stopped),
            Attempt::Failed(failure) => track.fail(failure),
            Attempt::Taken(sample) if is_recorded => {
                let wanted: Vec<&str> = subject.metrics.iter().map(|(name, _)| *name).collect();
                track.add(&sample, &wanted);
                self.collected.foreign_shares.extend(sample.foreign_share);
            }
            Attempt::Taken(_) => {}
        }
        Ok(())
    }

    fn settled(mut self) -> Collected {
        for (track, subject) in self.collected.tracks.iter_mut().zip(&self.subjects) {
            track.settle(|metric| subject.absence(metric));
        }
        self.collected
    }
}

fn subject<'a>(manifest: &'a Manifest, variant: &Variant) -> Subject<'a> {
    let benchmark = &manifest.benchmarks[variant.benchmark];
    let metrics = benchmark.metrics.iter().filter_map(|name| {
        let metric = manifest.metric(name)?;
        Some((name.as_str(), metric.source))
    });
    Subject {
        invocation: invocation(benchmark, &variant.parameters, &manifest.folder),
        expected: benchmark.check.expected(&variant.parameters),
        timeout: Subject::timeout_of(benchmark),
        rounds: benchmark.rounds,
        metrics: metrics.collect(),
    }
}
