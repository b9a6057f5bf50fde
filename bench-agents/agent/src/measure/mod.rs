//! From variants to samples: order, processes, answers, what was collected.

mod again;
mod answer;
mod availability;
mod collected;
mod failure;
mod foreign;
mod journal;
mod order;
mod peers;
mod plan;
mod quantities;
mod recording;
mod rounds;
mod sample;
mod stopping;

pub(crate) use again::{may_run_twice, second_arms};
pub(crate) use answer::Course;
pub(crate) use collected::{Collected, Track};
pub(crate) use failure::{Failure, FailureKind};
pub(crate) use foreign::ForeignRules;
pub(crate) use journal::{Journal, Line};
pub(crate) use order::Shuffler;
pub(crate) use plan::Plan;
pub(crate) use quantities::built_in;
pub(crate) use rounds::{Stopped, invocation_of, judge, measure, verify};
pub(crate) use stopping::{End, Narrowing};
