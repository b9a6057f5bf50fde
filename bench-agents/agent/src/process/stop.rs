//! SIGINT and SIGTERM as a descriptor that every wait of the agent also watches.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// After this long the agent ends even if a part of it has not returned, an upload for example.
/// Nothing is lost by that: what is on disk is complete at any time.
const GRACE: Duration = Duration::from_millis(1500);

/// The agent was asked to stop; an incomplete run is worth nothing by itself.
#[derive(Debug, thiserror::Error)]
#[error("stopped before the end; there is no report of it")]
pub(crate) struct Stopped;

#[derive(Clone)]
pub(crate) struct Stop {
    event: Arc<OwnedFd>,
}

impl Stop {
    /// A stop that no signal triggers.
    pub(crate) fn new() -> io::Result<Self> {
        let event = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Self {
            event: Arc::new(event),
        })
    }

    /// A stop triggered by the first SIGINT or SIGTERM.
    pub(crate) fn on_signals() -> io::Result<Self> {
        let stop = Self::new()?;
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let trigger = stop.clone();
        std::thread::Builder::new()
            .name("signals".into())
            .stack_size(64 * 1024)
            .spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    trigger.trigger();
                    std::thread::sleep(GRACE);
                    std::process::exit(128 + signal);
                }
            })?;
        Ok(stop)
    }

    pub(crate) fn trigger(&self) {
        // An eventfd refuses a write only when its counter is full, and then it is readable.
        let _ = rustix::io::write(&*self.event, &1_u64.to_ne_bytes());
    }

    pub(crate) fn is_requested(&self) -> bool {
        self.wait(Duration::ZERO)
    }

    /// Sleeps for at most `duration`; true as soon as a stop is requested.
    pub(crate) fn wait(&self, duration: Duration) -> bool {
        Self::wait_for_any(&[self], duration)
    }

    /// Sleeps for at most `duration`; true as soon as one of several stops is requested.
    pub(crate) fn wait_for_any(stops: &[&Self], duration: Duration) -> bool {
        let limit = Timespec {
            tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: i64::from(duration.subsec_nanos()),
        };
        let watched = stops.iter();
        let mut watched: Vec<_> = watched
            .map(|stop| PollFd::new(&*stop.event, PollFlags::IN))
            .collect();
        matches!(poll(&mut watched, Some(&limit)), Ok(1..))
    }
}

impl AsFd for Stop {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.event.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triggered_stop_stays_requested() {
        let stop = Stop::new().unwrap();
        assert!(!stop.is_requested());
        stop.trigger();
        assert!(stop.is_requested());
        assert!(stop.wait(Duration::from_secs(3600)));
    }
}
