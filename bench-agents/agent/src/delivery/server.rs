//! The client of the server's API: reports, registration, beats.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

use super::holding::LONGEST_SILENCE;
pub(crate) use super::registration::Registration;
use super::signer::Signer;
use crate::base::AGENT;
use crate::base::hashing::Hasher;

/// A whole upload may take this long; beats are small and give up sooner.
const UPLOAD_LIMIT: Duration = Duration::from_secs(120);
pub(super) const SMALL_LIMIT: Duration = Duration::from_secs(15);
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
const LONGEST_ANSWER: u64 = 1 << 20;

/// Where the server points when a report is not signed by whom it asks for.
const SIGNATURE: &str = "/Tidemark-Signature";

/// Answers that no repetition of the same report can change.
const PERMANENT: [u16; 5] = [400, 404, 409, 413, 422];

#[derive(Clone)]
pub(crate) struct Server {
    base: String,
    project: String,
    key: String,
    http: Agent,
    signer: Option<Signer>,
}

/// What became of one attempt to deliver a report.
#[derive(Debug)]
pub(crate) enum Delivery {
    /// Stored now, or found stored already; in both cases it is safe there.
    Accepted { is_duplicate: bool },
    /// The server will never take this document.
    Refused { status: u16, problem: String },
    /// The key is missing, wrong or without the right.
    Unauthorised { status: u16, reason: String },
    /// This report is not signed by whom the server asks for; others may be.
    Unsigned { reason: String },
    /// Not now; try again.
    Later {
        after: Option<Duration>,
        reason: String,
    },
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum ServerError {
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    #[error("the server answered {status}: {reason}")]
    Answer { status: u16, reason: String },
    #[error("the agent's own key cannot be used: {0}")]
    Key(String),
}

impl Server {
    pub(crate) fn new(base: &str, project: &str, key: String) -> Self {
        let http = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT_LIMIT))
            .timeout_global(Some(UPLOAD_LIMIT))
            .user_agent(AGENT)
            .build()
            .into();
        let base = base.trim_end_matches('/').to_owned();
        Self {
            base,
            project: project.to_owned(),
            key,
            http,
            signer: None,
        }
    }

    /// The same, for an agent that signs what it measured.
    pub(crate) fn signed_by(mut self, spool: &Path, agent: &str) -> Self {
        self.signer = Some(Signer::new(spool, agent, &self.base, &self.project));
        self
    }

    pub(crate) fn signer(&self) -> Option<&Signer> {
        self.signer.as_ref()
    }

    pub(crate) fn project(&self) -> &str {
        &self.project
    }

    pub(crate) fn address(&self) -> &str {
        &self.base
    }

    /// Sends one report, compressed and signed.
    pub(crate) fn send_report(&self, document: &[u8]) -> Delivery {
        let Some(signer) = &self.signer else {
            return self.send_signed(document, None);
        };
        let delivery = self.send_signed(document, signer.sign(document));
        if !matches!(delivery, Delivery::Unsigned { .. }) {
            return delivery;
        }
        // The answer to a rotation may have been lost: then the server knows the next key alone.
        let Some(signature) = signer.sign_with_next(document) else {
            return delivery;
        };
        let again = self.send_signed(document, Some(signature));
        if matches!(again, Delivery::Accepted { .. }) {
            signer.found_next(document);
        }
        again
    }

    fn send_signed(&self, document: &[u8], signature: Option<String>) -> Delivery {
        let mut request = self
            .http
            .post(self.url("reports"))
            .header("Authorization", format!("Bearer {}", self.key))
            .header("Content-Type", "application/json")
            .header("Content-Encoding", "gzip")
            .header("traceparent", trace_of(document));
        if let Some(signature) = signature {
            request = request.header("Tidemark-Signature", signature);
        }
        let compressed = match compress(document) {
            Ok(compressed) => compressed,
            Err(error) => {
                return Delivery::Later {
                    after: None,
                    reason: error.to_string(),
                };
            }
        };
        match request.send(&compressed[..]) {
            Ok(response) => delivery(response),
            Err(error) => Delivery::Later {
                after: None,
                reason: error.to_string(),
            },
        }
    }

    /// The projects that the key opens, by the names that addresses use.
    pub(crate) fn projects(&self) -> Result<Vec<String>, ServerError> {
        #[derive(Deserialize)]
        struct Project {
            slug: String,
        }
        let text = self.read("/api/v1/projects")?;
        let projects: Vec<Project> = serde_json::from_str(&text)
            .map_err(|error| ServerError::Unreachable(format!("unreadable answer: {error}")))?;
        Ok(projects.into_iter().map(|project| project.slug).collect())
    }

    /// Why the server knows no such project that the key opens; nothing where it does not say so.
    pub(crate) fn unknown_project(&self) -> Option<String> {
        match self.read(&format!("/api/v1/projects/{}", self.project)) {
            Err(ServerError::Answer {
                status: 404,
                reason,
            }) => Some(reason),
            _ => None,
        }
    }

    fn read(&self, path: &str) -> Result<String, ServerError> {
        let request = self
            .http
            .get(format!("{}{path}", self.base))
            .config()
            .timeout_global(Some(SMALL_LIMIT))
            .build()
            .header("Authorization", format!("Bearer {}", self.key));
        let answered = request.call();
        let mut response = answered.map_err(|error| ServerError::Unreachable(error.to_string()))?;
        let status = response.status().as_u16();
        let text = body(&mut response);
        if response.status().is_success() {
            return Ok(text);
        }
        Err(ServerError::Answer {
            status,
            reason: reason(&text),
        })
    }

    pub(crate) fn register(&self, introduction: &Value) -> Result<Registration, ServerError> {
        self.ask("agents", introduction, SMALL_LIMIT)
    }

    /// Tells the server the key that this agent signs with; the public one, shortened.
    pub(crate) fn enrol(&self, agent: &Value) -> Result<String, ServerError> {
        let Some(signer) = &self.signer else {
            return Ok(String::new());
        };
        let unusable = |error: std::io::Error| ServerError::Key(error.to_string());
        let enrolment = signer.enrolment().map_err(unusable)?;
        let path = format!("agents/{}/key", name_of(agent));
        self.post_json(&path, &enrolment, SMALL_LIMIT)?;
        signer.enrolled().map_err(unusable)
    }

    /// Posts a document and reads the answer.
    pub(super) fn ask<T: DeserializeOwned>(
        &self,
        path: &str,
        document: &Value,
        limit: Duration,
    ) -> Result<T, ServerError> {
        read(&mut self.post_json(path, document, limit)?)
    }

    pub(super) fn post_json(
        &self,
        path: &str,
        document: &Value,
        limit: Duration,
    ) -> Result<Response<Body>, ServerError> {
        self.post_to(&self.url(path), document, limit)
    }

    /// The same to any address.
    pub(super) fn post_to(
        &self,
        address: &str,
        document: &Value,
        limit: Duration,
    ) -> Result<Response<Body>, ServerError> {
        let request = self
            .http
            .post(address)
            .config()
            .timeout_global(Some(limit))
            .timeout_per_read(Some(LONGEST_SILENCE))
            .build()
            .header("Authorization", format!("Bearer {}", self.key))
            .header("Content-Type", "application/json");
        let sent = request.send(document.to_string().as_bytes());
        let mut response = sent.map_err(|error| ServerError::Unreachable(error.to_string()))?;
        let status = response.status().as_u16();
        if response.status().is_success() {
            return Ok(response);
        }
        Err(ServerError::Answer {
            status,
            reason: reason(&body(&mut response)),
        })
    }

    fn url(&self, path: &str) -> String {
        format!("{}/api/v1/projects/{}/{path}", self.base, self.project)
    }
}

