//! The two strategies without queue or worker: `sync` and `run`.

use std::sync::Arc;

use pyo3::prelude::*;

use crate::{
    call::{Answer, Call},
    caller::Caller,
};

/// The control: what the server does when there is nothing to await.
pub(crate) struct Sync {
    pub(super) caller: Arc<Caller>,
}

impl Sync {
    pub(super) fn answer(&self, call: &Call) -> Answer {
        Python::attach(|py| self.caller.answer(py, self.caller.call(py, call)))
    }
}

/// `asyncio.run` on a thread of tokio's blocking pool.
pub(crate) struct Blocking {
    caller: Arc<Caller>,
    run: Arc<Py<PyAny>>,
}

impl Blocking {
    pub(super) fn new(caller: Arc<Caller>, targets: &[Bound<'_, PyAny>]) -> Self {
        let run = Arc::new(targets[0].clone().unbind());
        Self { caller, run }
    }

    pub(super) async fn answer(&self, call: Call) -> Answer {
        let (caller, run) = (Arc::clone(&self.caller), Arc::clone(&self.run));
        let work = move || Python::attach(|py| run_to_end(py, &caller, &run, &call));
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or_else(|error| Err(error.to_string()))
    }
}

/// Calls the handler and lets `run` bring its coroutine to the end on this thread.
pub(super) fn run_to_end(py: Python<'_>, caller: &Caller, run: &Py<PyAny>, call: &Call) -> Answer {
    let coroutine = caller.call(py, call);
    let result = coroutine.and_then(|coroutine| run.bind(py).call1((coroutine,)));
    caller.answer(py, result)
}
