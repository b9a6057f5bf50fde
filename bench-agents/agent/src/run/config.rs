//! `agent.toml` and the flags that say the same; relative paths count from the file's folder.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::confinement::Confinement;
use super::job_settings::JobSettings;
use super::precautions::{ControlSection, Part, Precautions, PreflightSection, TuningSection};
use super::update_settings::UpdateSettings;
use crate::base::durations::optional_duration;
use crate::machine::{Pin, PinSection};
use crate::process::sandbox::Kind;
use crate::profile;
use crate::suite::Mode;
use crate::suite::filter::Only;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error("cannot read {path}: {source}", path = path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: {source}", path = path.display())]
    Syntax {
        path: PathBuf,
        source: Box<toml::de::Error>,
    },
    #[error("{what} is not set; give it as {flag}, or as '{field}' in the file named by --config")]
    Missing {
        what: &'static str,
        flag: &'static str,
        field: &'static str,
    },
    #[error(
        "no API key: give --key-file, set TIDEMARK_KEY, or put 'key_file' into the configuration"
    )]
    NoKey,
    #[error("the key file {path} is empty", path = path.display())]
    EmptyKey { path: PathBuf },
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    pub(crate) server: Option<String>,
    pub(crate) project: Option<String>,
    pub(crate) key_file: Option<PathBuf>,
    pub(crate) testbed: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) branch: Option<String>,
    pub(crate) spool: Option<PathBuf>,
    #[serde(default)]
    pub(crate) suites: Folders,
    #[serde(default)]
    pub(crate) preflight: PreflightSection,
    #[serde(default)]
    pub(crate) control: ControlSection,
    #[serde(default)]
    pub(crate) tuning: TuningSection,
    #[serde(default)]
    pub(crate) pin: PinSection,
    #[serde(default)]
    pub(crate) jobs: JobSettings,
    #[serde(default)]
    pub(crate) update: UpdateSettings,
    /// In what builds and programs run.
    pub(crate) sandbox: Option<Kind>,
    #[serde(default)]
    pub(crate) sandbox_read: Vec<PathBuf>,
    #[serde(default)]
    pub(crate) sandbox_keep: Vec<String>,
    pub(crate) sandbox_image: Option<String>,
    #[serde(skip)]
    file: Option<PathBuf>,
    /// What is not asked of the machine around a run.
    #[serde(default)]
    pub(crate) skip: Vec<Part>,
    #[serde(default, rename = "run")]
    pub(crate) runs: Vec<Scheduled>,
}

/// One folder or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Folders {
    One(PathBuf),
    Several(Vec<PathBuf>),
}

/// A suite that the agent runs by itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scheduled {
    pub(crate) suite: String,
    #[serde(default)]
    pub(crate) mode: Mode,
    /// `90s`, `30m`, `6h`, `1d`
    #[serde(default, deserialize_with = "optional_duration")]
    pub(crate) every: Option<Duration>,
    #[serde(default)]
    pub(crate) on_start: bool,
    /// Processors for this suite's programs, other than `[pin]` says.
    #[serde(default)]
    pub(crate) pin: Option<Pin>,
    /// So long after the start instead of at it.
    #[serde(default, deserialize_with = "optional_duration")]
    pub(crate) after: Option<Duration>,
    /// Another memory layout of the build for every round, as `--layouts`.
    #[serde(default)]
    pub(crate) layouts: bool,
    /// How long its rounds may take instead of as long as the suite says, as `--budget`.
    #[serde(default, deserialize_with = "optional_duration")]
    pub(crate) budget: Option<Duration>,
    /// `true`, or which variants as `--profile` takes them.
    #[serde(default)]
    pub(crate) profile: Profiling,
}

/// Which profiles a scheduled run takes.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Profiling {
    OnOrOff(bool),
    Of(Vec<Only>),
}

impl Default for Profiling {
    fn default() -> Self {
        Self::OnOrOff(false)
    }
}

impl Profiling {
    pub(crate) fn wanted(&self) -> Option<profile::Wanted> {
        let selectors = match self {
            Self::OnOrOff(false) => return None,
            Self::OnOrOff(true) => Vec::new(),
            Self::Of(selectors) => selectors.clone(),
        };
        Some(profile::Wanted {
            selectors,
            ..profile::Wanted::default()
        })
    }
}

impl Default for Folders {
    fn default() -> Self {
        Self::Several(Vec::new())
    }
}

impl Folders {
    pub(crate) fn list(&self) -> Vec<PathBuf> {
        match self {
            Self::One(folder) => vec![folder.clone()],
            Self::Several(folders) => folders.clone(),
        }
    }
}

impl Config {
    /// Reads a configuration file; no file is an empty configuration.
    pub(crate) fn read(path: Option<&Path>) -> Result<Self, ConfigError> {
        let Some(path) = path else {
            return Ok(Self::default());
        };
        let unreadable = |source| ConfigError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        let mut config: Self = toml::from_str(&text).map_err(|source| ConfigError::Syntax {
            path: path.to_owned(),
            source: Box::new(source),
        })?;
        let path = std::path::absolute(path).map_err(unreadable)?;
        config.resolve(path.parent().unwrap_or(Path::new("/")));
        config.file = Some(path);
        Ok(config)
    }

    /// What nobody but the agent needs: its key, its spool, the folder of its configuration unless
    /// that holds the suites, and the state of a server on this machine.
    fn own_files(&self) -> impl Iterator<Item = PathBuf> {
        let suites = self.suites.list();
        let holds_suites = |folder: &PathBuf| suites.iter().any(|suite| suite.starts_with(folder));
        let folder = self.file.as_deref().and_then(Path::parent);
        let folder = folder
            .map(Path::to_owned)
            .filter(|folder| !holds_suites(folder));
        let state = of_local_server();
        let state = state.and_then(|file| Some(file.parent()?.parent()?.to_owned()));
        let files = [self.file.clone(), self.key_file.clone(), self.spool.clone()];
        files.into_iter().chain([folder, state]).flatten()
    }

