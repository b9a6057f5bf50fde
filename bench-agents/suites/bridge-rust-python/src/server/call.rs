//! One request on its way to a Python handler, and what comes back.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use bytes::Bytes;
use hyper::Uri;
use pyo3::prelude::*;

/// The body of a response, or why there is none.
pub(crate) type Answer = Result<Bytes, String>;

/// A path and the handler registered for it.
pub(crate) struct Route {
    pub(crate) handler: Py<PyAny>,
    /// Decides the worker under route-hash; the same in every process.
    pub(crate) hash: u64,
}

pub(crate) type Routes = HashMap<String, Arc<Route>>;

pub(crate) fn routes(handlers: HashMap<String, Py<PyAny>>) -> Routes {
    let route = |(path, handler): (String, Py<PyAny>)| {
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        let hash = hasher.finish();
        (path, Arc::new(Route { handler, hash }))
    };
    handlers.into_iter().map(route).collect()
}

/// A request for a known route. Holds the parsed address, so that nothing is copied on the way.
pub(crate) struct Call {
    pub(crate) route: Arc<Route>,
    pub(crate) uri: Uri,
}

impl Call {
    /// What the handler is called with: the query's `n`, which the response must contain again.
    pub(crate) fn number(&self) -> &str {
        let query = self.uri.query().unwrap_or_default();
        query.strip_prefix("n=").unwrap_or(query)
    }
}
