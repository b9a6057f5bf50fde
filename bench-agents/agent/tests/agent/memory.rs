//! The peak memory of a program is its own, however much the agent holds and whoever else computes.

use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::profiles::unpacked;
use crate::toy::{Toy, results};

/// Others that compute as long as a test looks at memory.
struct Load(Vec<Child>);

impl Load {
    fn start() -> Self {
        let busy = |_| {
            let mut shell = Command::new("sh");
            shell.args(["-c", "while :; do :; done"]);
            shell.stdout(Stdio::null()).spawn().unwrap()
        };
        Self((0..4).map(busy).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

fn samples(report: &Value, metric: &str, kib: u64) -> Vec<f64> {
    let result = results(report, "resident")
        .into_iter()
        .find(|r| r["metric"] == metric && r["parameters"]["kib"] == kib)
        .unwrap();
    let samples = result["samples"].as_array();
    let samples = samples.unwrap_or_else(|| panic!("{result}"));
    samples.iter().map(|s| s.as_f64().unwrap()).collect()
}

#[test]
fn the_peak_of_a_static_program_is_what_it_holds_under_load_too() {
    let toy = Toy::new("resident");
    let load = Load::start();
    let (report, output) = toy.run(&["--rounds", "20", "--only", "resident"]);
    drop(load);
    assert!(output.status.success(), "{output:?}");
    for kib in [0, 300, 20_000] {
        let peaks = samples(&report, "peak_rss", kib);
        let own = samples(&report, "own_peak", kib);
        assert_eq!(peaks.len(), 20);
        for (peak, own) in peaks.iter().zip(&own) {
            // Less than the agent holds, and the program's own number within 5 %.
            assert!((peak / own - 1.0).abs() < 0.05, "{kib}: {peaks:?} {own}");
        }
    }
    let smallest = samples(&report, "peak_rss", 0)[0];
    assert!(smallest < 1_000_000.0, "{smallest}");
}

#[test]
fn a_script_that_becomes_a_program_runs_to_its_end_and_its_peak_is_known() {
    let toy = Toy::new("resident");
    let manifest = toy.suite_file("suite.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let script = r#"["sh", "-c", "exec sh -c 'exec ./build/resident {kib}'"]"#;
    let changed = text.replace(r#"["./build/resident", "{kib}"]"#, script);
    assert_ne!(text, changed);
    std::fs::write(&manifest, changed).unwrap();
    let (report, output) = toy.run(&["--rounds", "3", "--only", "resident/kib=300"]);
    assert!(output.status.success(), "{output:?}");
    let peaks = samples(&report, "peak_rss", 300);
    let own = samples(&report, "own_peak", 300);
    assert_eq!(peaks.len(), 3);
    // The shell held more before it became the program.
    assert!(
        peaks.iter().zip(&own).all(|(peak, own)| peak > own),
        "{peaks:?} {own:?}"
    );
}

#[test]
fn what_the_agent_was_given_in_its_environment_is_not_the_programs_memory() {
    let toy = Toy::new("resident");
    let large = "x".repeat(100_000);
    let mut agent = toy.agent("run");
    let output = agent
        .args(["resident", "--rounds", "2", "--only", "resident/kib=0"])
        .env("LARGE", large)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let report = std::fs::read(toy.path("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let peaks = samples(&report, "peak_rss", 0);
    let own = samples(&report, "own_peak", 0);
    assert!(
        peaks
            .iter()
            .zip(&own)
            .all(|(peak, own)| (peak / own - 1.0).abs() < 0.05),
        "{peaks:?} {own:?}"
    );
}

#[test]
fn a_profile_of_allocations_knows_which_function_allocates_how_much() {
    let toy = Toy::new("resident");
    let arguments = ["--rounds", "1", "--only", "allocating", "--profile"];
    let (report, output) = toy.run(&arguments);
    assert!(output.status.success(), "{output:?}");
    let profiles = report["profiles"].as_array().unwrap();
    let kinds: Vec<&Value> = profiles.iter().map(|profile| &profile["kind"]).collect();
    assert_eq!(kinds, ["allocations", "allocated_bytes"]);
    for (profile, least) in profiles.iter().zip([500, 500 * 1000]) {
        assert_eq!(profile["parameters"]["linked"], "dynamic");
        let text = unpacked(profile);
        let line = text.lines().find(|line| line.contains("main;fill"));
        let (_, count) = line
            .unwrap_or_else(|| panic!("{text}"))
            .rsplit_once(' ')
            .unwrap();
        assert_eq!(count.parse::<u64>().unwrap(), least, "{text}");
        assert!(profile["samples"].as_u64().unwrap() > least && profile["lost"] == 0);
        assert!(!text.contains("note") && !text.contains("/fd/"), "{text}");
    }
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("it is linked statically"), "{said}");
}

#[test]
fn a_library_that_lies_where_another_lay_is_not_taken_for_it() {
    let toy = Toy::new("resident");
    let arguments = ["--rounds", "1", "--only", "unloading", "--profile"];
    let (report, output) = toy.run(&arguments);
    assert!(output.status.success(), "{output:?}");
    let text = unpacked(&report["profiles"][0]);
    for function in ["fill;of_first", "fill;of_second"] {
        let line = text.lines().find(|line| line.contains(function));
        let line = line.unwrap_or_else(|| panic!("{text}"));
        assert!(line.ends_with(" 500"), "{text}");
    }
}

#[test]
fn allocations_are_counted_or_it_is_said_why_not() {
    let toy = Toy::new("resident");
    let (report, output) = toy.run(&["--rounds", "3", "--only", "allocating"]);
    assert!(output.status.success(), "{output:?}");
    let of = |linked: &str, metric: &str| {
        let found = results(&report, "allocating").into_iter();
        let mut found =
            found.filter(|r| r["parameters"]["linked"] == linked && r["metric"] == metric);
        found.next().unwrap().clone()
    };
    let counted = |metric: &str| of("dynamic", metric)["samples"][0].as_f64().unwrap();
    // The list, 500 blocks and the buffer of standard output.
    assert!((counted("allocations") - 502.0).abs() < 1.5);
    assert!((500_000.0..520_000.0).contains(&counted("allocated_bytes")));
    assert!((500_000.0..530_000.0).contains(&counted("peak_heap")));
    let failure = &of("static", "allocations")["failure"];
    assert_eq!(failure["kind"], "unavailable");
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .contains("linked statically"),
        "{failure}"
    );
    let manifest = toy.suite_file("suite.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("\"peak_heap\"]", "\"wall_time\"]")).unwrap();
    let refused = toy.agent("list").arg("resident").output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.contains("counting allocations slows the program"),
        "{said}"
    );
}
