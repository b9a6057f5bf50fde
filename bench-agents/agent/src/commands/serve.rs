//! `serve`: settings from file and flags, then the service.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::cli::ServeArguments;
use super::{folders, server};
use crate::delivery::holding::Holding;
use crate::delivery::spool::Spool;
use crate::machine;
use crate::process::Stop;
use crate::report::subject::Overrides;
use crate::run::config::{Config, ConfigError, Profiling, Scheduled};
use crate::serve::{Clerk, Quarantine, Schedule, Service, Updater, Vetoes};

pub(crate) fn execute(arguments: ServeArguments) -> anyhow::Result<ExitCode> {
    let config = Config::read(arguments.server.config.as_deref())?;
    let stop = Stop::on_signals()?;
    let spool = spool_folder(&arguments, &config)?;
    let mut precautions = arguments.precautions.clone().or(&config);
    // A service's machine remembers its controls where the service keeps everything.
    precautions.controls.get_or_insert_with(|| spool.clone());
    let confinement = &mut precautions.confinement;
    confinement.hide(&spool);
    arguments
        .server
        .key_file
        .iter()
        .for_each(|file| confinement.hide(file));
    let address = arguments
        .server
        .server
        .as_deref()
        .or(config.server.as_deref());
    config.jobs.check(confinement.is_on(), address)?;
    // Better told now than when the first job comes.
    drop(confinement.group([].into_iter(), None)?);
    let name = arguments.name.clone().or_else(|| config.name.clone());
    let name = name.unwrap_or_else(machine::host_name);
    let server = server(&arguments.server, &config)?.signed_by(&spool, &name);
    let first_retry = Duration::from_millis(arguments.server.first_retry_ms);
    let opened = Spool::open(&spool)?;
    let confinement = precautions.confinement.clone();
    let jobs = &config.jobs;
    let holding = Holding::default();
    let clerk = Clerk::new(
        server.clone(),
        &name,
        jobs,
        confinement,
        &spool,
        (first_retry, holding.clone()),
    )?;
    let testbed = arguments.overrides.testbed.clone();
    let testbed = testbed.or_else(|| config.testbed.clone());
    let updater = Updater::new(&config.update, &server, &name, testbed.as_deref())?;
    let service = Service {
        updater,
        server,
        clerk,
        spool: opened,
        suites: folders(&arguments.folders, &config),
        schedule: Schedule::new(runs(&arguments, &config), Instant::now()),
        vetoes: Vetoes::new(config.control.pause),
        precautions,
        first_retry,
        name,
        overrides: Overrides {
            commit: arguments.overrides.commit,
            branch: arguments.overrides.branch.or(config.branch),
            testbed,
        },
        stop,
        is_settled: Arc::default(),
        takes_pauses: Arc::default(),
        takes_schedules: Arc::default(),
        holding,
        quarantine: Quarantine::default(),
    };
    service.run()?;
    Ok(ExitCode::SUCCESS)
}

fn spool_folder(arguments: &ServeArguments, config: &Config) -> Result<PathBuf, ConfigError> {
    let missing = ConfigError::Missing {
        what: "the spool",
        flag: "--spool",
        field: "spool",
    };
    arguments
        .spool
        .clone()
        .or_else(|| config.spool.clone())
        .ok_or(missing)
}

fn runs(arguments: &ServeArguments, config: &Config) -> Vec<Scheduled> {
    let named = arguments.runs.iter().map(|suite| Scheduled {
        suite: suite.clone(),
        mode: arguments.mode,
        every: arguments.every,
        on_start: arguments.on_start || arguments.every.is_none(),
        pin: None,
        after: None,
        layouts: false,
        budget: None,
        profile: Profiling::default(),
    });
    config.runs.iter().cloned().chain(named).collect()
}
