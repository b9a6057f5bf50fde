//! `fold`: a recording's stacks, counted, as one line of JSON for the agent that asked.

use std::process::ExitCode;

use super::cli::FoldArguments;
use super::print;
use crate::profile;

pub(crate) fn execute(arguments: &FoldArguments) -> anyhow::Result<ExitCode> {
    let result = profile::fold(&arguments.perf, &arguments.recording, arguments.threads)?;
    print(&format!("{}\n", serde_json::to_string(&result)?))?;
    Ok(ExitCode::SUCCESS)
}
