//! The command line: types only.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::delivery::updates::ReleaseKey;
use crate::machine::tuning::Wish;
use crate::machine::work::Kind;
use crate::profile::{self, Stacks};
use crate::report::Trigger;
use crate::report::subject::Overrides;
use crate::run::precautions::Precautions;
use crate::run::{EnrolArguments, ServerArguments};
use crate::suite::Mode;
use crate::suite::filter::Only;
use crate::wrap::WrapArguments;

/// Measures benchmark suites on this machine and reports to a Tidemark server.
#[derive(Debug, Parser)]
#[command(name = "tidemark-agent", version, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// A made tree that stands for the machine's /proc and /sys, for tests
    #[arg(long, global = true, hide = true, value_name = "FOLDER")]
    pub(crate) sysfs_root: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show what this machine is
    Machine(MachineArguments),
    /// Show what a run of a suite would measure, without running anything
    List(SuiteArguments),
    /// Build a suite, run every variant once and check the answers
    Verify(SuiteArguments),
    /// Measure suites and write reports; what was cut short goes on with the same command
    Run(RunArguments),
    /// Print the goals of a report once more
    Goals(GoalsArguments),
    /// Time any commands, as hyperfine does, in interleaved rounds
    Wrap(Box<WrapArguments>),
    /// Send reports to the server
    Upload(UploadArguments),
    /// Exchange a one-time token for a configuration with keys of this agent's own
    Enrol(EnrolArguments),
    /// Register this machine, run suites by schedule, deliver reports
    Serve(ServeArguments),
    /// Show the key that this agent signs its reports with, or have it replaced
    Key(KeyArguments),
    /// Take a newer version of this program from a channel, or go back to the one before
    Update(UpdateArguments),
    /// Measure how noisy this machine is, with fixed work
    Noise(NoiseArguments),
    /// Change settings of this machine for steady results, until interrupted
    Tune(TuneArguments),
    /// Put back settings that an agent changed and could not put back
    Restore,
    /// What watching a process costs, against plain start and wait
    Overhead(OverheadArguments),
    /// Show a profile's functions by share
    ProfileTable(ProfileTableArguments),
    /// Runs a program until it used some CPU time, for a profiler that watches
    #[command(hide = true, name = profile::REPEAT_COMMAND)]
    Repeat(RepeatArguments),
    /// Counts the stacks of a recording
    #[command(hide = true, name = profile::FOLD_COMMAND)]
    Fold(FoldArguments),
    /// Puts settings back, should the agent that changed them be ended
    #[command(hide = true)]
    TuningGuard,
    /// Does fixed work and prints its times
    #[command(hide = true)]
    Control(ControlArguments),
}

impl Command {
    /// Whether it looks for settings that a killed agent left; the agent's own helpers do not.
    pub(crate) fn minds_tuning(&self) -> bool {
        !matches!(
            self,
            Self::TuningGuard | Self::Control(_) | Self::Restore | Self::Repeat(_) | Self::Fold(_)
        )
    }
}

#[derive(Debug, Args)]
pub(crate) struct MachineArguments {
    /// Print JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Say what about this machine moves results, and what to do about it
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NoiseArguments {
    /// How long to measure, from 1 to 30
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=30))]
    pub(crate) seconds: u64,
    /// Print JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TuneArguments {
    /// Settings as name=value,…; all is everything usual
    #[arg(long, value_name = "SETTINGS", default_value = "all", value_parser = Wish::parse)]
    pub(crate) set: Wish,
    /// Say what would be changed and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ControlArguments {
    /// Kinds of work
    #[arg(long, value_delimiter = ',', value_enum)]
    pub(crate) kinds: Vec<Kind>,
    #[arg(long)]
    pub(crate) milliseconds: u64,
    /// Size of one unit
    #[arg(long, default_value_t = 1)]
    pub(crate) scale: u32,
}

