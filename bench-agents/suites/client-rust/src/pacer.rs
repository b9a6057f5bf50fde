//! The open loop's clock: releases each order when it is due.

use std::{
    io,
    os::fd::OwnedFd,
    time::{Duration, Instant},
};

use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create,
    timerfd_settime,
};
use tokio::{io::unix::AsyncFd, sync::Semaphore};

/// When order `index`, from 0, is due.
#[must_use]
pub fn due(began: Instant, rate: f64, index: u32) -> Instant {
    began + Duration::from_secs_f64(f64::from(index) / rate)
}

/// Adds a permit for each order when it is due, and then `lanes` more, so that all see the end.
pub async fn release(
    permits: &Semaphore,
    began: Instant,
    rate: f64,
    orders: u32,
    lanes: usize,
) -> io::Result<()> {
    let timer = Timer::new()?;
    for index in 0..orders {
        timer.sleep_until(due(began, rate, index)).await?;
        permits.add_permits(1);
    }
    permits.add_permits(lanes);
    Ok(())
}

/// A timer of the kernel: the runtime's own timers are a millisecond wide, several orders of most
/// rates, which would be sent in bursts.
struct Timer(AsyncFd<OwnedFd>);

impl Timer {
    #[expect(unsafe_code, reason = "tokio has no safe way to wait for a descriptor")]
    fn new() -> io::Result<Self> {
        let flags = TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC;
        let descriptor = timerfd_create(TimerfdClockId::Monotonic, flags)?;
        // SAFETY: an `OwnedFd` is open and the same descriptor until it is dropped, which nothing
        // but the `AsyncFd` that owns it from here on can do.
        let registered = unsafe { AsyncFd::register(descriptor)? };
        Ok(Self(registered))
    }

    async fn sleep_until(&self, moment: Instant) -> io::Result<()> {
        let left = moment.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        self.set(left)?;
        loop {
            let mut ready = self.0.readable().await?;
            let expired = ready.try_io(|timer| Ok(rustix::io::read(timer, &mut [0_u8; 8])?));
            if let Ok(read) = expired {
                return read.map(|_| ());
            }
        }
    }

    fn set(&self, left: Duration) -> io::Result<()> {
        let once = Itimerspec {
            it_interval: Timespec::default(),
            it_value: Timespec::try_from(left).map_err(io::Error::other)?,
        };
        timerfd_settime(&self.0, TimerfdTimerFlags::empty(), &once)?;
        Ok(())
    }
}
