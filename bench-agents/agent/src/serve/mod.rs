//! The agent as a service: runs what is due, spools, delivers, beats.
//! Begin with `service`, the loop; `schedule` says what is due.

mod beater;
mod courier;
mod due_runs;
mod jobs;
mod log;
mod quarantine;
mod queued;
mod schedule;
mod service;
mod updater;
mod vetoes;

pub(crate) use beater::Introduction;
pub(crate) use courier::Courier;
pub(crate) use jobs::Clerk;
pub(crate) use quarantine::Quarantine;
pub(crate) use schedule::Schedule;
pub(crate) use service::Service;
pub(crate) use updater::Updater;
pub(crate) use vetoes::Vetoes;
