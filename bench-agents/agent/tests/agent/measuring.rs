//! `run` and `verify` on suites that work: plan, order, report.

use std::collections::BTreeSet;

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use serde_json::{Value, json};

use crate::toy::{Toy, results};

fn starts(toy: &Toy) -> Vec<String> {
    let trace = std::fs::read_to_string(toy.path("starts")).unwrap();
    trace.lines().map(str::to_owned).collect()
}

#[test]
fn every_round_runs_every_variant_once_in_an_order_that_the_seed_decides() {
    let orders = |seed: &str| {
        let toy = Toy::new("steady");
        let (report, _) = toy.run(&["--mode", "full", "--rounds", "4", "--seed", seed]);
        assert_eq!(report["run"]["seed"].to_string(), seed);
        let starts = starts(&toy);
        let variants = starts.iter().collect::<BTreeSet<_>>().len();
        // Every variant once, and the first one twice: same against same.
        assert_eq!(starts.len(), 4 * (variants + 1));
        for round in starts.chunks(variants + 1) {
            let firsts = round.iter().filter(|start| *start == "small-1").count();
            let seen = round.iter().collect::<BTreeSet<_>>().len();
            assert_eq!((seen, firsts), (variants, 2), "{round:?}");
        }
        starts
    };
    let first = orders("11");
    assert_eq!(first, orders("11"));
    assert_ne!(first, orders("12"));
}

#[test]
fn a_benchmark_with_a_limit_takes_part_in_that_many_rounds_without_warm_up() {
    let toy = Toy::new("partial");
    let (report, _) = toy.run(&[]);
    assert_eq!(results(&report, "count")[0]["samples"], json!([7.0]));
    let counted = starts(&toy).iter().filter(|s| *s == "run count").count();
    assert_eq!(counted, 1);
}

#[test]
fn warm_up_is_run_and_not_recorded() {
    let toy = Toy::new("steady");
    let (report, _) = toy.run(&[]);
    let count = results(&report, "count")
        .iter()
        .filter(|r| r["metric"] == "wall_time")
        .count();
    // One warm-up round and three recorded ones of every variant and the second arm.
    assert_eq!(starts(&toy).len(), (count + 1) * (1 + 3));
    for result in results(&report, "count") {
        assert_eq!(result["samples"].as_array().unwrap().len(), 3);
    }
}

#[test]
fn the_report_says_what_was_measured_where_and_from_which_sources() {
    let toy = Toy::new("steady");
    let (report, output) = toy.run(&["--testbed", "table", "--name", "toy", "--branch", "trunk"]);
    assert!(output.status.success());
    assert_eq!(report["version"], 1);
    assert_eq!(report["suite"]["version"], "steady 1.0");
    assert_eq!(report["testbed"], "table");
    assert_eq!(report["branch"], "trunk");
    assert_eq!(report["machine"]["name"], "toy");
    assert!(
        report["commit"]["id"]
            .as_str()
            .unwrap()
            .starts_with("content-")
    );
    assert_eq!(
        report["metrics"]["work"],
        json!({
            "unit": "op/s", "direction": "higher", "noise": "exact", "summary": "work per second, made up",
        })
    );
    assert_eq!(report["benchmarks"]["count"]["sweep"], json!(["threads"]));
    let two = json!({"size": "small", "threads": 2});
    let work = results(&report, "count")
        .into_iter()
        .find(|r| r["parameters"] == two && r["metric"] == "work");
    assert_eq!(work.unwrap()["samples"], json!([2.0, 2.0, 2.0]));
    assert_eq!(
        work.unwrap().get("binary_hash"),
        None,
        "of a script nothing says what it runs"
    );
}

#[test]
fn the_same_sources_are_the_same_commit_and_changed_ones_another() {
    let toy = Toy::new("steady");
    let identity = |toy: &Toy| {
        let (report, _) = toy.run(&["--rounds", "1"]);
        let hashes = &report["benchmarks"]["count"]["version_hash"];
        (
            report["commit"]["id"].clone(),
            hashes.clone(),
            report["idempotency_key"].clone(),
        )
    };
    // What the build writes into the folder exists before the first run, as after any build.
    toy.run(&["--rounds", "1"]);
    let (one, other) = (identity(&toy), identity(&toy));
    assert_eq!((&one.0, &one.1), (&other.0, &other.1));
    assert_ne!(one.2, other.2, "two runs must not be taken for one");
    let script = toy.suite_file("bench.sh");
    let text = std::fs::read_to_string(&script).unwrap();
    std::fs::write(&script, format!("{text}\n# changed\n")).unwrap();
    let changed = identity(&toy);
    assert_ne!(one.0, changed.0);
    assert_ne!(one.1, changed.1);
}

#[test]
fn a_benchmark_is_another_one_when_its_harness_changes_not_when_what_it_measures_does() {
    let toy = Toy::new("steady");
    let manifest = toy.suite_file("suite.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let say =
        |first_line: &str| std::fs::write(&manifest, format!("{first_line}\n{text}")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(toy.suite_file(name), text).unwrap();
    let version = || {
        let (report, _) = toy.run(&["--rounds", "1"]);
        report["benchmarks"]["count"]["version_hash"].clone()
    };
    write("engine.c", "1");
    write("drive.sh", "1");
    let by_command = version();
    write("engine.c", "2");
    assert_eq!(
        version(),
        by_command,
        "the program that is measured is no part of it"
    );
    say("harness = [\"drive.sh\"]");
    let by_name = version();
    write("drive.sh", "2");
    assert_ne!(version(), by_name);
    say("harness = [\"lost.sh\"]");
    let run = toy.agent("run").args(["steady"]).assert();
    run.code(2).stderr(contains("names lost.sh as its harness"));
}

#[test]
fn commit_and_branch_can_be_said() {
    let toy = Toy::new("steady");
    let (report, _) = toy.run(&["--rounds", "1", "--commit", "1.4.2", "--branch", "release"]);
    assert_eq!(report["commit"], json!({"id": "1.4.2"}));
    assert_eq!(report["branch"], "release");
}

#[test]
fn a_named_program_that_the_build_does_not_make_fails_the_build() {
    let toy = Toy::new("steady");
    let manifest = toy.suite_file("suite.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, format!("program = \"build/lost\"\n{text}")).unwrap();
    let (report, _) = toy.run(&["--rounds", "1"]);
    let failure = &report["results"][0]["failure"];
    assert_eq!(failure["kind"], "build");
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .contains("program: build/lost is no built program"),
        "{failure}"
    );
}

