//! The command line of `wrap`, with the names that users of hyperfine know.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::scans::{List, Scan};
use crate::report::subject::Overrides;
use crate::run::ServerArguments;

const CONTENT: &str = "What to time";
const AMOUNT: &str = "How often";
const RESULTS: &str = "What becomes of the results";

#[derive(Debug, Args)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(crate) struct WrapArguments {
    /// Commands to time, each one text such as 'sleep 0.1'
    #[arg(help_heading = CONTENT, required_unless_present = "words")]
    pub(crate) commands: Vec<String>,
    /// One command, word by word, after `--`
    #[arg(help_heading = CONTENT, last = true, value_name = "COMMAND")]
    pub(crate) words: Vec<String>,
    /// Name of a command in the results; once per command
    #[arg(long = "name", short = 'n', visible_alias = "command-name", help_heading = CONTENT)]
    pub(crate) names: Vec<String>,
    /// Values of {VAR} in the commands, such as `-L threads 1,2,4`; may be repeated
    #[arg(long, short = 'L', num_args = 2, value_names = ["VAR", "VALUES"], help_heading = CONTENT)]
    parameter_list: Vec<String>,
    /// Numbers of {VAR} in the commands, such as `-P size 10 50`
    #[arg(long, short = 'P', num_args = 3, value_names = ["VAR", "MIN", "MAX"], help_heading = CONTENT)]
    parameter_scan: Vec<String>,
    /// Step of --parameter-scan [default: 1]
    #[arg(long, short = 'D', value_name = "STEP", requires = "parameter_scan", help_heading = CONTENT)]
    parameter_step_size: Option<f64>,
    /// Run the commands by a shell; its start is part of the times, measured beside them and said
    #[arg(long, short = 'S', num_args = 0..=1, require_equals = true, default_missing_value = "sh", help_heading = CONTENT)]
    pub(crate) shell: Option<String>,
    /// Run the commands without a shell, as is done anyway
    #[arg(short = 'N', conflicts_with = "shell", help_heading = CONTENT)]
    no_shell: bool,
    /// Command to run once before everything; one for all or one per command
    #[arg(long, short = 's', help_heading = CONTENT)]
    pub(crate) setup: Vec<String>,
    /// Command to run before each run, not timed; one for all or one per command
    #[arg(long, short = 'p', help_heading = CONTENT)]
    pub(crate) prepare: Vec<String>,
    /// Command to run once after everything; one for all or one per command
    #[arg(long, short = 'c', help_heading = CONTENT)]
    pub(crate) cleanup: Vec<String>,
    /// File that the commands read as standard input [default: nothing]
    #[arg(long, value_name = "FILE", help_heading = CONTENT)]
    pub(crate) input: Option<PathBuf>,
    /// What becomes of the commands' output
    #[arg(long, value_enum, default_value_t = Shown::Null, help_heading = CONTENT)]
    pub(crate) output: Shown,
    /// Time commands that end with another exit code than 0 all the same
    #[arg(long, short = 'i', help_heading = CONTENT)]
    pub(crate) ignore_failure: bool,

    /// Rounds that are not timed
    #[arg(long, short = 'w', default_value_t = 0, help_heading = AMOUNT)]
    pub(crate) warmup: usize,
    /// Exactly so many rounds
    #[arg(long, short = 'r', conflicts_with_all = ["min_runs", "max_runs"], help_heading = AMOUNT)]
    pub(crate) runs: Option<usize>,
    /// At least so many rounds, and 3 seconds per command
    #[arg(long, short = 'm', default_value_t = 10, help_heading = AMOUNT)]
    pub(crate) min_runs: usize,
    /// At most so many rounds
    #[arg(long, short = 'M', help_heading = AMOUNT)]
    pub(crate) max_runs: Option<usize>,
    /// Seed of the random order within the rounds
    #[arg(long, help_heading = AMOUNT)]
    pub(crate) seed: Option<u64>,

    /// What the others are compared with
    #[arg(long, value_enum, default_value_t = Against::Fastest, help_heading = RESULTS)]
    pub(crate) against: Against,
    /// Write the results as hyperfine's JSON
    #[arg(long, value_name = "FILE", help_heading = RESULTS)]
    pub(crate) export_json: Option<PathBuf>,
    /// Write the results as a table in Markdown
    #[arg(long, value_name = "FILE", help_heading = RESULTS)]
    pub(crate) export_markdown: Option<PathBuf>,
    /// Write a report for a Tidemark server
    #[arg(long, value_name = "FILE", help_heading = RESULTS)]
    pub(crate) report: Option<PathBuf>,
    /// Send the report to the server
    #[arg(long, help_heading = RESULTS)]
    pub(crate) upload: bool,
    /// Suite that the results belong to
    #[arg(long, default_value = "wrap", help_heading = RESULTS)]
    pub(crate) suite: String,
    /// Say nothing but errors
    #[arg(long, short = 'q', help_heading = RESULTS)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

/// What becomes of a command's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    /// It is dropped
    Null,
    /// It is read and dropped, for commands that do nothing for /dev/null
    Pipe,
    /// It is shown
    Inherit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Against {
    Fastest,
    First,
}

impl WrapArguments {
    pub(super) fn lists(&self) -> Vec<List> {
        let pairs = self.parameter_list.chunks_exact(2);
        pairs.map(|pair| List::new(&pair[0], &pair[1])).collect()
    }

    pub(super) fn scans(&self) -> Vec<Scan> {
        let step = self.parameter_step_size.unwrap_or(1.0);
        let triples = self.parameter_scan.chunks_exact(3);
        triples
            .map(|three| Scan::new(&three[0], &three[1], &three[2], step))
            .collect()
    }
}
