//! A one-time token, exchanged for an API key of the agent's own.

use serde::Deserialize;
use serde_json::Value;

use super::server::{SMALL_LIMIT, Server, ServerError, read};

/// What the server gives an agent that it lets in.
#[derive(Debug, Deserialize)]
pub(crate) struct LetIn {
    pub(crate) project: String,
    pub(crate) testbed: String,
    /// Of the API key.
    pub(crate) secret: String,
}

impl Server {
    /// Spends a token. The key that this agent signs with is told in the same request; it is kept
    /// where a second try finds it, should the answer be lost.
    pub(crate) fn exchange(
        &self,
        token: &str,
        mut introduction: Value,
    ) -> Result<LetIn, ServerError> {
        let unusable = |error: std::io::Error| ServerError::Key(error.to_string());
        let signer = self.signer();
        let signer = signer.ok_or_else(|| ServerError::Key("it has no folder".to_owned()))?;
        let key = signer.enrolment().map_err(unusable)?;
        for field in ["public_key", "proof"] {
            introduction[field] = key[field].clone();
        }
        introduction["token"] = Value::from(token);
        let address = format!("{}/api/v1/enrolments", self.address());
        let mut response = self.post_to(&address, &introduction, SMALL_LIMIT)?;
        let let_in: LetIn = read(&mut response)?;
        let place = format!("{} {}", self.address(), let_in.project);
        signer.settled(place).map_err(unusable)?;
        Ok(let_in)
    }
}
