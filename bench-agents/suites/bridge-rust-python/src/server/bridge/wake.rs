//! How a loop learns that its queue is no longer empty.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use pyo3::prelude::*;
use rustix::event::{EventfdFlags, eventfd};

pub(super) enum Wake {
    /// `call_soon_threadsafe(drain)`: takes the interpreter's lock on a thread of the server.
    Callback {
        call_soon: Py<PyAny>,
        drain: Py<PyAny>,
    },
    /// A descriptor that the loop watches: takes no lock at all.
    Descriptor(OwnedFd),
}

impl Wake {
    pub(super) fn descriptor() -> std::io::Result<Self> {
        Ok(Self::Descriptor(eventfd(
            0,
            EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK,
        )?))
    }

    pub(super) fn wake(&self) -> PyResult<()> {
        match self {
            Self::Callback { call_soon, drain } => {
                Python::attach(|py| call_soon.call1(py, (drain,)).map(drop))
            }
            Self::Descriptor(event) => {
                // Refused only when the counter is full, and then it is readable.
                let _ = rustix::io::write(event, &1_u64.to_ne_bytes());
                Ok(())
            }
        }
    }

    /// Takes the wake-up back; whoever queues from now on wakes again.
    pub(super) fn clear(&self) {
        if let Self::Descriptor(event) = self {
            let _ = rustix::io::read(event, &mut [0_u8; 8]); // refused where it was not raised
        }
    }

    pub(super) fn number(&self) -> Option<RawFd> {
        match self {
            Self::Callback { .. } => None,
            Self::Descriptor(event) => Some(event.as_raw_fd()),
        }
    }
}
