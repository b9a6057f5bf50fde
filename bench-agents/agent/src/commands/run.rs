//! `run`: measure suites, show the results, keep the reports or send them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::cli::RunArguments;
use super::completed::{GOES_ON, save_profiles, show, wanted};
use super::{VETOED, exit_code, has_failed, print, suites};
use crate::base::files::write_whole;
use crate::base::progress::{Progress, SharedStatus};
use crate::process::Stop;
use crate::report::ci;
use crate::run::config::Config;
use crate::run::journals::Journals;
use crate::run::queue;
use crate::run::run_lock::RunLock;
use crate::run::session::{Completed, Session, SessionError, Vetoed};

const DEFAULT_REPORT: &str = "report.json";

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
            Ok(ExitCode::from(crate::base::STOPPED))
        }
        other => other,
    }
}

/// One suite, whose report is one file.
fn single(arguments: &RunArguments) -> anyhow::Result<ExitCode> {
    let folder = &suites(&arguments.suite, &Config::default())?[0];
    let stop = Stop::on_signals()?;
    let mut progress = Progress::new(SharedStatus::default());
    // The machine has one name, whether its service or a person runs a suite.
    let config = arguments.server.configuration()?.0;
    let mut session = Session::prepare(folder, &wanted(arguments, &config))?;
    let output = arguments.output.clone();
    let output = output.unwrap_or_else(|| PathBuf::from(DEFAULT_REPORT));
    can_be_written(&output)?;
    let _lock = RunLock::of_machine()
        .acquire(&session.shown(), &stop, |sentence| progress.say(sentence))
        .map_err(SessionError::Stopped)?;
    let journals = Journals::of_user().context("cannot write the journal")?;
    let mut opened = journals
        .open(&mut session, arguments.queue.fresh)
        .context("cannot write the journal")?;
    for sentence in &opened.said {
        progress.say(sentence);
    }
    let trigger = arguments.trigger.unwrap_or_else(ci::trigger);
    let completed = session.run(trigger, &stop, &mut progress, &mut opened.journal)?;
    show(&session, &completed, arguments.metrics)?;
    save_profiles(arguments, &completed)?;
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
    write_whole(&aside, &vetoed.document)
        .with_context(|| format!("cannot write {}", aside.display()))?;
    Ok(aside)
}

fn write(path: &Path, completed: &Completed) -> anyhow::Result<()> {
    let document = serde_json::to_vec_pretty(&completed.report)?;
    write_whole(path, &document)
        .with_context(|| format!("cannot write the report {}", path.display()))?;
    print(&format!("report: {}\n", path.display()))
}
