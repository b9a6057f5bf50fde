//! One message that contains the query.

use std::{path::PathBuf, sync::Arc};

/// A found message with what a user would be shown of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub file: Arc<PathBuf>,
    pub uuid: String,
    pub timestamp: String,
    pub session: String,
    pub role: String,
    pub text: String,
}

impl Hit {
    /// Newest first; the uuid settles ties, so that every engine shows the same page.
    #[must_use]
    pub fn page_order(&self, other: &Self) -> std::cmp::Ordering {
        other
            .timestamp
            .cmp(&self.timestamp)
            .then_with(|| self.uuid.cmp(&other.uuid))
    }
}
