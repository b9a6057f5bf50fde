//! The noise score, the control benchmark and its veto, pinning: around a run.

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::api::Api;
use crate::toy::{Toy, await_that, end, results};

/// Lets the machine look as if earlier controls had taken this many times as long.
fn falsify_history(toy: &Toy, factor: f64) {
    let path = toy.path("controls/controls.json");
    let mut history: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let mut entry = history["entries"][0].clone();
    for work in ["cpu", "memory"] {
        for moment in ["before_s", "after_s"] {
            let seconds = entry[work][moment].as_f64().unwrap();
            entry[work][moment] = json!(seconds * factor);
        }
    }
    history["entries"] = json!(vec![entry; 10]);
    std::fs::create_dir_all(toy.path("spool")).unwrap();
    for folder in ["controls", "spool"] {
        let path = toy.path(folder).join("controls.json");
        std::fs::write(path, history.to_string()).unwrap();
    }
}

/// A toy whose machine has one control in its history.
fn with_history() -> Toy {
    let toy = Toy::new("steady");
    let (report, output) = toy.run(&["--skip", "noise,preflight", "--veto", "off"]);
    assert!(output.status.success());
    let control = &report["run"]["conditions"]["control"];
    assert_eq!(control["works"][0]["work"], "cpu");
    assert_eq!(control["works"][1]["work"], "memory");
    assert!(control["works"][1]["samples"][0].as_u64().unwrap() >= 8);
    toy
}

#[test]
fn a_vetoed_run_has_its_own_exit_code_and_keeps_its_samples_aside() {
    let toy = with_history();
    falsify_history(&toy, 0.01);
    let (report, output) = toy.run(&["--skip", "noise,preflight", "--profile"]);
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("no profiles: the run is vetoed"), "{told}");
    assert!(report["profiles"].is_null());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("vetoed: the machine was not steady"),
        "{said}"
    );
    assert_eq!(report["run"]["conditions"]["control"]["verdict"], "veto");
    let struck = results(&report, "count");
    assert!(!struck.is_empty());
    for result in struck {
        assert_eq!(result["failure"]["kind"], "vetoed");
        assert!(result["samples"].is_null() && result["metric"].is_null());
    }
    let aside = std::fs::read(toy.path("report.vetoed.json")).unwrap();
    let aside: Value = serde_json::from_slice(&aside).unwrap();
    let kept = results(&aside, "count");
    assert!(
        kept.iter()
            .any(|result| result["samples"].as_array().is_some_and(|s| s.len() == 3))
    );
}

#[test]
fn vetoes_can_be_switched_off() {
    let toy = with_history();
    falsify_history(&toy, 0.01);
    let (report, output) = toy.run(&["--skip", "noise,preflight", "--veto", "off"]);
    assert!(output.status.success());
    assert_ne!(report["run"]["conditions"]["control"]["verdict"], "veto");
}

#[test]
fn a_service_repeats_a_vetoed_run_once_and_then_tells_the_veto() {
    let toy = with_history();
    falsify_history(&toy, 0.01);
    let api = Api::start(&[]);
    std::fs::write(toy.path("agent.toml"), "[control]\npause = \"1s\"\n").unwrap();
    let service = toy.serve(
        api.address(),
        &[
            "--run",
            "steady",
            "--config",
            "agent.toml",
            "--skip",
            "noise,preflight",
        ],
    );
    let of_suite = |name: &'static str| {
        let stored = api.stored().into_iter();
        stored
            .filter(|report| report["suite"]["name"] == name)
            .collect::<Vec<_>>()
    };
    await_that(
        "the vetoed report and both controls",
        || !of_suite("steady").is_empty() && of_suite("machine-control").len() == 2,
        || toy.log(),
    );
    end(service, Signal::TERM);
    assert!(
        toy.log().contains("vetoed, run again in 1 s"),
        "{}",
        toy.log()
    );
    assert!(toy.log().contains("vetoed again"), "{}", toy.log());
    let reports = of_suite("steady");
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0]["results"][0]["failure"]["kind"], "vetoed");
    assert_eq!(
        std::fs::read_dir(toy.path("spool/vetoed")).unwrap().count(),
        2
    );
    let controls = of_suite("machine-control");
    assert_eq!(controls.len(), 2);
    let works = results(&controls[0], "control");
    assert_eq!(works[0]["parameters"], json!({"work": "cpu"}));
    assert!(works[0]["samples"].as_array().unwrap().len() >= 16);
    assert!(works[0]["binary_hash"].is_string());
    let later = results(&controls[1], "control");
    assert_eq!(
        works[0]["binary_hash"], later[0]["binary_hash"],
        "no commit changes the control"
    );
}

#[test]
fn the_noise_of_the_machine_stands_in_the_report() {
    let toy = Toy::new("steady");
    let (report, output) = toy.run(&["--skip", "control,preflight"]);
    assert!(output.status.success());
    let noise = &report["run"]["conditions"]["noise"];
    let score = noise["score"].as_f64().unwrap();
    assert!((0.0..=100.0).contains(&score), "{noise}");
    assert!(noise["low"].as_f64().unwrap() <= score && score <= noise["high"].as_f64().unwrap());
    let kinds = noise["kinds"].as_array().unwrap();
    assert_eq!(kinds.len(), 5);
    for kind in kinds {
        assert!(kind["median_s"].as_f64().unwrap() > 0.0, "{kind}");
        assert!(kind["tail"].as_f64().unwrap() >= 1.0, "{kind}");
    }
    assert!(report["run"]["conditions"]["control"].is_null());
}

#[test]
fn pinned_programs_and_their_children_see_their_processors_only() {
    let toy = Toy::new("seated");
    let (report, output) = toy.run(&["--pin", "0"]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let seats = results(&report, "seats");
    assert_eq!(seats.len(), 1);
    assert_eq!(seats[0]["parameters"]["threads"], 1);
    let pinning = &report["run"]["conditions"]["pinning"];
    assert_eq!(
        (&pinning["state"], &pinning["cpus"]),
        (&json!("pinned"), &json!([0]))
    );
    assert_eq!(pinning["from"], "--pin");
}

#[test]
fn without_a_wish_nothing_is_pinned_and_the_reason_is_told() {
    let toy = Toy::new("steady");
    let (report, _) = toy.run(&[]);
    let pinning = &report["run"]["conditions"]["pinning"];
    assert_eq!(
        (&pinning["state"], &pinning["from"]),
        (&json!("off"), &json!("default"))
    );
    assert!(!pinning["reason"].as_str().unwrap().is_empty());
}

#[test]
fn a_processor_that_is_not_here_is_refused_before_anything_runs() {
    let toy = Toy::new("steady");
    let mut run = toy.agent("run");
    let run = run.args(["steady", "--pin", "1000"]).assert().code(2);
    run.stderr(contains("1000"));
    assert!(!toy.suite_file("built.txt").exists());
}
