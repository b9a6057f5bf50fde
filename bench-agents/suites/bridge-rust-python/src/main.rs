//! Puts one strategy under load and prints what came of it as one JSON line.

mod cli;
mod experiment;
mod finding;
mod interpreter;
mod load;
mod outcome;
mod receipt;
mod server;
mod strategy;

use std::process::ExitCode;

use anyhow::Result;

use crate::{
    cli::Action, experiment::Experiment, interpreter::Interpreter, load::Generator,
    outcome::Outcome, server::Server,
};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bridge-rust-python: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    match cli::parse(std::env::args().skip(1))? {
        Action::Help => print!("{}", cli::USAGE),
        Action::Version => println!("{}", receipt::text()?),
        Action::Has { what, interpreter } => interpreter::require(&what, &interpreter)?,
        Action::Measure(experiment) => println!("{}", measure(&experiment)?),
    }
    Ok(())
}

fn measure(experiment: &Experiment) -> Result<Outcome> {
    let python = Interpreter::find(&experiment.interpreter)?;
    let server = Server::start(&python, experiment)?;
    let generator = Generator::new(server.port(), &experiment.handler, &experiment.load);
    let measured = generator.run(|| server.cpu_time())?;
    let alone = server.handler_alone();
    server.stop()?;
    Ok(Outcome::new(experiment, &measured, alone))
}
