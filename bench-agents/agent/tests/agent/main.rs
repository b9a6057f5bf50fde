//! The agent as its users meet it: the built program, toy suites, a server at the wire.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod api;
mod builds;
mod checkouts;
mod clocks;
mod conclusions;
mod containers;
mod controls;
mod counters;
mod delivery;
mod documents;
mod ended_jobs;
mod endings;
mod enrolments;
mod failures;
mod full_disk;
mod held_questions;
mod jobs;
mod layouts;
mod making_room;
mod measuring;
mod memory;
mod moves;
mod plans;
mod preflight;
mod profiles;
mod proposals;
mod quarantines;
mod queue;
mod recordings;
mod repositories;
mod resuming;
mod sandboxes;
mod schedules;
mod service;
mod signing;
mod toy;
mod tree;
mod tuning;
mod updates;
mod updating_services;
mod wrap;
