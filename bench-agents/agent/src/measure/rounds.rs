//! The rounds of one plan: every variant once in random order, until it is fulfilled or time is up.

use std::cell::RefCell;
use std::time::Duration;

use super::foreign::Repeats;
use super::journal::Journal;
use super::layouts;
use super::peers::Peers;
use super::sample::{Attempt, Bench, Subject};
use super::second_arm::planned;
use super::stopping::Watch;
use super::subjects::subject;
use super::watched::watched;
use crate::base::progress::Progress;
use crate::measure::referee::Referee;
use crate::process::{AllocationCounter, Stopped};
use crate::results::{Collected, End, Failure, Sample, Track};
use crate::statistics::Shuffler;
use crate::suite::metric::COUNTED_INSIDE;
use crate::suite::{Manifest, Plan, Source};

/// One sign per variant: whether it can be run here.
fn lineup(hindrances: &[Option<Failure>]) -> String {
    let signs = hindrances.iter();
    signs
        .map(|hindrance| if hindrance.is_none() { '+' } else { '-' })
        .collect()
}

/// One plan among those that take turns.
pub(crate) struct Arm<'a> {
    pub(crate) manifest: &'a Manifest,
    pub(crate) plan: &'a Plan,
    pub(crate) journal: &'a mut Journal,
    /// Who looks at every process, and which arm this is to them.
    pub(crate) referee: Option<(&'a RefCell<Referee>, usize)>,
}

pub(super) struct Rounds<'a> {
    manifest: &'a Manifest,
    plan: &'a Plan,
    /// The plan's variants, then the second arms.
    subjects: Vec<Subject<'a>>,
    repeats: Repeats,
    peers: Peers,
    /// Shared with the other plans that are measured in turns with this one.
    bench: &'a RefCell<Bench<'a>>,
    journal: &'a mut Journal,
    referee: Option<(&'a RefCell<Referee>, usize)>,
    shuffler: Shuffler,
    collected: Collected,
    watch: Option<Watch>,
    /// Rounds that were begun, warm-up included.
    begun: usize,
}

impl<'a> Rounds<'a> {
    /// Ready for the first round; variants that cannot run here are told as such and never started.
    pub(super) fn new(
        arm: Arm<'a>,
        bench: &'a RefCell<Bench<'a>>,
        hindrances: Vec<Option<Failure>>,
        progress: &mut Progress,
    ) -> Self {
        let Arm {
            manifest,
            plan,
            journal,
            referee,
        } = arm;
        if !journal.line_up(lineup(&hindrances)) {
            progress
                .say("begins again: other variants can be run here than before it was cut short");
        }
        let subjects: Vec<Subject<'a>> = plan
            .variants
            .iter()
            .map(|variant| subject(manifest, variant))
            .collect();
        let tracks = hindrances.into_iter().map(|failure| Track {
            failure,
            ..Track::default()
        });
        let collected = Collected {
            tracks: tracks.collect(),
            ..Collected::default()
        };
        let narrowing = plan.narrowing.as_ref();
        let mut rounds = Self {
            manifest,
            plan,
            subjects,
            repeats: Repeats::default(),
            peers: Peers::default(),
            bench,
            journal,
            referee,
            shuffler: Shuffler::new(plan.seed),
            collected,
            watch: narrowing.map(|narrowing| Watch::new(narrowing, manifest, plan)),
            begun: 0,
        };
        rounds.add_second_arms();
        rounds.count_inside();
        rounds
    }

    /// How many samples all rounds take.
    pub(super) fn planned(&self) -> usize {
        (self.plan.warmup + self.plan.rounds) * self.subjects.len()
    }

    /// How many rounds were recorded.
    pub(super) fn recorded(&self) -> usize {
        self.collected.rounds
    }

    /// What the newest round brought: variant, its first metric, and the number.
    pub(super) fn newest(&self) -> Vec<(String, &str, f64)> {
        let tracks = self.plan.variants.iter().zip(&self.collected.tracks);
        tracks
            .zip(&self.subjects)
            .filter_map(|((variant, track), subject)| {
                let (metric, _) = subject.metrics.first()?;
                let samples = track.samples.get(*metric)?;
                let number = samples.get(self.collected.rounds.checked_sub(1)?)?;
                let benchmark = &self.manifest.benchmarks[variant.benchmark].name;
                let name = format!("{benchmark} {}", variant.label());
                Some((name.trim_end().to_owned(), *metric, (*number)?))
            })
            .collect()
    }

