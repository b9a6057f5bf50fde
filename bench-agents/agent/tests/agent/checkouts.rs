//! Commit, branch, pull request and base of a checkout as CI systems make it: without a branch.

use std::process::Command;

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use serde_json::{Value, json};

use crate::toy::Toy;

/// A toy whose suites are a repository: two commits on main, one on the branch `faster`.
struct Repository {
    toy: Toy,
}

impl Repository {
    fn new() -> Self {
        let repository = Self {
            toy: Toy::new("steady"),
        };
        repository.git(&["init", "-q", "-b", "main"]);
        repository.commit("One");
        repository.git(&["switch", "-q", "-c", "faster"]);
        repository.commit("Faster");
        repository.git(&["switch", "-q", "main"]);
        repository.commit("Two");
        repository
    }

    fn git(&self, arguments: &[&str]) -> String {
        let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
        let output = Command::new("git")
            .current_dir(self.toy.path("suites"))
            .args(identity)
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn commit(&self, subject: &str) {
        std::fs::write(self.toy.path("suites").join(subject), subject).unwrap();
        self.git(&["add", "."]);
        self.git(&["commit", "-q", "-m", subject]);
    }

    fn id(&self, name: &str) -> String {
        self.git(&["rev-parse", name])
    }

    /// A run of one round with these variables.
    fn run(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Command {
        let mut agent = self.toy.agent("run");
        agent
            .args(["steady", "--rounds", "1"])
            .args(arguments)
            .envs(variables.iter().copied());
        agent
    }

    fn report(&self, variables: &[(&str, &str)]) -> Value {
        self.run(variables, &[]).assert().success();
        let report = std::fs::read(self.toy.path("report.json")).unwrap();
        serde_json::from_slice(&report).unwrap()
    }

    fn started(&self) -> bool {
        self.toy.path("starts").exists()
    }
}

#[test]
fn a_checkout_without_a_branch_is_refused_before_anything_is_measured() {
    let repository = Repository::new();
    repository.git(&["checkout", "-q", "--detach"]);
    let short = repository.id("HEAD")[..12].to_owned();
    let refused = repository.run(&[], &[]).assert().code(2);
    refused
        .stderr(contains(short))
        .stderr(contains("no branch is checked out"))
        .stderr(contains("--branch NAME or TIDEMARK_BRANCH"));
    assert!(!repository.started() && !repository.toy.path("report.json").exists());
    let wrap = ["--report", "wrap.json", "true"];
    let refused = repository
        .toy
        .agent("wrap")
        .current_dir(repository.toy.path("suites"))
        .args(wrap)
        .assert();
    refused.code(2).stderr(contains("no branch is checked out"));
    // What reports nothing needs no branch.
    for command in ["list", "verify"] {
        repository
            .toy
            .agent(command)
            .arg("steady")
            .assert()
            .success();
    }
    repository
        .run(&[], &["--branch", "release"])
        .assert()
        .success();
    assert_eq!(
        repository.report(&[("TIDEMARK_BRANCH", "trunk")])["branch"],
        "trunk"
    );
}

#[test]
fn a_push_is_filed_under_the_branch_that_the_ci_system_names() {
    let repository = Repository::new();
    repository.git(&["checkout", "-q", "--detach"]);
    let head = repository.id("HEAD");
    let job = [
        ("CIRCLECI", "true"),
        ("CIRCLE_SHA1", &head),
        ("CIRCLE_BRANCH", "main"),
    ];
    let report = repository.report(&job);
    assert_eq!(
        (&report["branch"], &report["commit"]["id"]),
        (&json!("main"), &json!(head))
    );
    assert_eq!(report["commit"]["subject"], "Two");
    assert_eq!(
        (&report["base"], &report["pull_request"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn results_of_a_pull_request_belong_to_its_head_and_know_where_it_left_its_base() {
    let repository = Repository::new();
    repository.git(&["checkout", "-q", "--detach"]);
    repository.git(&["merge", "-q", "--no-ff", "-m", "Merge", "faster"]);
    let (merge, head) = (repository.id("HEAD"), repository.id("faster"));
    let event = repository.toy.path("event.json");
    let text = json!({"pull_request": {"number": 7, "html_url": "https://forge.example/7", "head": {"sha": head}}});
    std::fs::write(&event, text.to_string()).unwrap();
    let event = event.to_string_lossy().into_owned();
    let report = repository.report(&[
        ("GITHUB_ACTIONS", "true"),
        ("GITHUB_SHA", &merge),
        ("GITHUB_REF_NAME", "7/merge"),
        ("GITHUB_HEAD_REF", "faster"),
        ("GITHUB_BASE_REF", "main"),
        ("GITHUB_EVENT_NAME", "pull_request"),
        ("GITHUB_EVENT_PATH", &event),
    ]);
    assert_eq!(
        (&report["branch"], &report["commit"]["id"]),
        (&json!("faster"), &json!(head))
    );
    assert_eq!(report["commit"]["subject"], "Faster");
    let left = repository.id("main~1");
    assert_eq!(report["base"], json!({"branch": "main", "commit": left}));
    assert_eq!(
        report["pull_request"],
        json!({"number": 7, "url": "https://forge.example/7"})
    );
    assert_eq!(report["run"]["trigger"], "pull_request");
}

#[test]
fn a_ci_system_that_speaks_of_another_commit_is_not_believed() {
    let repository = Repository::new();
    repository.git(&["checkout", "-q", "--detach"]);
    let other = repository.id("main~1");
    let job = [
        ("GITLAB_CI", "true"),
        ("CI_COMMIT_SHA", &other),
        ("CI_COMMIT_BRANCH", "main"),
    ];
    let refused = repository.run(&job, &[]).assert().code(2);
    refused.stderr(contains(format!(
        "GitLab CI speaks of another commit, {other}"
    )));
    repository.git(&["switch", "-q", "main"]);
    assert_eq!(repository.report(&job)["commit"]["subject"], "Two");
}
