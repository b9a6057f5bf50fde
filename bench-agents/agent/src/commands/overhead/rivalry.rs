//! `overhead --against-hyperfine`: the same program timed by `wrap` and by hyperfine, in turns.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::commands::cli::OverheadArguments;
use crate::commands::print;
use crate::process::{self, Ending, Finished, Group, Invocation, Stop};
use crate::statistics::{self, Estimate, Shuffler};

/// Runs of the program per pair; the pairs are what intervals are made of.
const RUNS: usize = 20;
const WARMUP: &str = "3";

/// One entry per pair and tool: wrap first, hyperfine second.
#[derive(Default)]
struct Pairs {
    /// The median that the tool tells of the program.
    told: [Vec<Option<f64>>; 2],
    /// What the tool and all it ran took.
    wall: [Vec<Option<f64>>; 2],
    cpu: [Vec<Option<f64>>; 2],
}

pub(super) fn execute(arguments: &OverheadArguments) -> anyhow::Result<ExitCode> {
    let Some(pairs) = measured(arguments)? else {
        let text = "hyperfine is not installed: package hyperfine\n";
        print(if arguments.json { "null\n" } else { text })?;
        return Ok(ExitCode::SUCCESS);
    };
    let [told, wall, cpu] = [&pairs.told, &pairs.wall, &pairs.cpu].map(|[ours, theirs]| {
        statistics::ratio(&statistics::whole(ours), &statistics::whole(theirs)).ok()
    });
    let told_s = pairs.told.each_ref().map(|told| median(told));
    if arguments.json {
        let ratio = |ratio: Option<Estimate>| json!({"ratio": ratio.map(|r| r.median), "interval": ratio.and_then(|r| r.interval)});
        let document = json!({
            "program": arguments.program, "pairs": pairs.told[0].len(), "runs": RUNS,
            "wrap_s": told_s[0], "hyperfine_s": told_s[1],
            "told": ratio(told), "wall": ratio(wall), "cpu": ratio(cpu),
        });
        print(&format!("{document:#}\n"))?;
    } else {
        print(&readable(arguments, &pairs, told_s, [told, wall, cpu]))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Nothing without hyperfine.
fn measured(arguments: &OverheadArguments) -> anyhow::Result<Option<Pairs>> {
    let runs = RUNS.to_string();
    let hyperfine = ["hyperfine", "--style", "none", "-N"];
    let own = std::env::current_exe().context("this program is not found")?;
    let own = [
        own.to_string_lossy().into_owned(),
        "wrap".to_owned(),
        "-q".to_owned(),
    ];
    let rest = [
        "--warmup",
        WARMUP,
        "--runs",
        &runs,
        "--export-json",
        "/dev/stdout",
    ];
    let rest = rest
        .iter()
        .map(ToString::to_string)
        .chain([arguments.program.clone()]);
    let rest: Vec<String> = rest.collect();
    let command = |first: &[String]| {
        let words: Vec<String> = first.iter().chain(&rest).cloned().collect();
        Invocation::new(&words, Path::new("."))
    };
    let tools = [command(&own), command(&hyperfine.map(str::to_owned))];
    if !tools[1].program.is_file() {
        return Ok(None);
    }
    let (mut group, stop) = (Group::default(), Stop::on_signals()?);
    let mut shuffler = Shuffler::new(Shuffler::fresh_seed());
    let mut pairs = Pairs::default();
    for _ in 0..arguments.rounds.div_ceil(RUNS) {
        for tool in shuffler.permutation(2) {
            let finished = process::run(&tools[tool], &mut group, &stop, None)?;
            pairs.told[tool].push(Some(reported(&finished)?));
            pairs.wall[tool].push(Some(finished.wall.as_secs_f64()));
            pairs.cpu[tool].push(Some(finished.usage.cpu_s()));
        }
    }
    Ok(Some(pairs))
}

/// The median in the JSON that both tools write.
fn reported(finished: &Finished) -> anyhow::Result<f64> {
    if finished.ending != Ending::Exited(0) {
        bail!("ended with {}\n{}", finished.ending, finished.last_words());
    }
    let document: Value = serde_json::from_str(&finished.stdout).context("no JSON was written")?;
    document["results"][0]["median"]
        .as_f64()
        .context("the JSON tells no median")
}

fn median(times: &[Option<f64>]) -> f64 {
    let known: Vec<f64> = times.iter().copied().flatten().collect();
    statistics::median(&known).unwrap_or_default()
}

fn readable(
    arguments: &OverheadArguments,
    pairs: &Pairs,
    told_s: [f64; 2],
    [told, wall, cpu]: [Option<Estimate>; 3],
) -> String {
    let row = |name: &str, ratio: Option<Estimate>| {
        let Some(ratio) = ratio else {
            return String::new();
        };
        let interval = ratio
            .interval
            .map_or_else(String::new, |(low, high)| format!(" [{low:.3}, {high:.3}]"));
        format!("  {name:<32}{:.3}{interval}\n", ratio.median)
    };
    format!(
        "{}: wrap tells {:.1} µs, hyperfine {:.1} µs; {} pairs of {RUNS} runs each, in random order.\n\
         Ratios wrap / hyperfine, 95 % intervals:\n{}{}{}",
        arguments.program,
        told_s[0] * 1e6,
        told_s[1] * 1e6,
        pairs.told[0].len(),
        row("time told of the program", told),
        row("elapsed time of the whole tool", wall),
        row("CPU time of the whole tool", cpu),
    )
}
