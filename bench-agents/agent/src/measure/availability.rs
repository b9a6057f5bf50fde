//! Which variants can run on this machine at all: each benchmark's own needs, checked once.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::process::{self, Ending, Group, Invocation, Stop, Stopped};
use crate::results::{Failure, FailureKind};
use crate::suite::matrix::Variant;
use crate::suite::{Manifest, Need, Plan, fill};

/// A check that has not ended by then hangs.
const LONGEST_CHECK: Duration = Duration::from_secs(60);

/// Why each variant of the plan cannot run; `None` for those that can.
pub(super) fn hindrances(
    manifest: &Manifest,
    plan: &Plan,
    group: &mut Group,
    stop: &Stop,
) -> Result<Vec<Option<Failure>>, Stopped> {
    let mut checks = Checks {
        manifest,
        group,
        stop,
        known: BTreeMap::new(),
    };
    plan.variants
        .iter()
        .map(|variant| checks.hindrance(variant))
        .collect()
}

struct Checks<'a> {
    manifest: &'a Manifest,
    group: &'a mut Group,
    stop: &'a Stop,
    /// What each command that was run said: variants share most of them.
    known: BTreeMap<Vec<String>, Option<String>>,
}

impl Checks<'_> {
    fn hindrance(&mut self, variant: &Variant) -> Result<Option<Failure>, Stopped> {
        let manifest = self.manifest;
        for need in &manifest.benchmarks[variant.benchmark].needs {
            let command: Vec<String> = need
                .command
                .iter()
                .map(|word| fill(word, &variant.parameters))
                .collect();
            if let Some(reason) = self.reason(&command)? {
                let message = with_hint(reason, need);
                return Ok(Some(Failure::new(FailureKind::Unavailable, message)));
            }
        }
        Ok(None)
    }

    /// Why the command fails; its own last line where it says something.
    fn reason(&mut self, command: &[String]) -> Result<Option<String>, Stopped> {
        if let Some(reason) = self.known.get(command) {
            return Ok(reason.clone());
        }
        let invocation = Invocation::new(command, &self.manifest.folder);
        let reason = match process::run(&invocation, self.group, self.stop, Some(LONGEST_CHECK)) {
            Err(error) => Some(error.to_string()),
            Ok(finished) => match finished.ending {
                Ending::Stopped => return Err(Stopped),
                Ending::Exited(0) => None,
                ending => {
                    let words = finished.last_words();
                    let ended = || format!("'{}' ended with {ending}", command.join(" "));
                    Some(words.lines().last().map_or_else(ended, str::to_owned))
                }
            },
        };
        self.known.insert(command.to_vec(), reason.clone());
        Ok(reason)
    }
}

fn with_hint(reason: String, need: &Need) -> String {
    if need.hint.is_empty() {
        reason
    } else {
        format!("{reason}. {}", need.hint)
    }
}
