//! Profiles: where the measured programs spend their time, sampled in runs of their own, or where
//! they allocate, of benchmarks that count allocations.
//! Begin with `taking`; `fold` turns a recording into counted stacks.
//!
//! A profile is taken after the rounds and never during them, where pinning has ended already, and
//! not of a run that was vetoed. A stop ends profiling only: the run was measured. The program runs under `perf record`
//! until it used some processor time; the hidden command `repeat` makes one recording of many short
//! runs, and the hidden command `fold` turns the recording into counted stacks. Both are processes
//! of the agent's group, and recordings lie in memory, so nothing is left behind by any end.

mod allocations;
mod document;
mod fold;
mod folded;
mod groups;
mod inlined;
mod names;
mod ranking;
mod recording;
mod sampler;
mod script;
mod taking;
mod wanted;

pub(crate) use allocations::fold as fold_allocations;
pub(crate) use document::Profile;
pub(crate) use fold::{REPEATER, fold};
pub(crate) use folded::Folded;
pub(crate) use ranking::table;
pub(crate) use recording::{FOLD_COMMAND, REPEAT_COMMAND};
pub(crate) use sampler::{Sampler, Stacks};
pub(crate) use taking::{Profiled, take};
pub(crate) use wanted::Wanted;
