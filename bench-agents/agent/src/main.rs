//! `tidemark-agent`: measures suites on this machine and brings the results to a Tidemark server.

mod base;
mod commands;
mod delivery;
mod machine;
mod measure;
mod process;
mod profile;
mod report;
mod results;
mod run;
mod serve;
mod statistics;
mod suite;
mod wrap;

use std::ffi::OsStr;
use std::process::ExitCode;

use clap::Parser;

use base::{STOPPED, error_chain};
use commands::cli::{Cli, Command};
use process::sandbox;
use run::queue;

fn main() -> ExitCode {
    // Started before every measurement: they do not wait for the command line's parser.
    let mut words = std::env::args_os().skip(1);
    if words
        .next()
        .is_some_and(|word| help(&word, words.next().as_deref()))
    {
        return ExitCode::SUCCESS;
    }
    let cli = Cli::parse();
    if let Some(root) = cli.sysfs_root {
        machine::Root::give(root);
    }
    if cli.command.minds_tuning() {
        commands::restore::recover();
    }
    match dispatch(cli.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {}", error_chain::with_causes(&error));
            if queue::is_stop(&error) {
                ExitCode::from(STOPPED)
            } else {
                ExitCode::from(2)
            }
        }
    }
}

/// The life of a small process beside the agent, if the first word asks for one.
fn help(word: &OsStr, mark: Option<&OsStr>) -> bool {
    match word.to_str() {
        Some(process::GUARD_COMMAND) => {
            process::guard(mark.and_then(OsStr::to_str));
        }
        Some(sandbox::MAKER_COMMAND) => sandbox::make(),
        Some(sandbox::FIRST_COMMAND) => sandbox::first(),
        _ => return false,
    }
    true
}

fn dispatch(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Machine(arguments) => commands::machine::execute(&arguments),
        Command::List(arguments) => commands::list::execute(&arguments),
        Command::Verify(arguments) => commands::verify::execute(&arguments),
        Command::Run(arguments) => commands::run::execute(&arguments),
        Command::Goals(arguments) => commands::goals::execute(&arguments.report),
        Command::Wrap(arguments) => commands::wrap::execute(&arguments),
        Command::Upload(arguments) => commands::upload::execute(&arguments),
        Command::Enrol(arguments) => commands::enrol::execute(&arguments),
        Command::Serve(arguments) => commands::serve::execute(arguments),
        Command::Key(arguments) => commands::key::execute(&arguments),
        Command::Overhead(arguments) => commands::overhead::execute(&arguments),
        Command::Tune(arguments) => commands::tune::execute(&arguments),
        Command::Update(arguments) => commands::update::execute(&arguments),
        Command::Restore => commands::restore::execute(),
        Command::Noise(arguments) => commands::noise::execute(&arguments),
        Command::Control(arguments) => commands::noise::work(&arguments),
        Command::TuningGuard => {
            machine::tuning::guard(&machine::Root::of_this_machine())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::ProfileTable(arguments) => commands::profile_table::execute(&arguments),
        Command::Repeat(arguments) => commands::repeat::execute(&arguments),
        Command::Fold(arguments) => commands::fold::execute(&arguments),
    }
}