#[derive(Debug, Args)]
pub(crate) struct SuiteArguments {
    /// Folders of suites, or their names within --suites
    #[arg(required_unless_present = "all", value_name = "SUITE")]
    pub(crate) suites: Vec<String>,
    /// Every suite within --suites
    #[arg(long, conflicts_with = "suites")]
    pub(crate) all: bool,
    /// How much to measure
    #[arg(long, value_enum, default_value_t = Mode::Quick, conflicts_with_all = ["quick", "full"])]
    mode: Mode,
    /// Short for --mode quick
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Short for --mode full
    #[arg(long)]
    full: bool,
    /// Rounds instead of the manifest's; no time limit then but --budget
    #[arg(long, value_parser = positive)]
    pub(crate) rounds: Option<usize>,
    /// Seed of the random order
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Only these variants: benchmark or benchmark/parameter=value,…; may be repeated
    #[arg(long)]
    pub(crate) only: Vec<Only>,
    /// Folder that holds suites; may be repeated
    #[arg(long = "suites", value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
}

impl SuiteArguments {
    pub(crate) fn mode(&self) -> Mode {
        match (self.quick, self.full) {
            (_, true) => Mode::Full,
            (true, _) => Mode::Quick,
            _ => self.mode,
        }
    }

    /// Several suites, or however many there are.
    pub(crate) fn is_queue(&self) -> bool {
        self.all || self.suites.len() > 1
    }
}

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
    /// Where to write the report of a single suite [default: report.json]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Build another memory layout for every round, by the suite's [layout]
    #[arg(long)]
    pub(crate) layouts: bool,
    /// Seconds for the rounds of each suite instead of the manifest's; a round once begun is completed
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) budget: Option<u64>,
    #[command(flatten)]
    pub(crate) queue: QueueArguments,
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    /// Name of this machine in the report [default: the host's name]
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// What caused the run [default: what the CI system says, else manual]
    #[arg(long, value_enum)]
    pub(crate) trigger: Option<Trigger>,
    /// How many metrics of each benchmark the table shows
    #[arg(long, default_value_t = crate::report::table::SHOWN_METRICS)]
    pub(crate) metrics: usize,
    #[command(flatten)]
    pub(crate) precautions: Precautions,
}

/// Where the programs spend their time.
#[derive(Debug, Args)]
pub(crate) struct ProfileArguments {
    /// Profile after measuring: all variants, or benchmark or benchmark/parameter=value,… after the suite
    #[arg(long, num_args = 0.., value_name = "SELECTOR")]
    profile: Option<Vec<Only>>,
    /// How callers are found
    #[arg(long, value_enum, default_value_t, requires = "profile")]
    profile_stacks: Stacks,
    /// Keep threads apart by their names
    #[arg(long, requires = "profile")]
    profile_threads: bool,
    /// Folder for the folded stacks as text, besides the report
    #[arg(long, value_name = "FOLDER", requires = "profile")]
    pub(crate) profile_folder: Option<PathBuf>,
}

