//! Worker threads that take one request at a time: `run-1`, `ruc-1`, `ruc-140`.

use std::{
    sync::{Arc, mpsc},
    thread,
};

use pyo3::prelude::*;
use tokio::sync::oneshot;

use super::direct::run_to_end;
use crate::{
    call::{Answer, Call},
    caller::Caller,
    dispatch::Dispatch,
};

type Job = (Call, oneshot::Sender<Answer>);
const ENDED: &str = "the worker has ended";

/// One queue per thread. A thread ends when the server drops its queue.
pub(crate) struct Runners {
    queues: Vec<mpsc::Sender<Job>>,
    dispatch: Dispatch,
}

impl Runners {
    /// One thread for each of `runs`, which bring a coroutine to its end.
    pub(super) fn start(
        caller: &Arc<Caller>,
        runs: Vec<Bound<'_, PyAny>>,
        dispatch: Dispatch,
    ) -> std::io::Result<Self> {
        let start = |run: Bound<'_, PyAny>| {
            let (queue, jobs) = mpsc::channel();
            let (caller, run) = (Arc::clone(caller), run.unbind());
            thread::Builder::new().spawn(move || work(&jobs, &caller, &run))?;
            Ok(queue)
        };
        let queues = runs
            .into_iter()
            .map(start)
            .collect::<std::io::Result<_>>()?;
        Ok(Self { queues, dispatch })
    }

    pub(super) async fn answer(&self, call: Call) -> Answer {
        let (reply, answer) = oneshot::channel();
        let queue = &self.queues[self.dispatch.pick(&call.route)];
        queue.send((call, reply)).map_err(|_| ENDED)?;
        answer.await.map_err(|_| ENDED)?
    }
}

fn work(jobs: &mpsc::Receiver<Job>, caller: &Caller, run: &Py<PyAny>) {
    while let Ok((call, reply)) = jobs.recv() {
        let answer = Python::attach(|py| run_to_end(py, caller, run, &call));
        let _ = reply.send(answer); // refused where the client has gone
    }
}
