//! Loops given batches: one lock of the interpreter starts up to 256 calls.

use std::sync::Arc;

use futures_util::future::join_all;
use pyo3::prelude::*;
use tokio::{
    runtime::Handle,
    sync::{Semaphore, mpsc},
};

use super::loops::{DEPTH, Job, Target, enqueue};
use crate::{
    call::{Answer, Call},
    caller::Caller,
    dispatch::Dispatch,
};

const LARGEST_BATCH: usize = 256;
const MOST_IN_FLIGHT: usize = 512;

pub(crate) struct Batched {
    queues: Vec<mpsc::Sender<Job>>,
    dispatch: Dispatch,
}

impl Batched {
    pub(super) fn start(
        caller: &Arc<Caller>,
        loops: Vec<Bound<'_, PyAny>>,
        dispatch: Dispatch,
        runtime: &Handle,
    ) -> Self {
        let start = |event_loop| {
            let (queue, jobs) = mpsc::channel(DEPTH);
            runtime.spawn(work(jobs, Target::new(caller, event_loop)));
            queue
        };
        let queues = loops.into_iter().map(start).collect();
        Self { queues, dispatch }
    }

    pub(super) async fn answer(&self, call: Call) -> Answer {
        enqueue(&self.queues[self.dispatch.pick(&call.route)], call).await
    }
}

async fn work(mut jobs: mpsc::Receiver<Job>, target: Target) {
    let in_flight = Arc::new(Semaphore::new(MOST_IN_FLIGHT));
    let mut batch = Vec::with_capacity(LARGEST_BATCH);
    while jobs.recv_many(&mut batch, LARGEST_BATCH).await > 0 {
        let size = u32::try_from(batch.len()).unwrap_or(u32::MAX);
        let Ok(permit) = Arc::clone(&in_flight).acquire_many_owned(size).await else {
            return;
        };
        let started = Python::attach(|py| {
            let start = |(call, reply)| (target.start(py, &call), reply);
            batch.drain(..).map(start).collect::<Vec<_>>()
        });
        let target = target.clone();
        tokio::spawn(async move {
            let finish = |(future, reply): (Result<_, String>, tokio::sync::oneshot::Sender<_>)| async {
                let answer = match future {
                    Ok(future) => target.finish(Box::pin(future).await),
                    Err(message) => Err(message),
                };
                let _ = reply.send(answer); // refused by a client that left
            };
            join_all(started.into_iter().map(finish)).await;
            drop(permit);
        });
    }
}
