//! What the command line asks for.

use std::path::PathBuf;

use thiserror::Error;

use crate::{
    data_set::{self, Spec},
    engines::Engine,
    search::DEFAULT_QUERY,
};

pub const USAGE: &str = "\
Search of JSON lines on smol, tokio, rayon and one thread.

  runtime-rust prepare DATA_SET...             make data sets, or verify those that exist
  runtime-rust search --engine ENGINE --data-set DATA_SET [--query TEXT]
  runtime-rust search --engine ENGINE --directory PATH [--query TEXT]
  runtime-rust --version

Engines: serial, smol, smol-mt, tokio, tokio-async, rayon. Data sets: quick, small, med.
Data sets are kept in $TIDEMARK_SUITE_DATA/runtime-rust or, without it, in .data.
";

/// Where the files to search are.
#[derive(Debug, PartialEq, Eq)]
pub enum Source {
    DataSet(&'static Spec),
    Directory(PathBuf),
}

/// One invocation, validated.
#[derive(Debug, PartialEq, Eq)]
pub enum Action {
    Help,
    Version,
    Prepare(Vec<&'static Spec>),
    Search {
        engine: Engine,
        source: Source,
        query: String,
    },
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum UsageError {
    #[error("nothing to do; try `runtime-rust --help`")]
    NoCommand,
    #[error("unknown argument `{0}`; try `runtime-rust --help`")]
    UnknownArgument(String),
    #[error("`{0}` needs a value")]
    MissingValue(String),
    #[error("unknown engine `{0}`; the engines are {names}", names = Engine::names())]
    UnknownEngine(String),
    #[error("unknown data set `{0}`; the data sets are quick, small and med")]
    UnknownDataSet(String),
    #[error("name the data sets to prepare: quick, small or med")]
    NothingToPrepare,
    #[error("search needs --engine")]
    NoEngine,
    #[error("search needs one of --data-set and --directory")]
    NoSource,
    #[error("the query is empty; every line would be a hit")]
    EmptyQuery,
}

/// Reads the arguments that follow the program's name.
pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let command = arguments.next().ok_or(UsageError::NoCommand)?;
    match command.as_str() {
        "--help" | "-h" => Ok(Action::Help),
        "--version" | "-V" => Ok(Action::Version),
        "prepare" => parse_prepare(arguments),
        "search" => parse_search(arguments),
        _ => Err(UsageError::UnknownArgument(command)),
    }
}

fn parse_prepare(names: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let specs: Vec<_> = names.map(spec).collect::<Result<_, _>>()?;
    if specs.is_empty() {
        Err(UsageError::NothingToPrepare)
    } else {
        Ok(Action::Prepare(specs))
    }
}

fn parse_search(mut arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let (mut engine, mut source, mut query) = (None, None, DEFAULT_QUERY.to_owned());
    while let Some(option) = arguments.next() {
        let mut value = || {
            arguments
                .next()
                .ok_or_else(|| UsageError::MissingValue(option.clone()))
        };
        match option.as_str() {
            "--engine" => engine = Some(parse_engine(value()?)?),
            "--data-set" => source = Some(Source::DataSet(spec(value()?)?)),
            "--directory" => source = Some(Source::Directory(value()?.into())),
            "--query" => query = value()?,
            _ => return Err(UsageError::UnknownArgument(option)),
        }
    }
    if query.is_empty() {
        return Err(UsageError::EmptyQuery);
    }
    let engine = engine.ok_or(UsageError::NoEngine)?;
    let source = source.ok_or(UsageError::NoSource)?;
    Ok(Action::Search {
        engine,
        source,
        query,
    })
}

fn parse_engine(name: String) -> Result<Engine, UsageError> {
    Engine::named(&name).ok_or(UsageError::UnknownEngine(name))
}

fn spec(name: String) -> Result<&'static Spec, UsageError> {
    data_set::named(&name).ok_or(UsageError::UnknownDataSet(name))
}
