//! The report of a run, as a document for the server and as tables for people.
//! Begin with `document`; `assembly` joins suite, machine, commit and samples.

pub(crate) mod assembly;
pub(crate) mod ci;
pub(crate) mod conditions;
mod document;
pub(crate) mod git;
pub(crate) mod subject;
pub(crate) mod summary;
pub(crate) mod table;
pub(crate) mod vetoed;

pub(crate) use document::{
    Author, Benchmark, Commit, Course, ForkPoint, Histogram, JobArm, Machine, Outcome, PullRequest,
    Report, Run, Suite, Trigger, VERSION,
};
