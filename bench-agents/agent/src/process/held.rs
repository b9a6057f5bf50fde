//! The first process of a sandbox and its files, held by descriptors: once the process is gone, its
//! number is given to others.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, ResolveFlags, openat, openat2, statat};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

const ENDED: &str = "its first process has ended";
/// The kernel asks to look again where somebody renames folders meanwhile.
const MOST_LOOKS: usize = 16;

/// Of a process that ends, in the words that the kernel keeps of each.
const EXITING: u32 = 4;

/// A process that is itself or nothing.
#[derive(Debug, Clone)]
pub(super) struct Held {
    pid: Pid,
    handle: Arc<OwnedFd>,
}

impl Held {
    /// Whoever has the number now; what is known of it must be asked by `while_there`.
    pub(super) fn of(pid: Pid) -> io::Result<Self> {
        let handle = Arc::new(pidfd_open(pid, PidfdFlags::empty())?);
        Ok(Self { pid, handle })
    }

    pub(super) fn handle(&self) -> &OwnedFd {
        &self.handle
    }

    /// Whether it has ended, or is about to: the kernel ends all others of its sandbox first, and
    /// waits until the agent has taken note of each.
    pub(super) fn is_over(&self) -> bool {
        let is_ending = flags_of(self.pid).is_none_or(|flags| flags & EXITING != 0);
        is_ending || self.has_ended()
    }

    fn has_ended(&self) -> bool {
        let mut watched = [PollFd::new(&*self.handle, PollFlags::IN)];
        let now = Timespec::default();
        !matches!(poll(&mut watched, Some(&now)), Ok(0))
    }

    /// What is found by its number, provided that the process still had it afterwards.
    pub(super) fn while_there<T>(&self, look: impl FnOnce(Pid) -> io::Result<T>) -> io::Result<T> {
        let found = look(self.pid);
        if self.has_ended() {
            return Err(io::Error::other(ENDED));
        }
        found
    }

    pub(super) fn end(&self) {
        // It may have ended by itself.
        let _ = pidfd_send_signal(&self.handle, Signal::KILL);
    }
}

fn flags_of(pid: Pid) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    // Behind the name: state, parent, group, session, terminal and its group.
    let (_, rest) = stat.rsplit_once(") ")?;
    rest.split(' ').nth(6)?.parse().ok()
}

/// The files of a container as its first process sees them.
#[derive(Debug, Clone)]
pub(super) struct Files(Arc<OwnedFd>);

impl Files {
    pub(super) fn of(first: &Held) -> io::Result<Self> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        first.while_there(|pid| {
            let root = format!("/proc/{}/root", pid.as_raw_nonzero());
            let root = openat(CWD, root, flags, Mode::empty())?;
            Ok(Self(Arc::new(root)))
        })
    }

    /// Where this process finds them. Links there lead to the machine's files.
    pub(super) fn path(&self) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", self.0.as_raw_fd()))
    }

    /// Whether a path is a program there, its links followed as programs there follow them.
    pub(super) fn has_program(&self, path: &Path) -> bool {
        let flags = OFlags::PATH | OFlags::CLOEXEC;
        let within = ResolveFlags::IN_ROOT | ResolveFlags::NO_MAGICLINKS;
        let look = || openat2(&self.0, path, flags, Mode::empty(), within);
        let looks = std::iter::repeat_with(look).take(MOST_LOOKS);
        let mut looks = looks.skip_while(|seen| matches!(seen, Err(rustix::io::Errno::AGAIN)));
        match looks.next() {
            Some(Ok(file)) => statat(&file, "", AtFlags::EMPTY_PATH).is_ok_and(|file| {
                FileType::from_raw_mode(file.st_mode) == FileType::RegularFile
                    && file.st_mode & 0o111 != 0
            }),
            // Forbidden to the agent, or unknown to the kernel: what a link leads to is not known.
            Some(Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM)) => {
                let seen_here = self.path().join(path.strip_prefix("/").unwrap_or(path));
                std::fs::symlink_metadata(seen_here).is_ok_and(|file| {
                    file.is_symlink() || file.is_file() && file.permissions().mode() & 0o111 != 0
                })
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn sleeper() -> std::process::Child {
        let mut sleeper = std::process::Command::new("sleep");
        sleeper.arg("900").spawn().unwrap()
    }

    #[test]
    fn what_is_found_by_the_number_of_a_process_that_has_ended_does_not_count() {
        let mut child = sleeper();
        let held = Held::of(Pid::from_child(&child)).unwrap();
        assert!(!held.is_over());
        assert_eq!(held.while_there(|_| Ok(1)).unwrap(), 1);
        held.end();
        child.wait().unwrap();
        assert!(held.is_over());
        let said = held.while_there(|_| Ok(1)).unwrap_err().to_string();
        assert_eq!(said, ENDED);
        assert!(Files::of(&held).is_err());
    }

    #[test]
    fn links_to_programs_are_followed_within_the_image() {
        let root = tempfile::tempdir().unwrap();
        let place = |path: &str| root.path().join(path);
        std::fs::create_dir_all(place("opt/real")).unwrap();
        std::fs::create_dir_all(place("bin")).unwrap();
        std::fs::write(place("opt/real/tool"), "").unwrap();
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(place("opt/real/tool"), executable).unwrap();
        std::fs::write(place("bin/text"), "").unwrap();
        symlink("/opt/real", place("opt/short")).unwrap();
        symlink("/opt/short/tool", place("bin/tool")).unwrap();
        symlink("../../../../opt/real/tool", place("bin/up")).unwrap();
        // A program of the machine, and not of the image.
        symlink("/bin/sh", place("bin/lost")).unwrap();
        let flags = OFlags::PATH | OFlags::DIRECTORY;
        let files = openat(CWD, root.path(), flags, Mode::empty()).unwrap();
        let files = Files(Arc::new(files));
        for (path, is_there) in [
            ("/bin/tool", true),
            ("/bin/up", true),
            ("/opt/short/tool", true),
            ("/bin/lost", false),
            ("/bin/text", false),
            ("/bin/none", false),
            ("/opt/real", false),
        ] {
            assert_eq!(files.has_program(Path::new(path)), is_there, "{path}");
        }
    }
}
