//! What the configuration of a repository has git run while a suite of it is measured in a sandbox.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::toy::Toy;

const CONFINED: [&str; 2] = ["--sandbox", "namespaces"];

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A toy in a repository whose configuration runs programs: each leaves a file beside the suites.
fn planted() -> (Toy, String) {
    let toy = Toy::new("proposed");
    let folder = toy.path("suites");
    git(&folder, &["init", "-q", "-b", "trunk"]);
    let attributes = "* filter=run diff=run\n";
    std::fs::write(folder.join(".gitattributes"), attributes).unwrap();
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "A suite"]);
    git(&folder, &["commit", "-q", "--allow-empty", "-m", "A step"]);
    let commit = git(&folder, &["rev-parse", "HEAD"]);
    for (name, rest) in [
        ("core.fsmonitor", "; false"),
        ("filter.run.clean", "; cat"),
        ("filter.run.process", "; false"),
        ("diff.run.textconv", "; cat"),
        ("diff.run.command", ""),
        ("diff.external", ""),
        ("core.pager", "; cat"),
        ("gpg.program", ""),
        ("core.sshCommand", ""),
        ("alias.status", ""),
    ] {
        let mark = toy.path(&format!("ran-{name}"));
        let command = format!("touch {}{rest}", mark.display());
        git(&folder, &["config", name, &command]);
    }
    git(&folder, &["config", "log.showSignature", "true"]);
    // Its bytes are to be looked at: it differs, and git knows nothing of when.
    std::fs::write(toy.suite_file("note"), "new").unwrap();
    std::fs::write(toy.suite_file("build.sh"), "sh -n library.sh # other\n").unwrap();
    (toy, commit)
}

fn ran(toy: &Toy) -> Vec<String> {
    let entries = std::fs::read_dir(toy.path("")).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("ran-")).collect()
}

fn run(toy: &Toy, arguments: &[&str]) -> Value {
    let mut agent = toy.agent("run");
    let output = agent.arg("suites/proposed").args(arguments).output();
    let said = String::from_utf8_lossy(&output.unwrap().stderr).into_owned();
    let report = std::fs::read(toy.path("report.json"));
    let report = report.unwrap_or_else(|_| panic!("no report: {said}"));
    serde_json::from_slice(&report).unwrap()
}

#[test]
fn a_sandboxed_run_of_a_checkout_runs_nothing_that_its_configuration_names() {
    let (toy, commit) = planted();
    let report = run(&toy, &CONFINED);
    assert_eq!(ran(&toy), Vec::<String>::new());
    assert_eq!(report["run"]["conditions"]["sandbox"], "namespaces");
    assert_eq!(report["commit"]["id"], commit);
    assert_eq!(report["commit"]["subject"], "A step");
    assert_eq!(report["branch"], "trunk");
    let text = report.to_string();
    assert!(text.contains("changed since the commit"), "{text}");
    // Without a sandbox the suite runs with the same rights, and git as its user set it up.
    run(&toy, &["--fresh"]);
    assert!(!ran(&toy).is_empty());
}

#[test]
fn a_checkout_that_is_a_worktree_is_known_as_well() {
    let (toy, commit) = planted();
    let folder = toy.path("suites");
    git(
        &folder,
        &[
            "-c",
            "filter.run.process=",
            "-c",
            "filter.run.clean=cat",
            "commit",
            "-qam",
            "Else",
        ],
    );
    let other = toy.path("other");
    let place = other.to_string_lossy().into_owned();
    let add = ["worktree", "add", "-q", "-b", "side", &place, &commit];
    git(
        &folder,
        &[&["-c", "filter.run.process="][..], &add].concat(),
    );
    for name in ran(&toy) {
        std::fs::remove_file(toy.path(&name)).unwrap();
    }
    let mut agent = toy.agent("run");
    let output = agent.arg("other/proposed").args(CONFINED).output().unwrap();
    let report = std::fs::read(toy.path("report.json"));
    let report: Value =
        serde_json::from_slice(&report.unwrap_or_else(|_| panic!("{output:?}"))).unwrap();
    assert_eq!(ran(&toy), Vec::<String>::new());
    assert_eq!(report["commit"]["id"], commit);
    assert_eq!(report["branch"], "side");
    assert!(!report.to_string().contains("changed since the commit"));
}

#[test]
fn a_sandboxed_run_goes_on_without_a_commit_where_its_repository_is_not_there() {
    for lost in ["gone/worktrees/suites", "report-of-nothing/file"] {
        let toy = Toy::new("proposed");
        std::fs::write(toy.path("report-of-nothing"), "").unwrap();
        let file = toy.path("suites").join(".git");
        std::fs::write(file, format!("gitdir: {}\n", toy.path(lost).display())).unwrap();
        // Git is not to take the repository around it for that of the suite.
        git(&toy.path(""), &["init", "-q", "-b", "trunk"]);
        git(&toy.path(""), &["add", "report-of-nothing"]);
        git(&toy.path(""), &["commit", "-q", "-m", "Of something else"]);
        let report = run(&toy, &CONFINED);
        assert_eq!(report["run"]["conditions"]["sandbox"], "namespaces");
        let subject = &report["commit"]["subject"];
        assert_eq!(subject, "Content of the suite proposed");
    }
}
