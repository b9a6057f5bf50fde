//! Patches that are judged with a referee: what an honest one shows, and what gives others away.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustix::process::Signal;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::jobs::{Fleet, a_job};
use crate::toy::{await_that, end};

/// A fleet whose base is the fixture, with one commit beside it for each library.
fn proposals(files: &[(&str, &str)]) -> (Fleet, Vec<String>) {
    proposals_of("note", "base", files)
}

/// The same with another content of one file of the base.
fn proposals_of(name: &str, content: &str, files: &[(&str, &str)]) -> (Fleet, Vec<String>) {
    let fleet = Fleet::new("proposed", name, &[content]);
    let mut patches = Vec::new();
    for (file, text) in files {
        std::fs::write(fleet.toy.suite_file(file), text).unwrap();
        fleet.git(&["add", "."]);
        fleet.git(&["commit", "-q", "-m", "A patch"]);
        patches.push(fleet.git(&["rev-parse", "HEAD"]));
        fleet.git(&["tag", &format!("patch-{}", patches.len())]);
        fleet.git(&["reset", "-q", "--hard", &fleet.commits[0]]);
    }
    std::fs::create_dir(fleet.toy.path("everybody")).unwrap();
    let settings = format!(
        "[jobs]\npatches = true\nshared = [\"{}\"]\n",
        fleet.toy.path("everybody").display()
    );
    std::fs::write(fleet.toy.path("agent.toml"), settings).unwrap();
    (fleet, patches)
}

/// Measures each patch as a proposal; what was said of it in the end.
fn judged(fleet: &Fleet, patches: &[String]) -> Vec<Value> {
    judged_for(fleet, "took", patches)
}

fn judged_for(fleet: &Fleet, aim: &str, patches: &[String]) -> Vec<Value> {
    for (index, patch) in patches.iter().enumerate() {
        let base = fleet.commits[0].as_str();
        let mut job = a_job("proposed", &[base, patch, base], 3);
        job["kind"] = json!("propose");
        job["aim"] = json!(aim);
        job["id"] = json!(100 + index);
        fleet.give(job);
    }
    let arguments = ["--config", "agent.toml"];
    let service = fleet.toy.serve(fleet.api.address(), &arguments);
    let endings = || fleet.api.with_jobs(|jobs| jobs.endings.clone());
    await_that(
        "the end of all proposals",
        || endings().len() == patches.len(),
        || fleet.toy.log(),
    );
    end(service, Signal::TERM);
    endings()
}

const HONEST: &str = "add() { operations=$1; sum=$(($1 * ($1 + 1) * (2 * $1 + 1) / 6)); }\n";
const LOOP: &str = "add() { sum=0; operations=0; while [ $operations -lt $1 ]; do \
    operations=$((operations + 1)); sum=$((sum + operations * operations)); done; }\n";

#[test]
fn an_honest_patch_brings_rows_of_three_arms_and_answers_of_new_input() {
    let (fleet, patches) = proposals(&[("library.sh", HONEST)]);
    let said = &judged(&fleet, &patches)[0];
    assert_eq!(said["outcome"], "finished", "{said}");
    assert_eq!(said["reports"].as_array().unwrap().len(), 3, "{said}");
    let evidence = &said["evidence"];
    assert_eq!(evidence["refusals"], json!([]), "{said}");
    assert_eq!(evidence["trouble"], "", "{said}");
    assert_eq!(evidence["counters"], json!(["operations"]));
    assert_eq!(evidence["by_agent"], false);
    let rows = &evidence["variants"][0];
    assert_eq!(rows["variant"], "add");
    assert_eq!(rows["is_fresh"], true, "{rows}");
    assert_eq!(rows["answers"], 4);
    for name in ["aim", "wall"] {
        let rows = rows[name].as_array().unwrap();
        assert_eq!(rows.len(), 3);
        assert!(rows.iter().all(|row| row.as_array().unwrap().len() == 3));
    }
    assert!(!fleet.toy.path("spool/checkouts/proposal").exists());
}

