//! CPU time of this process.

use rustix::time::{ClockId, clock_gettime};

/// User and system time of all threads so far, in seconds; children are not part of it.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "seconds of one process")]
pub fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
