//! Needs, build, version receipt, preparation: everything before the first process is measured.

use std::time::{Duration, Instant, SystemTime};

use crate::base::progress::Progress;
use crate::process::{Aftermath, Ending, Group, Invocation, Stop, Stopped, run_streaming};
use crate::results::{Failure, FailureKind};
use crate::suite::{BuildTime, Manifest, Mode, Need, sources};

/// A build that has not ended by then hangs.
const LONGEST_STEP: Duration = Duration::from_secs(3600);

/// The niceness of builds.
const NICE: i32 = 10;

/// What programs say that reach nobody: the C library, curl, git, cargo, pip, npm.
const OF_NO_NETWORK: [&str; 7] = [
    "network is unreachable",
    "name resolution",
    "could not resolve",
    "couldn't resolve",
    "getaddrinfo",
    "enotfound",
    "could not connect",
];
const NO_NETWORK: &str = "; the sandbox has no network: fetch before, into a folder of \
                          `sandbox_read` or into the repository";

/// What a successful build leaves behind.
pub(crate) struct Built {
    /// The first line that the version command printed.
    pub(crate) receipt: String,
}

/// Why nothing of the suite can be measured.
pub(crate) enum Hindrance {
    Failed(Failure),
    Stopped,
}

impl Hindrance {
    /// What an installer says last is why; what was called is of interest behind that.
    fn with_last_words_first(self) -> Self {
        let Self::Failed(mut failure) = self else {
            return self;
        };
        if let Some((rest, last)) = failure.message.rsplit_once('\n') {
            failure.message = format!("{}\n{rest}", last.trim());
        }
        Self::Failed(failure)
    }
}

impl From<Stopped> for Hindrance {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

pub(crate) struct Builder<'a> {
    pub(crate) manifest: &'a Manifest,
    pub(crate) group: &'a mut Group,
    pub(crate) stop: &'a Stop,
    pub(crate) progress: &'a mut Progress,
    /// Whether what steps leave running may stay; that of a proposal may not.
    pub(crate) aftermath: Aftermath,
}

impl Builder<'_> {
    /// Runs every step in order and ends at the first that fails.
    pub(crate) fn build(&mut self, mode: Mode) -> Result<Built, Hindrance> {
        let manifest = self.manifest;
        self.progress.building(&manifest.name);
        for need in &manifest.needs {
            self.need(need)?;
        }
        let (clock, began) = (SystemTime::now(), Instant::now());
        for step in &manifest.build {
            self.progress
                .say(&format!("building: {}", step.command.join(" ")));
            if manifest.releases.is_none() {
                self.gentle_step(&step.command, "the build failed")?;
                continue;
            }
            self.gentle_step(&step.command, "the installation failed")
                .map_err(Hindrance::with_last_words_first)?;
        }
        if !manifest.build.is_empty() {
            // A suite is built once per session; a second build would have nothing to do.
            let _ = manifest.built.set(BuildTime {
                began: clock,
                seconds: began.elapsed().as_secs_f64(),
            });
        }
        self.program()?;
        let version = &manifest.version.command;
        let printed = self.step(
            version,
            FailureKind::Build,
            "the version receipt is missing",
        )?;
        let receipt = printed.lines().next().unwrap_or("").trim().to_owned();
        for step in manifest.prepare.iter().filter(|step| step.is_for(mode)) {
            self.progress
                .say(&format!("preparing: {}", step.command.join(" ")));
            self.step(&step.command, FailureKind::Build, "the preparation failed")?;
        }
        Ok(Built { receipt })
    }

    /// A program that is named and not there would leave scripts without what stands for them.
    fn program(&self) -> Result<(), Hindrance> {
        let Some(path) = &self.manifest.program else {
            return Ok(());
        };
        if sources::is_executable(&self.manifest.folder.join(path)) {
            return Ok(());
        }
        Err(Hindrance::Failed(Failure::new(
            FailureKind::Build,
            format!(
                "program: {} is no built program; name what the build makes, or nothing",
                path.display()
            ),
        )))
    }

    fn need(&mut self, need: &Need) -> Result<(), Hindrance> {
        let needed = format!("Missing dependency: {}", need.command.join(" "));
        // What to do stands in the first line, which is all that tables and pages show.
        let reason = if need.hint.is_empty() {
            needed
        } else {
            format!("{needed}. {}\n", need.hint.trim())
        };
        self.step(&need.command, FailureKind::Needs, &reason)
            .map(|_| ())
    }

    /// A build takes what the machine has left: nobody waits for it more than for what they do.
    fn gentle_step(&mut self, command: &[String], reason: &str) -> Result<String, Hindrance> {
        let mut invocation = Invocation::new(command, &self.manifest.folder);
        invocation.niceness = NICE;
        self.run(&invocation, command, FailureKind::Build, reason)
    }

    /// One command in the suite's folder; what it printed, or the failure with its last words.
    fn step(
        &mut self,
        command: &[String],
        kind: FailureKind,
        reason: &str,
    ) -> Result<String, Hindrance> {
        let invocation = Invocation::new(command, &self.manifest.folder);
        self.run(&invocation, command, kind, reason)
    }

    fn run(
        &mut self,
        invocation: &Invocation,
        command: &[String],
        kind: FailureKind,
        reason: &str,
    ) -> Result<String, Hindrance> {
        let failed = |message: String| Hindrance::Failed(Failure::new(kind, message));
        let mut invocation = invocation.clone();
        invocation.aftermath = self.aftermath;
        let progress = &*self.progress;
        let mut receive = |line: &str| progress.record_line(line);
        let limit = Some(LONGEST_STEP);
        let finished = run_streaming(
            &invocation,
            self.group,
            self.stop,
            limit,
            Some(&mut receive),
        )
        .map_err(|error| failed(words_after(reason, &error.to_string())))?;
        match finished.ending {
            Ending::Exited(0) if finished.left_behind > 0 => Err(failed(format!(
                "'{}' left {} running, which a proposal must not",
                command.join(" "),
                finished.left_behind
            ))),
            Ending::Exited(0) => Ok(finished.stdout),
            Ending::Stopped => Err(Hindrance::Stopped),
            ending => {
                let command = command.join(" ");
                let words = finished.last_words();
                let mut text = words_after(reason, &format!("'{command}' ended with {ending}"));
                if self.group.is_confined() && wants_network(&words) {
                    text.push_str(NO_NETWORK);
                }
                Err(failed(format!("{text}\n{words}").trim().to_owned()))
            }
        }
    }
}

/// Whether a failed step says that it wanted to fetch something.
fn wants_network(words: &str) -> bool {
    let words = words.to_lowercase();
    OF_NO_NETWORK.iter().any(|phrase| words.contains(phrase))
}

/// A cause behind what it hinders, on a line of its own if that ends its line.
fn words_after(reason: &str, cause: &str) -> String {
    let divider = if reason.ends_with('\n') { "" } else { ": " };
    format!("{reason}{divider}{cause}")
}
