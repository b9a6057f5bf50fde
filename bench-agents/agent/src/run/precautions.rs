//! What a user wants done about the machine around a run: flags, and the same in `agent.toml`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use serde::Deserialize;

use super::confinement::Confinement;

use crate::base::durations::optional_duration;
use crate::machine::tuning::Wish;
use crate::machine::{Pin, Preflight, control};

/// The variable that names another folder of controls.
pub(crate) const CONTROLS: &str = "TIDEMARK_CONTROLS";

#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Precautions {
    /// Leave out what is asked of the machine around a run: preflight, noise, control
    #[arg(
        long,
        value_name = "PARTS",
        env = "TIDEMARK_SKIP",
        value_delimiter = ',',
        value_enum
    )]
    pub(crate) skip: Vec<Part>,
    /// Refuse to run on warnings of the preflight: on all, or on those named
    #[arg(long, value_name = "CHECKS", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(crate) strict: Option<Strict>,
    /// Processors for the measured programs: auto, off, or a list such as 1 or 2-3
    #[arg(long, value_name = "PROCESSORS")]
    pub(crate) pin: Option<Pin>,
    /// Change settings of the machine for the run and put them back: all, or name=value,…
    #[arg(long, value_name = "SETTINGS", num_args = 0..=1, require_equals = true, default_missing_value = "all", value_parser = Wish::parse)]
    pub(crate) tune: Option<Wish>,
    /// Relative change of the control benchmark that vetoes a run, or off [default: 0.10]
    #[arg(long, value_name = "SHARE")]
    pub(crate) veto: Option<Veto>,
    /// Folder in which the machine's last controls are remembered
    #[arg(long, value_name = "FOLDER", env = CONTROLS)]
    pub(crate) controls: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) confinement: Confinement,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Part {
    Preflight,
    Noise,
    Control,
}

/// Which warnings are not put up with.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "OneOrMany")]
pub(crate) enum Strict {
    All,
    Named(Vec<String>),
}

/// The threshold of the control benchmark; `None` never vetoes.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "toml::Value")]
pub(crate) struct Veto(pub(crate) Option<f64>);

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreflightSection {
    pub(crate) strict: Option<Strict>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ControlSection {
    pub(crate) veto: Option<Veto>,
    /// How long a service waits before it repeats a vetoed run.
    #[serde(default, deserialize_with = "optional_duration")]
    pub(crate) pause: Option<Duration>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TuningSection {
    pub(crate) set: Option<Wish>,
}

impl Precautions {
    pub(crate) fn skips(&self, part: Part) -> bool {
        self.skip.contains(&part)
    }

    pub(crate) fn veto(&self) -> Option<f64> {
        self.veto.unwrap_or(Veto(Some(control::VETO))).0
    }

    /// Where controls are remembered: as given, else where this user's programs keep their state.
    pub(crate) fn controls(&self) -> Option<PathBuf> {
        self.controls.clone().or_else(state_folder)
    }
}

/// What the agent remembers of this machine for this user; the folder of `TIDEMARK_CONTROLS` stands
/// for another machine.
pub(crate) fn state_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).filter(|text| !text.is_empty());
    let folder = |name| folder(name).map(PathBuf::from);
    let home = || Some(folder("HOME")?.join(".local/state"));
    let usual = || {
        Some(
            folder("XDG_STATE_HOME")
                .or_else(home)?
                .join("tidemark-agent"),
        )
    };
    folder(CONTROLS).or_else(usual)
}

impl Strict {
    pub(crate) fn forbids(&self, check: &str) -> bool {
        match self {
            Self::All => true,
            Self::Named(names) => names.iter().any(|name| name == check),
        }
    }
}

impl FromStr for Strict {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        named(text.split(',').map(|name| name.trim().to_owned()).collect())
    }
}

fn named(names: Vec<String>) -> Result<Strict, String> {
    let known = Preflight::names();
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(format!(
            "there is no check '{name}'; there are {}",
            known.join(", ")
        )),
        None => Ok(Strict::Named(names)),
    }
}

impl TryFrom<OneOrMany> for Strict {
    type Error = String;

    fn try_from(given: OneOrMany) -> Result<Self, String> {
        match given {
            OneOrMany::One(text) => text.parse(),
            OneOrMany::Many(names) => named(names),
        }
    }
}

impl FromStr for Veto {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let share = text
            .parse()
            .ok()
            .filter(|share| (0.01..=1.0).contains(share));
        match (text, share) {
            ("off", _) => Ok(Self(None)),
            (_, Some(share)) => Ok(Self(Some(share))),
            _ => Err(format!(
                "'{text}' is not off or a share from 0.01 to 1, such as 0.10"
            )),
        }
    }
}

impl TryFrom<toml::Value> for Veto {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Self, String> {
        match value {
            toml::Value::String(text) => text.parse(),
            number => number.to_string().parse(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_exist_is_named() {
        let error = "governor,speed".parse::<Strict>().unwrap_err();
        assert!(
            error.contains("'speed'") && error.contains("governor"),
            "{error}"
        );
        assert!("0".parse::<Veto>().is_err() && "maybe".parse::<Veto>().is_err());
    }
}
