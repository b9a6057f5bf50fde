//! `bridge.Server`: bound when it is made, served when it is run.

use std::{
    collections::HashMap,
    net::TcpListener,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use tokio::runtime::{Builder, Runtime};

use crate::{
    call::routes,
    caller::Caller,
    http::{self, Application},
    shutdown::Stop,
    strategies::{Plan, Strategy},
    thread_state,
};

/// How long a handler that blocks its thread is awaited at the end.
const BLOCKED: Duration = Duration::from_secs(1);

#[pyclass(frozen, module = "bridge")]
pub(crate) struct Server {
    /// The port the system chose on the loopback address.
    #[pyo3(get)]
    port: u16,
    parts: Mutex<Option<Parts>>,
}

struct Parts {
    runtime: Runtime,
    listener: TcpListener,
    application: Arc<Application>,
    stop: Stop,
}

#[pymethods]
impl Server {
    /// Binds and prepares; `targets` are what the strategy hands over to: runners, loops or shards.
    #[new]
    #[pyo3(signature = (*, strategy, handlers, encode, targets, dispatch, threads, keep_states=true, check=None))]
    #[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
    fn new(
        strategy: &str,
        handlers: HashMap<String, Py<PyAny>>,
        encode: Py<PyAny>,
        targets: Vec<Bound<'_, PyAny>>,
        dispatch: &str,
        threads: usize,
        keep_states: bool,
        check: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let stop = Stop::watch();
        let runtime = runtime(threads, keep_states)?;
        let caller = Arc::new(Caller { encode, check });
        let plan = Plan {
            strategy,
            targets,
            dispatch,
        };
        let strategy = Strategy::new(plan, caller, runtime.handle())?;
        let listener = listen(&runtime)?;
        let port = listener.local_addr()?.port();
        let application = Arc::new(Application {
            routes: routes(handlers),
            strategy,
        });
        let parts = Parts {
            runtime,
            listener,
            application,
            stop,
        };
        Ok(Self {
            port,
            parts: Mutex::new(Some(parts)),
        })
    }

    /// Serves until SIGTERM, SIGINT or the end of standard input.
    fn run(&self, py: Python<'_>) -> PyResult<()> {
        let parts = self
            .parts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let parts = parts.ok_or_else(|| PyRuntimeError::new_err("this server has run already"))?;
        py.detach(|| parts.run())?;
        Ok(())
    }
}

impl Parts {
    fn run(self) -> std::io::Result<()> {
        let Self {
            runtime,
            listener,
            application,
            stop,
        } = self;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            http::serve(listener, application, stop).await;
            Ok::<(), std::io::Error>(())
        })?;
        runtime.shutdown_timeout(BLOCKED);
        Ok(())
    }
}

/// On this runtime Python is attached again and again: its threads keep what that needs.
fn runtime(threads: usize, keep_states: bool) -> std::io::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    if keep_states {
        builder.on_thread_start(thread_state::keep);
    }
    builder.worker_threads(threads).enable_all().build()
}

/// A backlog of 1,024: fifty clients that open a connection per request come in bursts.
fn listen(runtime: &Runtime) -> std::io::Result<TcpListener> {
    let _entered = runtime.enter();
    let socket = tokio::net::TcpSocket::new_v4()?;
    socket.bind(([127, 0, 0, 1], 0).into())?;
    socket.listen(1024)?.into_std()
}
