//! Signs of life of an agent, and what the server answers them.

use serde::Deserialize;
use serde_json::{Value, json};

use super::server::{SMALL_LIMIT, Server, ServerError, body, name_of};
use crate::base::progress::{Planned, Status};

/// What a beat is answered; servers of before say nothing.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct AgentBeatAnswer {
    /// Why the machine of the agent is in quarantine.
    #[serde(default)]
    pub(crate) quarantine: Option<String>,
    /// Why the agent gets no new jobs: its version is too far from the server's.
    #[serde(default)]
    pub(crate) version_trouble: Option<String>,
}

impl Server {
    /// Says what the agent does, and returns what keeps it from measuring.
    pub(crate) fn beat(
        &self,
        agent: &Value,
        status: &Status,
        spooled: usize,
        planned: &[Planned],
    ) -> Result<AgentBeatAnswer, ServerError> {
        let mut beat = json!({
            "state": status.activity,
            "message": status.message,
            "spooled": spooled,
            "planned": planned,
        });
        if let Some(suite) = &status.suite {
            beat["suite"] = json!(suite);
        }
        if status.total > 0 {
            beat["progress"] = json!({"done": status.done, "total": status.total});
        }
        let path = format!("agents/{}/beats", name_of(agent));
        let mut response = self.post_json(&path, &beat, SMALL_LIMIT)?;
        Ok(serde_json::from_str(&body(&mut response)).unwrap_or_default())
    }
}
