//! Child processes: started in one group, watched without polling, ended with everything they started.
//! Begin with `run`, which takes one `Invocation` to its end.

mod allocations;
mod brand;
mod ending;
mod group;
mod held;
mod invocation;
mod launch;
mod launcher;
mod leftovers;
mod output;
mod repeat;
mod run;
pub(crate) mod sandbox;
mod stop;
pub(crate) mod usage;

pub(crate) use allocations::{Allocated, AllocationCounter};
pub(crate) use brand::is_measured;
pub(crate) use ending::Ending;
pub(crate) use group::{GUARD_COMMAND, Group, guard};
pub(crate) use invocation::{Aftermath, Invocation, Output};
pub(crate) use repeat::{Tally, repeat};
pub(crate) use run::{Finished, ProcessError, run, run_streaming};
pub(crate) use stop::{Stop, Stopped};
