//! A mark that everything a measurement starts carries, whatever group, session or parent it has
//! afterwards.
//!
//! Children inherit resource limits through fork, exec and setsid, and the kernel has had no use for
//! the limit of file locks since Linux 2.4. Its soft value is the mark: it takes no room in the
//! program's memory or environment, and everybody may read it in `/proc`.

use std::fs;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};

/// Marks are numbers that nobody would ask for as a limit.
const FIRST: u64 = 1 << 62;
/// Whoever starts processes faster than they are ended is given up after so many looks.
const MOST_LOOKS: usize = 100;
/// The limit belongs to the whole process: two threads that change it would restore each other's
/// mark, and one that asks would read a mark that is meant for a child.
static LIMIT: Mutex<()> = Mutex::new(());

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Brand(u64);

impl Brand {
    /// One that no other agent of this machine has.
    pub(super) fn fresh() -> Self {
        let pid = u64::from(std::process::id());
        let moment = crate::base::clock::unix_now().as_nanos();
        let [.., a, b, c, d] = moment.to_be_bytes();
        let moment = u64::from(u32::from_be_bytes([a, b, c, d]));
        Self(FIRST | (pid << 32) & (FIRST - 1) | moment)
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|mark| *mark > FIRST).map(Self)
    }

    /// Lets what is started within `start` carry the mark.
    pub(super) fn while_starting<T>(self, start: impl FnOnce() -> T) -> T {
        let _alone = alone();
        let before = getrlimit(Resource::Locks);
        let marked = Rlimit {
            current: Some(self.0),
            maximum: before.maximum,
        };
        // Where an administrator has limited it, the guard finds what stayed in the group.
        let is_marked = setrlimit(Resource::Locks, marked).is_ok();
        let started = start();
        if is_marked {
            let _ = setrlimit(Resource::Locks, before);
        }
        started
    }

    /// Ends every process that carries the mark, and what those start meanwhile.
    pub(super) fn end_all(self) {
        for _ in 0..MOST_LOOKS {
            let mut found = 0;
            for pid in processes().filter(|pid| self.marks(*pid)) {
                found += usize::from(kill_process(pid, Signal::KILL).is_ok());
            }
            if found == 0 {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    fn marks(self, pid: Pid) -> bool {
        let limits = fs::read_to_string(format!("/proc/{}/limits", pid.as_raw_nonzero()));
        limits.is_ok_and(|limits| mark(&limits) == Some(self)) && !super::leftovers::is_ended(pid)
    }
}

impl std::fmt::Display for Brand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// True within a process that another agent measures.
pub(crate) fn is_measured() -> bool {
    let _alone = alone();
    getrlimit(Resource::Locks)
        .current
        .is_some_and(|mark| mark > FIRST)
}

fn alone() -> MutexGuard<'static, ()> {
    LIMIT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn mark(limits: &str) -> Option<Brand> {
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max file locks"))?;
    Brand::parse(line.split_whitespace().next()?)
}

fn processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_survives_its_text_and_is_taken_off_again() {
        let brand = Brand::fresh();
        assert_eq!(Brand::parse(&brand.to_string()), Some(brand));
        assert_eq!(Brand::parse("unlimited"), None);
        let own = || fs::read_to_string("/proc/thread-self/limits").unwrap();
        assert_eq!(brand.while_starting(|| mark(&own())), Some(brand));
        assert!(!is_measured());
    }

    #[test]
    fn a_start_in_one_thread_is_no_mark_of_another() {
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        Brand::fresh().while_starting(std::thread::yield_now);
                    }
                });
            }
            for _ in 0..5_000 {
                assert!(!is_measured(), "the mark was meant for a child");
            }
        });
        assert!(!is_measured(), "the last start has put its limit back");
    }
}
