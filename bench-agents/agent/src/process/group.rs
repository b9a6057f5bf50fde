//! The process group of everything the agent measures, led by a small guard process.
//!
//! The guard sleeps on a pipe that the agent holds. When the agent ends, in whatever way, the pipe
//! closes, the guard wakes and ends the whole group, grandchildren too. It costs nothing meanwhile.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal};

/// The hidden subcommand that runs `guard`.
pub(crate) const GUARD_COMMAND: &str = "guard";

#[derive(Default)]
pub(crate) struct Group {
    guard: Option<Child>,
}

impl Group {
    /// The group's id; starts the guard if none lives.
    pub(super) fn leader(&mut self) -> io::Result<i32> {
        if let Some(guard) = &mut self.guard {
            if guard.try_wait()?.is_none() {
                return Ok(Pid::from_child(guard).as_raw_nonzero().get());
            }
        }
        let guard = Command::new("/proc/self/exe")
            .arg(GUARD_COMMAND)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let leader = Pid::from_child(&guard).as_raw_nonzero().get();
        self.guard = Some(guard);
        Ok(leader)
    }

    /// Ends every process of the group and the guard with them.
    pub(crate) fn end(&mut self) {
        if let Some(mut guard) = self.guard.take() {
            // Fails only when the whole group has ended already.
            let _ = rustix::process::kill_process_group(Pid::from_child(&guard), Signal::KILL);
            let _ = guard.wait();
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

/// The guard's whole life: wait until the agent is gone, then end the group.
pub(crate) fn guard() {
    let mut nothing = [0_u8; 1];
    while matches!(io::stdin().read(&mut nothing), Ok(1..)) {}
    let own = rustix::process::getpgid(None).unwrap_or(rustix::process::getpid());
    if own == rustix::process::getpid() {
        let _ = rustix::process::kill_process_group(own, Signal::KILL);
    }
}
