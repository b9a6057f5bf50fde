//! Builds of commits that jobs name: found again by their sources, removed where they have no room.

use std::path::PathBuf;

use rustix::process::Signal;
use serde_json::Value;

use crate::jobs::{Fleet, a_job};
use crate::toy::{await_that, end};

/// Commits of a suite whose build is 700 kB and says whether something was built there before; the
/// first two have the same tree.
fn fleet() -> Fleet {
    let manifest = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/steady/suite.toml"
    );
    let build = "[ -e product ] && touch reused; head -c 700000 /dev/urandom > product; \
                 git rev-parse HEAD > commit";
    let text = std::fs::read_to_string(manifest).unwrap();
    let text = format!("{text}\n[[build]]\ncommand = [\"sh\", \"-c\", '{build}']\n");
    let other = format!("{text}\n# another tree\n");
    Fleet::new("steady", "suite.toml", &[&text, &text, &other])
}

fn measured(fleet: &Fleet, commits: &[usize]) -> Value {
    let ended = || fleet.api.with_jobs(|jobs| jobs.endings.clone());
    let before = ended().len();
    let commits = commits.iter().map(|at| fleet.commits[*at].as_str());
    fleet.give(a_job("steady", &commits.collect::<Vec<_>>(), 1));
    await_that(
        "the end of the job",
        || ended().len() > before,
        || fleet.toy.log(),
    );
    let said = ended().pop().unwrap();
    assert_eq!(said["outcome"], "finished", "{said}");
    said
}

/// The folders of the suite in all checkouts that there are.
fn builds(fleet: &Fleet) -> Vec<PathBuf> {
    let checkouts = std::fs::read_dir(fleet.toy.path("spool/checkouts")).unwrap();
    let trees = checkouts.map(|entry| entry.unwrap().path());
    let trees = trees.filter(|path| path.extension().is_some_and(|end| end == "trees"));
    let tops = trees.flat_map(|trees| std::fs::read_dir(trees).unwrap());
    tops.map(|top| top.unwrap().path().join("steady")).collect()
}

#[test]
fn the_same_tree_is_built_where_it_was_and_another_one_apart() {
    let fleet = fleet();
    let service = fleet.serve();
    let built_of = |folder: &PathBuf| std::fs::read_to_string(folder.join("commit")).unwrap();
    measured(&fleet, &[0]);
    let first = builds(&fleet);
    assert_eq!(first.len(), 1);
    assert!(!first[0].join("reused").exists());
    assert_eq!(built_of(&first[0]).trim(), fleet.commits[0]);
    measured(&fleet, &[1]);
    assert_eq!(builds(&fleet), first);
    assert!(first[0].join("reused").exists());
    assert_eq!(built_of(&first[0]).trim(), fleet.commits[1]);
    measured(&fleet, &[2]);
    let mut second = builds(&fleet);
    second.retain(|folder| *folder != first[0]);
    assert_eq!(second.len(), 1);
    assert!(!second[0].join("reused").exists());
    // Side by side each has its own, as a build may ask which commit it is.
    measured(&fleet, &[0, 1]);
    assert_eq!(builds(&fleet).len(), 3);
    let measured = || fleet.api.stored();
    await_that("all reports", || measured().len() == 5, || fleet.toy.log());
    let ids = measured()
        .into_iter()
        .map(|report| report["commit"]["id"].clone());
    let mut ids: Vec<Value> = ids.collect();
    ids.sort_by_key(ToString::to_string);
    let mut expected = [0, 0, 1, 1, 2].map(|at| Value::from(fleet.commits[at].as_str()));
    expected.sort_by_key(ToString::to_string);
    assert_eq!(ids, expected, "each is told as itself");
    assert!(end(service, Signal::TERM).success());
}

#[test]
fn builds_in_use_stay_and_the_oldest_go_after_the_job_until_the_rest_has_room() {
    let fleet = fleet();
    let settings = "[jobs]\ncheckouts_size = \"1 MB\"\n";
    std::fs::write(fleet.toy.path("agent.toml"), settings).unwrap();
    let arguments = ["--config", "agent.toml"];
    let service = fleet.toy.serve(fleet.api.address(), &arguments);
    // Together they take more than there is room for.
    measured(&fleet, &[0, 2]);
    let left = builds(&fleet);
    assert_eq!(left.len(), 1, "{left:?}");
    let commit = std::fs::read_to_string(left[0].join("commit")).unwrap();
    assert_eq!(commit.trim(), fleet.commits[2], "the older one went");
    let log = fleet.toy.log();
    assert!(log.contains("`checkouts_size` is 9"), "{log}");
    measured(&fleet, &[2]);
    assert!(left[0].join("reused").exists());
    measured(&fleet, &[1]);
    let newer = builds(&fleet);
    assert!(newer.len() == 1 && newer != left, "{newer:?}");
    assert!(end(service, Signal::TERM).success());
}