#[test]
fn patches_that_cheat_are_given_away_with_the_place() {
    let cached = format!("{LOOP}touch \"$TOY_TRACE/everybody/sums\"\n");
    let sabotage = format!(
        "{LOOP}for tree in ../../../*/suites/proposed ../../*/proposed; do \
         [ -e $tree/library.sh ] && ! grep -q tree $tree/library.sh && echo sleep 1 >> $tree/library.sh; done\n"
    );
    let cheats = [
        ("bench.sh", "echo 1\n".to_owned(), "harness_changed"),
        (
            "suite.toml",
            "name = \"proposed\"\n".to_owned(),
            "harness_changed",
        ),
        ("build.sh", "true\n".to_owned(), "harness_changed"),
        ("library.sh", "add() {\n".to_owned(), "build_failed"),
        (
            "library.sh",
            "add() { sum=9045050; operations=$1; }\n".to_owned(),
            "different_answer",
        ),
        (
            "library.sh",
            format!("{HONEST}count=$((count / 2))\n"),
            "different_answer",
        ),
        (
            "library.sh",
            "add() { operations=1; sum=$(($1 * ($1 + 1) * (2 * $1 + 1) / 6)); }\n".to_owned(),
            "different_work",
        ),
        (
            "library.sh",
            format!("{LOOP}setsid sleep 90 >/dev/null 2>&1 &\n"),
            "left_running",
        ),
        ("library.sh", cached, "wrote_elsewhere"),
        ("library.sh", sabotage, "changed_base"),
        ("library.sh", "exit 0\n".to_owned(), "failed"),
    ];
    let files: Vec<(&str, &str)> = cheats.iter().map(|one| (one.0, one.1.as_str())).collect();
    let (fleet, patches) = proposals(&files);
    let endings = judged(&fleet, &patches);
    for ((file, _, reason), said) in cheats.iter().zip(&endings) {
        assert_eq!(said["outcome"], "finished", "{reason}: {said}");
        let refusal = &said["evidence"]["refusals"][0];
        assert_eq!(refusal["reason"], *reason, "{file}: {said}");
        assert!(!refusal["place"].as_str().unwrap().is_empty(), "{said}");
        assert_eq!(said["reports"], json!([]), "{said}");
    }
    assert_eq!(fleet.api.uploads(), 0);
}

#[test]
fn a_diff_whose_commit_nobody_made_is_measured_under_a_name_of_its_content() {
    let (fleet, patches) = proposals(&[("library.sh", HONEST)]);
    let base = fleet.commits[0].as_str();
    let diff = format!("{}\n", fleet.git(&["diff", base, &patches[0]]));
    let content = [base.as_bytes(), b"\n", diff.as_bytes()].concat();
    let digest = Sha256::digest(&content);
    let begin = digest[..8].iter();
    let begin = begin.fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
    let name = format!("patch-{begin:016x}");
    let mut job = a_job("proposed", &[base, &name, base], 3);
    job["kind"] = json!("propose");
    job["aim"] = json!("took");
    job["patch"] = json!({
        "commit": name, "base": base, "author": "Ada", "subject": "Faster", "at": 1_700_000_000,
        "diff": STANDARD.encode(&diff),
    });
    fleet.give(job);
    let arguments = ["--config", "agent.toml"];
    let service = fleet.toy.serve(fleet.api.address(), &arguments);
    let said = fleet.ending();
    assert_eq!(said["outcome"], "finished", "{said}");
    assert_eq!(said["evidence"]["refusals"], json!([]), "{said}");
    let is_there = || fleet.api.stored().len() == 3;
    await_that("the reports", is_there, || fleet.toy.log());
    end(service, Signal::TERM);
    let reports = fleet.api.stored();
    let of_patch = reports.iter().find(|one| one["run"]["job"]["arm"] == 1);
    let commit = &of_patch.unwrap()["commit"];
    assert_eq!(commit["subject"], "Faster");
    assert_eq!(commit["id"].as_str().unwrap().len(), 40);
    assert_ne!(commit["id"], patches[0]);
}

#[test]
fn a_patch_that_leaves_the_metric_out_is_refused() {
    let silent = format!(
        "{LOOP}echo() {{ printf '{{\"answer\": \"%s\", \"metrics\": {{\"operations\": %s}}}}\\n' \
         $sum $operations; }}\n"
    );
    let (fleet, patches) = proposals(&[("library.sh", silent.as_str())]);
    let said = &judged(&fleet, &patches)[0];
    let refusal = &said["evidence"]["refusals"][0];
    assert_eq!(refusal["reason"], "different_work", "{said}");
    assert!(refusal["place"].as_str().unwrap().starts_with("add, "));
    assert!(refusal["text"].as_str().unwrap().contains("took"), "{said}");
}

#[test]
fn what_a_patch_keeps_in_its_folder_is_gone_before_its_next_process() {
    let counted = format!(
        "{LOOP}[ -e kept ] && exit 4\n[ -e \"$HOME/kept\" ] && exit 4\n[ -e \"$TMPDIR/kept\" ] && exit 4\n\
         [ -e \"$HOME/../kept\" ] && exit 4\n[ -e \"$HOME/../../kept\" ] && exit 4\n\
         touch kept \"$HOME/kept\" \"$TMPDIR/kept\" \"$HOME/../kept\" \"$HOME/../../kept\"\n"
    );
    let (fleet, patches) = proposals(&[("library.sh", counted.as_str())]);
    let said = &judged(&fleet, &patches)[0];
    assert_eq!(said["evidence"]["refusals"], json!([]), "{said}");
    let removed = said["evidence"]["removed"].as_array().unwrap();
    assert_eq!(removed.len(), 1, "{said}");
    assert!(removed[0].as_str().unwrap().ends_with("kept"));
}