    fn confinement(&self) -> Confinement {
        Confinement {
            sandbox: self.sandbox,
            sandbox_read: self.sandbox_read.clone(),
            sandbox_keep: self.sandbox_keep.clone(),
            sandbox_image: self.sandbox_image.clone(),
            hidden: self.own_files().collect(),
        }
    }

    fn resolve(&mut self, folder: &Path) {
        for path in [&mut self.key_file, &mut self.spool].into_iter().flatten() {
            *path = folder.join(&*path);
        }
        self.update.resolve(folder);
        for path in &mut self.sandbox_read {
            *path = folder.join(&*path);
        }
        let suites = self
            .suites
            .list()
            .into_iter()
            .map(|suites| folder.join(suites));
        self.suites = Folders::Several(suites.collect());
        for run in self.runs.iter_mut().filter(|run| run.suite.contains('/')) {
            run.suite = folder.join(&run.suite).to_string_lossy().into_owned();
        }
    }
}

impl Precautions {
    /// Flags win over the file.
    pub(crate) fn or(mut self, config: &Config) -> Self {
        self.skip.extend(&config.skip);
        self.strict = self.strict.or_else(|| config.preflight.strict.clone());
        self.pin = self.pin.or_else(|| config.pin.cpus.clone());
        self.tune = self.tune.or_else(|| config.tuning.set.clone());
        self.veto = self.veto.or(config.control.veto);
        self.confinement = self.confinement.or(config.confinement());
        self
    }
}

/// Where `make up` writes the agent's configuration, within the state folder of the server.
const OF_LOCAL_SERVER: &str = "agent/agent.toml";
const STATE_FOLDER: &str = ".tidemark";

/// The configuration of a server that was started on this machine: in the state folder that the
/// environment names, or in a checkout that holds the current folder or this program.
pub(crate) fn of_local_server() -> Option<PathBuf> {
    if let Some(state) = std::env::var_os("TIDEMARK_STATE_DIR") {
        return Some(Path::new(&state).join(OF_LOCAL_SERVER)).filter(|file| file.is_file());
    }
    let places = [std::env::current_dir(), std::env::current_exe()];
    let places: Vec<PathBuf> = places.into_iter().flatten().collect();
    let mut around = places.iter().flat_map(|place| place.ancestors());
    around.find_map(|folder| {
        let file = folder.join(STATE_FOLDER).join(OF_LOCAL_SERVER);
        file.is_file().then_some(file)
    })
}

/// The key itself: from a file, or as given by the environment.
pub(crate) fn key(file: Option<&Path>, given: Option<&str>) -> Result<String, ConfigError> {
    let Some(path) = file else {
        let given = given.map(str::trim).filter(|key| !key.is_empty());
        return given.map(str::to_owned).ok_or(ConfigError::NoKey);
    };
    let text = std::fs::read_to_string(path).map_err(|source| ConfigError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    let key = text.trim();
    if key.is_empty() {
        return Err(ConfigError::EmptyKey {
            path: path.to_owned(),
        });
    }
    Ok(key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::precautions::Veto;

    #[test]
    fn paths_count_from_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agent.toml");
        let text = "server = \"http://h\"\nkey_file = \"a.key\"\nsuites = \"suites\"\n\
                    [[run]]\nsuite = \"toy\"\nevery = \"1d\"\n[[run]]\nsuite = \"./mine\"\n";
        std::fs::write(&path, text).unwrap();
        let config = Config::read(Some(&path)).unwrap();
        assert_eq!(config.key_file.unwrap(), folder.path().join("a.key"));
        assert_eq!(config.suites.list(), [folder.path().join("suites")]);
        assert_eq!(config.runs[0].suite, "toy");
        assert!(Path::new(&config.runs[1].suite).is_absolute());
    }

    #[test]
    fn a_misspelt_field_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agent.toml");
        std::fs::write(&path, "sever = \"x\"\n").unwrap();
        let message = Config::read(Some(&path)).unwrap_err().to_string();
        assert!(
            message.contains("sever") && message.contains("agent.toml"),
            "{message}"
        );
    }

    #[test]
    fn the_file_says_what_the_flags_say_and_flags_win() {
        let config: Config = toml::from_str(
            "skip = [\"noise\"]\n[preflight]\nstrict = [\"governor\"]\n[control]\nveto = \"off\"\n\
             pause = \"90s\"\n[tuning]\nset = \"thp=never\"\n[pin]\ncpus = \"1\"\n",
        )
        .unwrap();
        let from_file = Precautions::default().or(&config);
        assert!(from_file.strict.as_ref().unwrap().forbids("governor"));
        assert!(!from_file.strict.unwrap().forbids("smt"));
        assert_eq!(
            (from_file.veto, from_file.skip),
            (Some(Veto(None)), vec![Part::Noise])
        );
        assert_eq!(config.control.pause, Some(Duration::from_secs(90)));
        let flags = Precautions {
            pin: Some(Pin::Off),
            veto: "0.2".parse().ok(),
            ..Precautions::default()
        };
        let both = flags.or(&config);
        assert_eq!((both.pin.clone(), both.veto()), (Some(Pin::Off), Some(0.2)));
        assert_eq!(both.tune.unwrap().to_string(), "thp=never");
    }
}
