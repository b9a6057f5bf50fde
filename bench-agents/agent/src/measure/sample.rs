//! One process, one sample: run it, check its answer, take its quantities.

use std::collections::BTreeMap;
use std::time::Duration;

use super::answer::{self, SampleLine};
use super::quantities;
use crate::base::scalar::Scalar;
use crate::machine::{self, Counters, CpuTime};
use crate::process::{self, AllocationCounter, Ending, Finished, Group, Invocation, Stop};
use crate::results::{Failure, FailureKind, Sample};
use crate::suite::{Benchmark, Source};

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

/// What the kernel accounts of a program's peak is too low by up to a quarter of a mebibyte per
/// processor that it used; in a larger program that is little.
const WATCHED_BELOW: u64 = 8 << 20;

/// A variant made ready to run.
pub(super) struct Subject<'a> {
    pub(super) invocation: Invocation,
    /// What is known of its program before it runs.
    pub(super) built: BTreeMap<&'static str, f64>,
    /// Counts what its processes allocate, if that is wanted and can be done.
    pub(super) counter: Option<AllocationCounter>,
    pub(super) expected: Option<&'a str>,
    pub(super) timeout: Duration,
    /// Its first process has shown whether it must be watched.
    pub(super) is_watch_decided: bool,
    /// The most rounds it takes part in.
    pub(super) rounds: Option<usize>,
    /// All its metrics are exact: others disturb no count.
    pub(super) is_exact: bool,
    /// The metrics wanted and who knows each.
    pub(super) metrics: Vec<(&'a str, Source)>,
}

/// What measuring needs besides the subject.
pub(super) struct Bench<'a> {
    pub(super) group: &'a mut Group,
    pub(super) counters: &'a mut Counters,
    pub(super) stop: &'a Stop,
}

pub(super) enum Attempt {
    Taken(Sample),
    Failed(Failure),
    /// The agent was asked to stop; the process says nothing about the variant.
    Stopped,
}

impl<'a> Subject<'a> {
    pub(super) fn timeout_of(benchmark: &Benchmark) -> Duration {
        benchmark
            .timeout_seconds
            .map_or(DEFAULT_TIMEOUT, Duration::from_secs_f64)
    }

    /// Runs the process once.
    pub(super) fn attempt(&mut self, bench: &mut Bench<'a>) -> Attempt {
        let attempt = self.measured(bench);
        self.counter.iter().for_each(AllocationCounter::end);
        attempt
    }

    fn measured(&mut self, bench: &mut Bench<'a>) -> Attempt {
        if let Err(error) = self
            .counter
            .as_mut()
            .map_or(Ok(()), AllocationCounter::begin)
        {
            return Attempt::Failed(Failure::new(FailureKind::Crash, error.to_string()));
        }
        let cpu_before = CpuTime::now();
        let counted_before = bench.counters.read();
        let run = process::run(
            &self.invocation,
            bench.group,
            bench.stop,
            Some(self.timeout),
        );
        let counted = bench.counters.since(&counted_before);
        let cpu_after = CpuTime::now();
        let finished = match run {
            Ok(finished) if finished.ending == Ending::Stopped => return Attempt::Stopped,
            Ok(finished) => finished,
            Err(error) => {
                return Attempt::Failed(Failure::new(FailureKind::Crash, error.to_string()));
            }
        };
        match self.judge(&finished) {
            Err(failure) => Attempt::Failed(failure),
            Ok(line) => {
                self.decide_watch(&finished);
                let foreign = cpu_before.zip(cpu_after).and_then(|(before, after)| {
                    let wall_s = finished.wall.as_secs_f64();
                    machine::foreign_share(before, after, wall_s, finished.usage.cpu_s())
                });
                Attempt::Taken(self.sample(&finished, line, counted, foreign))
            }
        }
    }

    /// A process of little memory is watched from now on, so that its peak is exact. The first process
    /// decides, so that all recorded samples of a variant are measured alike.
    fn decide_watch(&mut self, finished: &Finished) {
        if std::mem::replace(&mut self.is_watch_decided, true) {
            return;
        }
        let wants_peak = self.metrics.iter().any(|(name, _)| *name == "peak_rss");
        self.invocation.is_watched =
            wants_peak && finished.usage.peak_resident_bytes < WATCHED_BELOW;
    }

