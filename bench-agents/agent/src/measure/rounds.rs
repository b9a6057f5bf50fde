//! The rounds: every variant once in random order, until the plan is fulfilled or time is up.

use std::collections::BTreeSet;
use std::time::Duration;

use super::availability::hindrances;
use super::collected::{Collected, Track};
use super::failure::Failure;
use super::journal::Journal;
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
    let hindrances = hindrances(manifest, plan, group, stop)?;
    let mut counters = Counters::open(&wanted(manifest, plan));
    let bench = Bench {
        group,
        counters: &mut counters,
        stop,
    };
    let mut rounds = Rounds::new(manifest, plan, bench, journal);
    rounds.leave_out(hindrances);
    progress.measuring((plan.warmup + plan.rounds) * plan.variants.len());
    rounds.journal.begin();
    let limit = plan.max_seconds.map(Duration::from_secs_f64);
    for round in 0..plan.warmup + plan.rounds {
        let is_late = limit.is_some_and(|limit| rounds.journal.elapsed() >= limit);
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
    measure(
        manifest,
        &once,
        group,
        stop,
        progress,
        &mut Journal::default(),
    )
}

struct Rounds<'a> {
    subjects: Vec<Subject<'a>>,
    bench: Bench<'a>,
    journal: &'a mut Journal,
    warmup: usize,
    shuffler: Shuffler,
    collected: Collected,
}

impl<'a> Rounds<'a> {
    fn new(
        manifest: &'a Manifest,
        plan: &'a Plan,
        bench: Bench<'a>,
        journal: &'a mut Journal,
    ) -> Self {
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
            journal,
            warmup: plan.warmup,
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
        if self.journal.round_begins() {
            self.warm_again()?;
        }
        for index in self.shuffler.permutation(self.subjects.len()) {
            if self.is_wanted(index, is_recorded) {
                self.attempt(index, is_recorded)?;
            }
            progress.sample_done(self.collected.rounds, is_recorded);
        }
        self.collected.rounds += usize::from(is_recorded);
        self.journal.round_finished();
        if let Some(error) = self.journal.take_write_error() {
            progress.say(&format!(
                "the journal cannot be written ({error}); if the agent is killed, this run begins anew"
            ));
        }
        Ok(())
    }

    /// After the rounds of an earlier life the machine is cold again: what warmed it then, does now.
    fn warm_again(&mut self) -> Result<(), Stopped> {
        for _ in 0..self.warmup {
            for index in 0..self.subjects.len() {
                if self.is_wanted(index, false) {
                    if let Attempt::Stopped = self.subjects[index].attempt(&mut self.bench) {
                        return Err(Stopped);
                    }
                }
            }
        }
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
        let bench = &mut self.bench;
        match self.journal.attempt(index, || subject.attempt(bench)) {
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
        self.collected.counter_facts = self.bench.counters.facts();
        self.collected
    }
}

/// Every metric that a variant of the plan asks for.
fn wanted<'a>(manifest: &'a Manifest, plan: &Plan) -> BTreeSet<&'a str> {
    let benchmarks = plan
        .variants
        .iter()
        .map(|variant| &manifest.benchmarks[variant.benchmark]);
    benchmarks
        .flat_map(|benchmark| benchmark.metrics.iter().map(String::as_str))
        .collect()
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
