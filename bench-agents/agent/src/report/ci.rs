//! What a CI system says of the commit that its job measures. The rules are those of `tidemark report`:
//! both read the same table, `ci_systems.json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::Trigger;

const TABLE: &str = include_str!("ci_systems.json");

/// What is known of a job; empty: not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) system: String,
    /// The commit in the working folder, which for a pull request may be its merge with the base.
    pub(crate) checked_out: String,
    /// The commit that the results belong to.
    pub(crate) commit: String,
    pub(crate) branch: String,
    pub(crate) base: String,
    pub(crate) merge_base: String,
    pub(crate) pull_request: Option<u64>,
    pub(crate) pull_request_url: String,
    pub(crate) trigger: Option<Trigger>,
}

#[derive(Debug, Deserialize)]
struct Table {
    systems: Vec<System>,
    triggers: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
struct System {
    name: String,
    signs: Vec<String>,
    event_file: String,
    /// Where each quantity is found, the first that is there.
    #[serde(flatten)]
    sources: BTreeMap<String, Vec<Source>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    variable: Option<String>,
    format: Option<String>,
    event: Option<String>,
    #[serde(rename = "if")]
    only_if: Option<String>,
    #[serde(default)]
    unless: Vec<String>,
    #[serde(default)]
    without: String,
    before: Option<String>,
    after: Option<String>,
    #[serde(default)]
    lower: bool,
}

/// The job that this process runs in; nothing outside of CI.
pub(crate) fn job() -> Option<Job> {
    job_of(&|name| std::env::var(name).unwrap_or_default(), |file| {
        std::fs::read_to_string(file).unwrap_or_default()
    })
}

/// What caused this process, as far as a CI system says.
pub(crate) fn trigger() -> Trigger {
    job().and_then(|job| job.trigger).unwrap_or(Trigger::Manual)
}

/// The job that an environment describes; `read` gives the text of a file.
fn job_of(env: &dyn Fn(&str) -> String, read: impl Fn(&str) -> String) -> Option<Job> {
    let table: Table = serde_json::from_str(TABLE).ok()?;
    let is_here = |system: &&System| system.signs.iter().any(|sign| holds(sign, env));
    let system = table.systems.iter().find(is_here)?;
    let event = Some(env(&system.event_file)).filter(|file| !file.is_empty());
    let event = event.map(|file| read(&file)).unwrap_or_default();
    let event = serde_json::from_str(&event).unwrap_or_default();
    Some(system.job(&table.triggers, env, &event))
}

impl System {
    fn job(
        &self,
        triggers: &BTreeMap<String, String>,
        env: &dyn Fn(&str) -> String,
        event: &Value,
    ) -> Job {
        let said = |what: &str| {
            let sources = self.sources.get(what).into_iter().flatten();
            let mut texts = sources.filter_map(|source| source.text(env, event));
            texts.next().unwrap_or_default()
        };
        let pull_request = number(&said("pull_request"));
        let of_request = |text: String| pull_request.map(|_| text).unwrap_or_default();
        let (branch, base) = (said("branch"), said("base"));
        Job {
            system: self.name.clone(),
            checked_out: said("checked_out"),
            commit: said("commit"),
            // A fork names its branches as it likes: its main is not the main that others compare with.
            branch: match pull_request {
                Some(number) if branch == base => format!("pull/{number}"),
                _ => branch,
            },
            merge_base: of_request(said("merge_base")),
            pull_request_url: of_request(said("pull_request_url")),
            trigger: match pull_request {
                Some(_) => Some(Trigger::PullRequest),
                None => triggers
                    .get(&said("trigger"))
                    .and_then(|word| trigger_of(word)),
            },
            base: of_request(base),
            pull_request,
        }
    }
}

impl Source {
    fn text(&self, env: &dyn Fn(&str) -> String, event: &Value) -> Option<String> {
        let is_meant = self.only_if.as_ref().is_none_or(|sign| holds(sign, env));
        if !is_meant || self.unless.iter().any(|sign| holds(sign, env)) {
            return None;
        }
        let text = if let Some(path) = &self.event {
            let found = path.split('.').try_fold(event, |at, name| at.get(name))?;
            found
                .as_str()
                .map_or_else(|| found.to_string(), str::to_owned)
        } else if let Some(format) = &self.format {
            filled(format, env)?
        } else {
            env(self.variable.as_deref()?)
        };
        Some(self.cut(&text)).filter(|text| !text.is_empty())
    }

    fn cut(&self, text: &str) -> String {
        let text = text.strip_prefix(&self.without).unwrap_or(text);
        let parts = self
            .before
            .as_ref()
            .and_then(|sign| text.split_once(sign.as_str()));
        let text = parts.map_or(text, |(before, _)| before);
        let parts = self
            .after
            .as_ref()
            .and_then(|sign| text.rsplit_once(sign.as_str()));
        let text = parts.map_or(text, |(_, after)| after);
        if self.lower {
            text.to_lowercase()
        } else {
            text.to_owned()
        }
    }
}

/// `NAME` that is set, or `NAME=VALUE`.
fn holds(sign: &str, env: &dyn Fn(&str) -> String) -> bool {
    match sign.split_once('=') {
        Some((name, value)) => env(name) == value,
        None => !env(sign).is_empty(),
    }
}

/// A text with variables in braces; nothing if one of them is not set.
fn filled(format: &str, env: &dyn Fn(&str) -> String) -> Option<String> {
    let mut text = String::new();
    for (index, part) in format.split(['{', '}']).enumerate() {
        if index % 2 == 0 {
            text.push_str(part);
        } else {
            text.push_str(&Some(env(part)).filter(|value| !value.is_empty())?);
        }
    }
    Some(text)
}

fn number(text: &str) -> Option<u64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_number && *number > 0)
}

fn trigger_of(word: &str) -> Option<Trigger> {
    match word {
        "pull_request" => Some(Trigger::PullRequest),
        "push" => Some(Trigger::Push),
        "schedule" => Some(Trigger::Schedule),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = include_str!("../../../protocol/vectors/ci-environments.json");

    #[derive(Deserialize)]
    struct Case {
        name: String,
        environment: BTreeMap<String, String>,
        #[serde(default)]
        event: Value,
        job: BTreeMap<String, Value>,
    }

    fn found(case: &Case) -> Option<Job> {
        let env = |name: &str| case.environment.get(name).cloned().unwrap_or_default();
        job_of(&env, |_| case.event.to_string())
    }

    #[test]
    fn every_environment_is_read_as_the_command_tidemark_reads_it() {
        let cases: Vec<Case> = serde_json::from_str(CASES).unwrap();
        assert!(cases.len() > 12, "{}", cases.len());
        for case in &cases {
            let job = found(case).unwrap_or_default();
            let text = |field: &str| {
                case.job
                    .get(field)
                    .and_then(Value::as_str)
                    .unwrap_or("")
                    .to_owned()
            };
            let expected = Job {
                system: text("system"),
                checked_out: job.checked_out.clone(),
                commit: text("commit"),
                branch: text("branch"),
                base: text("base"),
                merge_base: text("merge_base"),
                pull_request: case.job.get("pull_request").and_then(Value::as_u64),
                pull_request_url: text("pull_request_url"),
                trigger: trigger_of(&text("trigger")),
            };
            assert_eq!(job, expected, "{}", case.name);
        }
    }
}