impl ProfileArguments {
    pub(crate) fn wanted(&self) -> Option<profile::Wanted> {
        Some(profile::Wanted {
            selectors: self.profile.clone()?,
            stacks: self.profile_stacks,
            by_thread: self.profile_threads,
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct ProfileTableArguments {
    /// Folded stacks: outermost;…;innermost count
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct RepeatArguments {
    #[arg(long)]
    pub(crate) cpu_seconds: f64,
    #[arg(long)]
    pub(crate) seconds: u64,
    #[arg(long)]
    pub(crate) tally: PathBuf,
    #[arg(last = true, required = true)]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct FoldArguments {
    #[arg(long)]
    pub(crate) threads: bool,
    /// The program that made the recording; without it the preloaded library did
    #[arg(long)]
    pub(crate) perf: Option<String>,
    pub(crate) recording: String,
}

/// What becomes of the reports, and of a run that was cut short.
#[derive(Debug, Args)]
pub(crate) struct QueueArguments {
    /// Send the reports to the server; several suites are sent where a configuration is found
    #[arg(long, conflicts_with = "output")]
    pub(crate) upload: bool,
    /// Send nothing, even where a configuration is found
    #[arg(long, conflicts_with = "upload")]
    pub(crate) no_upload: bool,
    /// Folder for the report of each suite [default: reports, unless they are sent]
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    pub(crate) output_folder: Option<PathBuf>,
    /// Folder for reports that wait to be sent [default: beside the reports, or the configured one]
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    pub(crate) spool: Option<PathBuf>,
    /// Begin again, even if an earlier run was cut short
    #[arg(long)]
    pub(crate) fresh: bool,
}

impl QueueArguments {
    /// Something is asked for that a single report file does not do.
    pub(crate) fn wants_spool(&self) -> bool {
        self.upload || self.output_folder.is_some() || self.spool.is_some()
    }
}

#[derive(Debug, Args)]
pub(crate) struct GoalsArguments {
    /// The report
    pub(crate) report: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct UploadArguments {
    /// Reports to send; they stay where they are
    #[arg(required = true)]
    pub(crate) reports: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
    /// How often to try before giving up
    #[arg(long, default_value_t = 5, value_parser = positive)]
    pub(crate) attempts: usize,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    pub(crate) server: ServerArguments,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    /// Name of this agent [default: the host's name]
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Folder for reports that wait
    #[arg(long, value_name = "FOLDER")]
    pub(crate) spool: Option<PathBuf>,
    /// Folder that holds suites; may be repeated
    #[arg(long = "suites", value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
    /// Suite to run, in addition to those of the configuration; may be repeated
    #[arg(long = "run", value_name = "SUITE")]
    pub(crate) runs: Vec<String>,
    /// Mode of the suites named by --run
    #[arg(long, value_enum, default_value_t = Mode::Quick)]
    pub(crate) mode: Mode,
    /// Interval of the suites named by --run, such as 6h
    #[arg(long, value_parser = crate::base::durations::duration)]
    pub(crate) every: Option<std::time::Duration>,
    /// Run the suites named by --run once at start
    #[arg(long)]
    pub(crate) on_start: bool,
    #[command(flatten)]
    pub(crate) precautions: Precautions,
}

#[derive(Debug, Args)]
pub(crate) struct KeyArguments {
    /// Make a new key; the old one vouches for it, unless it was revoked
    #[arg(long)]
    pub(crate) rotate: bool,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
}

#[derive(Debug, Args)]
pub(crate) struct UpdateArguments {
    /// Folder or https address of the channel; that of the configuration otherwise
    #[arg(long, value_name = "CHANNEL")]
    pub(crate) channel: Option<String>,
    /// Public key of whoever makes releases, in hexadecimal
    #[arg(long, value_name = "HEX")]
    pub(crate) release_key: Option<ReleaseKey>,
    /// Say whether there is a newer version, and take none
    #[arg(long)]
    pub(crate) check: bool,
    /// Return to the version before
    #[arg(long, conflicts_with = "check")]
    pub(crate) back: bool,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

#[derive(Debug, Args)]
pub(crate) struct OverheadArguments {
    /// Processes per method
    #[arg(long, default_value_t = 300, value_parser = positive)]
    pub(crate) rounds: usize,
    /// Print JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// What `wrap` tells of a program, against what hyperfine tells
    #[arg(long)]
    pub(crate) against_hyperfine: bool,
    /// The program to start
    #[arg(default_value = "true")]
    pub(crate) program: String,
}

fn positive(text: &str) -> Result<usize, String> {
    let number: usize = text
        .parse()
        .map_err(|_| format!("'{text}' is not a whole number"))?;
    if number == 0 {
        Err("must be at least 1".to_owned())
    } else {
        Ok(number)
    }
}
