//! `machine`: the fingerprint, readable or as JSON.

use std::fmt::Write as _;
use std::process::ExitCode;

use serde_json::json;

use super::cli::MachineArguments;
use super::print;
use crate::base::scalar::{self, Scalar};
use crate::machine::{self, Fingerprint, Preflight, Root, State};
use crate::profile::{Sampler, Stacks};

pub(crate) fn execute(arguments: &MachineArguments) -> anyhow::Result<ExitCode> {
    if arguments.check {
        return check(arguments.json);
    }
    let fingerprint = Fingerprint::take();
    if arguments.json {
        let document = json!({
            "name": machine::host_name(),
            "fingerprint": scalar::to_object(&fingerprint.flat()),
            "momentary": scalar::to_object(&machine::momentary()),
            "profiles": profiles(),
        });
        print(&format!("{document:#}\n"))?;
    } else {
        print(&readable(&fingerprint))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What moves results here: all checks, the troublesome ones first.
fn check(as_json: bool) -> anyhow::Result<ExitCode> {
    let preflight = Preflight::take(&Root::of_this_machine(), None);
    if as_json {
        print(&format!("{:#}\n", serde_json::to_value(&preflight)?))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for (state, word) in [
        (State::Warning, "warning"),
        (State::Unknown, "unknown"),
        (State::Ok, "ok"),
    ] {
        for check in preflight.checks.iter().filter(|check| check.state == state) {
            let _ = writeln!(text, "{word:<9}{:<16}{}", check.name, check.found);
            if state != State::Ok {
                let _ = writeln!(text, "{:<25}{}", "", check.means);
            }
            if !check.remedy.is_empty() {
                let _ = writeln!(text, "{:<25}remedy: {}", "", check.remedy);
            }
        }
    }
    print(&format!("{text}\n{}\n", preflight.summary()))?;
    Ok(ExitCode::SUCCESS)
}

fn readable(fingerprint: &Fingerprint) -> String {
    let mut text = format!(
        "{}  identity {}\n",
        machine::host_name(),
        fingerprint.identity
    );
    section(&mut text, "hardware, the identity", &fingerprint.hardware);
    section(
        &mut text,
        "configuration, part of the fingerprint",
        &fingerprint.configuration,
    );
    section(
        &mut text,
        "at this moment, not part of it",
        &machine::momentary(),
    );
    let _ = writeln!(text, "\nprofiles\n  {}", profiles());
    text
}

/// How profiles would be taken here, or why they cannot be.
fn profiles() -> String {
    match Sampler::find() {
        Ok(sampler) => sampler.describe(Stacks::default()),
        Err(reason) => format!("not available: {reason}"),
    }
}

fn section(text: &mut String, title: &str, facts: &[(String, Scalar)]) {
    let _ = writeln!(text, "\n{title}");
    for (name, fact) in facts {
        let shown = match fact {
            Scalar::Integer(bytes) if name.ends_with("_bytes") => {
                #[allow(clippy::cast_precision_loss, reason = "shown with four digits")]
                let bytes = *bytes as f64;
                crate::base::units::text(bytes, "B")
            }
            other => other.to_string(),
        };
        let _ = writeln!(text, "  {name:<24}{shown}");
    }
}
