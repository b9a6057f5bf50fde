//! What the rounds brought, variant by variant.

use std::collections::BTreeMap;

use super::end::End;
use super::failure::Failure;
use super::recording::Recording;
use super::sample::{Course, ForeignTally, Sample};
use crate::base::scalar::Named;
use crate::statistics::Weighed;

/// One variant's samples. Entry `i` of every list belongs to round `i`, so that variants can be
/// compared round by round.
#[derive(Debug, Default, Clone)]
pub(crate) struct Track {
    pub(crate) samples: BTreeMap<String, Vec<Option<f64>>>,
    /// How much the samples of each round count: less where others disturbed them.
    pub(crate) weights: Vec<f64>,
    /// What all rounds recorded together, by metric.
    pub(crate) histograms: BTreeMap<String, Recording>,
    /// What the program said of itself, and in how many samples.
    pub(crate) findings: BTreeMap<String, usize>,
    /// How quantities went within the process of the last round that told it, and which that was.
    pub(crate) courses: BTreeMap<String, (usize, Course)>,
    /// A failed variant keeps no timings.
    pub(crate) failure: Option<Failure>,
    /// Metrics without a single number, and why.
    pub(crate) absent: BTreeMap<String, String>,
}

/// The second arm of a variant; its track is kept apart from the first one's.
#[derive(Debug, Clone)]
pub(crate) struct SecondArm {
    /// Index into the plan's variants.
    pub(crate) variant: usize,
    pub(crate) track: Track,
}

#[derive(Debug, Default)]
pub(crate) struct Collected {
    /// One track per variant of the plan, in its order.
    pub(crate) tracks: Vec<Track>,
    pub(crate) rounds: usize,
    /// After how many rounds the agent was cut short and went on, each time.
    pub(crate) resumed_after: Vec<usize>,
    /// Share of the machine used by others, of every sample that was long enough to tell.
    pub(crate) foreign_shares: Vec<f64>,
    /// Counters that could not be had or had to share the hardware, and why.
    pub(crate) counter_facts: Named,
    pub(crate) foreign: ForeignTally,
    /// The second arms of the variants that are compared with themselves.
    pub(crate) second_arms: Vec<SecondArm>,
    /// Why the rounds ended.
    pub(crate) end: End,
}

impl Track {
    pub(crate) fn failed(failure: Failure) -> Self {
        Self {
            failure: Some(failure),
            ..Self::default()
        }
    }

    /// The numbers of one metric in the order of the rounds.
    pub(crate) fn numbers(&self, metric: &str) -> Vec<f64> {
        self.samples
            .get(metric)
            .into_iter()
            .flatten()
            .copied()
            .flatten()
            .collect()
    }

    /// One metric, round by round.
    pub(crate) fn weighed(&self, metric: &str) -> Vec<Option<Weighed>> {
        let numbers = self.samples.get(metric).into_iter().flatten();
        let weighed = numbers.zip(&self.weights).map(|(number, weight)| {
            number.map(|number| Weighed {
                number,
                weight: *weight,
            })
        });
        weighed.collect()
    }

    /// The rounds, from 1, in which a metric has a number.
    pub(crate) fn rounds(&self, metric: &str) -> Vec<usize> {
        let numbers = self.samples.get(metric).into_iter().flatten();
        let indexed = numbers.enumerate();
        indexed
            .filter_map(|(index, number)| number.map(|_| index + 1))
            .collect()
    }

    pub(crate) fn fail(&mut self, failure: Failure) {
        self.samples.clear();
        self.weights.clear();
        self.findings.clear();
        self.courses.clear();
        self.histograms.clear();
        self.failure = Some(failure);
    }

    pub(crate) fn add(&mut self, sample: &Sample, wanted: &[&str], weight: f64) {
        self.weights.push(weight);
        for metric in wanted {
            let number = sample.numbers.get(*metric).copied();
            self.samples
                .entry((*metric).to_owned())
                .or_default()
                .push(number);
        }
        for (metric, recording) in &sample.histograms {
            match self.histograms.get_mut(metric) {
                Some(merged) => merged.merge(recording),
                None => drop(self.histograms.insert(metric.clone(), recording.clone())),
            }
        }
        for finding in &sample.findings {
            *self.findings.entry(finding.clone()).or_default() += 1;
        }
        let round = self.weights.len();
        for (metric, course) in &sample.courses {
            self.courses.insert(metric.clone(), (round, course.clone()));
        }
    }

    /// Moves metrics that never had a number nor a histogram from the samples to the absent ones.
    pub(crate) fn settle(&mut self, reason: impl Fn(&str) -> String) {
        let empty = |numbers: &Vec<Option<f64>>| numbers.iter().all(Option::is_none);
        let names: Vec<String> = self
            .samples
            .iter()
            .filter(|(_, n)| empty(n))
            .map(|(name, _)| name.clone())
            .collect();
        self.samples
            .retain(|name, _| !self.histograms.contains_key(name));
        for name in names {
            self.samples.remove(&name);
            if !self.histograms.contains_key(&name) {
                let why = reason(&name);
                self.absent.insert(name, why);
            }
        }
    }
}

impl Collected {
    /// Every variant failed for the same reason: nothing could be run at all.
    pub(crate) fn all_failed(variants: usize, failure: &Failure) -> Self {
        let tracks = vec![Track::failed(failure.clone()); variants];
        Self {
            tracks,
            ..Self::default()
        }
    }

    /// Fails every variant that has not failed yet.
    pub(crate) fn fail_all(&mut self, failure: &Failure) {
        for track in &mut self.tracks {
            if track.failure.is_none() {
                track.fail(failure.clone());
            }
        }
    }

    /// Variants that this machine cannot run.
    pub(crate) fn unavailable(&self) -> usize {
        let failures = self
            .tracks
            .iter()
            .filter_map(|track| track.failure.as_ref());
        failures.filter(|failure| failure.is_unavailable()).count()
    }

    /// Variants without results, for whatever reason.
    pub(crate) fn failures(&self) -> usize {
        self.tracks
            .iter()
            .filter(|track| track.failure.is_some())
            .count()
    }
}
