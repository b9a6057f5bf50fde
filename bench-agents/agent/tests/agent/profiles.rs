//! Profiles: of the right functions where perf is there, a clear sentence where it is not.

use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use assert_cmd::assert::OutputAssertExt;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use predicates::str::contains;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::toy::{Toy, await_that, end, results};

pub(crate) fn unpacked(profile: &Value) -> String {
    let packed = STANDARD
        .decode(profile["folded"]["data"].as_str().unwrap())
        .unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..])
        .read_to_string(&mut text)
        .unwrap();
    text
}

/// Whether this machine can take profiles, as the agent itself says.
fn is_available(toy: &Toy) -> bool {
    let output = toy.agent("machine").arg("--json").output().unwrap();
    let machine: Value = serde_json::from_slice(&output.stdout).unwrap();
    !machine["profiles"]
        .as_str()
        .unwrap()
        .starts_with("not available: ")
}

#[test]
fn a_profile_knows_which_function_works_most_and_is_no_sample() {
    let toy = Toy::new("busy");
    let (report, output) = toy.run(&["--profile", "--profile-folder", "folded"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert_eq!(
        results(&report, "work")[0]["samples"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    if !is_available(&toy) {
        let reason = report["environment"]["profiles"].as_str().unwrap();
        assert!(reason.starts_with("not available: "), "{reason}");
        return;
    }
    let profile = &report["profiles"][0];
    assert_eq!(
        (&profile["benchmark"], &profile["kind"]),
        (&json!("work"), &json!("cpu"))
    );
    assert!(profile["with_symbols"].as_f64().unwrap() > 0.9, "{profile}");
    let group = &profile["groups"][0];
    let (low, high) = (
        group["low"].as_f64().unwrap(),
        group["high"].as_f64().unwrap(),
    );
    assert!(low < 0.8 && high > 0.65 && low > 0.5, "{group}");
    let text = unpacked(profile);
    let total: u64 = text
        .lines()
        .map(|line| line.rsplit_once(' ').unwrap().1.parse::<u64>().unwrap())
        .sum();
    assert_eq!(json!(total), profile["samples"]);
    let stir = text.lines().find(|line| line.contains("main;larger_part"));
    assert!(stir.unwrap().contains("stir_[i]"), "{text}");
    assert!(
        said.contains("larger_part") && said.contains("the larger part"),
        "{said}"
    );
    let written = std::fs::read_to_string(toy.path("folded/work.folded")).unwrap();
    assert_eq!(written, text);
}

#[test]
fn without_perf_the_run_goes_on_and_says_what_to_install() {
    let toy = Toy::new("faulty");
    std::fs::create_dir(toy.path("bin")).unwrap();
    let echo = ["/usr/bin/echo", "/bin/echo"]
        .into_iter()
        .find(|path| Path::new(path).exists());
    std::os::unix::fs::symlink(echo.unwrap(), toy.path("bin/echo")).unwrap();
    let run = toy
        .agent("run")
        .args(["faulty", "--only", "fine", "--profile"])
        .env("PATH", toy.path("bin"))
        .assert();
    run.success()
        .stderr(contains("perf is not installed: package linux-perf"));
    let report = std::fs::read(toy.path("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let reason = report["environment"]["profiles"].as_str().unwrap();
    assert!(reason.contains("perf is not installed"), "{reason}");
    assert_eq!(report["profiles"], Value::Null);
    assert_eq!(
        results(&report, "fine")[0]["samples"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[test]
fn a_selector_that_fits_nothing_is_told_before_anything_runs() {
    let toy = Toy::new("steady");
    let run = toy
        .agent("run")
        .args(["steady", "--profile", "count/size=huge"])
        .assert();
    run.code(2)
        .stderr(contains("fits --profile count/size=huge"));
    assert!(!toy.path("starts").exists());
}

#[test]
fn a_profile_that_is_killed_leaves_no_process_and_no_file() {
    let toy = Toy::new("busy");
    let log = std::fs::File::create(toy.path("log")).unwrap();
    let run = toy
        .agent("run")
        .args(["busy", "--rounds", "1", "--profile"])
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap();
    toy.await_log("profil");
    await_that(
        "the profiled program or the run's end",
        || !processes_in(&toy.suite_file("")).is_empty() || toy.path("report.json").exists(),
        || toy.log(),
    );
    end(run, Signal::KILL);
    await_that(
        "the end of everything",
        || processes_in(&toy.suite_file("")).is_empty(),
        || format!("{:?}", processes_in(&toy.suite_file(""))),
    );
    let left = std::fs::read_dir(toy.suite_file("")).unwrap();
    let names: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    let recorded = names
        .iter()
        .filter(|name| name.to_string_lossy().contains("perf"))
        .count();
    assert_eq!(recorded, 0, "{names:?}");
}

#[test]
fn a_stop_while_profiling_keeps_the_measured_run() {
    let toy = Toy::new("busy");
    let log = std::fs::File::create(toy.path("log")).unwrap();
    let mut run = toy.agent("run");
    run.args(["busy", "--rounds", "1", "--profile"]);
    let run = run.stdout(Stdio::null()).stderr(log).spawn().unwrap();
    if is_available(&toy) {
        toy.await_log("profiling work");
    } else {
        toy.await_log("profiles: not available");
    }
    end(run, Signal::INT);
    let report = std::fs::read(toy.path("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let samples = results(&report, "work")[0]["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 1);
    assert!(
        !is_available(&toy) || toy.log().contains("profiling was stopped"),
        "{}",
        toy.log()
    );
    assert!(!toy.path("controls/unfinished").exists());
}

/// The processes that work in a folder.
fn processes_in(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().unwrap();
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let works_there = entries.filter(|entry| {
        std::fs::read_link(entry.path().join("cwd")).is_ok_and(|found| found == folder)
    });
    works_there
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn folded_stacks_of_any_tool_become_a_table() {
    let toy = Toy::new("steady");
    std::fs::write(toy.path("a.folded"), "main;read 30\nmain;parse 70\n").unwrap();
    std::fs::write(toy.path("b.folded"), "main;read\n").unwrap();
    let table = toy
        .agent("profile-table")
        .arg("a.folded")
        .assert()
        .success();
    let row = predicates::str::is_match("70\\.0 % .* 70  parse").unwrap();
    table.stdout(contains("100 samples")).stdout(row);
    let fault = toy.agent("profile-table").arg("b.folded").assert();
    fault.code(2).stderr(contains("b.folded: line 1"));
}