    /// The line of a process that ended well and answered as expected.
    pub(super) fn judge(&self, finished: &Finished) -> Result<SampleLine, Failure> {
        ended_well(finished, self.timeout)?;
        let wrong = |message| Failure::new(FailureKind::WrongAnswer, message);
        let line = answer::parse(&finished.stdout)
            .map_err(|reason| wrong(format!("the sample line cannot be read: {reason}")))?;
        match (self.expected, line.answer.as_deref()) {
            (Some(expected), None) => Err(wrong(format!("expected '{expected}', got no output"))),
            (Some(expected), Some(got)) if got != expected => {
                let got = answer::shortened(got);
                Err(wrong(format!("expected '{expected}', got '{got}'")))
            }
            _ => self.complete(line),
        }
    }

    /// Programs that ought to report metrics must have printed something.
    fn complete(&self, line: SampleLine) -> Result<SampleLine, Failure> {
        let expects_metrics = self
            .metrics
            .iter()
            .any(|(_, source)| *source == Source::Stdout);
        if expects_metrics && line == SampleLine::default() {
            let message = "expected a sample line with metrics, got no output";
            return Err(Failure::new(FailureKind::WrongAnswer, message));
        }
        Ok(line)
    }

    fn sample(
        &self,
        finished: &Finished,
        mut line: SampleLine,
        counted: BTreeMap<&'static str, f64>,
        foreign_share: Option<f64>,
    ) -> Sample {
        let mut watched = quantities::of_process(finished);
        watched.extend(counted);
        watched.extend(&self.built);
        let allocated = self
            .counter
            .as_ref()
            .and_then(|counter| counter.read().ok()?);
        watched.extend(
            allocated
                .map(quantities::of_allocations)
                .into_iter()
                .flatten(),
        );
        watched.extend(foreign_share.map(|share| ("foreign_cpu", share)));
        let numbers = self.metrics.iter().filter_map(|(name, source)| {
            let number = match source {
                Source::Process => watched.get(name),
                Source::Stdout => line.metrics.get(*name),
            };
            Some(((*name).to_owned(), *number?))
        });
        let numbers = numbers.collect();
        let is_wanted = |name: &String| self.metrics.iter().any(|(wanted, _)| wanted == name);
        line.findings.extend(left_behind(finished.left_behind));
        line.histograms.retain(|name, _| is_wanted(name));
        line.courses.retain(|name, _| is_wanted(name));
        Sample {
            numbers,
            histograms: line.histograms,
            findings: line.findings,
            courses: line.courses,
            foreign_share,
            seconds: finished.wall.as_secs_f64(),
            answer: line.answer,
            left_behind: finished.left_behind,
        }
    }

    pub(super) fn absence(&self, metric: &str) -> String {
        let source = self.metrics.iter().find(|(name, _)| *name == metric);
        match source {
            Some((_, Source::Process)) => quantities::reason_for_absence(metric).to_owned(),
            _ => "the program did not report it".to_owned(),
        }
    }
}

/// Said of a program that leaves processes running: they disturb whoever comes next.
fn left_behind(count: usize) -> Option<String> {
    let are = if count == 1 { "process" } else { "processes" };
    (count > 0).then(|| format!("left {count} {are} running; ended by the agent"))
}

fn ended_well(finished: &Finished, timeout: Duration) -> Result<(), Failure> {
    let said = |text: String| {
        let last = finished.last_words();
        if last.is_empty() {
            text
        } else {
            format!("{text}\n{last}")
        }
    };
    match finished.ending {
        Ending::Exited(0) => Ok(()),
        Ending::TimedOut => {
            let text = format!(
                "no end after {} s; ended by the agent",
                timeout.as_secs_f64()
            );
            Err(Failure::new(FailureKind::Timeout, said(text)))
        }
        ending => Err(Failure::new(
            FailureKind::Crash,
            said(format!("ended with {ending}")),
        )),
    }
}

/// A benchmark's command and environment with a variant's values filled in.
pub(super) fn invocation(
    benchmark: &Benchmark,
    parameters: &[(String, Scalar)],
    folder: &std::path::Path,
) -> Invocation {
    let filled = |text: &String| crate::suite::fill(text, parameters);
    let command: Vec<String> = benchmark.command.iter().map(filled).collect();
    let mut invocation = Invocation::new(&command, folder);
    invocation.environment = benchmark
        .env
        .iter()
        .map(|(name, text)| (name.clone(), filled(text)))
        .collect();
    invocation
}
