//! One file per subcommand: arguments in, exit code out.

pub(crate) mod list;
pub(crate) mod machine;
pub(crate) mod overhead;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod upload;
pub(crate) mod verify;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use crate::cli::{ServerArguments, SuiteArguments};
use crate::config::{self, Config, ConfigError};
use crate::measure::Collected;
use crate::server::Server;
use crate::session::{Request, Session};
use crate::subject::{self, Overrides};

/// Where suites are looked for by name when no folder is given.
const USUAL_FOLDERS: [&str; 3] = ["suites", "bench-agents/suites", "../suites"];

/// Exit code of a run in which a variant failed. One that is not available is no failure.
const SOME_FAILED: u8 = 1;

fn folders(given: &[PathBuf]) -> Vec<PathBuf> {
    if given.is_empty() {
        USUAL_FOLDERS.map(PathBuf::from).to_vec()
    } else {
        given.to_vec()
    }
}

fn session(
    arguments: &SuiteArguments,
    overrides: Overrides,
    machine: Option<String>,
) -> anyhow::Result<Session> {
    let folder = subject::find(&arguments.suite, &folders(&arguments.folders))?;
    let request = Request {
        mode: arguments.mode,
        rounds: arguments.rounds,
        seed: arguments.seed,
        only: arguments.only.clone(),
        overrides,
        machine,
    };
    Ok(Session::prepare(&folder, &request)?)
}

/// The client for the configured server.
fn server(arguments: &ServerArguments, config: &Config) -> anyhow::Result<Server> {
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
    let project = arguments
        .project
        .as_ref()
        .or(config.project.as_ref())
        .ok_or(ConfigError::Missing {
            what: "the project",
            flag: "--project",
            field: "project",
        })?;
    let file = arguments.key_file.as_ref().or(if arguments.key.is_some() {
        None
    } else {
        config.key_file.as_ref()
    });
    let key = config::key(file.map(PathBuf::as_path), arguments.key.as_deref())?;
    Ok(Server::new(base, project, key))
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

fn exit_code(collected: &Collected) -> ExitCode {
    if collected.failures() == collected.unavailable() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(SOME_FAILED)
    }
}
