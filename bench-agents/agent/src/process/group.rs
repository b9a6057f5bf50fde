//! The process group of everything the agent measures, led by a small guard process.
//!
//! The guard sleeps on a pipe that the agent holds. When the agent ends, in whatever way, the pipe
//! closes, the guard wakes and ends the whole group, and what left the group by its mark (see
//! `brand`). It costs nothing meanwhile. While the agent lives, it inherits what the programs leave
//! running and ends it itself (see `leftovers`). The programs are started by a second small process
//! (see `launcher`).

use std::collections::HashSet;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal};

use super::brand::Brand;
use super::invocation::{Aftermath, Invocation};
use super::launcher::Launcher;
use super::leftovers;
use super::sandbox::{Inside, SandboxError, View};
use crate::machine::{Cpus, Pinning};

/// The first word of the command line that runs `guard`.
pub(crate) const GUARD_COMMAND: &str = "guard";

pub(crate) struct Group {
    brand: Brand,
    guard: Option<Child>,
    launcher: Option<Launcher>,
    view: Option<View>,
    inside: Option<Inside>,
    seats: Option<Seats>,
    /// Children of the agent that are no part of what it measures; known once a guard was started.
    others: Option<HashSet<Pid>>,
    /// What preparations left running for the programs that follow.
    kept: HashSet<Pid>,
}

impl Default for Group {
    fn default() -> Self {
        Self {
            brand: Brand::fresh(),
            guard: None,
            launcher: None,
            view: None,
            inside: None,
            seats: None,
            others: None,
            kept: HashSet::new(),
        }
    }
}

/// Which processors the programs have and which the agent has.
struct Seats {
    programs: Cpus,
    agent: Cpus,
    /// Where the agent may be when nothing is measured.
    free: Cpus,
}

impl Group {
    /// Programs run in a sandbox, which is made at once.
    pub(crate) fn confined(view: View) -> Result<Self, SandboxError> {
        let mut group = Self::default();
        leftovers::inherit_orphans();
        group.others = Some(leftovers::children(None));
        let is_container = view.image.is_some();
        group.take_in(Inside::begin(&view, group.brand)?);
        group.view = Some(view);
        let entered = group.launcher_inside().map(|_| ());
        entered.map_err(|error| SandboxError::entering(is_container, error))?;
        Ok(group)
    }

    /// What an engine leaves with the agent is no part of what is measured.
    fn take_in(&mut self, inside: Inside) {
        self.others.get_or_insert_default().extend(inside.helpers());
        self.inside = Some(inside);
    }

    pub(crate) fn is_confined(&self) -> bool {
        self.view.is_some()
    }

    /// Where files lie that programs see as `/tmp`, if that is another folder than the agent's.
    pub(crate) fn private(&self) -> Option<PathBuf> {
        self.inside.as_ref().map(Inside::private)
    }

    /// Where the files of a container are found; nowhere else where programs see the machine's.
    pub(crate) fn files(&self) -> Option<PathBuf> {
        self.inside.as_ref().and_then(Inside::files)
    }

    /// The group that a program joins: in a sandbox, one of its own.
    pub(super) fn leader_of(&mut self, invocation: &Invocation) -> io::Result<i32> {
        let leader = self.leader()?;
        let is_inside = self.is_confined() && !invocation.is_own;
        Ok(if is_inside { 0 } else { leader })
    }

    pub(super) fn launcher_of(&mut self, invocation: &Invocation) -> io::Result<&mut Launcher> {
        if self.is_confined() && !invocation.is_own {
            self.launcher_inside()
        } else {
            self.launcher()
        }
    }

    fn launcher_inside(&mut self) -> io::Result<&mut Launcher> {
        if let (None, Some(view)) = (&self.inside, &self.view) {
            let inside = Inside::begin(view, self.brand);
            self.take_in(inside.map_err(io::Error::other)?);
        }
        let (brand, seats) = (self.brand, &self.seats);
        let inside = self.inside.as_mut();
        let inside = inside.ok_or_else(|| io::Error::other("no sandbox"))?;
        inside.launcher(|| started(brand, seats.as_ref()))
    }

