//! `run`: measure suites, show the results, keep the reports or send them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::{VETOED, exit_code, has_failed, print, request, suites};
use crate::cli::RunArguments;
use crate::config::Config;
use crate::journals::Journals;
use crate::process::Stop;
use crate::progress::{Progress, SharedStatus};
use crate::queue;
use crate::session::{Completed, Request, Session, SessionError, Vetoed};
use crate::spool;
use crate::subject::Overrides;
use crate::summary;
use crate::table;
use crate::turn::Turnstile;

const DEFAULT_REPORT: &str = "report.json";
pub(super) const GOES_ON: &str =
    "stopped; the same command goes on where it was, --fresh begins anew";

pub(crate) fn execute(arguments: &RunArguments) -> anyhow::Result<ExitCode> {
    if arguments.suite.is_queue() || arguments.queue.wants_spool() {
        if arguments.output.is_some() {
            anyhow::bail!("--output names one file; give --output-folder for several suites");
        }
        return super::run_queue::execute(arguments);
    }
    match single(arguments) {
        Err(error) if queue::is_stop(&error) => {
            eprintln!("{GOES_ON}");
            Ok(ExitCode::from(crate::STOPPED))
        }
        other => other,
    }
}

/// One suite, whose report is one file.
fn single(arguments: &RunArguments) -> anyhow::Result<ExitCode> {
    let folder = &suites(&arguments.suite, &Config::default())?[0];
    let stop = Stop::on_signals()?;
    let mut progress = Progress::new(SharedStatus::default());
    let mut session = Session::prepare(folder, &wanted(arguments, &Config::default()))?;
    let output = arguments.output.clone();
    let output = output.unwrap_or_else(|| PathBuf::from(DEFAULT_REPORT));
    can_be_written(&output)?;
    let _turn = Turnstile::of_machine()
        .pass(&session.shown(), &stop, |sentence| progress.say(sentence))
        .map_err(SessionError::Stopped)?;
    let journals = Journals::of_user().context("cannot write the journal")?;
    let mut opened = journals
        .open(&mut session, arguments.queue.fresh)
        .context("cannot write the journal")?;
    for sentence in &opened.said {
        progress.say(sentence);
    }
    let completed = session.run(arguments.trigger, &stop, &mut progress, &mut opened.journal)?;
    show(&session, &completed, arguments.metrics)?;
    keep_profiles(arguments, &completed)?;
    write(&output, &completed)?;
    journals.remove(&session)?;
    journals.tidy();
    if let Some(vetoed) = &completed.vetoed {
        let aside = set_aside(vetoed, &output)?;
        eprintln!("the samples are kept in {}", aside.display());
        return Ok(ExitCode::from(VETOED));
    }
    Ok(exit_code(has_failed(&completed.collected)))
}

/// A folder that is not there is better told before measuring than after.
fn can_be_written(output: &Path) -> anyhow::Result<()> {
    let folder = output
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    std::fs::read_dir(folder.unwrap_or(Path::new(".")))
        .with_context(|| format!("cannot write the report {}", output.display()))?;
    Ok(())
}

/// The samples of a vetoed run are no measurements, but they are not lost: beside the report.
pub(super) fn set_aside(vetoed: &Vetoed, report: &Path) -> anyhow::Result<PathBuf> {
    let aside = report.with_extension("vetoed.json");
    spool::write_whole(&aside, &vetoed.document)
        .with_context(|| format!("cannot write {}", aside.display()))?;
    Ok(aside)
}

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
        machine: arguments.name.clone().or_else(|| config.name.clone()),
        precautions: arguments.precautions.clone().or(config),
        ..request(&arguments.suite)
    }
}

/// The folded stacks as text, where a folder is named for them.
pub(super) fn keep_profiles(arguments: &RunArguments, completed: &Completed) -> anyhow::Result<()> {
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

fn write(path: &Path, completed: &Completed) -> anyhow::Result<()> {
    let document = serde_json::to_vec_pretty(&completed.report)?;
    spool::write_whole(path, &document)
        .with_context(|| format!("cannot write the report {}", path.display()))?;
    print(&format!("report: {}\n", path.display()))
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
