//! What the command line asks for.

use std::{fmt::Display, str::FromStr, time::Duration};

use thiserror::Error;

pub const USAGE: &str = "\
Takes orders over HTTP, and judges the clients that send them.

  orders with [options] -- CLIENT...   serve one client, judge it, print one sample line
  orders serve [--port 8080] [options] serve until interrupted, for trying by hand
  orders answer --orders N [--seed 1]  the answer a manifest expects of N orders
  orders --version

  --workers 2       threads that serve
  --service-us 0    how long an order occupies a desk
  --desks 1         how many orders are served at a time, if they take time

A client finds the server in ORDERS_ADDRESS; README.md has the contract.
";

/// How orders are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Service {
    pub workers: usize,
    pub time: Duration,
    pub desks: usize,
}

impl Default for Service {
    /// Two workers whatever the machine has: the server is the same everywhere.
    fn default() -> Self {
        Self {
            workers: 2,
            time: Duration::ZERO,
            desks: 1,
        }
    }
}

/// One invocation, validated.
#[derive(Debug, PartialEq, Eq)]
pub enum Action {
    Help,
    Version,
    With {
        service: Service,
        client: Vec<String>,
    },
    Serve {
        service: Service,
        port: u16,
    },
    Answer {
        orders: u32,
        seed: u32,
    },
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum UsageError {
    #[error("nothing to do; try `orders --help`")]
    NoCommand,
    #[error("unknown argument `{0}`; try `orders --help`")]
    UnknownArgument(String),
    #[error("`{0}` needs a value")]
    MissingValue(String),
    #[error("`{option} {value}` is no number it can take: {reason}")]
    BadNumber {
        option: String,
        value: String,
        reason: String,
    },
    #[error("`{0}` must be at least 1")]
    Zero(&'static str),
    #[error("name the client after `--`, as in `orders with -- ./client --orders 100`")]
    NoClient,
    #[error("say how many orders with --orders")]
    NoOrders,
}

/// Reads the arguments that follow the program's name.
pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let command = arguments.next().ok_or(UsageError::NoCommand)?;
    match command.as_str() {
        "--help" | "-h" => Ok(Action::Help),
        "--version" | "-V" => Ok(Action::Version),
        "with" => parse_with(arguments),
        "serve" => parse_serve(arguments),
        "answer" => parse_answer(arguments),
        _ => Err(UsageError::UnknownArgument(command)),
    }
}

fn parse_with(mut arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let mut service = Service::default();
    while let Some(option) = arguments.next() {
        if option == "--" {
            break;
        }
        service.set(option, &mut arguments)?;
    }
    let client: Vec<_> = arguments.collect();
    if client.is_empty() {
        return Err(UsageError::NoClient);
    }
    let service = service.checked()?;
    Ok(Action::With { service, client })
}

fn parse_serve(mut arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let (mut service, mut port) = (Service::default(), 8080);
    while let Some(option) = arguments.next() {
        match option.as_str() {
            "--port" => port = number(option, &mut arguments)?,
            _ => service.set(option, &mut arguments)?,
        }
    }
    let service = service.checked()?;
    Ok(Action::Serve { service, port })
}

fn parse_answer(mut arguments: impl Iterator<Item = String>) -> Result<Action, UsageError> {
    let (mut orders, mut seed) = (None, 1);
    while let Some(option) = arguments.next() {
        match option.as_str() {
            "--orders" => orders = Some(number(option, &mut arguments)?),
            "--seed" => seed = number(option, &mut arguments)?,
            _ => return Err(UsageError::UnknownArgument(option)),
        }
    }
    let orders = orders.ok_or(UsageError::NoOrders)?;
    Ok(Action::Answer { orders, seed })
}

impl Service {
    fn set(
        &mut self,
        option: String,
        arguments: &mut impl Iterator<Item = String>,
    ) -> Result<(), UsageError> {
        match option.as_str() {
            "--workers" => self.workers = number(option, arguments)?,
            "--service-us" => self.time = Duration::from_micros(number(option, arguments)?),
            "--desks" => self.desks = number(option, arguments)?,
            _ => return Err(UsageError::UnknownArgument(option)),
        }
        Ok(())
    }

    fn checked(self) -> Result<Self, UsageError> {
        match self {
            Self { workers: 0, .. } => Err(UsageError::Zero("--workers")),
            Self { desks: 0, .. } => Err(UsageError::Zero("--desks")),
            _ => Ok(self),
        }
    }
}

fn number<N: FromStr<Err: Display>>(
    option: String,
    arguments: &mut impl Iterator<Item = String>,
) -> Result<N, UsageError> {
    let Some(value) = arguments.next() else {
        return Err(UsageError::MissingValue(option));
    };
    value
        .parse()
        .map_err(|reason: N::Err| UsageError::BadNumber {
            option,
            reason: reason.to_string(),
            value,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Action, UsageError> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn everything_after_two_dashes_belongs_to_the_client() {
        let Ok(Action::With { service, client }) =
            parsed("with --service-us 250 --desks 4 -- client --workers 9 -- x")
        else {
            unreachable!("a complete command line");
        };
        assert_eq!(client, ["client", "--workers", "9", "--", "x"]);
        assert_eq!((service.time.as_micros(), service.desks), (250, 4));
        assert_eq!(service.workers, Service::default().workers);
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_the_place() {
        for (line, part) in [
            ("", "--help"),
            ("with --workers 2", "after `--`"),
            ("with --", "after `--`"),
            ("with --workers 0 -- x", "--workers"),
            ("with --desks 0 -- x", "--desks"),
            ("with --service-us -5 -- x", "--service-us -5"),
            ("serve --port 70000", "70000"),
            ("serve --port", "--port"),
            ("serve --colour red", "--colour"),
            ("answer --seed 1", "--orders"),
        ] {
            let error = parsed(line).unwrap_err().to_string();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
