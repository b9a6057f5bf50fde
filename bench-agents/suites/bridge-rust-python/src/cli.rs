//! What the command line asks for.

use std::{str::FromStr, time::Duration};

use thiserror::Error;

use crate::{
    experiment::{Experiment, Load},
    strategy::Strategy,
};

pub(crate) const USAGE: &str = "\
A Rust HTTP server that calls Python handlers, and the load that measures it.

  bridge-rust-python measure --strategy STRATEGY [option value]...
  bridge-rust-python has uvloop|free-threaded [--interpreter PROGRAM]
  bridge-rust-python --version

  --handler        no-await | sleep-1ms | sleep-10ms           (sleep-1ms)
  --connections    how many at once                            (50)
  --reuse          keep-alive | new: a connection per request  (keep-alive)
  --rate           requests per second at set times            (as fast as answers come)
  --seconds        measured time                               (1)
  --workers        threads or loops of the strategy            (1; ruc-140: 140)
  --dispatch       route-hash | round-robin                    (route-hash)
  --loop           asyncio | uvloop                            (asyncio)
  --interpreter    default | free-threaded | a program         (default)
  --threads        threads that serve HTTP                     (one per core)
  --application    a Python file with ASYNC and SYNC           (python/handlers.py)

Strategies: run-1, ruc-1, ruc-140, run-1-checked, nb-serial, run, nb, nb-batch, bridge,
bridge-eager, sync, sync-attach.
";

#[derive(Debug, PartialEq)]
pub(crate) enum Action {
    Help,
    Version,
    Has { what: String, interpreter: String },
    Measure(Experiment),
}

#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum UsageError {
    #[error("nothing to do; try `bridge-rust-python --help`")]
    NoCommand,
    #[error("unknown argument `{0}`; try `bridge-rust-python --help`")]
    UnknownArgument(String),
    #[error("`{0}` needs a value")]
    MissingValue(String),
    #[error("unknown strategy `{0}`; the strategies are {names}", names = Strategy::names())]
    UnknownStrategy(String),
    #[error("measure needs --strategy; the strategies are {names}", names = Strategy::names())]
    NoStrategy,
    #[error("`{option} {value}` makes no sense; {option} is {expected}")]
    Senseless {
        option: String,
        value: String,
        expected: &'static str,
    },
    #[error("say what to look for: uvloop or free-threaded")]
    NothingToHave,
}

/// Reads the arguments that follow the program's name.
pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let command = arguments.next().ok_or(UsageError::NoCommand)?;
    match command.as_str() {
        "--help" | "-h" => Ok(Action::Help),
        "--version" | "-V" => Ok(Action::Version),
        "has" => parse_has(arguments),
        "measure" => parse_measure(arguments),
        _ => Err(UsageError::UnknownArgument(command)),
    }
}

fn parse_has(mut arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let what = arguments.next().ok_or(UsageError::NothingToHave)?;
    let options = Options::read(arguments, &["--interpreter"])?;
    Ok(Action::Has {
        what,
        interpreter: options.text("--interpreter", "default"),
    })
}

const OPTIONS: [&str; 12] = [
    "--strategy",
    "--handler",
    "--connections",
    "--reuse",
    "--rate",
    "--seconds",
    "--workers",
    "--dispatch",
    "--loop",
    "--interpreter",
    "--threads",
    "--application",
];

fn parse_measure(arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let options = Options::read(arguments, &OPTIONS)?;
    let name = options.get("--strategy").ok_or(UsageError::NoStrategy)?;
    let strategy =
        Strategy::named(name).ok_or_else(|| UsageError::UnknownStrategy(name.to_owned()))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Action::Measure(Experiment {
        strategy,
        workers: options.positive("--workers", strategy.workers)?,
        dispatch: options.one_of("--dispatch", &["route-hash", "round-robin"])?,
        event_loop: options.one_of("--loop", &["asyncio", "uvloop"])?,
        interpreter: options.text("--interpreter", "default"),
        application: options.text("--application", "python/handlers.py"),
        handler: options.text("--handler", "sleep-1ms"),
        threads: options.positive("--threads", cores)?,
        load: load(&options)?,
    }))
}

fn load(options: &Options) -> Result<Load, UsageError> {
    let rate = options
        .get("--rate")
        .map(|_| options.number("--rate", 0.0))
        .transpose()?;
    Ok(Load {
        connections: options.positive("--connections", 50)?,
        reuse: options.one_of("--reuse", &["keep-alive", "new"])? == "keep-alive",
        rate,
        duration: Duration::from_secs_f64(options.number("--seconds", 1.0)?),
    })
}

/// Options with their values; the last one of a name counts.
struct Options(Vec<(String, String)>);

