//! `wrap`: times any commands, in interleaved rounds, and makes a report of them.
//! Begin with `contestant`, one command with its parameters, and `rounds`, which times them.

mod arguments;
mod contestant;
mod exports;
mod names;
mod reporting;
mod rounds;
mod scans;
mod summary;
mod words;

pub(crate) use arguments::WrapArguments;
pub(crate) use contestant::{Contestant, contestants};
pub(crate) use exports::{json, markdown};
pub(crate) use reporting::{Facts, place, report};
pub(crate) use rounds::{Limits, Measured, WrapError, measure};
pub(crate) use summary::text;
