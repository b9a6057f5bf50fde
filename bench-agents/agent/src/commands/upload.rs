//! `upload`: send reports that lie in files; the files stay.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};

use super::cli::UploadArguments;
use super::{named_server, print};
use crate::delivery::backoff::Backoff;
use crate::delivery::server::{Delivery, Server};
use crate::process::Stop;

pub(crate) fn execute(arguments: &UploadArguments) -> anyhow::Result<ExitCode> {
    let config = arguments.server.configuration()?.0;
    let server = named_server(&arguments.server, &config)?;
    let stop = Stop::on_signals()?;
    let first_retry = Duration::from_millis(arguments.server.first_retry_ms);
    for report in &arguments.reports {
        upload(&server, report, arguments.attempts, first_retry, &stop)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn upload(
    server: &Server,
    report: &Path,
    attempts: usize,
    first_retry: Duration,
    stop: &Stop,
) -> anyhow::Result<()> {
    let shown = report.display().to_string();
    let document = std::fs::read(report).with_context(|| format!("cannot read {shown}"))?;
    send(server, &shown, &document, attempts, first_retry, stop)
}

/// Sends one report until the server has it, at most so many times.
pub(super) fn send(
    server: &Server,
    shown: &str,
    document: &[u8],
    attempts: usize,
    first_retry: Duration,
    stop: &Stop,
) -> anyhow::Result<()> {
    let mut backoff = Backoff::new(first_retry);
    for attempt in 1..=attempts {
        match server.send_report(document) {
            Delivery::Accepted {
                is_duplicate: false,
            } => return print(&format!("{shown}: accepted\n")),
            Delivery::Accepted { is_duplicate: true } => {
                return print(&format!("{shown}: was there already, nothing doubled\n"));
            }
            Delivery::Refused { status, problem } => {
                bail!("{shown}: refused for good ({status}):\n{}", problem.trim())
            }
            Delivery::Unauthorised { status, reason } => {
                bail!("{shown}: the key has no right to deliver reports ({status}: {reason})")
            }
            Delivery::Unsigned { reason } => bail!("{shown}: {reason}"),
            Delivery::Later { reason, .. } if attempt == attempts => {
                bail!("{shown}: not delivered after {attempts} attempts: {reason}")
            }
            Delivery::Later { after, reason } => {
                let wait = backoff.next(after);
                eprintln!(
                    "{shown}: {reason}; next attempt in {:.1} s",
                    wait.as_secs_f64()
                );
                if stop.wait(wait) {
                    bail!("{shown}: stopped before it was delivered");
                }
            }
        }
    }
    Ok(())
}
