//! A profile of every chosen variant.

use std::path::PathBuf;

use super::document::Profile;
use super::recording::{Hindrance, Recorder};
use super::sampler::Sampler;
use super::wanted::{Wanted, full_name};
use crate::base::progress::Progress;
use crate::process::{Group, Stop};
use crate::results::Collected;
use crate::suite::{Manifest, Plan};

/// What came of the wish for profiles.
#[derive(Debug, Default)]
pub(crate) struct Profiled {
    pub(crate) profiles: Vec<Profile>,
    /// Why there are none of processor time.
    pub(crate) unavailable: Option<String>,
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
    let sampler = Sampler::find();
    let mut profiled = Profiled::default();
    if let Err(reason) = &sampler {
        progress.say(&format!("profiles: not available: {reason}"));
        profiled.unavailable = Some(reason.clone());
    }
    let mut group = Group::default();
    let mut recorder = Recorder {
        sampler: sampler.as_ref().ok(),
        wanted,
        manifest,
        group: &mut group,
        stop,
    };
    for (variant, track) in plan.variants.iter().zip(&collected.tracks) {
        if track.failure.is_some() || !wanted.chooses(manifest, variant) {
            continue;
        }
        if !recorder.can_profile(variant) {
            continue;
        }
        let name = full_name(manifest, variant);
        progress.say(&format!("profiling {name}"));
        match recorder.profiles(variant) {
            Ok(taken) => profiled.profiles.extend(taken),
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
