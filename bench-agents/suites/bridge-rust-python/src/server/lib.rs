//! The Python module `bridge`: a hyper server that calls Python handlers by one of ten strategies.

mod bridge;
mod call;
mod caller;
mod dispatch;
mod http;
mod server;
mod shutdown;
mod strategies;
mod thread_state;

use pyo3::prelude::*;

/// Declares that it needs no GIL, so that a free-threaded interpreter stays free-threaded.
#[pymodule(name = "bridge", gil_used = false)]
fn python_module(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<server::Server>()?;
    module.add_class::<bridge::Shard>()
}
