//! The rounds: every variant once in random order, until the plan is fulfilled or time is up.

use std::time::Duration;

use super::availability::hindrances;
use super::binary;
use super::foreign::Repeats;
use super::journal::Journal;
use super::peers::Peers;
use super::sample::{Attempt, Bench, Subject, invocation};
use super::second_arm::planned;
use super::stopping::Watch;
use crate::base::progress::Progress;
use crate::machine::Counters;
use crate::process::{AllocationCounter, Finished, Group, Invocation, Stop, Stopped};
use crate::results::{Collected, End, Failure, Sample, Track};
use crate::statistics::Shuffler;
use crate::suite::matrix::Variant;
use crate::suite::metric::COUNTED_INSIDE;
use crate::suite::{Manifest, Noise, Plan, Source};

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
    // Without such a process no program starts either, which every sample then says.
    let parent = group.parent_of_programs();
    let parent = parent.unwrap_or_else(|_| rustix::process::getpid());
    let mut counters = Counters::open(&plan.metrics(manifest), parent);
    let bench = Bench {
        group,
        counters: &mut counters,
        stop,
    };
    if !journal.line_up(lineup(&hindrances)) {
        progress
            .say("begins anew, since other variants can be run here than before it was cut short");
    }
    let mut rounds = Rounds::new(manifest, plan, bench, journal);
    rounds.leave_out(hindrances);
    rounds.add_second_arms();
    rounds.count_inside();
    progress.measuring((plan.warmup + plan.rounds) * rounds.subjects.len());
    rounds.journal.begin();
    rounds.all(progress)?;
    Ok(rounds.settled())
}

