//! `fold`: a recording's stacks, counted, in one list as a line of JSON for the agent that asked.

use std::process::ExitCode;

use super::cli::FoldArguments;
use super::print;
use crate::profile;

pub(crate) fn execute(arguments: &FoldArguments) -> anyhow::Result<ExitCode> {
    let results = match &arguments.perf {
        Some(perf) => vec![profile::fold(
            perf,
            &arguments.recording,
            arguments.threads,
        )?],
        None => profile::fold_allocations(&arguments.recording)?.into(),
    };
    print(&format!("{}\n", serde_json::to_string(&results)?))?;
    Ok(ExitCode::SUCCESS)
}