/// An agent's id as addresses have it.
pub(super) fn name_of(agent: &Value) -> String {
    agent
        .as_str()
        .map_or_else(|| agent.to_string(), str::to_owned)
}

/// What an answer says.
pub(super) fn read<T: DeserializeOwned>(response: &mut Response<Body>) -> Result<T, ServerError> {
    serde_json::from_str(&body(response))
        .map_err(|error| ServerError::Unreachable(format!("unreadable answer: {error}")))
}

fn delivery(mut response: Response<Body>) -> Delivery {
    let status = response.status().as_u16();
    let after = retry_after(&response);
    let text = body(&mut response);
    match status {
        201 => Delivery::Accepted {
            is_duplicate: false,
        },
        200 => Delivery::Accepted { is_duplicate: true },
        403 if is_of_signature(&text) => Delivery::Unsigned {
            reason: reason(&text),
        },
        401 | 403 => Delivery::Unauthorised {
            status,
            reason: reason(&text),
        },
        _ if PERMANENT.contains(&status) => Delivery::Refused {
            status,
            problem: text,
        },
        _ => Delivery::Later {
            after,
            reason: format!("the server answered {status}: {}", reason(&text)),
        },
    }
}

fn is_of_signature(text: &str) -> bool {
    let problem = serde_json::from_str::<Value>(text).unwrap_or_default();
    problem["faults"][0]["pointer"] == SIGNATURE
}

fn retry_after(response: &Response<Body>) -> Option<Duration> {
    let header = response.headers().get("Retry-After")?.to_str().ok()?;
    header.trim().parse().ok().map(Duration::from_secs)
}

/// All that an answer says, or that its connection broke off.
pub(super) fn whole(response: &mut Response<Body>) -> Result<Vec<u8>, ureq::Error> {
    let reader = response.body_mut().with_config().limit(LONGEST_ANSWER);
    reader.read_to_vec()
}

pub(super) fn body(response: &mut Response<Body>) -> String {
    let reader = response.body_mut().with_config().limit(LONGEST_ANSWER);
    reader.read_to_string().unwrap_or_default()
}

/// What a problem document says, in one line with its first fault; other answers shortened.
pub(crate) fn reason(text: &str) -> String {
    let Ok(problem) = serde_json::from_str::<Value>(text) else {
        return text
            .lines()
            .next()
            .unwrap_or("")
            .chars()
            .take(200)
            .collect();
    };
    let said = |value: &Value, field: &str| value[field].as_str().map(str::to_owned);
    let mut parts: Vec<String> = ["title", "detail"]
        .iter()
        .filter_map(|field| said(&problem, field))
        .collect();
    if let Some(fault) = problem["faults"].get(0) {
        let place = said(fault, "pointer").unwrap_or_default();
        parts.push(format!(
            "{place} {}",
            said(fault, "reason").unwrap_or_default()
        ));
    }
    parts.join("; ")
}

/// The trace that an upload begins (W3C), the same each time that a report is sent.
fn trace_of(document: &[u8]) -> String {
    let hash = Hasher::default().part(document).finish();
    format!("00-{}-{}-01", &hash[..32], &hash[32..48])
}

fn compress(document: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(document)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn problems_are_told_in_one_line() {
        let problem = r#"{"title":"Invalid report","detail":"1 fault","faults":[{"pointer":"/branch","reason":"is empty"}]}"#;
        assert_eq!(reason(problem), "Invalid report; 1 fault; /branch is empty");
        assert_eq!(reason("<html>\nno"), "<html>");
    }
}