/// One sign per variant: whether it can be run here.
fn lineup(hindrances: &[Option<Failure>]) -> String {
    let signs = hindrances.iter();
    signs
        .map(|hindrance| if hindrance.is_none() { '+' } else { '-' })
        .collect()
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
    manifest: &'a Manifest,
    plan: &'a Plan,
    /// The plan's variants, then the second arms.
    subjects: Vec<Subject<'a>>,
    repeats: Repeats,
    peers: Peers,
    bench: Bench<'a>,
    journal: &'a mut Journal,
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
            manifest,
            plan,
            subjects,
            repeats: Repeats::default(),
            peers: Peers::default(),
            bench,
            journal,
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

    fn add_second_arms(&mut self) {
        let again = planned(self.manifest, self.plan, &self.collected.tracks);
        let variants = again.iter().map(|arm| &self.plan.variants[arm.variant]);
        let subjects = variants.map(|variant| subject(self.manifest, variant));
        self.subjects.extend(subjects);
        self.collected.second_arms = again;
        let subjects = self.subjects.iter().enumerate();
        let facts: Vec<(usize, bool)> = subjects
            .map(|(index, subject)| (self.variant_of(index), subject.is_exact))
            .collect();
        self.peers = Peers::new(self.manifest, self.plan, &facts);
    }

    /// Counts allocations where they are wanted. Nothing is known where that cannot be done.
    fn count_inside(&mut self) {
        for subject in &mut self.subjects {
            let is_wanted = |(name, source): &(&str, Source)| {
                *source == Source::Process && COUNTED_INSIDE.contains(name)
            };
            if !subject.metrics.iter().any(is_wanted) {
                continue;
            }
            let counter = AllocationCounter::of(&subject.invocation.program);
            subject.counter = counter.ok().flatten();
            let environment = subject
                .counter
                .iter()
                .flat_map(AllocationCounter::environment);
            subject.invocation.environment.extend(environment);
        }
    }

    fn has_no_subject_left(&self) -> bool {
        self.collected.failures() == self.plan.variants.len()
    }

    fn all(&mut self, progress: &mut Progress) -> Result<(), Stopped> {
        let limit = self.plan.max_seconds.map(Duration::from_secs_f64);
        let narrowing = self.plan.narrowing.as_ref();
        let mut watch = narrowing.map(|narrowing| Watch::new(narrowing, self.manifest, self.plan));
        for round in 0..self.plan.warmup + self.plan.rounds {
            let is_late = limit.is_some_and(|limit| self.journal.elapsed() >= limit);
            if self.has_no_subject_left() {
                break;
            }
            if is_late && self.collected.rounds > 0 {
                self.collected.end = End::Budget;
                break;
            }
            self.run(round >= self.plan.warmup, progress)?;
            if round >= self.plan.warmup && self.is_narrow(watch.as_mut()) {
                self.collected.end = End::Narrow;
                break;
            }
        }
        Ok(())
    }

    fn is_narrow(&self, watch: Option<&mut Watch>) -> bool {
        let both = watch.zip(self.plan.narrowing.as_ref());
        both.is_some_and(|(watch, narrowing)| {
            watch.is_over(
                narrowing,
                self.collected.rounds,
                self.manifest,
                self.plan,
                &self.collected.tracks,
            )
        })
    }

    fn run(&mut self, is_recorded: bool, progress: &mut Progress) -> Result<(), Stopped> {
        if self.journal.round_begins() {
            self.warm_again()?;
        }
        let mut taken = Vec::new();
        for index in self.shuffler.permutation(self.subjects.len()) {
            if self.is_wanted(index, is_recorded) {
                let sample = self.attempt(index)?;
                taken.extend(sample.map(|sample| (index, sample)));
            }
            progress.sample_done(self.collected.rounds, is_recorded);
        }
        if is_recorded {
            self.repeat_disturbed(&mut taken)?;
            self.record(&taken);
            self.collected.rounds += 1;
        }
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
        for _ in 0..self.plan.warmup {
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
        self.collected.tracks[self.variant_of(index)]
            .failure
            .is_none()
            && !is_short
    }

    /// The variant that a subject belongs to: itself, or the one whose second arm it is.
    fn variant_of(&self, index: usize) -> usize {
        let arm = index.checked_sub(self.plan.variants.len());
        arm.map_or(index, |arm| self.collected.second_arms[arm].variant)
    }

    /// Runs one subject once; nothing if that failed, which is kept with its variant.
    fn attempt(&mut self, index: usize) -> Result<Option<Sample>, Stopped> {
        let subject = &mut self.subjects[index];
        let bench = &mut self.bench;
        match self.journal.attempt(index, || subject.attempt(bench)) {
            Attempt::Stopped => Err(Stopped),
            Attempt::Taken(sample) => Ok(Some(sample)),
            Attempt::Failed(failure) => {
                let variant = self.variant_of(index);
                self.collected.tracks[variant].fail(failure);
                Ok(None)
            }
        }
    }

    /// Takes disturbed samples again, at the end of their round, and keeps the quieter ones.
    fn repeat_disturbed(&mut self, taken: &mut [(usize, Sample)]) -> Result<(), Stopped> {
        let rules = self.manifest.foreign;
        let mut repeats = std::mem::take(&mut self.repeats);
        let mut peers = std::mem::take(&mut self.peers);
        let again = |index| {
            let is_wanted = self.is_wanted(index, true);
            if is_wanted {
                self.attempt(index)
            } else {
                Ok(None)
            }
        };
        let outcome = repeats.round(&rules, &mut peers, taken, again);
        (self.repeats, self.peers) = (repeats, peers);
        outcome
    }

    fn record(&mut self, taken: &[(usize, Sample)]) {
        let rules = self.manifest.foreign;
        for (index, sample) in taken {
            let wanted: Vec<&str> = self.subjects[*index]
                .metrics
                .iter()
                .map(|(name, _)| *name)
                .collect();
            let variant = self.variant_of(*index);
            if self.collected.tracks[variant].failure.is_some() {
                continue;
            }
            let share = sample.foreign_share;
            let weight = self.repeats.recorded(&rules, &self.peers, *index, share);
            self.track(*index).add(sample, &wanted, weight);
            self.collected.foreign_shares.extend(share);
        }
        self.count_alike();
    }

    /// The track of a variant, or of a second arm.
    fn track(&mut self, index: usize) -> &mut Track {
        match index.checked_sub(self.plan.variants.len()) {
            None => &mut self.collected.tracks[index],
            Some(arm) => &mut self.collected.second_arms[arm].track,
        }
    }

    /// What was weighed before a peer turned out too short to tell counts in full as well.
    fn count_alike(&mut self) {
        for index in 0..self.subjects.len() {
            if !self.peers.are_resolved(index) {
                self.track(index).weights.fill(1.0);
            }
        }
    }

    fn settled(mut self) -> Collected {
        for (track, subject) in self.collected.tracks.iter_mut().zip(&self.subjects) {
            track.settle(|metric| subject.absence(metric));
        }
        self.collected.counter_facts = self.bench.counters.facts();
        let mut tally = std::mem::take(&mut self.repeats.tally);
        let lighter = |track: &Track| track.weights.iter().filter(|weight| **weight < 1.0).count();
        tally.down_weighted = (0..self.subjects.len())
            .map(|index| lighter(self.track(index)))
            .sum();
        tally.alike = self.peers.unresolved();
        self.collected.foreign = tally;
        let resumed = self.journal.resumed_after().into_iter();
        self.collected.resumed_after = resumed
            .map(|rounds| rounds.saturating_sub(self.plan.warmup))
            .collect();
        self.collected
    }
}

/// How a variant is started, and how long it may take.
pub(crate) fn invocation_of(manifest: &Manifest, variant: &Variant) -> (Invocation, Duration) {
    let subject = subject(manifest, variant);
    (subject.invocation, subject.timeout)
}

/// Whether a process of the variant ended well and answered as it must.
pub(crate) fn judge(
    manifest: &Manifest,
    variant: &Variant,
    finished: &Finished,
) -> Result<(), Failure> {
    subject(manifest, variant).judge(finished).map(drop)
}

fn subject<'a>(manifest: &'a Manifest, variant: &Variant) -> Subject<'a> {
    let benchmark = &manifest.benchmarks[variant.benchmark];
    let metrics = benchmark.metrics.iter().filter_map(|name| {
        let metric = manifest.metric(name)?;
        Some((name.as_str(), metric.source))
    });
    Subject {
        invocation: invocation(benchmark, &variant.parameters, &manifest.folder),
        counter: None,
        built: binary::quantities(manifest, benchmark, &variant.parameters),
        expected: benchmark.check.expected(&variant.parameters),
        timeout: Subject::timeout_of(benchmark),
        is_watch_decided: false,
        rounds: benchmark.rounds,
        is_exact: benchmark.metrics.iter().all(|name| {
            let metric = manifest.metric(name);
            metric.is_some_and(|metric| metric.noise == Noise::Exact)
        }),
        metrics: metrics.collect(),
    }
}
