//! Starting one child and waiting for it.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{PidfdFlags, Signal};
use rustix::time::{ClockId, clock_gettime};

use super::ending::Ending;
use super::invocation::{Invocation, Output};
use super::launcher::{Launcher, Started};
use super::output::{Capture, Follower};
use super::stop::Stop;
use super::usage::{self, Usage};

/// How often the output of a build is handed on, and how often that of a measured program is held
/// to a bounded memory: seldom, for that the agent wakes.
const HEARD_EVERY: Duration = Duration::from_millis(200);
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// A running child, held by a descriptor that becomes readable when it ends.
pub(super) struct Launched {
    started: Started,
    pidfd: OwnedFd,
}

/// Starts the process as a member of the group led by `leader`.
pub(super) fn launch(
    invocation: &Invocation,
    leader: i32,
    launcher: &mut Launcher,
    capture: &Capture,
) -> io::Result<Launched> {
    let inherited = invocation.output == Output::Inherited;
    let stdout = match invocation.output {
        Output::Captured | Output::Exact => capture.stdout_for_child()?,
        Output::Dropped => OwnedFd::from(std::fs::File::create("/dev/null")?),
        Output::Inherited => io::stdout().as_fd().try_clone_to_owned()?,
    };
    let stderr = if inherited {
        io::stderr().as_fd().try_clone_to_owned()?
    } else {
        capture.stderr_for_child()?
    };
    let started = launcher.start(invocation, leader, &[invocation.stdin()?, stdout, stderr])?;
    let pidfd = rustix::process::pidfd_open(started.pid, PidfdFlags::empty())?;
    Ok(Launched { started, pidfd })
}

impl Launched {
    /// Waits for the end, and looks now and then at what is printed. `None` means that the process
    /// ended by itself.
    pub(super) fn await_end(
        &self,
        stop: &Stop,
        timeout: Option<Duration>,
        follower: &mut Follower,
    ) -> io::Result<Option<Ending>> {
        let deadline = timeout.map(|timeout| Instant::now() + timeout);
        let pause = if follower.is_followed() {
            HEARD_EVERY
        } else {
            LOOK_EVERY
        };
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let wait = left.map_or(pause, |left| left.min(pause));
            let mut watched = [
                PollFd::new(&self.pidfd, PollFlags::IN),
                PollFd::from_borrowed_fd(stop.as_fd(), PollFlags::IN),
            ];
            match poll(&mut watched, Some(&timespec(wait))) {
                Ok(0) if left.is_some_and(|left| left <= pause) => {
                    return Ok(Some(Ending::TimedOut));
                }
                Ok(0) => follower.look(),
                Ok(_) if !watched[0].revents().is_empty() => return Ok(None),
                Ok(_) => return Ok(Some(Ending::Stopped)),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    pub(super) fn kill(&self) {
        // Fails only when the child has ended already, which is what is wanted.
        let _ = rustix::process::pidfd_send_signal(&self.pidfd, Signal::KILL);
    }

    /// Time since just before the process was made, by the monotonic clock.
    pub(super) fn elapsed(&self) -> Duration {
        let now = clock_gettime(ClockId::Monotonic);
        let seconds = u64::try_from(now.tv_sec).unwrap_or(0);
        let nanoseconds = u32::try_from(now.tv_nsec).unwrap_or(0);
        Duration::new(seconds, nanoseconds).saturating_sub(self.started.moment)
    }

    /// The exit status and the resources used; waits if the child still lives.
    pub(super) fn reap(self, launcher: &mut Launcher) -> io::Result<(i32, Usage)> {
        let (status, mut usage) = usage::wait(self.started.pid)?;
        if self.started.is_watched {
            let peak = launcher.peak()?;
            usage.peak_resident_bytes = usage.peak_resident_bytes.max(peak);
        }
        Ok((status, usage))
    }
}

fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(duration.subsec_nanos()),
    }
}
