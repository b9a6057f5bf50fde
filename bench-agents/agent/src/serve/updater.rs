//! Newer versions of the agent, taken between jobs where an administrator said so.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::log::log;
use crate::base::error_chain::with_causes;
use crate::delivery::updates::{Installation, Outcome, Source, UpdateError, Version, look, take};
use crate::run::update_settings::UpdateSettings;

/// While somebody measures.
const BUSY_PAUSE: Duration = Duration::from_secs(30);
const USUAL_PAUSE: Duration = Duration::from_secs(6 * 3600);

/// What the server said last of its version.
#[derive(Debug, Clone, Copy, Default)]
enum Said {
    /// It has not answered yet.
    #[default]
    Nothing,
    /// It answered without it.
    NoVersion,
    Version(Version),
}

/// The version of the server, as the agent learns it when it registers.
#[derive(Debug, Clone, Default)]
pub(crate) struct ServerVersion(Arc<Mutex<Said>>);

impl ServerVersion {
    pub(super) fn record(&self, said: Option<&str>) {
        let version = said.and_then(|said| said.parse().ok());
        let said = version.map_or(Said::NoVersion, Said::Version);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = said;
    }

    fn read(&self) -> Said {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_known(&self) -> bool {
        !matches!(self.read(), Said::Nothing)
    }
}

pub(crate) struct Updater {
    source: Source,
    pause: Duration,
    installation: Installation,
    server: ServerVersion,
    due: Instant,
    is_another: bool,
}

impl Updater {
    /// Nothing unless the configuration says that the agent updates itself.
    pub(crate) fn new(
        settings: &UpdateSettings,
        server: &ServerVersion,
    ) -> anyhow::Result<Option<Self>> {
        if !settings.automatic {
            return Ok(None);
        }
        Ok(Some(Self {
            source: settings.source()?,
            pause: settings.every.unwrap_or(USUAL_PAUSE),
            installation: Installation::of_this_program()?,
            server: server.clone(),
            due: Instant::now(),
            is_another: false,
        }))
    }

    /// Not before the server said which version it is.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.due <= now && self.server.is_known()
    }

    pub(super) fn until_due(&self) -> Duration {
        let wait = self.due.saturating_duration_since(Instant::now());
        if self.server.is_known() {
            wait
        } else {
            wait.max(Duration::from_secs(1))
        }
    }

    /// Looks later: something is measured now.
    pub(super) fn postpone(&mut self) {
        self.due = Instant::now() + BUSY_PAUSE.min(self.pause);
    }

    /// Takes what the channel offers; true once another version lies in the place of this one.
    pub(super) fn update(&mut self) -> bool {
        self.due = Instant::now() + self.pause;
        match self.taken() {
            Ok(Some(version)) => {
                log(&format!("updated to version {version}; starts again"));
                self.is_another = true;
                true
            }
            Ok(None) => false,
            Err(error) => {
                log(&format!("not updated: {}", with_causes(&error.into())));
                false
            }
        }
    }

    fn taken(&self) -> Result<Option<Version>, UpdateError> {
        let Said::Version(server) = self.server.read() else {
            return Err(UpdateError::NoVersion);
        };
        match look(&self.source, &self.installation, Some(server), true)? {
            Outcome::Newest(_) | Outcome::Left(_) => Ok(None),
            Outcome::Newer(offer) => take(&self.source, &self.installation, &offer).map(Some),
        }
    }

    /// Whether another version lies in the place of this one.
    pub(super) fn is_another(&self) -> bool {
        self.is_another
    }

    /// Becomes the program that lies there now, with the same words; returns only if that fails.
    pub(super) fn restart(&self) -> io::Error {
        let words = std::env::args_os().skip(1);
        Command::new(self.installation.program()).args(words).exec()
    }
}