    pub(super) fn begin(&mut self) {
        self.journal.begin();
    }

    fn add_second_arms(&mut self) {
        // A referee has the base twice, and holds arms against each other sample by sample.
        let again = match self.referee {
            Some(_) => Vec::new(),
            None => planned(self.manifest, self.plan, &self.collected.tracks),
        };
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
        let private = self.bench.borrow().group.private();
        for subject in &mut self.subjects {
            let program = &subject.invocation.program;
            let is_wanted = |(name, source): &(&str, Source)| {
                *source == Source::Process && COUNTED_INSIDE.contains(name)
            };
            if !subject.metrics.iter().any(is_wanted) {
                continue;
            }
            let counter = AllocationCounter::of(program, private.as_deref());
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

    /// Measures one round more; false where none is to come.
    pub(super) fn next(&mut self, progress: &mut Progress) -> Result<bool, Stopped> {
        let plan = self.plan;
        if self.begun == plan.warmup + plan.rounds || self.has_no_subject_left() {
            return Ok(false);
        }
        let limit = plan.max_seconds.map(Duration::from_secs_f64);
        let is_late = limit.is_some_and(|limit| self.journal.elapsed() >= limit);
        if is_late && self.collected.rounds > 0 {
            self.collected.end = End::Budget;
            return Ok(false);
        }
        if self.journal.makes_room(self.collected.rounds) {
            return Err(Stopped);
        }
        let is_recorded = self.begun >= plan.warmup;
        self.begun += 1;
        if !self.lays_out(progress)? {
            return Ok(false);
        }
        self.run(is_recorded, progress)?;
        if is_recorded && self.is_narrow() {
            self.collected.end = End::Narrow;
            return Ok(false);
        }
        Ok(true)
    }

    fn is_narrow(&mut self) -> bool {
        let both = self.watch.as_mut().zip(self.plan.narrowing.as_ref());
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

    /// Builds what the round measures, if rounds have layouts of their own: false where that cannot
    /// be done. The rounds that were recorded before stay; without any the variants have failed.
    fn lays_out(&mut self, progress: &mut Progress) -> Result<bool, Stopped> {
        if self.journal.is_replaying() {
            return Ok(true);
        }
        let bench = &mut self.bench.borrow_mut();
        let failure = layouts::of_round(self.manifest, self.plan, self.begun, bench)?;
        let Some(failure) = failure else {
            return Ok(true);
        };
        let rounds = self.collected.rounds;
        if rounds > 0 {
            self.collected.end = End::Unbuilt;
            progress.say(&format!(
                "ends after {rounds} recorded rounds: {}",
                failure.message
            ));
        } else {
            self.collected.fail_all(&failure);
        }
        Ok(false)
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
                "the journal cannot be written ({error}); if the agent is killed, this run begins again"
            ));
        }
        Ok(())
    }

    /// After the rounds of an earlier life the machine is cold again: what warmed it then, does now.
    fn warm_again(&mut self) -> Result<(), Stopped> {
        for _ in 0..self.plan.warmup {
            for index in 0..self.subjects.len() {
                if self.is_wanted(index, false) {
                    let mut bench = self.bench.borrow_mut();
                    if let Attempt::Stopped = self.subjects[index].attempt(&mut bench) {
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
        let mut bench = self.bench.borrow_mut();
        let (referee, place) = (self.referee, (self.begun, index));
        let attempt = || watched(referee, place, subject, &mut bench);
        let attempt = self.journal.attempt(index, attempt);
        match attempt {
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

    pub(super) fn settled(mut self) -> Collected {
        for (track, subject) in self.collected.tracks.iter_mut().zip(&self.subjects) {
            track.settle(|metric| subject.absence(metric));
        }
        self.collected.counter_facts = self.bench.borrow().counters.facts();
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