impl Options {
    fn read(
        mut arguments: impl Iterator<Item = String>,
        known: &[&str],
    ) -> Result<Self, UsageError> {
        let mut pairs = Vec::new();
        while let Some(option) = arguments.next() {
            if !known.contains(&option.as_str()) {
                return Err(UsageError::UnknownArgument(option));
            }
            let Some(value) = arguments.next() else {
                return Err(UsageError::MissingValue(option));
            };
            pairs.push((option, value));
        }
        Ok(Self(pairs))
    }

    fn get(&self, option: &str) -> Option<&str> {
        let mut found = self.0.iter().rev().filter(|(name, _)| name == option);
        found.next().map(|(_, value)| value.as_str())
    }

    fn text(&self, option: &str, default: &str) -> String {
        self.get(option).unwrap_or(default).to_owned()
    }

    /// The first of `names` where nothing is said.
    fn one_of(&self, option: &str, names: &[&'static str]) -> Result<String, UsageError> {
        let value = self.text(option, names[0]);
        if names.contains(&value.as_str()) {
            return Ok(value);
        }
        let expected = match option {
            "--dispatch" => "route-hash or round-robin",
            "--loop" => "asyncio or uvloop",
            _ => "keep-alive or new",
        };
        Err(UsageError::Senseless {
            option: option.to_owned(),
            value,
            expected,
        })
    }

    fn positive(&self, option: &str, default: usize) -> Result<usize, UsageError> {
        self.parsed(
            option,
            default,
            |number| (1..=10_000).contains(number),
            "from 1 to 10000",
        )
    }

    fn number(&self, option: &str, default: f64) -> Result<f64, UsageError> {
        let sensible = |number: &f64| *number > 0.0 && *number <= 1e6;
        self.parsed(
            option,
            default,
            sensible,
            "a number above 0, up to a million",
        )
    }

    fn parsed<T: FromStr>(
        &self,
        option: &str,
        default: T,
        sensible: impl Fn(&T) -> bool,
        expected: &'static str,
    ) -> Result<T, UsageError> {
        let Some(text) = self.get(option) else {
            return Ok(default);
        };
        let number = text.parse().ok().filter(sensible);
        let (option, value) = (option.to_owned(), text.to_owned());
        number.ok_or(UsageError::Senseless {
            option,
            value,
            expected,
        })
    }
}

#[cfg(test)]
mod tests {
    use toml::{Table, Value};

    use super::{Action, parse};
    use crate::{finding, strategy};

    fn manifest() -> Table {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/suite.toml");
        std::fs::read_to_string(path).unwrap().parse().unwrap()
    }

    fn text(value: &Value) -> String {
        match value {
            Value::String(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            other => panic!("no parameter: {other:?}"),
        }
    }

    /// The benchmark's command with one value of `parameter` and the first of the others.
    fn command(benchmark: &Table, parameter: &str, value: &Value) -> Vec<String> {
        let mut words: Vec<String> = benchmark["command"]
            .as_array()
            .unwrap()
            .iter()
            .map(text)
            .collect();
        for (name, values) in benchmark["parameters"].as_table().unwrap() {
            let chosen = if name == parameter { value } else { &values[0] };
            for word in &mut words {
                *word = word.replace(&format!("{{{name}}}"), &text(chosen));
            }
        }
        words.split_off(1)
    }

    #[test]
    fn every_command_of_the_manifest_is_one_the_program_takes() {
        for benchmark in manifest()["benchmark"].as_array().unwrap() {
            let benchmark = benchmark.as_table().unwrap();
            for (name, values) in benchmark["parameters"].as_table().unwrap() {
                for value in values.as_array().unwrap() {
                    let words = command(benchmark, name, value);
                    let action = parse(words.clone().into_iter());
                    assert!(
                        matches!(action, Ok(Action::Measure(_))),
                        "{words:?}: {action:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_strategy_is_measured_and_the_ladder_begins_with_the_published_baseline() {
        let manifest = manifest();
        let benchmarks = manifest["benchmark"].as_array().unwrap();
        let measured: Vec<String> = benchmarks
            .iter()
            .filter_map(|benchmark| benchmark["parameters"].get("strategy"))
            .flat_map(|names| names.as_array().unwrap().iter().map(text))
            .collect();
        for each in strategy::ALL {
            assert!(
                measured.iter().any(|name| name == each.name),
                "{}",
                each.name
            );
        }
        assert_eq!(
            measured[..5],
            ["run-1", "run-1-checked", "ruc-1", "ruc-140", "nb-serial"]
        );
    }

    #[test]
    fn the_law_of_little_counts_requests_inside_the_handler() {
        assert!((finding::handlers_at_once(640.0, 0.0011) - 0.704).abs() < 1e-9);
    }
}
