//! `overhead`: what the agent adds to a process, against plain start and wait in the same minute.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::Context;
use serde_json::json;

use super::print;
use crate::cli::OverheadArguments;
use crate::measure::Shuffler;
use crate::process::{self, Group, Invocation, Stop};
use crate::statistics::{self, Estimate};

/// One method's times in seconds, one per round.
type Times = Vec<Option<f64>>;

pub(crate) fn execute(arguments: &OverheadArguments) -> anyhow::Result<ExitCode> {
    let (plain, agent) = interleaved(arguments)?;
    let seconds = |times: &Times| {
        let known: Vec<f64> = times.iter().copied().flatten().collect();
        statistics::median(&known).unwrap_or_default()
    };
    let ratio = statistics::ratio(&agent, &plain).context("no rounds")?;
    let hyperfine = hyperfine(&arguments.program, arguments.rounds);
    let (plain_s, agent_s) = (seconds(&plain), seconds(&agent));
    if arguments.json {
        let document = json!({
            "plain_s": plain_s, "agent_s": agent_s, "added_s": agent_s - plain_s,
            "ratio": ratio.median, "ratio_interval": ratio.interval, "rounds": ratio.samples,
            "hyperfine_s": hyperfine, "hyperfine_added_s": hyperfine.map(|other| other - plain_s),
        });
        print(&format!("{document:#}\n"))?;
    } else {
        print(&readable(
            &arguments.program,
            plain_s,
            agent_s,
            hyperfine,
            ratio,
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Both methods once per round in random order, so that the machine's mood hits both.
fn interleaved(arguments: &OverheadArguments) -> anyhow::Result<(Times, Times)> {
    let invocation = Invocation::new(std::slice::from_ref(&arguments.program), Path::new("."));
    let (mut group, stop) = (Group::default(), Stop::new()?);
    let mut shuffler = Shuffler::new(Shuffler::fresh_seed());
    let (mut plain, mut agent) = (Times::new(), Times::new());
    for _ in 0..arguments.rounds {
        for method in shuffler.permutation(2) {
            if method == 0 {
                plain.push(Some(plainly(&invocation)?));
            } else {
                let finished = process::run(&invocation, &mut group, &stop, None)?;
                agent.push(Some(finished.wall.as_secs_f64()));
            }
        }
    }
    Ok((plain, agent))
}

fn plainly(invocation: &Invocation) -> anyhow::Result<f64> {
    let mut command = Command::new(&invocation.program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let began = Instant::now();
    command.spawn()?.wait()?;
    Ok(began.elapsed().as_secs_f64())
}

/// hyperfine's median for the same program without a shell, where it is installed.
fn hyperfine(program: &str, rounds: usize) -> Option<f64> {
    let rounds = rounds.to_string();
    let arguments = [
        "-N",
        "--warmup",
        "10",
        "--runs",
        &rounds,
        "--export-json",
        "/dev/stdout",
        "--style",
        "none",
    ];
    let output = Command::new("hyperfine")
        .args(arguments)
        .arg(program)
        .output()
        .ok()?;
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).ok()?;
    document["results"][0]["median"].as_f64()
}

fn readable(
    program: &str,
    plain_s: f64,
    agent_s: f64,
    hyperfine: Option<f64>,
    ratio: Estimate,
) -> String {
    let row = |name: &str, seconds: f64| {
        let (whole, added) = (seconds * 1e6, (seconds - plain_s) * 1e6);
        format!("  {name:<22}{whole:>9.1} µs  (+{added:.1} µs)\n")
    };
    let (low, high) = ratio.interval.unwrap_or((f64::NAN, f64::NAN));
    let other = hyperfine.map_or_else(
        || "  hyperfine is not installed\n".to_owned(),
        |seconds| row("hyperfine", seconds),
    );
    format!(
        "{program}, {} rounds, medians\n{}{}{other}  agent to plain: {:.3} [{low:.3}, {high:.3}]\n",
        ratio.samples,
        row("plain start and wait", plain_s),
        row("agent", agent_s),
        ratio.median,
    )
}
