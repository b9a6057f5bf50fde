//! One measurement at a time: the service, runs by hand and `wrap` of one user wait for each other.
//!
//! The lock is a name that the kernel gives to one process at a time and takes back at its end: a
//! socket without a file. A second name says what is measured, to whoever waits. Whoever sets
//! another folder of controls means another machine.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::precautions::CONTROLS;
use crate::base::clock;
use crate::base::hashing::Hasher;
use crate::process::{self, Stop, Stopped};

const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// Whoever waits long hears for whom, again and again.
const SAY_AGAIN: Duration = Duration::from_secs(60);
/// Where the kernel lists the names of sockets of this network namespace.
const NAMES: &str = "/proc/net/unix";
/// The kernel takes no longer names.
const LONGEST_NAME: usize = 107;

/// How many locks this process holds.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// Held while a suite is built and measured.
pub(crate) struct RunLockGuard {
    held: Option<UnixListener>,
    #[allow(dead_code, reason = "closing it takes the name back")]
    label: Option<UnixListener>,
}

impl RunLockGuard {
    fn of(held: Option<UnixListener>, label: Option<UnixListener>) -> Self {
        HELD.fetch_add(usize::from(held.is_some()), Ordering::Relaxed);
        Self { held, label }
    }
}

impl Drop for RunLockGuard {
    fn drop(&mut self) {
        HELD.fetch_sub(usize::from(self.held.is_some()), Ordering::Relaxed);
    }
}

/// The lock by its name.
#[derive(Debug, Clone)]
pub(crate) struct RunLock(String);

impl RunLock {
    /// The one of this user on this machine.
    pub(crate) fn of_machine() -> Self {
        let user = rustix::process::getuid().as_raw();
        let place = std::env::var_os(CONTROLS).unwrap_or_default();
        let place = Hasher::default().part(place.as_encoded_bytes()).finish();
        Self(format!("tidemark-agent-turn-{user}-{place}"))
    }

    /// The one of this user's runs of several suites, each of which holds it from end to end.
    pub(crate) fn of_queues() -> Self {
        let Self(machine) = Self::of_machine();
        Self(format!("{machine}-queue"))
    }

    /// Waits until nobody else measures; `say` hears once that it has to wait, and for what; others
    /// hear that it is `what`. An agent that is itself measured needs none.
    pub(crate) fn acquire(
        &self,
        what: &str,
        stop: &Stop,
        mut say: impl FnMut(&str),
    ) -> Result<RunLockGuard, Stopped> {
        if process::is_measured() {
            return Ok(RunLockGuard::of(None, None));
        }
        let began = Instant::now();
        let mut next_word = Duration::ZERO;
        let mut awaited = String::new();
        loop {
            match self.take() {
                Ok(held) => {
                    if next_word > Duration::ZERO {
                        let time = in_words(began.elapsed());
                        say(&format!("it has ended{awaited}; waited {time} for it"));
                    }
                    return Ok(RunLockGuard::of(Some(held), self.label(what)));
                }
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => {
                    say(&format!(
                        "cannot see whether another run is being measured on this machine: {error}"
                    ));
                    return Ok(RunLockGuard::of(None, None));
                }
            }
            if began.elapsed() >= next_word {
                awaited = self.holder().unwrap_or_default();
                let so_far = if next_word > Duration::ZERO {
                    format!(" ({} so far)", in_words(began.elapsed()))
                } else {
                    String::new()
                };
                say(&format!(
                    "another run is being measured on this machine{awaited}; waiting for its end{so_far}"
                ));
                next_word = began.elapsed() + SAY_AGAIN;
            }
            if stop.wait(LOOK_AGAIN) {
                return Err(Stopped);
            }
        }
    }

    fn take(&self) -> io::Result<UnixListener> {
        UnixListener::bind_addr(&SocketAddr::from_abstract_name(&self.0)?)
    }

    /// Says what is measured; nothing depends on it, so it may fail.
    fn label(&self, what: &str) -> Option<UnixListener> {
        let now = clock::now();
        let since = now.split('.').next().unwrap_or_default();
        let mut name = format!("{}{what} since {since}Z", self.label_start());
        if name.len() > LONGEST_NAME {
            name = format!("{}a run since {since}Z", self.label_start());
        }
        UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).ok()?).ok()
    }

    /// `allocator-c (full) since …`: what another process is measuring now.
    pub(crate) fn measured_elsewhere(&self) -> Option<String> {
        if HELD.load(Ordering::Relaxed) > 0 {
            return None;
        }
        let held = self.holder()?;
        Some(held.trim_start_matches(": ").to_owned())
    }

    /// `: allocator-c (full) since …` of the run that holds it.
    fn holder(&self) -> Option<String> {
        let names = std::fs::read(NAMES).ok()?;
        let names = String::from_utf8_lossy(&names);
        let start = format!("@{}", self.label_start());
        let found = names.lines().find_map(|line| line.split_once(&start));
        found.map(|(_, label)| format!(": {}", label.trim_end()))
    }

    /// Room is short, and the whole name is unique: its hash's beginning is, too.
    fn label_start(&self) -> String {
        let mut place = Hasher::default().part(self.0.as_bytes()).finish();
        place.truncate(16);
        format!("tidemark-agent-measures-{place} ")
    }
}

/// `41 s`, `12 min`
fn in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_waited_hears_for_whom_and_how_long() {
        let lock = RunLock(format!("tidemark-agent-waits-{}", std::process::id()));
        let stop = Stop::new().unwrap();
        let first = lock.acquire("allocator-c (full)", &stop, |_| ()).unwrap();
        let mut said = Vec::new();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let mut said = Vec::new();
                let held = lock.acquire("wrap", &stop, |text| said.push(text.to_owned()));
                (held.is_ok(), said)
            });
            std::thread::sleep(LOOK_AGAIN / 2);
            drop(first);
            let (is_held, heard) = waiting.join().unwrap();
            assert!(is_held);
            said = heard;
        });
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].contains(": allocator-c (full) since 2"), "{said:?}");
        let ended = said[1].starts_with("it has ended: allocator-c (full) since 2");
        assert!(ended && said[1].ends_with(" s for it"), "{said:?}");
        assert_eq!(in_words(Duration::from_secs(700)), "11 min");
    }

    #[test]
    fn a_second_one_waits_until_the_first_has_ended() {
        let lock = RunLock(format!("tidemark-agent-test-{}", std::process::id()));
        let stop = Stop::new().unwrap();
        let first = lock.acquire("allocator-c (full)", &stop, |_| ()).unwrap();
        let stopped = Stop::new().unwrap();
        stopped.trigger();
        let mut said = Vec::new();
        let second = lock.acquire("wrap", &stopped, |text| said.push(text.to_owned()));
        assert!(second.is_err());
        assert_eq!(said.len(), 1);
        let start = "another run is being measured on this machine: allocator-c (full) since 2";
        assert!(said[0].starts_with(start), "{said:?}");
        assert!(said[0].ends_with("Z; waiting for its end"), "{said:?}");
        assert!(lock.measured_elsewhere().is_none(), "it is our own");
        drop(first);
        // a child of another test has the names too, until it has become its program
        while lock.holder().is_some() {
            std::thread::sleep(Duration::from_millis(10));
        }
        let long = "a".repeat(200);
        let _third = lock.acquire(&long, &stop, |_| ()).unwrap();
        let holder = lock.holder().unwrap();
        assert!(holder.starts_with(": a run since 2"), "{holder}");
    }
}