    /// The group's id; starts the guard if none lives.
    fn leader(&mut self) -> io::Result<i32> {
        if let Some(guard) = &mut self.guard {
            if guard.try_wait()?.is_none() {
                return Ok(Pid::from_child(guard).as_raw_nonzero().get());
            }
        }
        leftovers::inherit_orphans();
        self.others.get_or_insert_with(|| leftovers::children(None));
        let guard = Command::new("/proc/self/exe")
            .args([GUARD_COMMAND, &self.brand.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let leader = Pid::from_child(&guard).as_raw_nonzero().get();
        self.guard = Some(guard);
        Ok(leader)
    }

    /// Whatever starts the programs; started itself if it does not live.
    fn launcher(&mut self) -> io::Result<&mut Launcher> {
        let lives = self.launcher.as_mut().is_some_and(Launcher::is_alive);
        if !lives {
            self.launcher = Some(started(self.brand, self.seats.as_ref())?);
        }
        self.launcher
            .as_mut()
            .ok_or_else(|| io::Error::other("no launcher"))
    }

    /// The process whose children the programs are to every counter that children inherit.
    pub(crate) fn parent_of_programs(&mut self) -> io::Result<Pid> {
        let launcher = if self.is_confined() {
            self.launcher_inside()
        } else {
            self.launcher()
        };
        launcher.map(|launcher| launcher.pid())
    }

    /// Keeps what is started from now on, and the agent, on the processors chosen for each.
    pub(crate) fn pin_to(&mut self, pinning: &Pinning) {
        let seats = pinning.cpus.clone().zip(Cpus::allowed().ok());
        self.seats = seats.map(|(programs, free)| Seats {
            programs,
            agent: pinning.housekeeping.clone(),
            free,
        });
        self.forget_launchers();
        if let Some(seats) = &self.seats {
            // Tried out before: it fails only if an administrator takes processors away meanwhile,
            // and then the agent may as well stay.
            let _ = seats.agent.take_over();
        }
    }

    /// Lets everything run where the kernel puts it.
    pub(crate) fn let_go(&mut self) {
        if let Some(seats) = self.seats.take() {
            self.forget_launchers();
            // It was allowed before.
            let _ = seats.free.take_over();
        }
    }

    /// New ones are started where programs shall run from now on.
    fn forget_launchers(&mut self) {
        self.launcher = None;
        if let Some(inside) = &mut self.inside {
            inside.launcher = None;
        }
    }

    /// A process has ended: what it left running is ended too, or kept until the group's end. How
    /// many had to be ended.
    pub(super) fn clear_up(&mut self, aftermath: Aftermath) -> usize {
        let (spared, first) = (
            self.spared(),
            self.inside.as_ref().map(Inside::first).cloned(),
        );
        let first = first.as_ref();
        match aftermath {
            Aftermath::Ended => {
                let mut left = 0;
                if first.is_some() && self.kept.is_empty() {
                    left = leftovers::await_end(&spared, first);
                    if left > 0 {
                        // All at once: nobody forks faster than that.
                        self.end_inside();
                    }
                }
                left + leftovers::end(&spared, first)
            }
            Aftermath::Kept => {
                leftovers::reap(&spared, first);
                let stayed = leftovers::children(first);
                self.kept.extend(stayed.difference(&spared));
                0
            }
        }
    }

    /// Gives up a sandbox that has ended by itself: the next program begins in a new one. Which it was.
    pub(super) fn lost(&mut self) -> Option<&'static str> {
        let over = self.inside.take_if(|inside| inside.is_over());
        over.map(|inside| inside.name())
    }

    fn spared(&self) -> HashSet<Pid> {
        let mut spared = self.kept.clone();
        spared.extend(self.others.iter().flatten());
        spared.extend(self.guard.iter().map(Pid::from_child));
        spared.extend(self.launcher.iter().map(Launcher::pid));
        spared.extend(self.inside.iter().flat_map(Inside::own));
        spared
    }

    /// Ends every process of the group and the guard with them.
    pub(crate) fn end(&mut self) {
        self.end_inside();
        if let Some(mut guard) = self.guard.take() {
            // Fails only when the whole group has ended already.
            let _ = rustix::process::kill_process_group(Pid::from_child(&guard), Signal::KILL);
            let _ = guard.wait();
        }
    }

    /// Ends every program of the sandbox; the sandbox itself where one does not end.
    fn end_inside(&mut self) {
        if self.inside.as_mut().is_some_and(|inside| !inside.end_all()) {
            self.inside = None;
        }
    }
}

/// A launcher that the group knows by its mark, on the processors of programs.
fn started(brand: Brand, seats: Option<&Seats>) -> io::Result<Launcher> {
    let launcher = brand.while_starting(Launcher::start_up)?;
    if let Some(seats) = seats {
        seats.programs.seat(launcher.pid())?;
    }
    Ok(launcher)
}

impl Drop for Group {
    fn drop(&mut self) {
        self.let_go();
        self.end();
        self.launcher = None;
        self.inside = None;
        if let Some(others) = &self.others {
            leftovers::end(others, None);
        }
    }
}

/// The guard's whole life: wait until the agent is gone, then end all that the agent started.
pub(crate) fn guard(mark: Option<&str>) {
    let mut nothing = [0_u8; 1];
    while matches!(io::stdin().read(&mut nothing), Ok(1..)) {}
    if let Some(brand) = mark.and_then(Brand::parse) {
        brand.end_all();
    }
    let own = rustix::process::getpgid(None).unwrap_or(rustix::process::getpid());
    if own == rustix::process::getpid() {
        let _ = rustix::process::kill_process_group(own, Signal::KILL);
    }
}
