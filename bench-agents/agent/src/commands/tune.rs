//! `tune`: settings for steady results, until interrupted.

use std::process::ExitCode;
use std::time::Duration;

use super::cli::TuneArguments;
use super::print;
use crate::machine::Root;
use crate::machine::tuning::{self, Draft, Tuned};
use crate::process::Stop;

const LONG: Duration = Duration::from_secs(3600);

pub(crate) fn execute(arguments: &TuneArguments) -> anyhow::Result<ExitCode> {
    let root = Root::of_this_machine();
    if arguments.dry_run {
        print(&readable(&tuning::draft(&root, &arguments.set, None)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let stop = Stop::on_signals()?;
    let tuned = Tuned::begin(&root, &arguments.set, None)?;
    print(&format!("{}\n", tuned.sentence()))?;
    print("interrupt to put everything back\n")?;
    while !stop.wait(LONG) {}
    for sentence in tuned.restore()?.sentences() {
        print(&format!("{sentence}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn readable(draft: &Draft) -> String {
    let changes = draft.changes.iter().map(|change| {
        format!(
            "would set {} from {} to {} ({})\n",
            change.name, change.before, change.set, change.file
        )
    });
    let already = draft
        .already
        .iter()
        .map(|name| format!("{name} is so already\n"));
    let refused = tuning::refusals(&draft.refused);
    let refused = refused
        .iter()
        .map(|refusal| format!("cannot set {refusal}\n"));
    changes.chain(already).chain(refused).collect()
}
