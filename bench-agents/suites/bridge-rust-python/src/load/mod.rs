//! The load: one thread, one poll, as many connections as asked for, every answer checked.

mod connection;
mod poller;
mod response;
mod run;
mod schedule;
mod tally;

pub(crate) use run::Generator;
pub(crate) use tally::Measured;
