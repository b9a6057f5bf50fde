//! Signs of life of an agent, and what the server answers them.

use serde::Deserialize;
use serde_json::{Value, json};

use super::server::{SMALL_LIMIT, Server, ServerError, body, name_of};
use crate::base::progress::{Planned, Status};

/// What a beat is answered; servers of before say nothing.
#[derive(Debug, Default, Deserialize)]
struct AgentBeatAnswer {
    /// Why the machine of the agent is in quarantine.
    #[serde(default)]
    quarantine: Option<String>,
}

impl Server {
    /// Says what the agent does; why its machine is in quarantine, if it is.
    pub(crate) fn beat(
        &self,
        agent: &Value,
        status: &Status,
        spooled: usize,
        planned: &[Planned],
    ) -> Result<Option<String>, ServerError> {
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
        let heard: AgentBeatAnswer = serde_json::from_str(&body(&mut response)).unwrap_or_default();
        Ok(heard.quarantine)
    }
}
