//! What the command line asks for.

use std::path::PathBuf;

use thiserror::Error;

use crate::{
    data_set::{self, Spec},
    engines::Engine,
    search::DEFAULT_QUERY,
    sweep,
    units::{Parsing, UNIT_KIB, UnitEngine},
};

pub const USAGE: &str = "\
Search of JSON lines on smol, tokio, rayon and one thread.

  runtime-rust prepare DATA_SET...             make data sets, or verify those that exist
  runtime-rust sweep DATA_SET... [--again] [--rounds COUNT]
      find the best limit of smol's blocking pool, unless an earlier sweep still holds
  runtime-rust search --engine ENGINE (--data-set DATA_SET | --directory PATH) [--query TEXT]
      hand out files, as published
      engines: serial, smol, smol-mt, tokio, tokio-async, rayon
  runtime-rust units --engine ENGINE (--data-set DATA_SET | --directory PATH) [--query TEXT]
      [--parsing published|borrowed|filtered] [--unit-kib SIZE] [--pool swept]
      hand out units of about SIZE (256) KiB; filtered is the default
      engines: serial, smol, tokio, rayon
  runtime-rust --version

Data sets: quick, small, med. They and what sweeps found are kept in
$TIDEMARK_SUITE_DATA/runtime-rust or, without it, in .data.
";

/// Where the files to search are.
#[derive(Debug, PartialEq, Eq)]
pub enum Source {
    DataSet(&'static Spec),
    Directory(PathBuf),
}

/// What is handed out, by which engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handout {
    Files(Engine),
    Units {
        engine: UnitEngine,
        parsing: Parsing,
        bytes: u64,
        /// The limit of the blocking pool comes from the last sweep.
        swept: bool,
    },
}

/// One invocation, validated.
#[derive(Debug, PartialEq, Eq)]
pub enum Action {
    Help,
    Version,
    Prepare(Vec<&'static Spec>),
    Sweep {
        specs: Vec<&'static Spec>,
        /// Even if there is a choice that still holds.
        again: bool,
        rounds: usize,
    },
    Search {
        handout: Handout,
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
    #[error("unknown engine `{0}`; the engines are {1}")]
    UnknownEngine(String, String),
    #[error("unknown data set `{0}`; the data sets are quick, small and med")]
    UnknownDataSet(String),
    #[error("unknown parsing `{0}`; it is published, borrowed or filtered")]
    UnknownParsing(String),
    #[error("`{0}` is no size of a unit; give a whole number of KiB, 1 or more")]
    BadUnit(String),
    #[error("unknown pool `{0}`; it is swept, or left to BLOCKING_MAX_THREADS")]
    UnknownPool(String),
    #[error("only data sets have a swept pool; with --directory set BLOCKING_MAX_THREADS")]
    NoSweptDirectory,
    #[error("name the data sets to {0}: quick, small or med")]
    NoDataSet(&'static str),
    #[error("`{0}` is no number of rounds; an interval needs {least} or more", least = sweep::FEWEST_ROUNDS)]
    BadRounds(String),
    #[error("a search needs --engine")]
    NoEngine,
    #[error("a search needs one of --data-set and --directory")]
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
        "prepare" => specs(arguments, "prepare").map(Action::Prepare),
        "sweep" => parse_sweep(arguments),
        "search" => parse_search(arguments),
        "units" => parse_units(arguments),
        _ => Err(UsageError::UnknownArgument(command)),
    }
}

fn specs(
    names: impl Iterator<Item = String>,
    purpose: &'static str,
) -> Result<Vec<&'static Spec>, UsageError> {
    let specs: Vec<_> = names.map(spec).collect::<Result<_, _>>()?;
    if specs.is_empty() {
        Err(UsageError::NoDataSet(purpose))
    } else {
        Ok(specs)
    }
}

fn parse_sweep(mut arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let (mut names, mut again, mut rounds) = (Vec::new(), false, sweep::ROUNDS);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--again" => again = true,
            "--rounds" => rounds = parse_rounds(arguments.next())?,
            _ => names.push(argument),
        }
    }
    let specs = specs(names.into_iter(), "sweep")?;
    Ok(Action::Sweep {
        specs,
        again,
        rounds,
    })
}

