//! From variants to samples: order, processes, answers, repeats, and when the rounds end.
//! Begin with `rounds`; what they bring is in `results`.

mod answer;
mod availability;
mod binary;
mod foreign;
mod journal;
mod layouts;
mod peers;
mod quantities;
pub(crate) mod referee;
mod rounds;
mod sample;
mod second_arm;
mod stopping;
mod subjects;
mod turns;
mod watched;

pub(crate) use journal::{Journal, Line};
pub(crate) use rounds::Arm;
pub(crate) use second_arm::second_arms;
pub(crate) use subjects::{invocation_of, judge};
pub(crate) use turns::{measure, measure_in_turns, verify};
