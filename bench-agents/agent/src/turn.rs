//! One measurement at a time: the service and a run by hand on one machine wait for each other.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};

use crate::measure::Stopped;
use crate::process::Stop;
use crate::spool;

const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Held while a suite is built and measured.
pub(crate) struct Turn(#[allow(dead_code, reason = "closing the file gives the turn back")] File);

/// Where the turn of a spool is taken.
#[derive(Debug, Clone)]
pub(crate) struct Turnstile(PathBuf);

impl Turnstile {
    pub(crate) fn of_spool(folder: &Path) -> Self {
        Self(folder.join(spool::TURN))
    }

    /// Waits until nobody else measures; `say` hears once that it has to wait.
    pub(crate) fn pass(
        &self,
        stop: &Stop,
        mut say: impl FnMut(&str),
    ) -> io::Result<Result<Turn, Stopped>> {
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&self.0)?;
        let mut is_said = false;
        while flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
            if !is_said {
                say("another run is being measured on this machine; waiting for its end");
                is_said = true;
            }
            if stop.wait(LOOK_AGAIN) {
                return Ok(Err(Stopped));
            }
        }
        Ok(Ok(Turn(file)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_one_waits_until_the_first_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let turnstile = Turnstile::of_spool(folder.path());
        let stop = Stop::new().unwrap();
        let first = turnstile.pass(&stop, |_| ()).unwrap().unwrap();
        let stopped = Stop::new().unwrap();
        stopped.trigger();
        let mut said = Vec::new();
        let second = turnstile.pass(&stopped, |text| said.push(text.to_owned()));
        assert!(second.unwrap().is_err());
        assert_eq!(said.len(), 1);
        drop(first);
        assert!(turnstile.pass(&stop, |_| ()).unwrap().is_ok());
    }
}
