//! The program that takes samples of stacks: whether it is here, what it may see, how it is called.

use std::process::Command;

use serde::Deserialize;

use crate::machine::sampling_event;
use crate::process::Invocation;

/// Samples per second of processor time. A prime keeps step with nothing that happens regularly.
pub(crate) const FREQUENCY: u32 = 997;
/// Bytes of the stack kept with each sample where it is walked afterwards.
const DWARF_STACK: u32 = 16_384;
/// What one recording may take of memory.
const LARGEST_RECORDING: &str = "256M";
const TO_INSTALL: &str = "perf is not installed: package linux-perf (Debian), linux-tools-generic (Ubuntu) or perf (Fedora, Arch)";

/// How the callers of a function are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stacks {
    /// By frame pointers: cheap, but needs programs that were built to keep them
    #[default]
    Fp,
    /// By debug information: for programs without frame pointers; slower, and samples may be lost
    Dwarf,
}

pub(crate) struct Sampler {
    program: String,
    version: String,
    event: &'static str,
    sees_kernel: bool,
}

impl Sampler {
    /// What this machine offers, or the sentence that says what is missing.
    pub(crate) fn find() -> Result<Self, String> {
        let found = Invocation::new(&["perf".to_owned()], std::path::Path::new("."));
        let program = found.name();
        if !program.contains('/') {
            return Err(TO_INSTALL.to_owned());
        }
        let version = version(&program)?;
        let (event, sees_kernel) = sampling_event()?;
        Ok(Self {
            program,
            version,
            event,
            sees_kernel,
        })
    }

    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    /// One line for people.
    pub(crate) fn describe(&self, stacks: Stacks) -> String {
        let modes = if self.sees_kernel {
            "user and kernel"
        } else {
            "user only"
        };
        let walked = match stacks {
            Stacks::Fp => "frame pointers",
            Stacks::Dwarf => "DWARF",
        };
        format!("perf {}, {}, {modes}, {walked}", self.version, self.event)
    }

    /// The command that records another one, without that one.
    pub(super) fn record(&self, stacks: Stacks, output: &str) -> Vec<String> {
        let modes = if self.sees_kernel { "" } else { ":u" };
        let stacks = match stacks {
            Stacks::Fp => "fp".to_owned(),
            Stacks::Dwarf => format!("dwarf,{DWARF_STACK}"),
        };
        // Without a cache of programs in the user's home, perf leaves nothing behind.
        let words = [
            self.program.as_str(),
            "record",
            "--quiet",
            "--no-buildid-cache",
            "--max-size",
            LARGEST_RECORDING,
            "--freq",
            &FREQUENCY.to_string(),
            "--event",
            &format!("{}{modes}", self.event),
            "--call-graph",
            &stacks,
            "--output",
            output,
            "--",
        ];
        words.map(str::to_owned).to_vec()
    }
}

fn version(program: &str) -> Result<String, String> {
    let output = Command::new(program).arg("--version").output();
    let output = output.map_err(|error| format!("{program} cannot be started: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() {
        return Ok(said.trim_start_matches("perf version ").to_owned());
    }
    // Ubuntu's perf is a script that looks for the one that belongs to the running kernel.
    let complaint = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let first = complaint
        .lines()
        .next()
        .unwrap_or("no reason given")
        .to_owned();
    Err(format!("{program} does not work: {first}"))
}
