//! How many processes and threads a sandbox may hold: a fork bomb ends there.
//!
//! The group of control of the kernel where the agent may make one; else the limit of the user,
//! which counts in each user namespace by itself (Linux 5.14) but does not hold for root.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::folder::old_of_agents;
use rustix::process::{Pid, Resource, Rlimit, geteuid, prlimit};

/// More than suites with hundreds of threads need, and few enough for any machine.
const MOST: u64 = 2048;
const GROUPS: &str = "/sys/fs/cgroup";
const CONTROLLER: &str = "pids";

/// A limit that holds for the processes put under it and all that they start.
pub(super) enum Most {
    Group(PathBuf),
    OfUser,
}

impl Most {
    /// `name` is that of a group that no other sandbox has.
    pub(super) fn new(name: &str) -> io::Result<Self> {
        let made = own_groups().into_iter().find_map(|parent| {
            old_of_agents(&parent).for_each(|group| drop(fs::remove_dir(group)));
            let group = parent.join(name);
            fs::create_dir(&group).ok()?;
            let is_limited = fs::write(group.join("pids.max"), MOST.to_string()).is_ok();
            if !is_limited {
                let _ = fs::remove_dir(&group);
            }
            is_limited.then_some(group)
        });
        match made {
            Some(group) => Ok(Self::Group(group)),
            None if geteuid().is_root() => Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "no group of control with a limit of processes can be made, and root has no other",
            )),
            None => Ok(Self::OfUser),
        }
    }

    pub(super) fn hold(&self, pid: Pid) -> io::Result<()> {
        match self {
            Self::Group(group) => {
                let number = pid.as_raw_nonzero().to_string();
                fs::write(group.join("cgroup.procs"), number)
            }
            Self::OfUser => {
                let limit = Rlimit {
                    current: Some(MOST),
                    maximum: Some(MOST),
                };
                prlimit(Some(pid), Resource::Nproc, limit)?;
                Ok(())
            }
        }
    }
}

impl Drop for Most {
    fn drop(&mut self) {
        if let Self::Group(group) = self {
            // Empty by now; a group that is left holds nothing.
            let _ = fs::remove_dir(group);
        }
    }
}

/// Folders in which a group with a limit of processes may be made: of both versions of the kernel's
/// groups, the agent's own first.
fn own_groups() -> Vec<PathBuf> {
    let list = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut folders = Vec::new();
    for line in list.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else {
            continue;
        };
        let path = path.trim_start_matches('/');
        if controllers.split(',').any(|name| name == CONTROLLER) {
            folders.push(Path::new(GROUPS).join(CONTROLLER).join(path));
        } else if controllers.is_empty() {
            folders.push(Path::new(GROUPS).join(path));
        }
    }
    folders
}
