//! The process group of everything the agent measures, led by a small guard process.
//!
//! The guard sleeps on a pipe that the agent holds. When the agent ends, in whatever way, the pipe
//! closes, the guard wakes and ends the whole group, grandchildren too. It costs nothing meanwhile.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal};

use crate::machine::{Cpus, Pinning};

/// The first word of the command line that runs `guard`.
pub(crate) const GUARD_COMMAND: &str = "guard";

#[derive(Default)]
pub(crate) struct Group {
    guard: Option<Child>,
    seats: Option<Seats>,
}

/// Which processors the programs have and which the agent has.
struct Seats {
    programs: Cpus,
    agent: Cpus,
    /// Where the agent may be when nothing is measured.
    free: Cpus,
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

    /// Keeps what is started from now on, and the agent, on the processors chosen for each.
    pub(crate) fn keep_on(&mut self, pinning: &Pinning) {
        let seats = pinning.cpus.clone().zip(Cpus::allowed().ok());
        self.seats = seats.map(|(programs, free)| Seats {
            programs,
            agent: pinning.housekeeping.clone(),
            free,
        });
        self.go_home();
    }

    /// Lets everything run where the kernel puts it.
    pub(crate) fn let_go(&mut self) {
        if let Some(seats) = self.seats.take() {
            // It was allowed before.
            let _ = seats.free.take_over();
        }
    }

    /// A program inherits the processors of the thread that starts it. Going there for the moment
    /// of the start costs less than a fork in which the program's process could do it for itself.
    pub(super) fn go_to_programs(&self) -> io::Result<()> {
        self.seats
            .as_ref()
            .map_or(Ok(()), |seats| seats.programs.take_over())
    }

    pub(super) fn go_home(&self) {
        if let Some(seats) = &self.seats {
            // Tried out before: it fails only if an administrator takes processors away meanwhile,
            // and then the agent may as well stay.
            let _ = seats.agent.take_over();
        }
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
        self.let_go();
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