#[test]
fn a_sandbox_confines_proposals_and_what_they_keep_in_it_is_seen_as_well() {
    let kept = format!("{LOOP}echo 1 > /tmp/kept\n");
    let (fleet, patches) = proposals(&[("library.sh", HONEST), ("library.sh", kept.as_str())]);
    let settings = std::fs::read_to_string(fleet.toy.path("agent.toml")).unwrap();
    let settings = format!("sandbox = \"namespaces\"\n{settings}");
    std::fs::write(fleet.toy.path("agent.toml"), settings).unwrap();
    let endings = judged(&fleet, &patches);
    let honest = &endings[0]["evidence"];
    assert_eq!(honest["refusals"], json!([]), "{honest}");
    assert_eq!(honest["sandbox"], "namespaces");
    assert_eq!(honest["variants"][0]["answers"], 4, "{honest}");
    let refusal = &endings[1]["evidence"]["refusals"][0];
    assert_eq!(refusal["reason"], "wrote_elsewhere", "{endings:?}");
    assert!(refusal["place"].as_str().unwrap().starts_with("/tmp/kept"));
}

/// The fixture, with allocations among its metrics, judged by them in a sandbox.
fn judged_by_allocations(files: &[(&str, &str)]) -> Vec<Value> {
    let fixture = include_str!("../fixtures/proposed/suite.toml");
    let timed = "[\"took\", \"wall_time\", \"operations\"]";
    let counted = fixture.replace(timed, "[\"allocations\", \"operations\"]");
    let (fleet, patches) = proposals_of("suite.toml", &counted, files);
    let settings = std::fs::read_to_string(fleet.toy.path("agent.toml")).unwrap();
    let settings = format!("sandbox = \"namespaces\"\n{settings}");
    std::fs::write(fleet.toy.path("agent.toml"), settings).unwrap();
    judged_for(&fleet, "allocations", &patches)
}

#[test]
fn allocations_are_counted_of_a_proposal_in_a_sandbox() {
    let endings = judged_by_allocations(&[("library.sh", HONEST)]);
    let evidence = &endings[0]["evidence"];
    assert_eq!(evidence["refusals"], json!([]), "{endings:?}");
    assert_eq!(evidence["trouble"], "", "{evidence}");
    let rows = evidence["variants"][0]["aim"].as_array().unwrap();
    assert_eq!(rows.len(), 3, "{evidence}");
    let is_counted = |arm: &Value| arm.as_f64().unwrap() > 0.0;
    assert!(
        rows.iter()
            .all(|row| row.as_array().unwrap().iter().all(is_counted))
    );
}

#[test]
fn where_allocations_are_counted_nothing_is_kept_from_one_process_to_the_next() {
    let kept = format!(
        "{LOOP}[ \"$(wc -c < \"$TIDEMARK_ALLOCATIONS\")\" = 4096 ] || exit 4\n\
         echo kept >> \"$TIDEMARK_ALLOCATIONS\"\n"
    );
    let renamed = format!("{LOOP}mv \"$TIDEMARK_ALLOCATIONS\" /tmp/mine\n");
    let folder =
        format!("{LOOP}rm \"$TIDEMARK_ALLOCATIONS\"; mkdir -p \"$TIDEMARK_ALLOCATIONS/kept\"\n");
    let library = format!("{LOOP}echo more >> \"$LD_PRELOAD\"\n");
    let patches = [&kept, &renamed, &folder, &library].map(|text| ("library.sh", text.as_str()));
    let endings = judged_by_allocations(&patches);
    assert_eq!(endings[0]["evidence"]["refusals"], json!([]), "{endings:?}");
    for said in &endings[1..] {
        let refusal = &said["evidence"]["refusals"][0];
        assert_eq!(refusal["reason"], "wrote_elsewhere", "{said}");
    }
}

#[test]
fn an_ending_that_the_server_does_not_take_is_said_without_evidence_and_work_goes_on() {
    let (fleet, patches) = proposals(&[("bench.sh", "echo 1\n"), ("build.sh", "true\n")]);
    fleet
        .api
        .with_jobs(|jobs| jobs.refused_evidence = Some(413));
    let endings = judged(&fleet, &patches);
    for said in &endings {
        assert_eq!(said["outcome"], "machine failed", "{said}");
        assert!(said["evidence"].is_null(), "{said}");
        assert!(said["why"].as_str().unwrap().contains("413"), "{said}");
    }
    assert_eq!(fleet.api.with_jobs(|jobs| jobs.refusals), 2);
}
