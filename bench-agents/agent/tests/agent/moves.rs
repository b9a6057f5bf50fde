//! What commits move that others wrote: submodules and packages of lock files, told and mixed.

use std::path::Path;
use std::process::Command;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::jobs::{Fleet, a_job};
use crate::toy::{await_that, end};

/// The library that the suite `proposed` measures, with so many operations more.
fn library(more: usize) -> String {
    format!("add() {{\n    operations=$(($1 + {more}))\n    sum=$1\n}}\n")
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn lock(first: &str, second: &str) -> String {
    format!(
        "version = 4\n\n[[package]]\nname = \"serde\"\nversion = \"{first}\"\nsource = \"registry\"\n\n\
         [[package]]\nname = \"zlib\"\nversion = \"{second}\"\nsource = \"registry\"\n"
    )
}

/// A suite whose library is a submodule, of three commits; the last commit of the suite moves the
/// submodule over two of them, two packages of a lock file, and the file that it was made from. The
/// build does something more.
fn moving(more: &str) -> (Fleet, [String; 3]) {
    let fleet = Fleet::new("proposed", "note", &["one"]);
    let (suites, inner) = (fleet.toy.path("suites"), fleet.toy.path("inner"));
    std::fs::create_dir(&inner).unwrap();
    git(&inner, &["init", "-q", "-b", "main"]);
    let mut commits = Vec::new();
    for (title, more) in [("First", 0), ("Second\u{1b}[31m", 1000), ("Third", 1000)] {
        std::fs::write(inner.join("library.sh"), library(more)).unwrap();
        std::fs::write(inner.join("title"), title).unwrap();
        git(&inner, &["add", "."]);
        git(&inner, &["commit", "-q", "-m", title]);
        commits.push(git(&inner, &["rev-parse", "HEAD"]));
    }
    let address = inner.to_string_lossy().into_owned();
    let path = "proposed/lib";
    git(&suites, &["submodule", "--quiet", "add", &address, path]);
    let bench = suites.join("proposed/bench.sh");
    let script = std::fs::read_to_string(&bench).unwrap();
    std::fs::write(&bench, script.replace("./library.sh", "./lib/library.sh")).unwrap();
    let build = suites.join("proposed/build.sh");
    let script = std::fs::read_to_string(&build).unwrap();
    std::fs::write(&build, format!("{script}{more}\n")).unwrap();
    for (inner, text) in [(0, lock("1.0.1", "2.0")), (2, lock("1.0.2", "2.1"))] {
        git(&suites.join(path), &["checkout", "-q", &commits[inner]]);
        std::fs::write(suites.join("Cargo.lock"), text).unwrap();
        std::fs::write(suites.join("Cargo.toml"), format!("# {inner}")).unwrap();
        git(&suites, &["add", "."]);
        git(&suites, &["commit", "-q", "-m", "A step"]);
    }
    (fleet, commits.try_into().unwrap())
}

/// The operations that the second commit of a job had, and what was said in the end.
fn measured(fleet: &Fleet, job: Value) -> (f64, Value) {
    let id = job["id"].clone();
    let endings = || fleet.api.with_jobs(|jobs| jobs.endings.clone());
    let said = endings().len();
    fleet.give(job);
    let reports = || {
        let mut reports = fleet.api.stored();
        reports.retain(|report| report["run"]["job"]["id"] == id);
        reports
    };
    let is_done = || endings().len() > said && reports().len() == 2;
    await_that("the reports", is_done, || fleet.toy.log());
    let reports = reports();
    let of_arm = |report: &&Value| report["run"]["job"]["arm"] == 1;
    let report = reports.iter().find(of_arm).unwrap();
    let results = report["results"].as_array().unwrap();
    let of_metric = |result: &&Value| result["metric"] == "operations";
    let result = results.iter().find(of_metric);
    let value = result.unwrap_or_else(|| panic!("{report:#}"))["samples"][0].as_f64();
    (value.unwrap(), endings().last().unwrap().clone())
}

/// What is said in the end of a job that brings nothing.
fn refused(fleet: &Fleet, job: Value) -> Value {
    let endings = || fleet.api.with_jobs(|jobs| jobs.endings.clone());
    let said = endings().len();
    fleet.give(job);
    await_that("the end", || endings().len() > said, || fleet.toy.log());
    endings().pop().unwrap()
}

#[test]
fn moves_of_a_commit_are_told_and_a_mix_has_the_first_few_of_them() {
    let (fleet, [first, second, third]) = moving("");
    let suites = fleet.toy.path("suites");
    let (before, after) = (
        git(&suites, &["rev-parse", "HEAD~1"]),
        git(&suites, &["rev-parse", "HEAD"]),
    );
    let service = fleet.serve();
    let mut job = a_job("proposed", &[&before, &after], 1);
    job["before"] = json!(before);
    let (operations, said) = measured(&fleet, job.clone());
    assert!(operations > 1000.0, "{operations}");
    let moved = &said["moved"];
    let part = |kind: &str, path: &str, name: &str, before: &str, after: &str, title: &str| {
        json!({
            "kind": kind, "path": path, "name": name, "before": before, "after": after,
            "title": title,
        })
    };
    let path = "proposed/lib";
    let expected = [
        part("submodule", path, "lib", &first, &second, "Second[31m"),
        part("submodule", path, "lib", &second, &third, "Third"),
        part("package", "Cargo.lock", "serde", "1.0.1", "1.0.2", ""),
        part("package", "Cargo.lock", "zlib", "2.0", "2.1", ""),
    ];
    assert_eq!(moved["parts"], json!(expected), "{said}");
    assert_eq!(
        (&moved["others"], &moved["can_mix"]),
        (&json!(1), &json!(true))
    );
    for (count, is_slow, packages) in [
        (0, false, ["1.0.1", "2.0"]),
        (1, true, ["1.0.1", "2.0"]),
        (3, true, ["1.0.2", "2.0"]),
    ] {
        let name = format!("mix-{count}");
        let mut job = a_job("proposed", &[&before, &name], 1);
        (job["id"], job["lease"]) = (json!(8 + count), json!(1));
        let last = usize::checked_sub(count, 1).map(|place| &expected[place]);
        job["mix"] = json!({
            "commit": name, "before": before, "after": after, "parts": count, "moves": 4,
            "last": last,
        });
        let (operations, said) = measured(&fleet, job);
        assert_eq!(operations > 1000.0, is_slow, "{count}: {operations}");
        assert_eq!(said["moved"], Value::Null);
        let trees = std::fs::read_dir(fleet.toy.path("spool/checkouts")).unwrap();
        let trees = trees
            .flatten()
            .filter(|entry| entry.path().extension().is_some_and(|end| end == "trees"));
        let texts = trees
            .flat_map(|entry| std::fs::read_dir(entry.path()).unwrap().flatten())
            .filter_map(|entry| std::fs::read_to_string(entry.path().join("Cargo.lock")).ok());
        let [serde, zlib] = packages;
        assert!(
            texts.into_iter().any(|text| text == lock(serde, zlib)),
            "{count}"
        );
    }
    for (id, mix) in [
        (21, json!({"parts": 1, "moves": 3, "last": expected[0]})),
        (22, json!({"parts": 2, "moves": 4, "last": expected[0]})),
        (23, json!({"parts": 9, "moves": 4, "last": expected[3]})),
    ] {
        let mut job = a_job("proposed", &[&before, "another"], 1);
        (job["id"], job["lease"], job["mix"]) = (json!(id), json!(1), mix);
        for (name, value) in [
            ("commit", "another"),
            ("before", &before),
            ("after", &after),
        ] {
            job["mix"][name] = json!(value);
        }
        let said = refused(&fleet, job);
        assert_eq!(said["outcome"], "machine failed", "{said}");
        assert!(
            said["why"]
                .as_str()
                .unwrap()
                .contains("not those of the job"),
            "{said}"
        );
    }
    assert!(end(service, Signal::TERM).success());
}

#[test]
fn a_mix_whose_packages_its_build_changes_is_skipped_like_what_cannot_be_built() {
    // as tools do that find a lock file behind its manifest
    let (fleet, _) = moving("sed -i 's/2\\.0/2.1/' ../Cargo.lock");
    let suites = fleet.toy.path("suites");
    let before = git(&suites, &["rev-parse", "HEAD~1"]);
    let after = git(&suites, &["rev-parse", "HEAD"]);
    let service = fleet.serve();
    let job = |count: usize, id: usize| {
        let mut job = a_job("proposed", &[&before, "mix"], 1);
        (job["id"], job["lease"]) = (json!(id), json!(1));
        job["mix"] = json!({
            "commit": "mix", "before": before, "after": after, "parts": count, "moves": 0,
        });
        job
    };
    let said = refused(&fleet, job(3, 8));
    let told = (&said["outcome"], &said["arm"]);
    assert_eq!(told, (&json!("build failed"), &json!(1)), "{said}");
    let why = said["why"].as_str().unwrap();
    assert!(
        why.contains("its build changed the packages of Cargo.lock"),
        "{why}"
    );
    // the whole commit is no mix
    let (_, said) = measured(&fleet, job(4, 9));
    assert_eq!(said["outcome"], "finished", "{said}");
    assert!(end(service, Signal::TERM).success());
}

#[test]
fn a_submodule_at_a_hostile_address_is_left_out_and_nothing_is_run() {
    let fleet = Fleet::new("steady", "note", &["one"]);
    let suites = fleet.toy.path("suites");
    let pwned = fleet.toy.path("pwned");
    let modules = [
        ("ext", format!("ext::touch {}", pwned.display())),
        ("option", format!("--upload-pack=touch {}", pwned.display())),
        ("file", format!("file://{}", fleet.toy.path("").display())),
    ];
    let text = modules.iter().map(|(name, url)| {
        format!(
            "[submodule \"{name}\"]\n\tpath = {name}\n\turl = {url}\n\tupdate = !touch {}\n",
            pwned.display()
        )
    });
    let text: String = text.collect();
    std::fs::write(suites.join(".gitmodules"), text).unwrap();
    let head = fleet.commits[0].clone();
    for (name, _) in &modules {
        let entry = format!("160000,{head},{name}");
        git(&suites, &["update-index", "--add", "--cacheinfo", &entry]);
    }
    git(&suites, &["add", ".gitmodules"]);
    git(&suites, &["commit", "-q", "-m", "Hostile"]);
    let commit = git(&suites, &["rev-parse", "HEAD"]);
    fleet.give(a_job("steady", &[&head, &commit], 1));
    let service = fleet.serve();
    let said = fleet.ending();
    assert_eq!(said["outcome"], "finished", "{said}");
    assert!(end(service, Signal::TERM).success());
    assert!(!pwned.exists());
    let told = "submodules that could not be fetched: ext, file, option";
    let lines = fleet.lines();
    assert!(
        lines
            .iter()
            .any(|line| line.contains("could not be fetched") && line.contains("option")),
        "{told}: {lines:?}"
    );
}
