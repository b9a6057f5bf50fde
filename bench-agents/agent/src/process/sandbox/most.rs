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
pub(super) const MOST: u64 = 2048;
const GROUPS: &str = "/sys/fs/cgroup";
const CONTROLLER: &str = "pids";
const MEMORY: &str = "memory";
/// As the versions of the kernel's groups name them.
const LIMITS: [&[&str]; 2] = [&["pids.max"], &["memory.max", "memory.limit_in_bytes"]];
/// What a group without a limit of memory says is more.
const NONE: u64 = 1 << 60;

/// A limit that holds for the processes put under it and all that they start.
pub(super) enum Most {
    Group(PathBuf),
    OfUser,
    /// The groups of control that an engine has made.
    OfContainer(Vec<PathBuf>),
}

impl Most {
    /// `name` is that of a group that no other sandbox has.
    pub(super) fn new(name: &str) -> io::Result<Self> {
        let made = groups_of("self", &[CONTROLLER])
            .into_iter()
            .find_map(|parent| {
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

    /// The limits of the container whose first process is given.
    pub(super) fn of_container(first: Pid) -> io::Result<Self> {
        let first = first.as_raw_nonzero().to_string();
        let mut groups = groups_of(&first, &[CONTROLLER, MEMORY]);
        groups.retain(|group| group.join("cgroup.procs").exists());
        let is_limited = |names: &&[&str]| {
            let files = groups
                .iter()
                .flat_map(|group| names.iter().map(|name| group.join(name)));
            let mut limits = files.filter_map(|file| fs::read_to_string(file).ok());
            limits.any(|limit| limit.trim().parse().is_ok_and(|limit: u64| limit < NONE))
        };
        if LIMITS.iter().all(is_limited) {
            return Ok(Self::OfContainer(groups));
        }
        let found = groups.iter().map(|group| group.display().to_string());
        let found: Vec<String> = found.collect();
        let said = format!(
            "groups of control without both limits: {}",
            found.join(", ")
        );
        Err(io::Error::other(said))
    }

    pub(super) fn hold(&self, pid: Pid) -> io::Result<()> {
        let number = pid.as_raw_nonzero().to_string();
        match self {
            Self::OfContainer(groups) => groups
                .iter()
                .try_for_each(|group| fs::write(group.join("cgroup.procs"), &number)),
            Self::Group(group) => fs::write(group.join("cgroup.procs"), number),
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

/// The groups of a process that have one of the controllers: of both versions of the kernel's groups.
fn groups_of(process: &str, wanted: &[&str]) -> Vec<PathBuf> {
    let list = fs::read_to_string(format!("/proc/{process}/cgroup")).unwrap_or_default();
    let mut folders = Vec::new();
    for line in list.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else {
            continue;
        };
        let path = path.trim_start_matches('/');
        let found = wanted
            .iter()
            .find(|name| controllers.split(',').any(|one| one == **name));
        if let Some(found) = found {
            folders.push(Path::new(GROUPS).join(found).join(path));
        } else if controllers.is_empty() {
            folders.push(Path::new(GROUPS).join(path));
        }
    }
    folders
}
