//! One measurement at a time: the service, runs by hand and `wrap` of one user wait for each other.
//!
//! The turn is a name that the kernel gives to one process at a time and takes back at its end: a
//! socket without a file. Whoever sets another folder of controls means another machine.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::time::Duration;

use crate::hashing::Hasher;
use crate::measure::Stopped;
use crate::process::{self, Stop};

const LOOK_AGAIN: Duration = Duration::from_secs(2);
const CONTROLS: &str = "TIDEMARK_CONTROLS";

/// Held while a suite is built and measured.
pub(crate) struct Turn {
    #[allow(dead_code, reason = "closing it gives the turn back")]
    held: Option<UnixListener>,
}

/// Where the turn is taken.
#[derive(Debug, Clone)]
pub(crate) struct Turnstile(String);

impl Turnstile {
    /// The one of this user on this machine.
    pub(crate) fn of_machine() -> Self {
        let user = rustix::process::getuid().as_raw();
        let place = std::env::var_os(CONTROLS).unwrap_or_default();
        let place = Hasher::default().part(place.as_encoded_bytes()).finish();
        Self(format!("tidemark-agent-turn-{user}-{place}"))
    }

    /// Waits until nobody else measures; `say` hears once that it has to wait. An agent that is
    /// itself measured has its turn already.
    pub(crate) fn pass(&self, stop: &Stop, mut say: impl FnMut(&str)) -> Result<Turn, Stopped> {
        if process::is_measured() {
            return Ok(Turn { held: None });
        }
        let mut is_said = false;
        loop {
            match self.take() {
                Ok(held) => return Ok(Turn { held: Some(held) }),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => {
                    say(&format!(
                        "cannot see whether another run is being measured on this machine: {error}"
                    ));
                    return Ok(Turn { held: None });
                }
            }
            if !is_said {
                say("another run is being measured on this machine; waiting for its end");
                is_said = true;
            }
            if stop.wait(LOOK_AGAIN) {
                return Err(Stopped);
            }
        }
    }

    fn take(&self) -> io::Result<UnixListener> {
        UnixListener::bind_addr(&SocketAddr::from_abstract_name(&self.0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_one_waits_until_the_first_has_ended() {
        let turnstile = Turnstile(format!("tidemark-agent-test-{}", std::process::id()));
        let stop = Stop::new().unwrap();
        let first = turnstile.pass(&stop, |_| ()).unwrap();
        let stopped = Stop::new().unwrap();
        stopped.trigger();
        let mut said = Vec::new();
        let second = turnstile.pass(&stopped, |text| said.push(text.to_owned()));
        assert!(second.is_err());
        assert_eq!(said.len(), 1);
        drop(first);
        assert!(turnstile.pass(&stop, |_| ()).is_ok());
    }
}
