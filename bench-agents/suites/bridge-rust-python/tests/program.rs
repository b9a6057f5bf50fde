//! The program as the agent runs it: samples, findings, refusals, and what is left behind.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use hdrhistogram::serialization::Deserializer;
use serde_json::Value;

/// Measured again this often until a figure is what it must be.
const ROUNDS: u32 = 5;

const RIGHT: &str = "failed=0 wrong=0 unanswered=0";

/// Without measured figures, so that all samples of a variant say the same.
const SERIALISED: &str = concat!(
    r#"["serialised: requests/s × P50 comes near the 10 connections, while one request at a time "#,
    r#"is inside the handler: they wait for one another"]"#
);

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bridge-rust-python"));
    command.args(arguments.split_whitespace());
    command
}

fn run(arguments: &str) -> Output {
    command(arguments).output().unwrap()
}

fn measure(arguments: &str) -> Value {
    let output = run(&format!("measure {arguments}"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments}: {said}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn metric(line: &Value, name: &str) -> f64 {
    line["metrics"][name].as_f64().unwrap()
}

fn findings(line: &Value) -> String {
    line["findings"].to_string()
}

#[test]
fn every_strategy_answers_every_handler_rightly_and_only_serial_ones_are_called_serialised() {
    let table = [
        ("run-1", true),
        ("ruc-1", true),
        ("ruc-140", true),
        ("run-1-checked", true),
        ("nb-serial", true),
        ("run", false),
        ("nb", false),
        ("nb-batch", false),
        ("bridge", false),
        ("bridge-eager", false),
    ];
    for (strategy, serial) in table {
        // 10 ms: long beside what a busy machine adds to it.
        let arguments = format!("--strategy {strategy} --handler sleep-10ms --connections 10");
        let expected = if serial { SERIALISED } else { "[]" };
        let as_expected = |line: &Value| {
            let at_once = metric(line, "handlers_at_once");
            findings(line) == expected && (at_once < 1.25) == serial
        };
        // the finding follows from measured times: others of a busy machine may disturb some rounds
        let mut line = Value::Null;
        for _ in 0..ROUNDS {
            line = measure(&format!("{arguments} --seconds 0.4"));
            assert_eq!(line["answer"], RIGHT, "{strategy}");
            if as_expected(&line) {
                break;
            }
        }
        assert!(as_expected(&line), "{strategy}: {line}");
    }
}

#[test]
fn a_handler_that_never_waits_is_not_called_serialised() {
    for strategy in ["sync", "sync-attach", "bridge-eager", "bridge", "nb"] {
        let line = measure(&format!(
            "--strategy {strategy} --handler no-await --seconds 0.1"
        ));
        assert_eq!(line["answer"], RIGHT, "{strategy}");
        assert_eq!(
            line["findings"].as_array().unwrap().len(),
            0,
            "{strategy}: {line}"
        );
    }
}

#[test]
fn workers_help_only_requests_that_are_dispatched_in_turn() {
    let at_once = |dispatch: &str| {
        let arguments = "--strategy ruc-1 --workers 5 --handler sleep-10ms --connections 10";
        let line = measure(&format!("{arguments} --seconds 0.25 --dispatch {dispatch}"));
        metric(&line, "handlers_at_once")
    };
    let (by_route, in_turn) = (at_once("route-hash"), at_once("round-robin"));
    assert!(by_route < 1.25, "{by_route}");
    assert!((1.5..6.0).contains(&in_turn), "{in_turn}");
}

#[test]
fn a_new_connection_per_request_and_an_open_loop_are_answered_rightly() {
    let new = measure("--strategy bridge-eager --reuse new --seconds 0.2");
    assert_eq!(new["answer"], RIGHT);
    let open = measure("--strategy bridge-eager --rate 200 --seconds 0.5");
    assert_eq!(open["answer"], RIGHT);
    let rate = metric(&open, "requests_per_second");
    assert!((100.0..=210.0).contains(&rate), "{rate}");
}

#[test]
fn an_open_loop_charges_what_had_to_wait_from_its_scheduled_time() {
    let arguments = "--strategy run-1 --handler sleep-10ms --connections 4 --rate 400";
    let line = measure(&format!("{arguments} --seconds 0.5"));
    let expected = r#"["saturated: fewer than 95 % of 400 requests/s were answered"]"#;
    assert_eq!(findings(&line), expected, "{line}");
    // One at a time serves at most 100/s, four connections hide the rest from a closed loop: its
    // latency would be 40 ms.
    assert!(metric(&line, "latency_p99") > 0.25, "{line}");
}

#[test]
fn the_histogram_holds_the_same_latencies_as_the_metrics() {
    let line = measure("--strategy bridge --seconds 0.2");
    let text = line["histograms"]["latency"].as_str().unwrap();
    let bytes = STANDARD.decode(text).unwrap();
    let histogram = Deserializer::new()
        .deserialize::<u64, _>(&mut bytes.as_slice())
        .unwrap();
    assert_eq!(
        histogram.len().to_string(),
        metric(&line, "requests").to_string()
    );
    for (name, percent) in [
        ("latency_p50", 50.0),
        ("latency_p95", 95.0),
        ("latency_p99", 99.0),
    ] {
        #[expect(clippy::cast_precision_loss, reason = "nanoseconds of a second")]
        let seconds = histogram.value_at_percentile(percent) as f64 / 1e9;
        assert!((seconds / metric(&line, name) - 1.0).abs() < 1e-9, "{name}");
    }
}

#[test]
fn answers_that_are_wrong_or_missing_are_counted_and_told() {
    let load = "--application tests/application.py --strategy bridge-eager --seconds 0.05";
    for (handler, expected) in [
        ("lie", "wrong="),
        ("refuse", "500: ValueError: no such thing"),
    ] {
        let output = run(&format!("measure {load} --handler {handler}"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{handler}");
        assert!(said.contains(expected), "{handler}: {said}");
    }
}

#[test]
fn a_killed_sample_leaves_no_server_behind() {
    let mut sample = command("measure --strategy bridge-eager --seconds 60")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let children = format!("/proc/{0}/task/{0}/children", sample.id());
    let server = loop {
        let listed = std::fs::read_to_string(&children).unwrap();
        if let Some(server) = listed.split_whitespace().next() {
            break server.to_owned();
        }
        thread::sleep(Duration::from_millis(5));
    };
    sample.kill().unwrap();
    sample.wait().unwrap();
    let place = format!("/proc/{server}");
    while is_alive(Path::new(&place)) {
        thread::sleep(Duration::from_millis(5));
    }
}

/// A process that has ended and waits to be reaped holds nothing any more.
fn is_alive(place: &Path) -> bool {
    let status = std::fs::read_to_string(place.join("status")).unwrap_or_default();
    !status.is_empty() && !status.contains("State:\tZ")
}

#[test]
fn refusals_say_what_to_do() {
    let table = [
        ("", "--help"),
        ("fly", "unknown argument `fly`"),
        ("has", "uvloop or free-threaded"),
        ("has wings", "unknown requirement wings"),
        ("measure", "needs --strategy"),
        ("measure --strategy magic", "bridge-eager"),
        ("measure --strategy", "`--strategy` needs a value"),
        ("measure --strategy nb --workers 0", "from 1 to 10000"),
        (
            "measure --strategy nb --dispatch random",
            "route-hash or round-robin",
        ),
        (
            "measure --strategy nb --interpreter no-such-python",
            "no-such-python does not start",
        ),
        (
            "measure --strategy nb --handler none --seconds 0.05",
            "404: no handler for /none",
        ),
    ];
    for (arguments, expected) in table {
        let output = run(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
        assert!(said.contains(expected), "{arguments}: {said}");
    }
}

#[test]
fn the_receipt_names_compiler_crates_and_interpreter_on_one_line() {
    let output = run("--version");
    let receipt = String::from_utf8(output.stdout).unwrap();
    assert_eq!(receipt.lines().count(), 1);
    for part in [
        "bridge-rust-python 0.1.0",
        "rustc 1.",
        "hyper 1.",
        "pyo3 0.27",
        "CPython 3.",
    ] {
        assert!(receipt.contains(part), "{part} is not in {receipt}");
    }
}
