//! `wrap`: time commands, show the results, write or send them.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;

use super::{SOME_FAILED, named_server, print, upload};
use crate::base::clock::Watch;
use crate::base::files::write_whole;
use crate::base::progress::{Progress, SharedStatus};
use crate::process::{Invocation, Output, Stop};
use crate::report::Report;
use crate::report::subject::{Overrides, Place};
use crate::run::config::Config;
use crate::run::run_lock::RunLock;
use crate::statistics::{Estimate, Shuffler};
use crate::wrap::{self, Contestant, Facts, Limits, Measured, WrapArguments, WrapError};

/// How often the report is sent before it is given up.
const ATTEMPTS: usize = 5;

pub(crate) fn execute(arguments: &WrapArguments) -> anyhow::Result<ExitCode> {
    let mut contestants = wrap::contestants(arguments)?;
    // What is wrong with the server's address or key is said before an hour of measuring.
    let config = if arguments.upload {
        arguments.server.configuration()?.0
    } else {
        Config::default()
    };
    let server = arguments
        .upload
        .then(|| named_server(&arguments.server, &config))
        .transpose()?;
    let place = place(arguments, &contestants, &config)?;
    let stop = Stop::on_signals()?;
    let Ok(_lock) =
        RunLock::of_machine().acquire("wrap", &stop, |sentence| eprintln!("{sentence}"))
    else {
        return Ok(ExitCode::from(crate::base::STOPPED));
    };
    let seed = arguments.seed.unwrap_or_else(Shuffler::fresh_seed);
    let watch = Watch::start();
    let started_at = watch.now();
    let timed = contestants.len();
    contestants.extend(shell_alone(arguments));
    let mut measured = match measure(arguments, &mut contestants, seed, &stop) {
        Err(WrapError::Stopped) => return Ok(ExitCode::from(crate::base::STOPPED)),
        Err(error @ (WrapError::Failed { .. } | WrapError::Step { .. })) => {
            eprintln!("error: {error}");
            return Ok(ExitCode::from(SOME_FAILED));
        }
        other => other?,
    };
    let shell = measured.split_off(timed);
    contestants.truncate(timed);
    show(arguments, &contestants, &measured, shell.first())?;
    export(arguments, &contestants, &measured)?;
    let Some(place) = place else {
        return Ok(ExitCode::SUCCESS);
    };
    let facts = Facts {
        suite: &arguments.suite,
        seed,
        warmup: arguments.warmup,
        watch,
        started_at,
        place,
    };
    let report = wrap::report(&contestants, &measured, facts)?;
    let document = serde_json::to_vec_pretty(&report)?;
    if let Some(path) = &arguments.report {
        write(path, &document)?;
    }
    if let Some(server) = server {
        let first_retry = Duration::from_millis(arguments.server.first_retry_ms);
        upload::send(
            &server,
            &named(&report),
            &document,
            ATTEMPTS,
            first_retry,
            &stop,
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(
    arguments: &WrapArguments,
    contestants: &mut [Contestant],
    seed: u64,
    stop: &Stop,
) -> Result<Vec<Measured>, WrapError> {
    let limits = Limits {
        warmup: arguments.warmup,
        runs: arguments.runs,
        least: arguments
            .min_runs
            .min(arguments.max_runs.unwrap_or(usize::MAX)),
        most: arguments.max_runs,
        ignores_failure: arguments.ignore_failure,
    };
    let mut progress = (!arguments.quiet).then(|| Progress::new(SharedStatus::default()));
    let count = contestants.len();
    if let (Some(progress), Some(runs)) = (&mut progress, arguments.runs) {
        progress.measuring(runs * count);
    }
    let result = wrap::measure(contestants, limits, seed, stop, |rounds| {
        if let (Some(progress), Some(_)) = (&mut progress, arguments.runs) {
            (0..count).for_each(|_| progress.sample_done(rounds - 1, true));
        }
    });
    if let Some(progress) = &mut progress {
        progress.finished();
    }
    result
}

/// The shell that does nothing: what its start alone takes, in the same rounds.
fn shell_alone(arguments: &WrapArguments) -> Option<Contestant> {
    let shell = arguments.shell.as_ref()?;
    let words = [shell.clone(), "-c".to_owned(), ":".to_owned()];
    let mut invocation = Invocation::new(&words, Path::new("."));
    invocation.output = Output::Dropped;
    Some(Contestant::alone(invocation))
}

fn show(
    arguments: &WrapArguments,
    contestants: &[Contestant],
    measured: &[Measured],
    shell: Option<&Measured>,
) -> anyhow::Result<()> {
    if arguments.quiet {
        return Ok(());
    }
    let shell: Option<Estimate> = shell.and_then(Measured::estimate);
    print(&wrap::text(contestants, measured, arguments.against, shell))
}

fn export(
    arguments: &WrapArguments,
    contestants: &[Contestant],
    measured: &[Measured],
) -> anyhow::Result<()> {
    if let Some(path) = &arguments.export_json {
        let document = wrap::json(contestants, measured);
        write(path, format!("{document:#}\n").as_bytes())?;
    }
    if let Some(path) = &arguments.export_markdown {
        let table = wrap::markdown(contestants, measured, arguments.against);
        write(path, table.as_bytes())?;
    }
    Ok(())
}

fn write(path: &Path, document: &[u8]) -> anyhow::Result<()> {
    // What stands for an open file, or a pipe, cannot be replaced by a finished file.
    let written = if path.starts_with("/dev") || (path.exists() && !path.is_file()) {
        std::fs::write(path, document)
    } else {
        write_whole(path, document)
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Where the results belong, if they are kept.
fn place(
    arguments: &WrapArguments,
    contestants: &[Contestant],
    config: &Config,
) -> anyhow::Result<Option<Place>> {
    if arguments.report.is_none() && !arguments.upload {
        return Ok(None);
    }
    let said = arguments.overrides.clone();
    let overrides = Overrides {
        commit: said.commit,
        branch: said.branch.or_else(|| config.branch.clone()),
        testbed: said.testbed.or_else(|| config.testbed.clone()),
    };
    let machine = config.name.as_deref();
    let place = wrap::place(contestants, &arguments.suite, &overrides, machine)?;
    Ok(Some(place))
}

fn named(report: &Report) -> String {
    format!("the report of {}", report.suite.name)
}
