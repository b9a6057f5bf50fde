//! Newer versions of the agent, taken between jobs where an administrator said so.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::beater::Introduction;
use super::log::log;
use crate::base::error_chain::with_causes;
use crate::delivery::server::Server;
use crate::delivery::updates::{
    Fetched, Installation, Outcome, Source, UpdateError, Version, fetch, look,
};
use crate::process::Stop;
use crate::run::update_settings::UpdateSettings;

/// While somebody measures.
const BUSY_PAUSE: Duration = Duration::from_secs(30);
const USUAL_PAUSE: Duration = Duration::from_secs(6 * 3600);
/// What asks longer than this is left alone; each question has a limit, but no folder has one.
const LONGEST_LOOK: Duration = Duration::from_secs(420);

type Answer = Result<Option<Fetched>, UpdateError>;

/// Everything that a look at the channel needs, which a thread of its own does.
#[derive(Clone)]
struct Looker {
    source: Source,
    installation: Installation,
    server: Server,
    name: String,
    testbed: Option<String>,
}

impl Looker {
    fn look(&self) -> Answer {
        match look(
            &self.source,
            &self.installation,
            || self.version_of_server(),
            true,
        )? {
            Outcome::Newest(_) | Outcome::Left(_) => Ok(None),
            Outcome::Newer(offer) => fetch(&self.source, &self.installation, &offer).map(Some),
        }
    }

    /// The server as it is now: it may be newer than when the agent began.
    fn version_of_server(&self) -> Result<Option<Version>, UpdateError> {
        let introduction = Introduction::new(&self.name, self.testbed.as_deref());
        let said = self.server.register(&introduction.0);
        let version = said.map_err(UpdateError::Server)?.version;
        let version = version.and_then(|said| said.parse().ok());
        version.map(Some).ok_or(UpdateError::NoVersion)
    }
}

pub(crate) struct Updater {
    looker: Looker,
    pause: Duration,
    due: Instant,
    is_another: bool,
    /// A thread that may still wait for a channel which does not answer.
    looking: Option<JoinHandle<()>>,
}

impl Updater {
    /// Nothing unless the configuration says that the agent updates itself.
    pub(crate) fn new(
        settings: &UpdateSettings,
        server: &Server,
        name: &str,
        testbed: Option<&str>,
    ) -> anyhow::Result<Option<Self>> {
        if !settings.automatic {
            return Ok(None);
        }
        let looker = Looker {
            source: settings.source()?,
            installation: Installation::of_this_program()?,
            server: server.clone(),
            name: name.to_owned(),
            testbed: testbed.map(str::to_owned),
        };
        Ok(Some(Self {
            looker,
            pause: settings.every.unwrap_or(USUAL_PAUSE),
            due: Instant::now(),
            is_another: false,
            looking: None,
        }))
    }

    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.due <= now
    }

    pub(super) fn until_due(&self) -> Duration {
        self.due.saturating_duration_since(Instant::now())
    }

    /// Looks later: something is measured now.
    pub(super) fn postpone(&mut self) {
        self.due = Instant::now() + BUSY_PAUSE.min(self.pause);
    }

    /// Takes what the channel offers; true once another version lies in the place of this one.
    pub(super) fn update(&mut self, stop: &Stop) -> bool {
        let taken = self.taken(stop);
        self.due = Instant::now() + self.pause;
        match taken {
            Ok(Some(version)) => {
                log(&format!("updated to version {version}; starts again"));
                self.is_another = true;
                true
            }
            Ok(None) => false,
            Err(error) => {
                log(&format!("not updated: {}", with_causes(&error)));
                false
            }
        }
    }

    fn taken(&mut self, stop: &Stop) -> anyhow::Result<Option<Version>> {
        let fetched = self.fetched(stop)?;
        let placed = fetched.map(|fetched| fetched.place(&self.looker.installation));
        Ok(placed.transpose()?)
    }

    /// Looks in a thread of its own, because what it asks may never answer.
    fn fetched(&mut self, stop: &Stop) -> anyhow::Result<Option<Fetched>> {
        if self.looking.as_ref().is_some_and(|one| !one.is_finished()) {
            return Err(UpdateError::Silent.into());
        }
        let (over, looker) = (Stop::new()?, self.looker.clone());
        let (answer, answers) = channel::<Answer>();
        let is_over = over.clone();
        let look = move || {
            // Nobody listens any more where the look took too long.
            let _ = answer.send(looker.look());
            is_over.trigger();
        };
        let thread = std::thread::Builder::new().name("update".into());
        self.looking = Some(thread.spawn(look)?);
        Stop::wait_for_any(&[stop, &over], LONGEST_LOOK);
        if stop.is_requested() {
            return Ok(None);
        }
        let answer = answers.try_recv().unwrap_or(Err(UpdateError::Silent));
        Ok(answer?)
    }

    /// Whether another version lies in the place of this one.
    pub(super) fn is_another(&self) -> bool {
        self.is_another
    }

    /// Becomes the program that lies there now, with the same words; returns only if that fails.
    pub(super) fn restart(&self) -> io::Error {
        let words = std::env::args_os().skip(1);
        Command::new(self.looker.installation.program())
            .args(words)
            .exec()
    }
}
