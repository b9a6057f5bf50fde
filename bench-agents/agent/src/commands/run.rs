//! `run`: measure a suite, show the results, write the report.

use std::process::ExitCode;

use anyhow::Context;

use super::{exit_code, print, session};
use crate::cli::RunArguments;
use crate::measure::Journal;
use crate::process::Stop;
use crate::progress::{Progress, SharedStatus};
use crate::session::{Completed, Session};
use crate::spool;
use crate::table;

pub(crate) fn execute(arguments: &RunArguments) -> anyhow::Result<ExitCode> {
    let session = session(
        &arguments.suite,
        arguments.overrides.clone(),
        arguments.name.clone(),
    )?;
    let stop = Stop::on_signals()?;
    let mut progress = Progress::new(SharedStatus::default());
    let completed = session.run(
        arguments.trigger,
        &stop,
        &mut progress,
        &mut Journal::default(),
    )?;
    show(&session, &completed, arguments.metrics)?;
    let document = serde_json::to_vec_pretty(&completed.report)?;
    spool::write_whole(&arguments.output, &document)
        .with_context(|| format!("cannot write the report {}", arguments.output.display()))?;
    print(&format!("report: {}\n", arguments.output.display()))?;
    Ok(exit_code(&completed.collected))
}

fn show(session: &Session, completed: &Completed, metrics: usize) -> anyhow::Result<()> {
    let Session {
        manifest,
        plan,
        place,
        ..
    } = session;
    print(&table::render(
        manifest,
        plan,
        &completed.collected,
        metrics,
    ))?;
    let rounds = completed.collected.rounds;
    print(&format!(
        "{rounds} rounds, seed {}, commit {} on {}, testbed {}\n",
        plan.seed, place.commit.id, place.branch, place.testbed
    ))?;
    let foreign = crate::statistics::median(&completed.collected.foreign_shares);
    if let Some(share) = foreign.filter(|share| *share > 0.1) {
        print(&format!(
            "others used {:.0} % of this machine meanwhile; intervals are wider for it\n",
            share * 100.0
        ))?;
    }
    Ok(())
}
