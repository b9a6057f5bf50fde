//! From variants to samples: order, processes, answers, what was collected.

mod answer;
mod availability;
mod collected;
mod failure;
mod journal;
mod order;
mod quantities;
mod recording;
mod rounds;
mod sample;

pub(crate) use collected::{Collected, Track};
pub(crate) use failure::{Failure, FailureKind};
pub(crate) use journal::{FinishedRound, Journal};
pub(crate) use order::Shuffler;
pub(crate) use quantities::built_in;
pub(crate) use rounds::{Plan, Stopped, measure, verify};
