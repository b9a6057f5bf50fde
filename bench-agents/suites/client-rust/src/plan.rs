//! What a run shall do.

/// When the next order is taken up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mode {
    /// When one is finished.
    Closed,
    /// So many per second, finished or not.
    Open { rate: f64 },
}

/// How long a connection lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reuse {
    /// For one order.
    New,
    KeepAlive,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    pub mode: Mode,
    /// The most orders in flight.
    pub connections: usize,
    /// How many are measured.
    pub orders: u32,
    pub reuse: Reuse,
    pub warm_up: u32,
    pub seed: u32,
    /// Threads that run tasks; one is the runtime without work stealing.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            mode: Mode::Closed,
            connections: 10,
            orders: 5000,
            reuse: Reuse::New,
            warm_up: 100,
            seed: 1,
            threads: 2,
        }
    }
}
