//! What the kernel accounted to one child: `wait4`, which std and rustix do not offer.
//!
//! `ru_maxrss` starts, at exec, from what the new process held before: the peak of the whole agent
//! if the two shared their memory until then, the agent's private pages if it was forked. A program
//! smaller than that shows the agent's size instead of its own. `resident_floor` says how large
//! that is, so that such samples are taken from a fork, or left out.

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use super::ending::Ending;
use super::invocation::Start;

/// Pages that a child touches before it executes its program, and those that the kernel has not
/// counted yet: it counts resident pages per CPU, some dozens at a time.
const UNCERTAIN: u64 = 256 * 1024;

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Usage {
    pub(crate) user_s: f64,
    pub(crate) system_s: f64,
    pub(crate) voluntary_switches: u64,
    pub(crate) involuntary_switches: u64,
    pub(crate) minor_faults: u64,
    pub(crate) major_faults: u64,
    pub(crate) peak_resident_bytes: u64,
}

impl Usage {
    pub(crate) fn cpu_s(&self) -> f64 {
        self.user_s + self.system_s
    }
}

/// Waits for the child `pid` and takes its exit status and resources.
#[allow(unsafe_code, reason = "no safe crate in use offers wait4")]
pub(super) fn wait(pid: u32) -> io::Result<(i32, Usage)> {
    let pid = libc::pid_t::try_from(pid).map_err(io::Error::other)?;
    let mut status = 0;
    let mut resources = MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: both pointers are valid for writes for the whole call, and the structure is plain
        // numbers for which all bytes zero is a valid state.
        let waited = unsafe { libc::wait4(pid, &raw mut status, 0, resources.as_mut_ptr()) };
        if waited == pid {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: zeroed above and filled by the successful call.
    let resources = unsafe { resources.assume_init() };
    Ok((status, from_kernel(&resources)))
}

fn from_kernel(resources: &libc::rusage) -> Usage {
    Usage {
        user_s: seconds(resources.ru_utime),
        system_s: seconds(resources.ru_stime),
        voluntary_switches: count(resources.ru_nvcsw),
        involuntary_switches: count(resources.ru_nivcsw),
        minor_faults: count(resources.ru_minflt),
        major_faults: count(resources.ru_majflt),
        peak_resident_bytes: count(resources.ru_maxrss) * 1024,
    }
}

fn seconds(time: libc::timeval) -> f64 {
    std::time::Duration::new(count(time.tv_sec), 0).as_secs_f64()
        + std::time::Duration::from_micros(count(time.tv_usec)).as_secs_f64()
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

pub(super) fn ending(status: i32) -> Ending {
    let status = ExitStatus::from_raw(status);
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, signal) => Ending::Signalled(signal.unwrap_or(0)),
    }
}

/// The bytes below which a child's peak memory cannot be told from the agent's. Asked for after the
/// child has ended: the agent's peak never falls, so it then covers what was held at the start, and
/// what a forked child began with changes little while the agent only waits.
pub(super) fn resident_floor(start: Start) -> u64 {
    match start {
        Start::Shared => own_peak() + UNCERTAIN,
        Start::Forked => {
            let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
            kibibytes(&status, "RssAnon:") * 1024 + UNCERTAIN
        }
    }
}

/// The agent's own peak; one call of the kernel, since it is asked for with every sample.
#[allow(unsafe_code, reason = "no safe crate in use offers getrusage")]
fn own_peak() -> u64 {
    let mut resources = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is valid for writes for the whole call, and all bytes zero is a valid
    // state of the structure, which is plain numbers.
    let resources = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, resources.as_mut_ptr());
        resources.assume_init()
    };
    count(resources.ru_maxrss) * 1024
}

fn kibibytes(status: &str, field: &str) -> u64 {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(field))
        .unwrap_or("");
    line.trim()
        .trim_end_matches("kB")
        .trim_end()
        .parse()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fork_lowers_the_floor() {
        let (shared, forked) = (resident_floor(Start::Shared), resident_floor(Start::Forked));
        assert!(UNCERTAIN < forked && forked < shared, "{forked} {shared}");
    }
}
