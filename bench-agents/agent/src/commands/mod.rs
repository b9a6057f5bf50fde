//! One file per subcommand: arguments in, exit code out.
//! Begin with `cli`, which declares them all.

pub(crate) mod cli;
mod completed;
pub(crate) mod enrol;
pub(crate) mod fold;
pub(crate) mod goals;
pub(crate) mod key;
pub(crate) mod list;
pub(crate) mod machine;
pub(crate) mod noise;
pub(crate) mod overhead;
pub(crate) mod profile_table;
pub(crate) mod repeat;
pub(crate) mod restore;
pub(crate) mod run;
mod run_queue;
pub(crate) mod serve;
pub(crate) mod tune;
pub(crate) mod update;
pub(crate) mod upload;
pub(crate) mod verify;
pub(crate) mod wrap;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use crate::commands::cli::SuiteArguments;
use crate::delivery::server::Server;
use crate::machine::host_name;
use crate::report::subject;
use crate::results::Collected;
use crate::run::ServerArguments;
use crate::run::config::{self, Config, ConfigError};
use crate::run::session::{Request, Session};
use crate::suite::Manifest;

/// Where suites are looked for by name when no folder is given.
const USUAL_FOLDERS: [&str; 3] = ["suites", "bench-agents/suites", "../suites"];

/// Exit code of a run in which a variant failed. One that is not available is no failure.
const SOME_FAILED: u8 = 1;
/// Exit code if something that was asked for could not be done at all, as for every error.
const NOT_DONE: u8 = 2;
/// Exit code of a run that the control benchmark vetoed.
const VETOED: u8 = 3;

fn folders(given: &[PathBuf], configured: &Config) -> Vec<PathBuf> {
    let configured = configured.suites.list();
    match (given.is_empty(), configured.is_empty()) {
        (false, _) => given.to_vec(),
        (true, false) => configured,
        (true, true) => USUAL_FOLDERS.map(PathBuf::from).to_vec(),
    }
}

/// The folders of the suites that were asked for.
fn suites(arguments: &SuiteArguments, config: &Config) -> anyhow::Result<Vec<PathBuf>> {
    let folders = folders(&arguments.folders, config);
    if arguments.all {
        let mut all = subject::all(&folders)?;
        // Which release would be meant?
        all.retain(|folder| Manifest::read(folder).map_or(true, |read| read.releases.is_none()));
        return Ok(all);
    }
    let named = arguments.suites.iter();
    let found = named.map(|suite| subject::find(suite, &folders));
    Ok(found.collect::<Result<_, _>>()?)
}

fn request(arguments: &SuiteArguments) -> Request {
    Request {
        mode: arguments.mode(),
        rounds: arguments.rounds,
        seed: arguments.seed,
        only: arguments.only.clone(),
        ..Request::default()
    }
}

/// A session per suite, for commands that show suites one after the other.
fn sessions(arguments: &SuiteArguments) -> anyhow::Result<Vec<Session>> {
    let folders = suites(arguments, &Config::default())?;
    let mut request = request(arguments);
    // Nothing is reported: it does not matter whether anybody knows the branch.
    request.overrides.branch = Some(String::new());
    let sessions = folders
        .iter()
        .map(|folder| Session::prepare(folder, &request));
    Ok(sessions.collect::<Result<_, _>>()?)
}

/// The client for the configured server.
fn server(arguments: &ServerArguments, config: &Config) -> anyhow::Result<Server> {
    // The project and key of a server that runs here are not those of another one. A file that is
    // named is meant, whatever flags say beside it.
    let address = |server: &Option<String>| {
        server
            .as_deref()
            .map(|url| url.trim_end_matches('/').to_owned())
    };
    let is_other =
        arguments.server.is_some() && address(&arguments.server) != address(&config.server);
    let other = is_other && arguments.config.is_none();
    let nothing = Config::default();
    let config = if other { &nothing } else { config };
    let base =
        arguments
            .server
            .as_ref()
            .or(config.server.as_ref())
            .ok_or(ConfigError::Missing {
                what: "the server",
                flag: "--server",
                field: "server",
            })?;
    let file = arguments.key_file.as_ref().or(if arguments.key.is_some() {
        None
    } else {
        config.key_file.as_ref()
    });
    let key = config::key(file.map(PathBuf::as_path), arguments.key.as_deref())?;
    let project = arguments.project.as_ref().or(config.project.as_ref());
    let project = match project {
        Some(named) => named.clone(),
        None => only_project(&Server::new(base, "", key.clone()))?,
    };
    let server = Server::new(base, &project, key);
    let name = config.name.clone().unwrap_or_else(host_name);
    Ok(match &config.spool {
        Some(spool) => server.signed_by(spool, &name),
        None => server,
    })
}

/// The same for a person, who reads where the reports go before they do.
fn named_server(arguments: &ServerArguments, config: &Config) -> anyhow::Result<Server> {
    let server = server(arguments, config)?;
    // Before anything is measured; where nothing answers, reports wait in the spool.
    if let Some(reason) = server.unknown_project() {
        anyhow::bail!("{}: {reason}", server.address());
    }
    eprintln!("project {} at {}", server.project(), server.address());
    Ok(server)
}

/// The project that the key opens, where it is one; several need a name.
fn only_project(server: &Server) -> anyhow::Result<String> {
    let found = server.projects().context("--project is not given")?;
    match &found[..] {
        [only] => Ok(only.clone()),
        [] => anyhow::bail!("the key opens no project of {}", server.address()),
        several => anyhow::bail!(
            "the key opens {} projects ({}): name one with --project or TIDEMARK_PROJECT",
            several.len(),
            several.join(", ")
        ),
    }
}

/// Prints to standard output; a reader that has gone away is no error.
fn print(text: &str) -> anyhow::Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot print")
        }
        _ => Ok(()),
    }
}

fn exit_code(has_failed: bool) -> ExitCode {
    if has_failed {
        ExitCode::from(SOME_FAILED)
    } else {
        ExitCode::SUCCESS
    }
}

/// True if a variant that this machine can run gave no result.
fn has_failed(collected: &Collected) -> bool {
    collected.failures() > collected.unavailable()
}
