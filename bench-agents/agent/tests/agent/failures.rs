//! Suites that go wrong: stored as failures, never as timings.

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use serde_json::Value;

use crate::toy::{Toy, await_that, is_alive, results};

fn failure(report: &Value, benchmark: &str) -> (String, String) {
    let results = results(report, benchmark);
    assert_eq!(results.len(), 1, "{benchmark}: {results:?}");
    assert!(results[0].get("samples").is_none());
    let failure = &results[0]["failure"];
    let text = |field: &str| failure[field].as_str().unwrap().to_owned();
    (text("kind"), text("message"))
}

#[test]
fn what_goes_wrong_is_named_and_has_no_timings() {
    let toy = Toy::new("faulty");
    let (report, output) = toy.run(&[]);
    let table = [
        ("wrong", "wrong_answer", "expected '42', got '41'"),
        ("crash", "crash", "exit code 3\nno room on the desk"),
        ("signal", "crash", "signal 11"),
        ("silent", "wrong_answer", "got no output"),
        ("unreadable", "wrong_answer", "cannot be read"),
        ("absent", "crash", "cannot start"),
        ("endless", "timeout", "no end after 0.5 s"),
    ];
    for (benchmark, kind, message) in table {
        let (found, said) = failure(&report, benchmark);
        assert_eq!(found, kind, "{benchmark}");
        assert!(said.contains(message), "{benchmark}: {said}");
    }
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        results(&report, "fine")[0]["samples"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[test]
fn a_timed_out_program_takes_its_children_with_it() {
    let toy = Toy::new("faulty");
    let mut pid = String::new();
    await_that(
        "a grandchild before the time is over",
        || {
            toy.run(&["--only", "endless"]);
            pid = std::fs::read_to_string(toy.path("grandchild")).unwrap_or_default();
            !pid.is_empty()
        },
        String::new,
    );
    await_that(
        "the grandchild's end",
        || !is_alive(pid.trim()),
        || pid.clone(),
    );
}

#[test]
fn what_a_suite_needs_and_has_not_got_is_unavailable_and_says_how_to_get_it() {
    let toy = Toy::new("needy");
    let (report, output) = toy.run(&[]);
    let results = results(&report, "count");
    assert_eq!(results.len(), 2);
    for result in results {
        assert_eq!(result["failure"]["kind"], "unavailable");
        let message = result["failure"]["message"].as_str().unwrap();
        let first = message.lines().next().unwrap();
        assert!(first.contains("tidemark-no-such-compiler"), "{message}");
        assert!(
            first.ends_with("Install the compiler from the shelf."),
            "{message}"
        );
    }
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("not available: count"), "{text}");
    assert!(
        text.contains("Install the compiler from the shelf.") && !text.contains("failed"),
        "{text}"
    );
    assert!(
        output.status.success(),
        "what is not on this machine is no failure"
    );
    assert!(
        !toy.suite_file("built.txt").exists(),
        "built in spite of the missing need"
    );
}

#[test]
fn a_variant_whose_own_need_is_missing_is_unavailable_and_no_failure() {
    let toy = Toy::new("partial");
    let (report, output) = toy.run(&[]);
    assert_eq!(output.status.code(), Some(0));
    let results = results(&report, "tools");
    let plane = |result: &&&Value| result["parameters"]["tool"] == "plane";
    let absent: Vec<_> = results.iter().filter(plane).collect();
    assert_eq!(absent.len(), 1);
    assert_eq!(absent[0]["failure"]["kind"], "unavailable");
    assert_eq!(
        absent[0]["failure"]["message"],
        "there is no plane. The shop has it."
    );
    assert!(absent[0].get("samples").is_none());
    for result in results.iter().filter(|result| !plane(result)) {
        assert_eq!(result["samples"].as_array().unwrap().len(), 3);
    }
    let starts = std::fs::read_to_string(toy.path("starts")).unwrap();
    assert!(!starts.contains("run plane"), "{starts}");
    assert_eq!(starts.matches("has saw").count(), 1, "{starts}");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("not available: tools tool=plane: there is no plane. The shop has it."),
        "{said}"
    );
}

#[test]
fn verify_sets_apart_what_is_not_available() {
    let toy = Toy::new("partial");
    let verify = toy.agent("verify").arg("partial").assert().success();
    verify
        .stdout(contains(
            "absent  tools tool=plane: there is no plane. The shop has it.",
        ))
        .stdout(contains("3 of 4 variants gave the right answer"))
        .stdout(contains("1 of 4 are not available on this machine"));
}

#[test]
fn a_failed_build_is_a_result_with_the_compilers_words() {
    let toy = Toy::new("unbuildable");
    let (report, _) = toy.run(&[]);
    let (kind, message) = failure(&report, "count");
    assert_eq!(kind, "build");
    assert!(
        message.contains("main.c:1: a brace is missing"),
        "{message}"
    );
}

#[test]
fn verify_tells_right_from_wrong() {
    let toy = Toy::new("faulty");
    let verify = toy.agent("verify").arg("faulty").assert().code(1);
    verify
        .stdout(contains("right   fine"))
        .stdout(contains(
            "failed  wrong: wrong answer: expected '42', got '41'",
        ))
        .stdout(contains("2 of 9 variants gave the right answer"));
}
