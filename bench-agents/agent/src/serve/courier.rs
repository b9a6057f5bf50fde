//! Brings spooled reports to the server: oldest first, with back-off, deleting only what is safe there.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use super::log::log;
use crate::delivery::backoff::{self, Backoff};
use crate::delivery::server::{Delivery, Server, reason};
use crate::delivery::spool::Spool;
use crate::process::Stop;

pub(crate) struct Courier {
    server: Server,
    backoff: Backoff,
    next_attempt: Instant,
    refused: usize,
}

/// Whether the next report may be tried now.
enum Next {
    GoOn,
    /// It stays for later, and the others do not wait for it.
    Past(String),
    Wait(Duration),
}

impl Courier {
    pub(crate) fn new(server: Server, first_retry: Duration) -> Self {
        Self {
            server,
            backoff: Backoff::new(first_retry),
            next_attempt: Instant::now(),
            refused: 0,
        }
    }

    /// How many reports the server has refused for good.
    pub(crate) fn refused(&self) -> usize {
        self.refused
    }

    pub(crate) fn address(&self) -> &str {
        self.server.address()
    }

    pub(crate) fn is_due(&self) -> bool {
        self.until_due().is_zero()
    }

    pub(crate) fn until_due(&self) -> Duration {
        self.next_attempt.saturating_duration_since(Instant::now())
    }

    /// A new report has come: try at once, whatever the last answer was.
    pub(crate) fn hurry(&mut self) {
        self.next_attempt = Instant::now();
    }

    /// Delivers what is pending until the server asks for patience.
    pub(crate) fn deliver(&mut self, spool: &Spool, stop: &Stop) -> io::Result<()> {
        let mut passed = Vec::new();
        for report in spool.pending()? {
            if stop.is_requested() {
                break;
            }
            let delivery = self.server.send_report(&std::fs::read(&report)?);
            match self.settle(spool, &report, delivery)? {
                Next::GoOn => {}
                Next::Past(reason) => {
                    self.next_attempt = Instant::now() + backoff::LONGEST;
                    passed.push(reason);
                }
                Next::Wait(wait) => {
                    self.next_attempt = Instant::now() + wait;
                    break;
                }
            }
        }
        if let Some(first) = passed.first() {
            let count = passed.len();
            log(&format!(
                "{count} not delivered and kept in the spool: {first}"
            ));
        }
        Ok(())
    }

    fn settle(&mut self, spool: &Spool, report: &Path, delivery: Delivery) -> io::Result<Next> {
        let name = report
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        match delivery {
            Delivery::Accepted { is_duplicate } => {
                spool.remove(report)?;
                self.backoff.reset();
                let already = if is_duplicate {
                    " (it was there already)"
                } else {
                    ""
                };
                log(&format!("delivered {name}{already}"));
                Ok(Next::GoOn)
            }
            Delivery::Refused { status, problem } => {
                let kept = match spool.refuse(report, &problem) {
                    Ok(kept) => kept,
                    // It stays where it is, and is refused again.
                    Err(error) => {
                        let why = format!("{name} was refused and cannot be put aside: {error}");
                        return Ok(Next::Past(why));
                    }
                };
                self.refused += 1;
                let why = reason(&problem);
                log(&format!(
                    "the server refused {name} for good ({status}: {why}); kept as {}",
                    kept.display()
                ));
                Ok(Next::GoOn)
            }
            Delivery::Unauthorised { status, reason } => {
                log(&format!(
                    "the key has no right to deliver reports ({status}: {reason}); they stay in the spool"
                ));
                Ok(Next::Wait(backoff::LONGEST))
            }
            Delivery::Unsigned { reason } => Ok(Next::Past(format!("{name}: {reason}"))),
            Delivery::Later { after, reason } => {
                let wait = self.backoff.next(after);
                log(&format!(
                    "{name} is not delivered yet: {reason}; next attempt in {:.1} s",
                    wait.as_secs_f64()
                ));
                Ok(Next::Wait(wait))
            }
        }
    }
}
