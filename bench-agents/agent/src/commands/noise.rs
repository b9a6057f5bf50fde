//! `noise`: how noisy this machine is; and the fixed work itself, in a process of its own.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;

use super::cli::{ControlArguments, NoiseArguments};
use super::print;
use crate::machine::{Noise, noise, work};
use crate::process::{Group, Stop};
use crate::run::environment::{Hitch, probe};

pub(crate) fn execute(arguments: &NoiseArguments) -> anyhow::Result<ExitCode> {
    let stop = Stop::on_signals()?;
    let time = Duration::from_secs(arguments.seconds);
    let takes = match probe(&noise::KINDS, time, 1, &mut Group::default(), &stop) {
        Ok(takes) => takes,
        Err(Hitch::Stopped(stopped)) => {
            return Err(crate::run::session::SessionError::Stopped(stopped).into());
        }
        Err(Hitch::Failed(reason)) => bail!("no noise score: {reason}"),
    };
    let noise = Noise::of(&takes, time);
    if arguments.json {
        print(&format!("{:#}\n", serde_json::to_value(&noise)?))?;
    } else {
        print(&readable(&noise))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn readable(noise: &Noise) -> String {
    let mut text = format!(
        "{}\nquarters of the time: {} to {}\n\n  {:<16}{:>8}{:>10}{:>10}{:>10}{:>8}{:>12}\n",
        noise.sentence,
        noise.low,
        noise.high,
        "work",
        "median",
        "spread",
        "p99/p50",
        "cpu",
        "score",
        "30 pairs"
    );
    for kind in &noise.kinds {
        let share = |share: f64| format!("{:.1} %", share * 100.0);
        let cpu = kind.cpu_spread.map_or_else(|| "-".to_owned(), share);
        let resolved = kind.resolvable.cpu.unwrap_or(kind.resolvable.wall);
        let _ = writeln!(
            text,
            "  {:<16}{:>8}{:>10}{:>10.2}{cpu:>10}{:>8}{:>12}",
            kind.kind.name(),
            crate::base::units::text(kind.median_s, "s"),
            share(kind.spread),
            kind.tail,
            kind.score,
            share(resolved),
        );
    }
    text
}

/// The hidden command behind the score and the control: only the work and its times.
pub(crate) fn work(arguments: &ControlArguments) -> anyhow::Result<ExitCode> {
    let time = Duration::from_millis(arguments.milliseconds);
    let takes = work::take(&arguments.kinds, time, arguments.scale)?;
    print(&format!("{}\n", serde_json::to_string(&takes)?))?;
    Ok(ExitCode::SUCCESS)
}
