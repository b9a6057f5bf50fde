//! Loops that run for ever on threads of their own, reached through pyo3-async-runtimes.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3_async_runtimes::{TaskLocals, into_future_with_locals};
use tokio::{
    runtime::Handle,
    sync::{mpsc, oneshot},
};

use crate::{
    call::{Answer, Call},
    caller::{Caller, describe},
    dispatch::Dispatch,
};

pub(super) type Job = (Call, oneshot::Sender<Answer>);
/// As deep as the published queue.
pub(super) const DEPTH: usize = 20_000;

/// One loop, and what calls handlers on it.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) caller: Arc<Caller>,
    pub(super) locals: TaskLocals,
}

impl Target {
    pub(super) fn new(caller: &Arc<Caller>, event_loop: Bound<'_, PyAny>) -> Self {
        let (caller, locals) = (Arc::clone(caller), TaskLocals::new(event_loop));
        Self { caller, locals }
    }

    /// Starts the handler on the loop; the future ends with its result.
    pub(super) fn start(
        &self,
        py: Python<'_>,
        call: &Call,
    ) -> Result<impl Future<Output = PyResult<Py<PyAny>>> + Send + use<>, String> {
        let coroutine = self.caller.call(py, call);
        let future = coroutine.and_then(|each| into_future_with_locals(&self.locals, each));
        future.map_err(|error| describe(py, &error))
    }

    pub(super) fn finish(&self, result: PyResult<Py<PyAny>>) -> Answer {
        Python::attach(|py| {
            self.caller
                .answer(py, result.map(|result| result.into_bound(py)))
        })
    }

    async fn answer(&self, call: &Call) -> Answer {
        let future = Python::attach(|py| self.start(py, call))?;
        self.finish(future.await)
    }
}

/// The published headline: a queue per loop, and each request awaited before the next is taken.
pub(crate) struct Serial {
    queues: Vec<mpsc::Sender<Job>>,
    dispatch: Dispatch,
}

impl Serial {
    pub(super) fn start(
        caller: &Arc<Caller>,
        loops: Vec<Bound<'_, PyAny>>,
        dispatch: Dispatch,
        runtime: &Handle,
    ) -> Self {
        let start = |event_loop| {
            let (queue, mut jobs) = mpsc::channel::<Job>(DEPTH);
            let target = Target::new(caller, event_loop);
            runtime.spawn(async move {
                while let Some((call, reply)) = jobs.recv().await {
                    let _ = reply.send(target.answer(&call).await); // refused by a client that left
                }
            });
            queue
        };
        let queues = loops.into_iter().map(start).collect();
        Self { queues, dispatch }
    }

    pub(super) async fn answer(&self, call: Call) -> Answer {
        enqueue(&self.queues[self.dispatch.pick(&call.route)], call).await
    }
}

/// Puts a call into a worker's queue and awaits what comes back.
pub(super) async fn enqueue(queue: &mpsc::Sender<Job>, call: Call) -> Answer {
    let (reply, answer) = oneshot::channel();
    let ended = "the worker has ended";
    queue
        .send((call, reply))
        .await
        .map_err(|_| ended.to_owned())?;
    answer.await.map_err(|_| ended.to_owned())?
}

/// Every request awaited where it came in.
pub(crate) struct Concurrent {
    targets: Vec<Target>,
    dispatch: Dispatch,
}

impl Concurrent {
    pub(super) fn new(
        caller: &Arc<Caller>,
        loops: Vec<Bound<'_, PyAny>>,
        dispatch: Dispatch,
    ) -> Self {
        let target = |event_loop| Target::new(caller, event_loop);
        let targets = loops.into_iter().map(target).collect();
        Self { targets, dispatch }
    }

    pub(super) async fn answer(&self, call: Call) -> Answer {
        self.targets[self.dispatch.pick(&call.route)]
            .answer(&call)
            .await
    }
}
