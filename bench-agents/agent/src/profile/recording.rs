//! One variant under the sampler: run, recorded in memory, folded.

use std::fs::File;
use std::io::{Read, Seek};
use std::os::fd::AsRawFd;
use std::time::Duration;

use rustix::fs::{MemfdFlags, memfd_create};

use super::document::{Profile, parameters};
use super::sampler::{FREQUENCY, Sampler};
use super::wanted::{Wanted, full_name};
use super::{fold, groups};
use crate::measure;
use crate::process::{self, AllocationCounter, Ending, Finished, Group, Invocation, Stop, Tally};
use crate::suite::Manifest;
use crate::suite::matrix::Variant;

/// Hidden commands of this program.
pub(crate) const REPEAT_COMMAND: &str = "repeat";
pub(crate) const FOLD_COMMAND: &str = "fold";

/// Processor time that a profile is made of: some two thousand samples.
const CPU_SECONDS: f64 = 2.0;
/// No repetition begins later than this, for programs that mostly wait.
const LONGEST_REPETITION: Duration = Duration::from_secs(15);
/// Writing a recording and naming its addresses.
const LONGEST_FOLDING: Duration = Duration::from_secs(300);

const NOT_COUNTED: &str = "its allocations cannot be counted: it is linked statically or brings an \
    allocator of its own";

/// What a profile counts, and by what.
struct Kind {
    name: &'static str,
    unit: &'static str,
    tool: String,
}

pub(super) enum Hindrance {
    Stopped,
    Failed(String),
}

pub(super) struct Recorder<'a> {
    /// Nothing where samples cannot be had; allocations need none.
    pub(super) sampler: Option<&'a Sampler>,
    pub(super) wanted: &'a Wanted,
    pub(super) manifest: &'a Manifest,
    pub(super) group: &'a mut Group,
    pub(super) stop: &'a Stop,
}

