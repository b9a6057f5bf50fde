//! What both kinds of `run` share: what is asked for, and what is shown when a suite is done.

use anyhow::Context;

use super::cli::RunArguments;
use super::{print, request};
use crate::report::subject::Overrides;
use crate::report::{summary, table};
use crate::run::config::Config;
use crate::run::session::{Completed, Request, Session};

pub(super) const GOES_ON: &str =
    "stopped; the same command goes on where it was, --fresh begins again";

/// What the flags ask for, and the configuration where they are silent.
pub(super) fn wanted(arguments: &RunArguments, config: &Config) -> Request {
    let said = arguments.overrides.clone();
    Request {
        overrides: Overrides {
            commit: said.commit,
            branch: said.branch.or_else(|| config.branch.clone()),
            testbed: said.testbed.or_else(|| config.testbed.clone()),
        },
        profile: arguments.profile.wanted(),
        budget: arguments.budget,
        layouts: arguments.layouts,
        machine: arguments.name.clone().or_else(|| config.name.clone()),
        precautions: arguments.precautions.clone().or(config),
        ..request(&arguments.suite)
    }
}

/// The folded stacks as text, where a folder is named for them.
pub(super) fn save_profiles(arguments: &RunArguments, completed: &Completed) -> anyhow::Result<()> {
    let Some(folder) = &arguments.profile.profile_folder else {
        return Ok(());
    };
    let written = completed
        .profiled
        .write(folder)
        .with_context(|| format!("cannot write profiles into {}", folder.display()))?;
    for path in written {
        print(&format!("profile: {}\n", path.display()))?;
    }
    Ok(())
}

pub(super) fn show(session: &Session, completed: &Completed, metrics: usize) -> anyhow::Result<()> {
    if let Some(vetoed) = &completed.vetoed {
        return print(&format!(
            "vetoed: the machine was not steady, so nothing of this run counts: {}. Run it again \
             when the machine is quiet\n",
            vetoed.reason
        ));
    }
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
    for rounds in &completed.conditions.stopping.resumed_after_rounds {
        print(&format!("cut short after {rounds} rounds, and gone on\n"))?;
    }
    print(&summary::render(&completed.conditions))?;
    print(&completed.profiled.text())
}
