//! A second thread to exchange wake-ups with.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread::JoinHandle;

use rustix::event::{EventfdFlags, eventfd};

/// A number that ends the partner.
const END: u64 = 2;

pub(super) struct Partner {
    ends: Arc<(OwnedFd, OwnedFd)>,
    thread: Option<JoinHandle<()>>,
}

impl Partner {
    pub(super) fn start() -> io::Result<Self> {
        let ends = Arc::new((
            eventfd(0, EventfdFlags::CLOEXEC)?,
            eventfd(0, EventfdFlags::CLOEXEC)?,
        ));
        let theirs = Arc::clone(&ends);
        let thread = std::thread::Builder::new()
            .name("partner".into())
            .stack_size(64 * 1024)
            .spawn(
                move || while matches!(wait(&theirs.0), Ok(1)) && wake(&theirs.1, 1).is_ok() {},
            )?;
        Ok(Self {
            ends,
            thread: Some(thread),
        })
    }

    /// Wakes the partner and waits for its answer, so many times.
    pub(super) fn exchange(&self, times: u32) -> io::Result<()> {
        for _ in 0..times {
            wake(&self.ends.0, 1)?;
            wait(&self.ends.1)?;
        }
        Ok(())
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        if let Some(thread) = self
            .thread
            .take()
            .filter(|_| wake(&self.ends.0, END).is_ok())
        {
            // A partner that panicked has ended as well.
            let _ = thread.join();
        }
    }
}

fn wake(event: &OwnedFd, number: u64) -> io::Result<()> {
    rustix::io::write(event, &number.to_ne_bytes())?;
    Ok(())
}

fn wait(event: &OwnedFd) -> io::Result<u64> {
    let mut number = [0_u8; 8];
    rustix::io::read(event, &mut number)?;
    Ok(u64::from_ne_bytes(number))
}
