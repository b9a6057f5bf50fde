//! `overhead`: what the agent adds to a process, against plain start and wait in the same minute.

mod rivalry;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::Context;
use serde_json::json;

use super::cli::OverheadArguments;
use super::print;
use crate::process::{self, Group, Invocation, Stop};
use crate::statistics::{self, Estimate, Shuffler};

/// hyperfine cannot be interleaved by single processes, so it alternates with us in blocks.
const BLOCKS: usize = 10;

/// Seconds by method; entry `i` belongs to round `i`, for hyperfine to block `i`.
#[derive(Default)]
struct Times {
    plain: Vec<Option<f64>>,
    agent: Vec<Option<f64>>,
    plain_blocks: Vec<Option<f64>>,
    hyperfine_blocks: Vec<Option<f64>>,
}

pub(crate) fn execute(arguments: &OverheadArguments) -> anyhow::Result<ExitCode> {
    if arguments.against_hyperfine {
        return rivalry::execute(arguments);
    }
    let times = measured(arguments)?;
    let plain_s = median(&times.plain);
    let agent = ratio(&times.agent, &times.plain).context("no rounds")?;
    let hyperfine = ratio(&times.hyperfine_blocks, &times.plain_blocks);
    if arguments.json {
        let added = |ratio: Estimate| (ratio.median - 1.0) * plain_s;
        let document = json!({
            "program": arguments.program, "rounds": agent.samples, "plain_s": plain_s,
            "agent_ratio": agent.median, "agent_interval": agent.interval,
            "agent_added_s": added(agent),
            "hyperfine_ratio": hyperfine.map(|ratio| ratio.median),
            "hyperfine_interval": hyperfine.and_then(|ratio| ratio.interval),
            "hyperfine_added_s": hyperfine.map(added),
        });
        print(&format!("{document:#}\n"))?;
    } else {
        print(&readable(&arguments.program, plain_s, agent, hyperfine))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measured(arguments: &OverheadArguments) -> anyhow::Result<Times> {
    let command = std::slice::from_ref(&arguments.program);
    let invocation = Invocation::new(command, Path::new("."));
    let (mut group, stop) = (Group::default(), Stop::new()?);
    let mut shuffler = Shuffler::new(Shuffler::fresh_seed());
    let mut times = Times::default();
    let block = arguments.rounds.div_ceil(BLOCKS);
    for _ in 0..BLOCKS {
        for _ in 0..block {
            round(&invocation, &mut group, &stop, &mut shuffler, &mut times)?;
        }
        let latest = &times.plain[times.plain.len() - block..];
        times.plain_blocks.push(Some(median(latest)));
        times
            .hyperfine_blocks
            .push(hyperfine(&arguments.program, block));
    }
    Ok(times)
}

/// Both methods once in random order, so that the machine's mood hits both.
fn round(
    invocation: &Invocation,
    group: &mut Group,
    stop: &Stop,
    shuffler: &mut Shuffler,
    times: &mut Times,
) -> anyhow::Result<()> {
    for method in shuffler.permutation(2) {
        if method == 0 {
            times.plain.push(Some(plainly(invocation)?));
        } else {
            let finished = process::run(invocation, group, stop, None)?;
            times.agent.push(Some(finished.wall.as_secs_f64()));
        }
    }
    Ok(())
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
    let options = ["-N", "--warmup", "3", "--runs", &rounds, "--style", "none"];
    let export = ["--export-json", "/dev/stdout"];
    let output = Command::new("hyperfine")
        .args(options)
        .args(export)
        .arg(program)
        .output()
        .ok()?;
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).ok()?;
    document["results"][0]["median"].as_f64()
}

fn median(times: &[Option<f64>]) -> f64 {
    let known: Vec<f64> = times.iter().copied().flatten().collect();
    statistics::median(&known).unwrap_or_default()
}

fn readable(program: &str, plain_s: f64, agent: Estimate, hyperfine: Option<Estimate>) -> String {
    let row = |name: &str, ratio: Estimate| {
        let added = (ratio.median - 1.0) * plain_s * 1e6;
        let (low, high) = ratio.interval.unwrap_or((f64::NAN, f64::NAN));
        format!(
            "  {name:<12}{:.3} [{low:.3}, {high:.3}]  (+{added:.1} µs)\n",
            ratio.median
        )
    };
    let other = hyperfine.map_or_else(
        || "  hyperfine is not installed\n".to_owned(),
        |ratio| row("hyperfine", ratio),
    );
    format!(
        "{program}: plain start and wait takes {:.1} µs (median of {}); ratios to it:\n{}{other}",
        plain_s * 1e6,
        agent.samples,
        row("agent", agent),
    )
}

fn ratio(contender: &[Option<f64>], baseline: &[Option<f64>]) -> Option<Estimate> {
    statistics::ratio(&statistics::whole(contender), &statistics::whole(baseline)).ok()
}
