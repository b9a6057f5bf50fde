//! Starting one child and waiting for it.
//!
//! Usually the child shares the agent's memory until it executes its program (vfork), which costs
//! no more than a plain start. A fork copies the agent's page tables first and takes about a tenth
//! of a millisecond longer; it is only for programs so small that their peak memory would drown in
//! the agent's own (see `usage`).

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal};

use super::ending::Ending;
use super::invocation::{Invocation, Output, Start};
use super::output::Capture;
use super::stop::Stop;
use super::usage::{self, Usage};

/// A running child, held by a descriptor that becomes readable when it ends.
pub(super) struct Launched {
    child: Child,
    pidfd: OwnedFd,
}

/// Starts the process as a member of the group led by `leader`.
pub(super) fn launch(
    invocation: &Invocation,
    leader: i32,
    capture: &Capture,
) -> io::Result<Launched> {
    let mut command = Command::new(&invocation.program);
    command
        .args(&invocation.arguments)
        .envs(&invocation.environment)
        .current_dir(&invocation.folder)
        .stdin(invocation.stdin()?)
        .stdout(match invocation.output {
            Output::Captured => capture.stdout_for_child()?,
            Output::Dropped => Stdio::null(),
            Output::Inherited => Stdio::inherit(),
        })
        .stderr(match invocation.output {
            Output::Captured | Output::Dropped => capture.stderr_for_child()?,
            Output::Inherited => Stdio::inherit(),
        })
        .process_group(leader);
    if invocation.start == Start::Forked {
        die_with_parent(&mut command);
    }
    let child = command.spawn()?;
    let pid = Pid::from_child(&child);
    let pidfd = rustix::process::pidfd_open(pid, PidfdFlags::empty())?;
    Ok(Launched { child, pidfd })
}

/// Lets the kernel end the child when the agent dies in a way it cannot handle; having something
/// to do between fork and exec is also what makes the standard library fork.
#[allow(
    unsafe_code,
    reason = "pre_exec is the only way to set the parent-death signal"
)]
fn die_with_parent(command: &mut Command) {
    let parent = rustix::process::getpid();
    let prepare = move || {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        if rustix::process::getppid() == Some(parent) {
            return Ok(());
        }
        Err(io::Error::from(io::ErrorKind::NotConnected))
    };
    // SAFETY: the closure makes two system calls and neither allocates nor takes a lock, so it may
    // run between fork and exec.
    unsafe {
        command.pre_exec(prepare);
    }
}

impl Launched {
    /// Waits for the end. `None` means that the process ended by itself.
    pub(super) fn await_end(
        &self,
        stop: &Stop,
        timeout: Option<Duration>,
    ) -> io::Result<Option<Ending>> {
        let deadline = timeout.map(|timeout| Instant::now() + timeout);
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let mut watched = [
                PollFd::new(&self.pidfd, PollFlags::IN),
                PollFd::from_borrowed_fd(stop.as_fd(), PollFlags::IN),
            ];
            match poll(&mut watched, left.map(timespec).as_ref()) {
                Ok(0) => return Ok(Some(Ending::TimedOut)),
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

    /// The exit status and the resources used; waits if the child still lives.
    pub(super) fn reap(self) -> io::Result<(i32, Usage)> {
        usage::wait(self.child.id())
    }
}

fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(duration.subsec_nanos()),
    }
}
