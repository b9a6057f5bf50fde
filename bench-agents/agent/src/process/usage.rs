//! What the kernel accounted to one child: `wait4`, which std and rustix do not offer.

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rustix::process::Pid;

use super::ending::Ending;

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
pub(super) fn wait(pid: Pid) -> io::Result<(i32, Usage)> {
    let pid: libc::pid_t = pid.as_raw_nonzero().get();
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