impl Recorder<'_> {
    pub(super) fn can_profile(&self, variant: &Variant) -> bool {
        self.sampler.is_some() || self.counts_inside(variant)
    }

    fn counts_inside(&self, variant: &Variant) -> bool {
        let benchmark = &self.manifest.benchmarks[variant.benchmark];
        self.manifest.counts_inside(benchmark)
    }

    /// Where a variant spends its time, or allocates if it is that what its benchmark counts.
    pub(super) fn profiles(&mut self, variant: &Variant) -> Result<Vec<Profile>, Hindrance> {
        match self.sampler {
            Some(sampler) if !self.counts_inside(variant) => self.of_time(variant, sampler),
            _ => self.of_allocations(variant),
        }
    }

    fn of_time(&mut self, variant: &Variant, sampler: &Sampler) -> Result<Vec<Profile>, Hindrance> {
        let recording = Memory::new()?;
        let tally = self.record(variant, sampler, &recording)?;
        let results = self.fold(Some(sampler.program()), recording.path())?;
        let kind = Kind {
            name: "cpu",
            unit: "samples",
            tool: sampler.describe(self.wanted.stacks),
        };
        let each = results.into_iter().map(|result| {
            let profile = self.described(variant, &kind, result)?;
            Ok(Profile {
                frequency: Some(FREQUENCY),
                repetitions: tally.repetitions,
                cpu_s: Some(tally.cpu_s),
                ..profile
            })
        });
        each.collect()
    }

    /// One process with a library that keeps the stack of each call, which takes its time.
    fn of_allocations(&mut self, variant: &Variant) -> Result<Vec<Profile>, Hindrance> {
        let (mut invocation, timeout) = measure::invocation_of(self.manifest, variant);
        let io = |error: std::io::Error| Hindrance::Failed(error.to_string());
        let counter = AllocationCounter::of(&invocation.program, None).map_err(io)?;
        let mut counter = counter.ok_or_else(|| Hindrance::Failed(NOT_COUNTED.to_owned()))?;
        let stacks = counter.store_stacks().map_err(io)?;
        invocation.environment.extend(counter.environment());
        let finished = self.run(&invocation, timeout + LONGEST_FOLDING)?;
        measure::judge(self.manifest, variant, &finished)
            .map_err(|failure| Hindrance::Failed(failure.message))?;
        if counter.read().map_err(io)?.is_none() {
            return Err(Hindrance::Failed(NOT_COUNTED.to_owned()));
        }
        let results = self.fold(None, stacks)?;
        let kinds = [("allocations", "calls"), ("allocated_bytes", "bytes")];
        let each = kinds
            .into_iter()
            .zip(results)
            .map(|((name, unit), result)| {
                let tool = "preloaded library, every call of malloc, unwinding".to_owned();
                self.described(variant, &Kind { name, unit, tool }, result)
            });
        each.collect()
    }

    /// Runs the variant under the sampler and checks its last answer.
    fn record(
        &mut self,
        variant: &Variant,
        sampler: &Sampler,
        recording: &Memory,
    ) -> Result<Tally, Hindrance> {
        let tally = Memory::new()?;
        let (mut invocation, timeout) = measure::invocation_of(self.manifest, variant);
        let mut command = sampler.record(self.wanted.stacks, &recording.path());
        command.extend([own_program(), REPEAT_COMMAND.to_owned()]);
        let limits = [
            ("--cpu-seconds", CPU_SECONDS.to_string()),
            ("--seconds", LONGEST_REPETITION.as_secs().to_string()),
            ("--tally", tally.path()),
        ];
        command.extend(
            limits
                .into_iter()
                .flat_map(|(flag, value)| [flag.to_owned(), value]),
        );
        command.extend(["--".to_owned(), invocation.name()]);
        command.append(&mut invocation.arguments);
        let started = Invocation {
            environment: invocation.environment,
            ..Invocation::new(&command, &invocation.folder)
        };
        let limit = timeout + LONGEST_REPETITION + LONGEST_FOLDING;
        let finished = self.run(&started, limit)?;
        measure::judge(self.manifest, variant, &finished)
            .map_err(|failure| Hindrance::Failed(failure.message))?;
        serde_json::from_str(&tally.text()?)
            .map_err(|_| Hindrance::Failed("the repetitions were not counted".to_owned()))
    }

    fn fold(
        &mut self,
        perf: Option<&str>,
        recording: String,
    ) -> Result<Vec<fold::Result>, Hindrance> {
        let mut command = vec![own_program(), FOLD_COMMAND.to_owned()];
        if self.wanted.by_thread {
            command.push("--threads".to_owned());
        }
        command.extend(perf.map(|program| format!("--perf={program}")));
        command.push(recording);
        let invocation = Invocation::new(&command, &self.manifest.folder);
        let finished = self.run(&invocation, LONGEST_FOLDING)?;
        match finished.ending {
            Ending::Exited(0) => serde_json::from_str(&finished.stdout)
                .map_err(|fault| Hindrance::Failed(format!("the stacks cannot be read: {fault}"))),
            _ => Err(Hindrance::Failed(finished.last_words())),
        }
    }

    fn run(&mut self, invocation: &Invocation, limit: Duration) -> Result<Finished, Hindrance> {
        let finished = process::run(invocation, self.group, self.stop, Some(limit))
            .map_err(|error| Hindrance::Failed(error.to_string()))?;
        if finished.ending == Ending::Stopped {
            return Err(Hindrance::Stopped);
        }
        Ok(finished)
    }

    #[allow(clippy::cast_precision_loss, reason = "a share needs no more digits")]
    fn described(
        &self,
        variant: &Variant,
        kind: &Kind,
        result: fold::Result,
    ) -> Result<Profile, Hindrance> {
        if result.samples == 0 {
            let reason = match kind.name {
                "cpu" => "the program used too little CPU time for a single sample",
                _ => "the program allocated nothing",
            };
            return Err(Hindrance::Failed(reason.to_owned()));
        }
        let folded = result.folded.unpack().map_err(Hindrance::Failed)?;
        Ok(Profile {
            benchmark: self.manifest.benchmarks[variant.benchmark].name.clone(),
            parameters: parameters(variant),
            kind: kind.name,
            tool: kind.tool.clone(),
            unit: kind.unit,
            frequency: None,
            samples: result.samples,
            lost: result.lost,
            repetitions: 1,
            cpu_s: None,
            with_symbols: result.named as f64 / result.samples as f64,
            trimmed: result.trimmed,
            groups: groups::shares(&self.manifest.profile_groups, &folded),
            folded: result.folded,
            label: full_name(self.manifest, variant),
        })
    }
}

/// The agent's own program, also when its file was replaced meanwhile.
fn own_program() -> String {
    format!("/proc/{}/exe", std::process::id())
}

/// A file in memory that other processes reach by a path and that ends with the agent.
struct Memory(File);

impl Memory {
    fn new() -> Result<Self, Hindrance> {
        let file = memfd_create("recording", MemfdFlags::CLOEXEC);
        file.map(|file| Self(File::from(file)))
            .map_err(|error| Hindrance::Failed(error.to_string()))
    }

    fn path(&self) -> String {
        format!("/proc/{}/fd/{}", std::process::id(), self.0.as_raw_fd())
    }

    fn text(&self) -> Result<String, Hindrance> {
        let mut text = String::new();
        let mut file = &self.0;
        file.rewind()
            .and_then(|()| file.read_to_string(&mut text))
            .map_err(|error| Hindrance::Failed(error.to_string()))?;
        Ok(text)
    }
}
