//! The steps that every strategy shares: make the coroutine, turn a result into a body.

use bytes::Bytes;
use pyo3::prelude::*;

use crate::call::{Answer, Call};

pub(crate) struct Caller {
    /// Turns what a handler returned into JSON text.
    pub(crate) encode: Py<PyAny>,
    /// `inspect.iscoroutinefunction` where a strategy asks it at every request.
    pub(crate) check: Option<Py<PyAny>>,
}

impl Caller {
    /// Calls the handler: the coroutine of an async one, the result of a plain one.
    pub(crate) fn call<'py>(&self, py: Python<'py>, call: &Call) -> PyResult<Bound<'py, PyAny>> {
        let handler = call.route.handler.bind(py);
        if let Some(check) = &self.check {
            check.bind(py).call1((handler,))?.is_truthy()?;
        }
        handler.call1((call.number(),))
    }

    pub(crate) fn answer(&self, py: Python<'_>, result: PyResult<Bound<'_, PyAny>>) -> Answer {
        let body = result.and_then(|result| self.body(py, &result));
        body.map_err(|error| describe(py, &error))
    }

    fn body(&self, py: Python<'_>, result: &Bound<'_, PyAny>) -> PyResult<Bytes> {
        let text = self.encode.bind(py).call1((result,))?;
        Ok(Bytes::copy_from_slice(text.extract::<&str>()?.as_bytes()))
    }
}

/// `ValueError: what it says`, the text of a 500.
pub(crate) fn describe(py: Python<'_>, error: &PyErr) -> String {
    let kind = error.get_type(py);
    let name = kind
        .name()
        .map_or_else(|_| "exception".to_owned(), |name| name.to_string());
    let text = error
        .value(py)
        .str()
        .map_or_else(|_| String::new(), |text| text.to_string());
    format!("{name}: {text}")
}
