//! Keeps each thread of the server known to the interpreter for as long as it lives.

use pyo3::ffi;

/// Gives the calling thread a Python thread state and lets go of the interpreter again.
///
/// Without it every `Python::attach` on a thread that Rust made creates a thread state and destroys
/// it, which costs more than a small handler: the control would be slow for a reason of its own.
#[allow(unsafe_code, reason = "PyO3 offers no safe way to keep a thread state")]
pub(crate) fn keep() {
    // SAFETY: the interpreter is initialised, since it loaded this module, and is never finalised
    // while the server's threads live: `serve.py` ends the process by `os._exit`. The thread does
    // not hold the interpreter yet, and the state that `PyGILState_Ensure` makes is released, not
    // destroyed, by `PyEval_SaveThread`. Later attaches on this thread find and reuse it.
    unsafe {
        ffi::PyGILState_Ensure();
        ffi::PyEval_SaveThread();
    }
}
