//! What one sample does: a strategy, a handler and a load.

use std::time::Duration;

use crate::strategy::Strategy;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Experiment {
    pub(crate) strategy: Strategy,
    pub(crate) workers: usize,
    pub(crate) dispatch: String,
    pub(crate) event_loop: String,
    /// `default`, `free-threaded` or a program.
    pub(crate) interpreter: String,
    pub(crate) application: String,
    pub(crate) handler: String,
    /// Threads that serve HTTP.
    pub(crate) threads: usize,
    pub(crate) load: Load,
}

/// How requests are made.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Load {
    pub(crate) connections: usize,
    pub(crate) reuse: bool,
    /// Requests per second at set times; absent: each connection asks again when it was answered.
    pub(crate) rate: Option<f64>,
    pub(crate) duration: Duration,
}

impl Load {
    /// Before the measured time: queues fill, the interpreter specialises its code.
    pub(crate) fn warm_up(&self) -> Duration {
        self.duration.div_f64(4.0).max(Duration::from_millis(40))
    }
}
