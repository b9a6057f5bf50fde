//! The program as the agent runs it.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{
    fs,
    path::Path,
    process::{Command, Output},
    thread,
};

use serde::Deserialize;
use tempfile::TempDir;

fn data() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

fn run(data: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_runtime-rust"))
        .args(arguments)
        .env("TIDEMARK_SUITE_DATA", data)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> &str {
    assert!(output.status.success(), "{output:?}");
    std::str::from_utf8(&output.stdout).unwrap()
}

fn refusal(arguments: &[&str]) -> String {
    let output = run(data().path(), arguments);
    assert!(!output.status.success());
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    answer: String,
    metrics: Metrics,
    #[serde(default)]
    findings: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Metrics {
    search_time: f64,
    threads_peak: Option<u32>,
    units: Option<u32>,
    pool_limit: Option<usize>,
    hits: u32,
    files: u32,
}

#[test]
fn a_search_prints_one_line_of_json() {
    let data = data();
    assert_eq!(
        stdout(&run(data.path(), &["prepare", "quick"])),
        "quick: 200 files, 20.0 MB, made and verified\n"
    );
    let output = run(
        data.path(),
        &["search", "--engine", "smol", "--data-set", "quick"],
    );
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 1);
    let line: Line = sonic_rs::from_str(text).unwrap();
    assert!(line.metrics.search_time > 0.0);
    assert!(line.metrics.threads_peak.is_none_or(|threads| threads > 2));
    assert_eq!(line.metrics.files, 200);
    let counts = format!("files=200 hits={} top50=", line.metrics.hits);
    assert!(line.answer.starts_with(&counts), "{}", line.answer);
    assert!(output.stderr.is_empty());
}

#[test]
fn two_runs_that_prepare_at_once_both_succeed_and_leave_one_data_set() {
    let data = data();
    let mut runs: Vec<_> = (0..2)
        .map(|_| {
            Command::new(env!("CARGO_BIN_EXE_runtime-rust"))
                .args(["prepare", "quick"])
                .env("TIDEMARK_SUITE_DATA", data.path())
                .spawn()
                .unwrap()
        })
        .collect();
    assert!(runs.iter_mut().all(|run| run.wait().unwrap().success()));
    let left: Vec<_> = fs::read_dir(data.path().join("runtime-rust"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["quick"]);
}

#[test]
fn the_limit_of_the_blocking_pool_is_obeyed() {
    let data = data();
    stdout(&run(data.path(), &["prepare", "quick"]));
    let threads = |limit: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_runtime-rust"))
            .args(["search", "--engine", "smol", "--data-set", "quick"])
            .env("TIDEMARK_SUITE_DATA", data.path())
            .env("BLOCKING_MAX_THREADS", limit)
            .output()
            .unwrap();
        sonic_rs::from_str::<Line>(stdout(&output))
            .unwrap()
            .metrics
            .threads_peak
    };
    let others = 3; // main, executor, reactor
    assert!(threads("1").is_none_or(|peak| peak <= 1 + others));
    assert!(threads("4").is_none_or(|peak| peak <= 4 + others));
    assert!(threads("500").is_none_or(|peak| peak > 4 + others));
}

fn units(data: &Path, more: &[&str]) -> Line {
    let mut arguments = vec!["units", "--data-set", "quick", "--engine"];
    arguments.extend(more);
    sonic_rs::from_str(stdout(&run(data, &arguments))).unwrap()
}

#[test]
fn units_give_the_published_answer_and_say_how_the_pool_was_set() {
    let data = data();
    stdout(&run(data.path(), &["prepare", "quick"]));
    let published = ["search", "--engine", "serial", "--data-set", "quick"];
    let published: Line = sonic_rs::from_str(stdout(&run(data.path(), &published))).unwrap();
    let cores = thread::available_parallelism().unwrap().get();

    let line = units(data.path(), &["serial"]);
    assert_eq!(line.answer, published.answer);
    assert!(
        line.metrics
            .units
            .is_some_and(|units| (20..76).contains(&units))
    );
    assert_eq!(line.metrics.pool_limit, None);
    assert!(line.findings.is_empty());

    let line = units(data.path(), &["smol", "--pool", "swept"]);
    assert_eq!(line.metrics.pool_limit, Some(cores));
    assert!(
        line.findings[0].starts_with("pool not swept"),
        "{:?}",
        line.findings
    );

    let sweep = ["sweep", "quick", "--rounds", "6"];
    let said = stdout(&run(data.path(), &sweep)).to_owned();
    assert!(said.starts_with("quick: swept, "), "{said}");
    let line = units(
        data.path(),
        &["smol", "--pool", "swept", "--unit-kib", "64"],
    );
    assert_eq!(line.answer, published.answer);
    let limit = line.metrics.pool_limit.unwrap();
    assert!(limit >= cores);
    assert!(said.contains(&format!("swept, {limit} threads")), "{said}");
    assert!(line.findings[0].contains("best set"), "{:?}", line.findings);
    let peak = line.metrics.threads_peak;
    assert!(
        peak.is_none_or(|peak| peak as usize <= limit + 1),
        "{peak:?} of {limit}"
    );

    let kept = stdout(&run(data.path(), &sweep)).to_owned();
    assert_eq!(kept, said.replace("swept,", "kept,"));
}

#[test]
fn any_folder_and_query_can_be_searched() {
    let data = data();
    let folder = data.path().to_str().unwrap();
    let output = run(
        data.path(),
        &[
            "search",
            "--engine",
            "rayon",
            "--directory",
            folder,
            "--query",
            "x",
        ],
    );
    assert!(stdout(&output).contains("files=0 hits=0"));
}

#[test]
fn the_receipt_names_compiler_allocator_and_engines_on_one_line() {
    let output = run(data().path(), &["--version"]);
    let receipt = stdout(&output);
    assert_eq!(receipt.lines().count(), 1);
    for part in [
        "runtime-rust 0.2.0",
        "rustc 1.",
        "jemalloc with 9 arenas",
        "blocking 1.",
        "tokio 1.",
    ] {
        assert!(receipt.contains(part), "{part} is not in {receipt}");
    }
}

#[test]
fn refusals_say_what_to_do() {
    let table: [(&[&str], &str); 15] = [
        (&[], "--help"),
        (&["fly"], "unknown argument `fly`"),
        (&["prepare"], "name the data sets"),
        (&["prepare", "huge"], "unknown data set `huge`"),
        (&["search", "--data-set", "quick"], "needs --engine"),
        (
            &["search", "--engine", "actix", "--data-set", "quick"],
            "smol-mt, tokio",
        ),
        (&["search", "--engine"], "`--engine` needs a value"),
        (
            &["search", "--engine", "smol", "--data-set", "quick"],
            "runtime-rust prepare quick",
        ),
        (&["sweep"], "name the data sets to sweep"),
        (&["sweep", "quick"], "runtime-rust prepare quick"),
        (&["sweep", "quick", "--rounds", "5"], "6 or more"),
        (
            &["units", "--engine", "smol-mt"],
            "serial, smol, tokio, rayon",
        ),
        (
            &["units", "--engine", "smol", "--unit-kib", "0"],
            "`0` is no size",
        ),
        (
            &["search", "--unit-kib", "4"],
            "unknown argument `--unit-kib`",
        ),
        (
            &[
                "units",
                "--engine",
                "smol",
                "--directory",
                ".",
                "--pool",
                "swept",
            ],
            "set BLOCKING_MAX_THREADS",
        ),
    ];
    for (arguments, expected) in table {
        let message = refusal(arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}
