//! One run from the suite to the report: what is asked for, the lock, the environment, the journal, queues of runs.
//! Begin with `session`.

pub(crate) mod builder;
mod builds;
pub(crate) mod checkouts;
pub(crate) mod config;
pub(crate) mod confinement;
mod enrol_arguments;
pub(crate) mod environment;
mod fetching;
pub(crate) mod git;
pub(crate) mod job_settings;
pub(crate) mod journals;
mod moves;
mod patches;
pub(crate) mod precautions;
pub(crate) mod queue;
pub(crate) mod refereed;
pub(crate) mod run_lock;
mod server_arguments;
pub(crate) mod session;
pub(crate) mod turns;
pub(crate) mod update_settings;

pub(crate) use enrol_arguments::EnrolArguments;
pub(crate) use server_arguments::ServerArguments;
