//! The ways from a request to the result of a Python handler.

mod batched;
mod direct;
mod loops;
mod runners;

use std::sync::Arc;

use pyo3::{exceptions::PyValueError, prelude::*};
use tokio::runtime::Handle;

use crate::{
    bridge::{Exchange, Shard},
    call::{Answer, Call},
    caller::Caller,
    dispatch::Dispatch,
};
use batched::Batched;
use direct::{Blocking, Sync};
use loops::{Concurrent, Serial};
use runners::Runners;

/// What Python asks for.
pub(crate) struct Plan<'a, 'py> {
    pub(crate) strategy: &'a str,
    pub(crate) targets: Vec<Bound<'py, PyAny>>,
    pub(crate) dispatch: &'a str,
}

pub(crate) enum Strategy {
    /// A plain handler, called in the request's own task.
    Sync(Sync),
    /// A new event loop per request, on a thread of the blocking pool.
    Run(Blocking),
    /// Threads that each run one request at a time to its end.
    Runners(Runners),
    /// A loop that runs for ever, and a task that awaits one request after the other.
    Serial(Serial),
    /// The same loop, awaited in the request's own task.
    Concurrent(Concurrent),
    /// The same loop, given batches of calls.
    Batched(Batched),
    /// Own queues, of which Python takes batches.
    Bridge(Vec<Arc<Exchange>>, Dispatch),
}

impl Strategy {
    pub(crate) fn new(plan: Plan<'_, '_>, caller: Arc<Caller>, runtime: &Handle) -> PyResult<Self> {
        let Plan {
            strategy,
            targets,
            dispatch,
        } = plan;
        let policy = Dispatch::named(dispatch, targets.len().max(1));
        let dispatch = policy.ok_or_else(|| unknown("dispatch policy", dispatch))?;
        if targets.is_empty() && strategy != "sync" {
            return Err(PyValueError::new_err(format!(
                "strategy {strategy} needs targets"
            )));
        }
        Ok(match strategy {
            "sync" => Self::Sync(Sync { caller }),
            "run" => Self::Run(Blocking::new(caller, &targets)),
            "runners" => Self::Runners(Runners::start(&caller, targets, dispatch)?),
            "nb-serial" => Self::Serial(Serial::start(&caller, targets, dispatch, runtime)),
            "nb" => Self::Concurrent(Concurrent::new(&caller, targets, dispatch)),
            "nb-batch" => Self::Batched(Batched::start(&caller, targets, dispatch, runtime)),
            "bridge" => Self::Bridge(exchanges(&targets)?, dispatch),
            _ => return Err(unknown("strategy", strategy)),
        })
    }

    pub(crate) async fn answer(&self, call: Call) -> Answer {
        match self {
            Self::Sync(sync) => sync.answer(&call),
            Self::Run(blocking) => blocking.answer(call).await,
            Self::Runners(runners) => runners.answer(call).await,
            Self::Serial(serial) => serial.answer(call).await,
            Self::Concurrent(concurrent) => concurrent.answer(call).await,
            Self::Batched(batched) => batched.answer(call).await,
            Self::Bridge(exchanges, dispatch) => {
                exchanges[dispatch.pick(&call.route)].submit(call).await
            }
        }
    }
}

fn exchanges(targets: &[Bound<'_, PyAny>]) -> PyResult<Vec<Arc<Exchange>>> {
    let exchange = |target: &Bound<'_, PyAny>| Ok(target.cast::<Shard>()?.get().exchange());
    targets.iter().map(exchange).collect()
}

fn unknown(what: &str, name: &str) -> PyErr {
    PyValueError::new_err(format!("unknown {what} {name}"))
}
