//! What a server answers to an agent that introduces itself.

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
pub(crate) struct Registration {
    pub(crate) id: Value,
    pub(crate) beat_seconds: Option<f64>,
    /// Agents may look for jobs while they measure, and tell which runs wait for one.
    #[serde(default)]
    pub(crate) takes_pauses: bool,
    /// What the agent's own schedule has due can be queued.
    #[serde(default)]
    pub(crate) takes_schedules: bool,
    /// So long the server holds a question for work; older ones hold none.
    #[serde(default)]
    pub(crate) hold_seconds: u64,
    /// Of the server; older ones do not say it.
    #[serde(default)]
    pub(crate) version: Option<String>,
    /// Why this agent gets no new jobs: its version is too far from the server's.
    #[serde(default)]
    pub(crate) version_trouble: Option<String>,
}