#[test]
fn peak_memory_is_the_programs_own() {
    let toy = Toy::new("steady");
    let text = "name = \"memory\"\n[version]\ncommand = [\"true\"]\n[modes.quick]\nrounds = 2\nwarmup = 1\n\
        [[benchmark]]\nname = \"block\"\nmetrics = [\"peak_rss\"]\nparameters = { mib = [1, 64] }\n\
        command = [\"dd\", \"if=/dev/zero\", \"of=/dev/null\", \"bs={mib}M\", \"count=1\"]\n";
    std::fs::write(toy.suite_file("suite.toml"), text).unwrap();
    let (report, _) = toy.run(&[]);
    for result in results(&report, "block") {
        let asked = result["parameters"]["mib"].as_f64().unwrap() * 1_048_576.0;
        let samples = result["samples"].as_array().unwrap();
        for sample in samples {
            let over = sample.as_f64().unwrap() - asked;
            assert!((0.0..8e6).contains(&over), "{result}");
        }
    }
}

#[test]
fn the_table_shows_every_variant() {
    let toy = Toy::new("steady");
    let run = toy
        .agent("run")
        .args(["steady", "--rounds", "6"])
        .assert()
        .success();
    run.stdout(contains("count · wall_time"))
        .stdout(contains("95 % interval"))
        .stdout(contains("size=small, threads=97"))
        .stdout(contains("best"));
}

#[test]
fn verify_runs_each_variant_once_and_writes_nothing() {
    let toy = Toy::new("steady");
    let verify = toy.agent("verify").arg("steady").assert().success();
    verify
        .stdout(contains("steady 1.0"))
        .stdout(contains("right   count size=small, threads=1"));
    let starts = starts(&toy);
    assert_eq!(starts.iter().collect::<BTreeSet<_>>().len(), starts.len());
    assert!(!toy.path("report.json").exists());
}

#[test]
fn a_report_that_cannot_be_written_is_said() {
    let toy = Toy::new("steady");
    let arguments = ["steady", "--rounds", "1", "-o", "nowhere/report.json"];
    let run = toy.agent("run").args(arguments).assert();
    run.code(2)
        .stderr(contains("cannot write the report nowhere/report.json"));
}

#[test]
fn hardware_counters_are_counted_or_explained() {
    let toy = Toy::new("faulty");
    let (report, _) = toy.run(&["--only", "quiet_metric"]);
    let counted = results(&report, "quiet_metric")
        .into_iter()
        .find(|r| r["metric"] == "instructions");
    let explained = report["environment"]["counter_instructions"].as_str();
    match counted {
        Some(result) => assert!(result["samples"][0].as_f64().unwrap() > 1000.0),
        None => assert!(explained.unwrap().starts_with("not available: ")),
    }
    let absent = results(&report, "quiet_metric")
        .into_iter()
        .find(|r| r["metric"] == "work")
        .unwrap();
    assert_eq!(absent["failure"]["kind"], "unavailable");
    assert_eq!(absent["samples"], Value::Null);
}

#[test]
fn the_built_program_has_sizes_and_its_build_a_time() {
    let toy = Toy::new("compiled");
    let (report, output) = toy.run(&["--rounds", "2"]);
    assert!(output.status.success(), "{output:?}");
    let sized = std::process::Command::new("size")
        .arg(toy.suite_file("build/adder"))
        .output()
        .unwrap();
    let sized = String::from_utf8(sized.stdout).unwrap();
    let told: Vec<f64> = sized
        .lines()
        .nth(1)
        .unwrap()
        .split_whitespace()
        .take(2)
        .map(|n| n.parse().unwrap())
        .collect();
    let length = std::fs::metadata(toy.suite_file("build/adder"))
        .unwrap()
        .len();
    for (metric, expected) in [("text_size", told[0]), ("data_size", told[1])] {
        assert_eq!(report["metrics"][metric]["noise"], "exact");
        for result in results(&report, "add")
            .into_iter()
            .filter(|r| r["metric"] == metric)
        {
            assert_eq!(result["samples"], json!([expected, expected]), "{sized}");
        }
    }
    let of = |metric: &str| {
        let found = results(&report, "add")
            .into_iter()
            .find(|r| r["metric"] == metric);
        found.unwrap()["samples"][0].as_f64().unwrap()
    };
    let length = f64::from(u32::try_from(length).unwrap());
    assert!((of("binary_size") - length).abs() < 0.5);
    assert!(of("build_time") > 0.0);
    let manifest = toy.suite_file("suite.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let idle = text.replace("mkdir -p build && cc", "test -e build/adder || cc");
    std::fs::write(&manifest, idle).unwrap();
    let (again, _) = toy.run(&[]);
    let mut times = results(&again, "add").into_iter();
    let time = times.find(|r| r["metric"] == "build_time").unwrap();
    let said = time["failure"]["message"].as_str().unwrap();
    assert!(said.contains("found its program built"), "{time}");
}
