//! A one-time token, exchanged for an API key of the agent's own.

use serde::Deserialize;
use serde_json::Value;

use super::server::{SMALL_LIMIT, Server, ServerError, read};
use super::signer::Signer;

/// What the server gives an agent that it lets in.
#[derive(Debug, Deserialize)]
pub(crate) struct LetIn {
    pub(crate) project: String,
    pub(crate) testbed: String,
    /// Of the API key.
    pub(crate) secret: String,
}

/// Who an agent is at the server that let it in.
pub(crate) struct Settling {
    shown: Signer,
    place: String,
}

impl Settling {
    /// Puts the signing key where reports look for it; undone, the agent does it when it serves.
    pub(crate) fn finish(&self) -> std::io::Result<String> {
        self.shown.settled(&self.place)
    }
}

impl Server {
    /// Spends a token. The key that this agent signs with is told in the same request. A new one
    /// is kept where a second try finds it, should the answer be lost; where the server knows
    /// this agent, keys that it was let in with before are shown, too. One that was revoked
    /// meanwhile gives way to another new one.
    pub(crate) fn exchange(
        &self,
        token: &str,
        introduction: &Value,
    ) -> Result<(LetIn, Settling), ServerError> {
        let unusable = |error: std::io::Error| ServerError::Key(error.to_string());
        let signer = self.signer();
        let signer = signer.ok_or_else(|| ServerError::Key("it has no folder".to_owned()))?;
        let mut refused = None;
        let mut at_hand = signer.at_hand().map_err(unusable)?.into_iter();
        let mut is_renewed = false;
        loop {
            let shown = match at_hand.next() {
                Some(shown) => shown,
                None if is_renewed => break,
                None => {
                    is_renewed = true;
                    signer.renewed().map_err(unusable)?
                }
            };
            let key = shown.present().map_err(unusable)?;
            match self.spend(token, introduction, &key) {
                Ok(let_in) => {
                    let place = format!("{} {}", self.address(), let_in.project);
                    return Ok((let_in, Settling { shown, place }));
                }
                // Nothing is spent by a refusal; the first one tells why.
                Err(error @ ServerError::Answer { status: 403, .. }) => {
                    refused.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        Err(refused.unwrap_or_else(|| ServerError::Key("there is none".to_owned())))
    }

    fn spend(&self, token: &str, introduction: &Value, key: &Value) -> Result<LetIn, ServerError> {
        let mut document = introduction.clone();
        for field in ["public_key", "proof"] {
            document[field] = key[field].clone();
        }
        document["token"] = Value::from(token);
        let address = format!("{}/api/v1/enrolments", self.address());
        read(&mut self.post_to(&address, &document, SMALL_LIMIT)?)
    }
}
