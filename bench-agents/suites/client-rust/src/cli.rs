//! What the command line asks for.

use std::{collections::BTreeMap, fmt::Display, str::FromStr};

use thiserror::Error;

use crate::plan::{Mode, Plan, Reuse};

pub const USAGE: &str = "\
Sends orders to the server that ORDERS_ADDRESS names, on tokio and hyper.

  --mode closed        or open: with --rate R, orders per second
  --connections 10     the most orders in flight
  --orders 5000        how many are measured
  --reuse new          or keep-alive
  --warmup 100         orders before, unmeasured
  --seed 1             of the quantities
  --threads 2          threads that run tasks
  --version

The README of the order server has the contract that this client keeps.
";

const OPTIONS: [&str; 8] = [
    "--mode",
    "--rate",
    "--connections",
    "--orders",
    "--reuse",
    "--warmup",
    "--seed",
    "--threads",
];
/// Order numbers have seven digits.
const MOST_ORDERS: u32 = 9_999_999;

/// One invocation, validated.
#[derive(Debug, PartialEq)]
pub enum Action {
    Help,
    Version,
    Run(Plan),
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum UsageError {
    #[error("unknown argument `{0}`; try --help")]
    UnknownArgument(String),
    #[error("`{0}` needs a value")]
    MissingValue(String),
    #[error("`{option} {value}`: {remedy}")]
    BadValue {
        option: &'static str,
        value: String,
        remedy: String,
    },
    #[error("`--mode open` needs a rate: --rate and orders per second")]
    NoRate,
    #[error("`--rate` belongs to `--mode open`; a closed loop has none")]
    RateWithoutOpenLoop,
}

/// Reads the arguments that follow the program's name.
pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let mut values = Values::default();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(Action::Help),
            "--version" | "-V" => return Ok(Action::Version),
            _ => values.take(argument, arguments.next())?,
        }
    }
    Ok(Action::Run(values.plan()?))
}

/// The last value of each option.
#[derive(Default)]
struct Values(BTreeMap<&'static str, String>);

impl Values {
    fn take(&mut self, option: String, value: Option<String>) -> Result<(), UsageError> {
        let Some(known) = OPTIONS.into_iter().find(|&known| known == option) else {
            return Err(UsageError::UnknownArgument(option));
        };
        let value = value.ok_or(UsageError::MissingValue(option))?;
        self.0.insert(known, value);
        Ok(())
    }

    fn plan(&self) -> Result<Plan, UsageError> {
        let usual = Plan::default();
        Ok(Plan {
            mode: self.mode()?,
            reuse: self.reuse()?,
            connections: self.number("--connections", usual.connections, 1..=10_000)?,
            orders: self.number("--orders", usual.orders, 1..=MOST_ORDERS)?,
            warm_up: self.number("--warmup", usual.warm_up, 0..=MOST_ORDERS)?,
            seed: self.number("--seed", usual.seed, 0..=u32::MAX)?,
            threads: self.number("--threads", usual.threads, 1..=1024)?,
        })
    }

    fn mode(&self) -> Result<Mode, UsageError> {
        let rate = self.0.get("--rate");
        match (self.0.get("--mode").map(String::as_str), rate) {
            (None | Some("closed"), None) => Ok(Mode::Closed),
            (None | Some("closed"), Some(_)) => Err(UsageError::RateWithoutOpenLoop),
            (Some("open"), None) => Err(UsageError::NoRate),
            (Some("open"), Some(rate)) => Ok(Mode::Open {
                rate: positive(rate)?,
            }),
            (Some(other), _) => Err(bad("--mode", other, "closed or open")),
        }
    }

    fn reuse(&self) -> Result<Reuse, UsageError> {
        match self.0.get("--reuse").map(String::as_str) {
            None | Some("new") => Ok(Reuse::New),
            Some("keep-alive") => Ok(Reuse::KeepAlive),
            Some(other) => Err(bad("--reuse", other, "new or keep-alive")),
        }
    }

    fn number<N: FromStr + PartialOrd + Display>(
        &self,
        option: &'static str,
        usual: N,
        allowed: std::ops::RangeInclusive<N>,
    ) -> Result<N, UsageError> {
        let Some(value) = self.0.get(option) else {
            return Ok(usual);
        };
        let number = value.parse().ok().filter(|number| allowed.contains(number));
        let (least, most) = allowed.into_inner();
        number.ok_or_else(|| bad(option, value, &format!("a number from {least} to {most}")))
    }
}

fn positive(rate: &str) -> Result<f64, UsageError> {
    let number = rate.parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| bad("--rate", rate, "a positive number of orders per second"))
}

fn bad(option: &'static str, value: &str, remedy: &str) -> UsageError {
    UsageError::BadValue {
        option,
        value: value.to_owned(),
        remedy: remedy.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Action, UsageError> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_that_are_absent_have_the_values_of_the_contract() {
        assert_eq!(parsed(""), Ok(Action::Run(Plan::default())));
        let plan = Plan {
            mode: Mode::Open { rate: 2500.5 },
            reuse: Reuse::KeepAlive,
            connections: 50,
            warm_up: 0,
            ..Plan::default()
        };
        let line = "--mode open --rate 2500.5 --reuse keep-alive --connections 50 --warmup 0";
        assert_eq!(parsed(line), Ok(Action::Run(plan)));
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_option_value_and_remedy() {
        for (line, part) in [
            ("--speed 3", "`--speed`"),
            ("--orders", "`--orders` needs"),
            ("--orders 0", "`--orders 0`: a number from 1 to 9999999"),
            ("--connections ten", "`--connections ten`: a number from 1"),
            ("--mode half", "`--mode half`: closed or open"),
            ("--reuse always", "`--reuse always`: new or keep-alive"),
            ("--mode open", "needs a rate"),
            ("--rate 5", "belongs to"),
            ("--mode open --rate 0", "`--rate 0`: a positive"),
            ("--mode open --rate inf", "`--rate inf`: a positive"),
        ] {
            let error = parsed(line).unwrap_err().to_string();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
