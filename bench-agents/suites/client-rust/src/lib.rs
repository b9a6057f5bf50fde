//! A client of the order server on tokio and hyper, in closed and open loop.

pub mod cli;
pub mod connection;
pub mod cpu_time;
pub mod lane;
pub mod order;
pub mod outcome;
pub mod pacer;
pub mod plan;
pub mod run;
pub mod schedule;
pub mod timestamp;
