//! `bridge.Shard`: what Python sees of an exchange.

use std::{os::fd::RawFd, sync::Arc};

use bytes::Bytes;
use pyo3::{
    prelude::*,
    types::{PyList, PyTuple},
};

use super::{exchange::Exchange, state::Job, wake::Wake};

#[pyclass(frozen, module = "bridge")]
#[derive(Default)]
pub(crate) struct Shard {
    exchange: Arc<Exchange>,
}

impl Shard {
    pub(crate) fn exchange(&self) -> Arc<Exchange> {
        Arc::clone(&self.exchange)
    }
}

#[pymethods]
impl Shard {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Wakes by `call_soon(drain)`, once per batch.
    fn wake_by_callback(&self, call_soon: Py<PyAny>, drain: Py<PyAny>) -> PyResult<()> {
        self.exchange
            .wake_by(Wake::Callback { call_soon, drain })
            .map(drop)
    }

    /// Wakes by a descriptor, which the loop is to watch; its number.
    fn wake_by_descriptor(&self) -> PyResult<Option<RawFd>> {
        Ok(self.exchange.wake_by(Wake::descriptor()?)?.number())
    }

    /// Everything queued: `(key, handler, number)` to call, `(key, None, "")` to cancel.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut jobs = self.exchange.take();
        let list = jobs
            .drain(..)
            .map(|job| tuple(py, &job))
            .collect::<PyResult<Vec<_>>>()?;
        self.exchange.give_back(jobs);
        PyList::new(py, list)
    }

    /// From now on keeps replies back until `release`, to hand them over together.
    fn hold(&self) {
        self.exchange.hold();
    }

    fn release(&self) {
        self.exchange.release();
    }

    /// Answers with `body`; nothing happens if nobody waits any more.
    fn reply(&self, key: u64, body: &str) {
        self.exchange
            .settle(key.into(), Ok(Bytes::copy_from_slice(body.as_bytes())));
    }

    /// Answers with a 500 that says `message`.
    fn fail(&self, key: u64, message: String) {
        self.exchange.settle(key.into(), Err(message));
    }
}

fn tuple<'py>(py: Python<'py>, job: &Job) -> PyResult<Bound<'py, PyTuple>> {
    match job {
        Job::Call(key, call) => {
            (key.number(), call.route.handler.bind(py), call.number()).into_pyobject(py)
        }
        Job::Cancel(key) => (key.number(), py.None(), "").into_pyobject(py),
    }
}
