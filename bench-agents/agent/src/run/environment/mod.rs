//! What happens around the measuring of a run: tuning, preflight, pinning, noise, control.
//! `probe` runs the agent's own work in a process of its own.

mod probe;

use std::time::Duration;

use serde_json::{Map, Value};

pub(crate) use probe::{Hitch, probe};

use crate::base::progress::Progress;
use crate::machine::tuning::{self, Tuned, TuningError};
use crate::machine::work::Takes;
use crate::machine::{Control, Ledger, Noise, Pinning, Preflight, Root, control, noise};
use crate::process::{Group, Stop, Stopped};
use crate::run::precautions::{Part, Precautions};
use crate::suite::Mode;

/// Why a run does not begin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error(transparent)]
    Tuning(#[from] TuningError),
    #[error("not run, as --strict asks: {warnings}")]
    Strict { warnings: String },
}

/// One run's environment. Dropping it puts tuned settings back.
pub(crate) struct Environment<'a> {
    precautions: &'a Precautions,
    pinning: &'a Pinning,
    mode: Mode,
    tuned: Option<Tuned>,
    preflight: Option<Preflight>,
    noise: Option<Noise>,
    before: Option<Takes>,
    pub(crate) control: Option<Control>,
}

impl<'a> Environment<'a> {
    /// Tunes if asked to, looks at the machine, and refuses what the user does not want.
    pub(crate) fn begin(
        precautions: &'a Precautions,
        pinning: &'a Pinning,
        mode: Mode,
        progress: &mut Progress,
    ) -> Result<Self, Refusal> {
        let root = Root::of_this_machine();
        let wish = precautions.tune.as_ref();
        let tuned = wish
            .map(|wish| Tuned::begin(&root, wish, pinning.cpus.as_ref()))
            .transpose()?;
        let preflight = (!precautions.skips(Part::Preflight) || precautions.strict.is_some())
            .then(|| Preflight::take(&root, pinning.cpus.clone()));
        let environment = Self {
            precautions,
            pinning,
            mode,
            tuned,
            preflight,
            noise: None,
            before: None,
            control: None,
        };
        environment.report(progress);
        environment.insist()?;
        Ok(environment)
    }

    fn report(&self, progress: &mut Progress) {
        if let Some(tuned) = &self.tuned {
            progress.say(&tuned.sentence());
        }
        for warning in self.preflight.iter().flat_map(Preflight::warnings) {
            progress.say(&format!("warning: {}", warning.line()));
        }
        if let Some(sentence) = self.pinning.sentence() {
            progress.say(&sentence);
        }
    }

    fn insist(&self) -> Result<(), Refusal> {
        let Some(strict) = &self.precautions.strict else {
            return Ok(());
        };
        let warnings = self.preflight.iter().flat_map(Preflight::warnings);
        let unwanted: Vec<String> = warnings
            .filter(|check| strict.forbids(check.name))
            .map(crate::machine::Check::line)
            .collect();
        if unwanted.is_empty() {
            return Ok(());
        }
        Err(Refusal::Strict {
            warnings: unwanted.join("; "),
        })
    }

    /// Right before the first process is measured.
    pub(crate) fn before(
        &mut self,
        group: &mut Group,
        stop: &Stop,
        progress: &mut Progress,
    ) -> Result<(), Stopped> {
        group.pin_to(self.pinning);
        if !self.precautions.skips(Part::Noise) {
            let takes = probe(&noise::KINDS, noise::SHORT, 1, group, stop);
            self.noise = tolerated("noise score", takes, progress)?
                .map(|takes| Noise::of(&takes, noise::SHORT));
        }
        if let Some(noise) = &self.noise {
            progress.say(&format!("noise: {}", noise.sentence));
        }
        self.before = self.take_control(group, stop, progress)?;
        Ok(())
    }

    /// The control before the first process of this life of the agent.
    pub(crate) fn control_before(&mut self) -> Option<Takes> {
        self.before.take()
    }

    /// Right after the last one; `before` is the control before the first process of the whole run.
    pub(crate) fn after(
        &mut self,
        before: Option<&Takes>,
        group: &mut Group,
        stop: &Stop,
        progress: &mut Progress,
    ) -> Result<(), Stopped> {
        if let Some(before) = before {
            let after = self.take_control(group, stop, progress)?;
            let folder = self.precautions.controls();
            let ledger = Ledger {
                folder: folder.as_deref(),
                place: self.pinning.place(),
            };
            let veto = self.precautions.veto();
            self.control = after.map(|after| Control::judge(before, &after, &ledger, veto));
        }
        group.let_go();
        Ok(())
    }

    fn take_control(
        &self,
        group: &mut Group,
        stop: &Stop,
        progress: &mut Progress,
    ) -> Result<Option<Takes>, Stopped> {
        if self.precautions.skips(Part::Control) {
            return Ok(None);
        }
        let time = Duration::from_millis(match self.mode {
            Mode::Quick => 250,
            Mode::Full => 600,
        });
        let takes = probe(&control::KINDS, time, control::SCALE, group, stop);
        tolerated("control benchmark", takes, progress)
    }

    /// The parts of `run.conditions` that are made here.
    pub(crate) fn describe(&self) -> Map<String, Value> {
        let parts = [
            ("preflight", self.preflight.as_ref().map(to_value)),
            ("noise", self.noise.as_ref().map(to_value)),
            ("control", self.control.as_ref().map(to_value)),
            ("tuning", Some(self.describe_tuning())),
            ("pinning", Some(self.pinning.describe())),
            (
                "sandbox",
                Some(self.precautions.confinement.kind().name().into()),
            ),
        ];
        let known = parts.into_iter();
        known
            .filter_map(|(name, part)| Some((name.to_owned(), part?)))
            .collect()
    }

    fn describe_tuning(&self) -> Value {
        let other = || tuning::describe_other(&Root::of_this_machine());
        self.tuned.as_ref().map_or_else(other, Tuned::describe)
    }
}

/// A machine on which the agent's own work fails is measured all the same, and says so.
fn tolerated(
    what: &str,
    takes: Result<Takes, Hitch>,
    progress: &mut Progress,
) -> Result<Option<Takes>, Stopped> {
    match takes {
        Ok(takes) => Ok(Some(takes)),
        Err(Hitch::Stopped(stopped)) => Err(stopped),
        Err(Hitch::Failed(reason)) => {
            progress.say(&format!("no {what}: {reason}"));
            Ok(None)
        }
    }
}

fn to_value(part: &impl serde::Serialize) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}
