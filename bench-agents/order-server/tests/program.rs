//! `orders` as a program: what a client gets, what becomes of its claim, and what is left behind.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use serde_json::Value;

const ORDERS: &str = env!("CARGO_BIN_EXE_orders");

/// The smallest client there is, which cargo builds beside the tests.
fn minimal_client() -> String {
    let target = Path::new(ORDERS).parent().unwrap();
    target.join("examples/minimal").display().to_string()
}

fn orders_with(options: &[&str], client: &[&str]) -> Output {
    Command::new(ORDERS)
        .arg("with")
        .args(options)
        .arg("--")
        .args(client)
        .output()
        .unwrap()
}

fn sample(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn answer_of(orders: &str, seed: &str) -> String {
    let output = Command::new(ORDERS)
        .args(["answer", "--orders", orders, "--seed", seed])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn an_honest_client_gives_the_expected_answer_and_every_metric() {
    let client = minimal_client();
    let output = orders_with(&[], &[&client, "1000", "1"]);
    let sample = sample(&output);
    assert_eq!(sample["answer"], answer_of("1000", "1"));
    let metrics = sample["metrics"].as_object().unwrap();
    for name in [
        "latency_p50",
        "latency_p90",
        "latency_p99",
        "latency_p999",
        "latency_max",
        "latency_mean",
        "requests_per_second",
        "cpu_per_order",
        "server_cpu_per_order",
    ] {
        assert!(metrics[name].as_f64().unwrap() > 0.0, "{name}");
    }
    assert_eq!(metrics["connections_opened"], 1);
    assert_eq!(metrics["errors"], 0);
    assert!(
        sample["histograms"]["latency"]
            .as_str()
            .unwrap()
            .starts_with("HISTF")
    );
}

#[test]
fn orders_of_another_seed_are_other_orders() {
    let client = minimal_client();
    let sample = sample(&orders_with(&[], &[&client, "20", "7"]));
    assert_eq!(sample["answer"], answer_of("20", "7"));
    assert_ne!(sample["answer"], answer_of("20", "1"));
}

#[test]
fn a_claim_without_orders_is_a_wrong_answer() {
    let line = r#"echo '{"orders":100,"errors":0,"seconds":0.1,"cpu_seconds":0.1}'"#;
    let sample = sample(&orders_with(&[], &["sh", "-c", line]));
    let answer = sample["answer"].as_str().unwrap();
    assert_ne!(answer, answer_of("100", "1"));
    assert!(answer.contains("claimed=100"), "{answer}");
}

#[test]
fn a_service_time_is_a_capacity_that_no_client_exceeds() {
    let client = minimal_client();
    let output = orders_with(&["--service-us", "2000"], &[&client, "20", "1"]);
    let sample = sample(&output);
    assert_eq!(sample["answer"], answer_of("20", "1"));
    assert!(sample["metrics"]["requests_per_second"].as_f64().unwrap() <= 500.0);
    assert!(sample["metrics"]["latency_p50"].as_f64().unwrap() >= 0.002);
}

#[test]
fn a_client_that_fails_is_named_with_its_ending() {
    for (script, part) in [
        ("echo broken >&2; exit 3", "ended with code 3"),
        ("kill -9 $$", "signal 9"),
        ("true", "printed no line"),
        ("echo done", "done"),
    ] {
        let output = orders_with(&[], &["sh", "-c", script]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{script}");
        assert!(output.stdout.is_empty() && said.contains(part), "{said}");
    }
    let output = orders_with(&[], &["./no-such-client"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("./no-such-client") && said.contains("built"),
        "{said}"
    );
}

#[test]
fn a_killed_server_takes_its_client_along() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let told = folder.path().join("pid");
    let script = format!(
        "echo $$ > {0}.new; mv {0}.new {0}; exec sleep 600",
        told.display()
    );
    let mut orders = Command::new(ORDERS)
        .args(["with", "--", "sh", "-c", &script])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !told.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    let client = fs::read_to_string(&told).unwrap();
    orders.kill().unwrap();
    orders.wait().unwrap();
    while runs(client.trim()) {
        thread::sleep(Duration::from_millis(5));
    }
}

/// Says whether a process exists and is more than an ending that nobody has asked for.
fn runs(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.contains(") Z ") && !stat.contains(") X "))
}
