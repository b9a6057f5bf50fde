//! `verify`: build a suite, run every variant once, check the answers.

use std::fmt::Write as _;
use std::process::ExitCode;

use super::cli::SuiteArguments;
use super::{exit_code, has_failed, print, sessions};
use crate::base::progress::{Progress, SharedStatus};
use crate::process::Stop;
use crate::results::Collected;
use crate::run::session::Session;

pub(crate) fn execute(arguments: &SuiteArguments) -> anyhow::Result<ExitCode> {
    let stop = Stop::on_signals()?;
    let mut progress = Progress::new(SharedStatus::default());
    let mut is_wrong = false;
    for session in sessions(arguments)? {
        let (receipt, collected) = session.verify(&stop, &mut progress)?;
        print(&verdicts(&session, &receipt, &collected))?;
        is_wrong |= has_failed(&collected);
    }
    Ok(exit_code(is_wrong))
}

fn verdicts(session: &Session, receipt: &str, collected: &Collected) -> String {
    let mut text = String::new();
    if !receipt.is_empty() {
        let _ = writeln!(text, "{}: {receipt}", session.manifest.name);
    }
    for (variant, track) in session.plan.variants.iter().zip(&collected.tracks) {
        let benchmark = &session.manifest.benchmarks[variant.benchmark];
        let label = format!("{} {}", benchmark.name, variant.label());
        let label = label.trim_end();
        let _ = match &track.failure {
            None => writeln!(text, "right   {label}"),
            Some(failure) if failure.is_unavailable() => {
                writeln!(text, "absent  {label}: {}", failure.message)
            }
            Some(failure) => {
                writeln!(
                    text,
                    "failed  {label}: {}: {}",
                    failure.kind.name(),
                    failure.message
                )
            }
        };
    }
    let (all, failed) = (collected.tracks.len(), collected.failures());
    let _ = writeln!(
        text,
        "{} of {all} variants gave the right answer",
        all - failed
    );
    match collected.unavailable() {
        0 => {}
        absent => {
            let _ = writeln!(text, "{absent} of {all} are not available on this machine");
        }
    }
    text
}
