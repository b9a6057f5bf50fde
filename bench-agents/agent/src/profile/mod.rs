//! Profiles: where the measured programs spend their time, sampled in runs of their own.
//!
//! A profile is taken after the rounds and never during them, where pinning has ended already, and
//! not of a run that was vetoed. A stop ends profiling only: the run was measured. The program runs under `perf record`
//! until it used some processor time; the hidden command `repeat` makes one recording of many short
//! runs, and the hidden command `fold` turns the recording into counted stacks. Both are processes
//! of the agent's group, and recordings lie in memory, so nothing is left behind by any end.

mod fold;
mod folded;
mod groups;
mod inlined;
mod names;
mod ranking;
mod recording;
mod sampler;
mod script;

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Map, Value};

pub(crate) use fold::fold;
pub(crate) use folded::Folded;
pub(crate) use ranking::table;
pub(crate) use recording::REPEATER;
pub(crate) use sampler::{Sampler, Stacks};

use crate::filter::Only;
use crate::manifest::Manifest;
use crate::matrix::Variant;
use crate::measure::{Collected, Plan};
use crate::process::{Group, Stop};
use crate::progress::Progress;
use crate::scalar;
use folded::{Packed, Trimmed};
use groups::GroupShare;
use recording::{Hindrance, Recorder};

/// What the user asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wanted {
    /// Which variants; none named means every one that is not just counted in a simulator.
    pub(crate) selectors: Vec<Only>,
    pub(crate) stacks: Stacks,
    /// The thread's name becomes the outermost frame.
    pub(crate) by_thread: bool,
}

/// One variant's profile, as the report has it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Profile {
    pub(crate) benchmark: String,
    pub(crate) parameters: Map<String, Value>,
    pub(crate) kind: &'static str,
    pub(crate) tool: String,
    pub(crate) unit: &'static str,
    pub(crate) frequency: u32,
    pub(crate) samples: u64,
    pub(crate) lost: u64,
    pub(crate) repetitions: u64,
    pub(crate) cpu_s: f64,
    pub(crate) with_symbols: f64,
    pub(crate) trimmed: Trimmed,
    pub(crate) groups: Vec<GroupShare>,
    pub(crate) folded: Packed,
    /// For people and file names; the report says it with `parameters`.
    #[serde(skip)]
    pub(crate) label: String,
}

/// What came of the wish for profiles.
#[derive(Debug, Default)]
pub(crate) struct Profiled {
    pub(crate) profiles: Vec<Profile>,
    /// Why there are none at all.
    pub(crate) unavailable: Option<String>,
}

impl Wanted {
    /// The first selector that no variant of the plan fits.
    pub(crate) fn idle(&self, manifest: &Manifest, variants: &[Variant]) -> Option<&Only> {
        let fits = |only: &&Only| variants.iter().any(|variant| only.fits(manifest, variant));
        self.selectors.iter().find(|only| !fits(only))
    }

    fn chooses(&self, manifest: &Manifest, variant: &Variant) -> bool {
        if self.selectors.is_empty() {
            return manifest.benchmarks[variant.benchmark].rounds.is_none();
        }
        let mut selectors = self.selectors.iter();
        selectors.any(|only| only.fits(manifest, variant))
    }
}

/// Takes a profile of every chosen variant that was measured. What goes wrong with one of them is
/// said and spoils neither the others nor the results.
pub(crate) fn take(
    wanted: &Wanted,
    manifest: &Manifest,
    plan: &Plan,
    collected: &Collected,
    stop: &Stop,
    progress: &mut Progress,
) -> Profiled {
    let sampler = match Sampler::find() {
        Ok(sampler) => sampler,
        Err(reason) => {
            progress.say(&format!("profiles: not available: {reason}"));
            return Profiled {
                unavailable: Some(reason),
                ..Profiled::default()
            };
        }
    };
    let mut group = Group::default();
    let mut recorder = Recorder {
        sampler: &sampler,
        wanted,
        manifest,
        group: &mut group,
        stop,
    };
    let mut profiled = Profiled::default();
    for (variant, track) in plan.variants.iter().zip(&collected.tracks) {
        if track.failure.is_some() || !wanted.chooses(manifest, variant) {
            continue;
        }
        let name = full_name(manifest, variant);
        progress.say(&format!("profiling {name}"));
        match recorder.profile(variant) {
            Ok(profile) => profiled.profiles.push(profile),
            Err(Hindrance::Stopped) => {
                progress.say("profiling was stopped; what was measured is kept");
                break;
            }
            Err(Hindrance::Failed(reason)) => {
                progress.say(&format!("no profile of {name}: {reason}"));
            }
        }
    }
    profiled
}

fn full_name(manifest: &Manifest, variant: &Variant) -> String {
    let benchmark = &manifest.benchmarks[variant.benchmark].name;
    let label = variant.label();
    if label.is_empty() {
        benchmark.clone()
    } else {
        format!("{benchmark}, {label}")
    }
}

impl Profiled {
    /// Every profile as tables.
    pub(crate) fn text(&self) -> String {
        self.profiles.iter().map(Profile::text).collect()
    }

    /// Writes each profile's stacks as a text file into `folder`; their paths.
    pub(crate) fn write(&self, folder: &std::path::Path) -> std::io::Result<Vec<PathBuf>> {
        std::fs::create_dir_all(folder)?;
        let written = self.profiles.iter().map(|profile| {
            let path = folder.join(profile.file_name());
            let stacks = profile.folded.unpack().map_err(std::io::Error::other)?;
            std::fs::write(&path, stacks.text())?;
            Ok(path)
        });
        written.collect()
    }
}

impl Profile {
    fn text(&self) -> String {
        let mut remarks = vec![format!("{} samples at {} Hz", self.samples, self.frequency)];
        remarks.push(format!("{:.1} % with a name", self.with_symbols * 100.0));
        if self.lost > 0 {
            remarks.push(format!("{} lost", self.lost));
        }
        if self.trimmed.stacks > 0 {
            remarks.push(format!("{} of rare stacks trimmed", self.trimmed.samples));
        }
        let head = format!(
            "\nprofile of {}: {}\n  {}; {} processes, {:.1} s of processor time\n",
            self.label,
            remarks.join(", "),
            self.tool,
            self.repetitions,
            self.cpu_s
        );
        let stacks = self
            .folded
            .unpack()
            .map_or_else(|fault| fault, |folded| table(&folded));
        head + &stacks + &ranking::groups(&self.groups)
    }

    fn file_name(&self) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.=,".contains(c);
        let label = self.label.replace(", ", ",");
        let plain: String = label
            .chars()
            .map(|c| if is_plain(c) { c } else { '_' })
            .collect();
        format!("{plain}.folded")
    }
}

/// A variant's place in the report.
fn parameters(variant: &Variant) -> Map<String, Value> {
    scalar::to_object(&variant.parameters)
}
