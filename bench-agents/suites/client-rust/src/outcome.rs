//! What a run hands back: its latencies and one line.

use std::{
    fmt,
    fs::OpenOptions,
    io::{self, Write},
    path::Path,
    time::Duration,
};

use anyhow::{Context, Result};

/// One order that succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Success {
    /// Since the measured part began.
    pub end: Duration,
    pub latency: Duration,
}

/// A finished run. Its `Display` is the last line of the client.
#[derive(Debug)]
pub struct Outcome {
    /// In the sequence of their ends.
    pub successes: Vec<Success>,
    pub errors: u32,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub rate: Option<f64>,
}

impl Outcome {
    /// Writes the latencies into a file that the server reads.
    pub fn write_latencies(&self, path: &Path) -> Result<()> {
        self.write(path, |success| success.latency)
            .with_context(|| format!("ORDERS_LATENCIES={} is not written", path.display()))
    }

    /// Writes when each order ended, in the sequence of the latencies.
    pub fn write_ends(&self, path: &Path) -> Result<()> {
        self.write(path, |success| success.end)
            .with_context(|| format!("ORDERS_ENDS={} is not written", path.display()))
    }

    /// Nanoseconds, eight bytes each, little-endian.
    fn write(&self, path: &Path, time: impl Fn(&Success) -> Duration) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(self.successes.len() * 8);
        for success in &self.successes {
            let nanoseconds = u64::try_from(time(success).as_nanos()).unwrap_or(u64::MAX);
            bytes.extend(nanoseconds.to_le_bytes());
        }
        let mut file = OpenOptions::new().write(true).truncate(true).open(path)?;
        file.write_all(&bytes)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            r#"{{"orders":{},"errors":{},"seconds":{:.9},"cpu_seconds":{:.9}"#,
            self.successes.len(),
            self.errors,
            self.seconds,
            self.cpu_seconds
        )?;
        match self.rate {
            Some(rate) => write!(formatter, r#","rate":{rate}}}"#),
            None => write!(formatter, "}}"),
        }
    }
}
