//! An order server for measuring HTTP clients, and the judgement of what a client claims.

pub mod claim;
pub mod cli;
pub mod client;
pub mod course;
pub mod cpu_time;
pub mod desk;
pub mod draw;
pub mod histogram;
pub mod judgement;
pub mod memory_file;
pub mod order;
pub mod percentiles;
pub mod reply;
pub mod server;
pub mod tally;
pub mod timestamp;
