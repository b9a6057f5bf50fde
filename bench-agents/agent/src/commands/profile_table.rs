//! `profile-table`: the functions with most samples of folded stacks, of any tool that writes them.

use std::process::ExitCode;

use anyhow::Context;

use super::cli::ProfileTableArguments;
use super::print;
use crate::profile::{self, Folded};

pub(crate) fn execute(arguments: &ProfileTableArguments) -> anyhow::Result<ExitCode> {
    for path in &arguments.files {
        let place = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {place}"))?;
        let folded = Folded::parse(&text).map_err(|fault| anyhow::anyhow!("{place}: {fault}"))?;
        let table = profile::table(&folded);
        print(&format!("{place}: {} samples\n{table}", folded.samples()))?;
    }
    Ok(ExitCode::SUCCESS)
}