fn parse_rounds(text: Option<String>) -> Result<usize, UsageError> {
    let text = text.ok_or_else(|| UsageError::MissingValue("--rounds".to_owned()))?;
    let rounds = text.parse().ok();
    rounds
        .filter(|rounds| *rounds >= sweep::FEWEST_ROUNDS)
        .ok_or(UsageError::BadRounds(text))
}

fn parse_search(arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let options = Options::read(arguments, &[])?;
    let engine = options.engine()?;
    let engine = Engine::named(engine)
        .ok_or_else(|| UsageError::UnknownEngine(engine.to_owned(), Engine::names()))?;
    options.action(Handout::Files(engine))
}

fn parse_units(arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let options = Options::read(arguments, &["--parsing", "--unit-kib", "--pool"])?;
    let engine = options.engine()?;
    let engine = UnitEngine::named(engine)
        .ok_or_else(|| UsageError::UnknownEngine(engine.to_owned(), UnitEngine::names()))?;
    let handout = Handout::Units {
        engine,
        parsing: options.parsing()?,
        bytes: options.unit_bytes()?,
        swept: options.is_swept()?,
    };
    options.action(handout)
}

/// The options of a search, the last of each name.
struct Options(Vec<(String, String)>);

/// What both kinds of search take.
const COMMON: [&str; 4] = ["--engine", "--data-set", "--directory", "--query"];

impl Options {
    fn read(
        mut arguments: impl Iterator<Item = String>,
        more: &[&str],
    ) -> Result<Self, UsageError> {
        let mut options = Vec::new();
        while let Some(name) = arguments.next() {
            if !COMMON.iter().chain(more).any(|known| *known == name) {
                return Err(UsageError::UnknownArgument(name));
            }
            let value = arguments.next();
            let value = value.ok_or_else(|| UsageError::MissingValue(name.clone()))?;
            options.push((name, value));
        }
        Ok(Self(options))
    }

    fn value(&self, name: &str) -> Option<&str> {
        let mut from_last = self.0.iter().rev();
        let (_, value) = from_last.find(|(known, _)| known == name)?;
        Some(value)
    }

    fn engine(&self) -> Result<&str, UsageError> {
        self.value("--engine").ok_or(UsageError::NoEngine)
    }

    fn parsing(&self) -> Result<Parsing, UsageError> {
        let Some(name) = self.value("--parsing") else {
            return Ok(Parsing::Filtered);
        };
        Parsing::named(name).ok_or_else(|| UsageError::UnknownParsing(name.to_owned()))
    }

    fn unit_bytes(&self) -> Result<u64, UsageError> {
        let Some(text) = self.value("--unit-kib") else {
            return Ok(UNIT_KIB * 1024);
        };
        let kib = text.parse().ok().filter(|&kib: &u64| kib > 0);
        kib.and_then(|kib| kib.checked_mul(1024))
            .ok_or_else(|| UsageError::BadUnit(text.to_owned()))
    }

    fn is_swept(&self) -> Result<bool, UsageError> {
        match self.value("--pool") {
            None => Ok(false),
            Some("swept") if self.value("--data-set").is_none() => {
                Err(UsageError::NoSweptDirectory)
            }
            Some("swept") => Ok(true),
            Some(other) => Err(UsageError::UnknownPool(other.to_owned())),
        }
    }

    fn action(&self, handout: Handout) -> Result<Action, UsageError> {
        let query = self.value("--query").unwrap_or(DEFAULT_QUERY).to_owned();
        if query.is_empty() {
            return Err(UsageError::EmptyQuery);
        }
        Ok(Action::Search {
            handout,
            source: self.source()?,
            query,
        })
    }

    fn source(&self) -> Result<Source, UsageError> {
        match (self.value("--data-set"), self.value("--directory")) {
            (Some(name), None) => spec(name.to_owned()).map(Source::DataSet),
            (None, Some(path)) => Ok(Source::Directory(path.into())),
            _ => Err(UsageError::NoSource),
        }
    }
}

fn spec(name: String) -> Result<&'static Spec, UsageError> {
    data_set::named(&name).ok_or(UsageError::UnknownDataSet(name))
}
