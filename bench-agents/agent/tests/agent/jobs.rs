//! Jobs that the server gives out: commits in turns, builds that fail, what is no job here.

use std::process::{Child, Command};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::api::Api;
use crate::toy::{Toy, await_that, end};

/// A suite in a repository of its own, with a commit for each content of one of its files.
pub(crate) struct Fleet {
    pub(crate) toy: Toy,
    pub(crate) api: Api,
    pub(crate) commits: Vec<String>,
}

impl Fleet {
    pub(crate) fn new(suite: &str, file: &str, contents: &[&str]) -> Self {
        let mut fleet = Self {
            toy: Toy::new(suite),
            api: Api::start(&[]),
            commits: Vec::new(),
        };
        fleet.git(&["init", "-q", "-b", "main"]);
        for content in contents {
            std::fs::write(fleet.toy.suite_file(file), content).unwrap();
            fleet.git(&["add", "."]);
            fleet.git(&["commit", "-q", "--allow-empty", "-m", "A step"]);
            fleet.commits.push(fleet.git(&["rev-parse", "HEAD"]));
        }
        fleet
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .current_dir(self.toy.path("suites"))
            .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub(crate) fn give(&self, job: Value) {
        self.api.with_jobs(|jobs| jobs.waiting.push_back(job));
    }

    pub(crate) fn serve(&self) -> Child {
        self.toy.serve(self.api.address(), &[])
    }

    /// What was said of the job in the end.
    pub(crate) fn ending(&self) -> Value {
        let ended = || self.api.with_jobs(|jobs| jobs.endings.last().cloned());
        await_that(
            "the end of the job",
            || ended().is_some(),
            || self.toy.log(),
        );
        ended().unwrap()
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        let lines = self.told("lines").into_iter();
        lines
            .map(|line| line.as_str().unwrap().to_owned())
            .collect()
    }

    /// What all beats carried under a name, one after the other.
    fn told(&self, name: &str) -> Vec<Value> {
        let beats = self.api.with_jobs(|jobs| jobs.beats.clone());
        let parts = beats.iter().filter_map(|beat| beat[name].as_array());
        parts.flatten().cloned().collect()
    }

    pub(crate) fn is_tidy(&self) -> bool {
        let left = std::fs::read_dir(self.toy.path("spool/jobs")).unwrap();
        left.count() == 0
    }
}

/// A job of the suite at these commits.
pub(crate) fn a_job(suite: &str, commits: &[&str], rounds: usize) -> Value {
    let arms = commits
        .iter()
        .map(|commit| json!({"commit": commit, "branch": "feature"}));
    json!({
        "id": 7, "lease": 3, "lease_seconds": 60, "kind": "compare", "suite": suite,
        "arms": arms.collect::<Vec<_>>(), "only": [], "mode": "quick", "rounds": rounds,
        "repository": "", "budget_seconds": 600, "takes_rounds": true,
    })
}

#[test]
fn commits_of_a_job_are_built_first_and_measured_in_turns() {
    let fleet = Fleet::new("steady", "note", &["one", "two", "three"]);
    let [one, two, _] = &fleet.commits[..] else {
        panic!("three commits");
    };
    let both = [one.as_str(), two.as_str()];
    fleet.give(a_job("steady", &both, 4));
    let service = fleet.serve();
    let said = fleet.ending();
    assert_eq!(said["outcome"], "finished", "{said}");
    assert_eq!(said["lease"], 3);
    await_that(
        "both reports",
        || fleet.api.stored().len() == 2,
        || fleet.toy.log(),
    );
    assert!(end(service, Signal::TERM).success());
    let mut reports = fleet.api.stored();
    reports.sort_by_key(|report| report["run"]["job"]["arm"].as_u64());
    for (arm, report) in reports.iter().enumerate() {
        assert_eq!(
            report["run"]["job"],
            json!({"id": 7, "lease": 3, "arm": arm})
        );
        assert_eq!(report["commit"]["id"], both[arm]);
        assert_eq!(report["branch"], "feature");
        assert_eq!(report["testbed"], "table");
        assert_eq!(report["run"]["trigger"], "job");
        let samples = report["results"][0]["samples"].as_array().unwrap();
        assert_eq!(samples.len(), 4, "{report}");
        let key = &report["idempotency_key"];
        assert!(said["reports"].as_array().unwrap().contains(key), "{said}");
    }
    assert!(
        fleet
            .lines()
            .iter()
            .any(|line| line.starts_with("building: "))
    );
    let mut rounds = fleet.told("rounds");
    rounds.retain(|told| told["variant"] == "count size=small, threads=1");
    let counted: Vec<_> = rounds.iter().map(|told| told["round"].as_u64()).collect();
    assert_eq!(counted, [Some(1), Some(2), Some(3), Some(4)]);
    for (place, told) in rounds.iter().enumerate() {
        let numbers = told["arms"].as_array().unwrap();
        for (arm, number) in numbers.iter().enumerate() {
            assert_eq!(*number, reports[arm]["results"][0]["samples"][place]);
        }
        assert_eq!(numbers.len(), 2, "{told}");
        assert_eq!(told["metric"], reports[0]["results"][0]["metric"]);
    }
    assert!(fleet.is_tidy());
    // The agent's own checkout is left alone.
    assert_eq!(fleet.git(&["rev-parse", "HEAD"]), fleet.commits[2]);
    assert!(!fleet.toy.suite_file("built.txt").exists());
}

#[test]
fn a_job_that_waits_goes_before_a_suite_that_is_due() {
    let fleet = Fleet::new("steady", "note", &["one"]);
    fleet.give(a_job("steady", &[&fleet.commits[0]], 2));
    let service = fleet.toy.serve(fleet.api.address(), &["--run", "steady"]);
    assert_eq!(fleet.ending()["outcome"], "finished");
    fleet.toy.await_log("steady: ");
    end(service, Signal::TERM);
    let log = fleet.toy.log();
    let (job, run) = (log.find("job 7: Finished"), log.find("running steady"));
    assert!(job.is_some() && job < run, "{log}");
}

#[test]
fn a_build_that_fails_is_an_answer() {
    let good = std::fs::read_to_string(Toy::new("steady").suite_file("suite.toml")).unwrap();
    let bad = good.replace("echo built > built.txt", "echo broken >&2; exit 3");
    let fleet = Fleet::new("steady", "suite.toml", &[&good, &bad, &good]);
    let both = [fleet.commits[0].as_str(), fleet.commits[1].as_str()];
    fleet.give(a_job("steady", &both, 2));
    let service = fleet.serve();
    let said = fleet.ending();
    assert_eq!(said["outcome"], "build failed", "{said}");
    assert_eq!(said["arm"], 1, "{said}");
    let why = said["why"].as_str().unwrap();
    assert!(why.contains(both[1]) && why.contains("broken"), "{why}");
    end(service, Signal::TERM);
    assert_eq!(fleet.api.uploads(), 0);
    assert!(fleet.is_tidy());
}

#[test]
fn what_a_build_prints_is_sent_and_a_flood_of_it_harms_nobody() {
    let good = std::fs::read_to_string(Toy::new("steady").suite_file("suite.toml")).unwrap();
    let flood = "yes 'all work and no play' | head -c 200000000; echo the end of it >&2; echo built > built.txt";
    let loud = good.replace("echo built > built.txt", flood);
    assert_ne!(good, loud);
    let fleet = Fleet::new("steady", "suite.toml", &[&loud]);
    fleet.give(a_job("steady", &[&fleet.commits[0]], 1));
    let service = fleet.serve();
    let said = fleet.ending();
    end(service, Signal::TERM);
    assert_eq!(said["outcome"], "finished", "{said}");
    let lines = fleet.lines();
    assert!(lines.iter().any(|line| line == "all work and no play"));
    assert!(lines.iter().any(|line| line == "the end of it"));
    assert!(
        lines
            .iter()
            .any(|line| line.contains("too fast to be sent"))
    );
    assert!(lines.iter().map(String::len).sum::<usize>() < 20_000_000);
}

#[test]
fn no_output_of_a_build_keeps_the_server_from_hearing_of_its_job() {
    let good = std::fs::read_to_string(Toy::new("steady").suite_file("suite.toml")).unwrap();
    let prints = r"printf 'a\\0b\\n'; echo long before; echo x > /dev/stdout; echo in a hole; until [ -e $TOY_TRACE/one ]; do sleep 0.1; done; echo poi''son; until [ -e $TOY_TRACE/two ]; do sleep 0.1; done; echo behind it; echo built > built.txt";
    let odd = good.replace("echo built > built.txt", prints);
    assert_ne!(good, odd);
    let fleet = Fleet::new("steady", "suite.toml", &[&odd]);
    fleet
        .api
        .with_jobs(|jobs| jobs.refused_text = Some("poison"));
    fleet.give(a_job("steady", &[&fleet.commits[0]], 1));
    let service = fleet.serve();
    let is_heard = |sought: &str| fleet.lines().iter().any(|line| line == sought);
    await_that("a hole", || is_heard("in a hole"), || fleet.toy.log());
    std::fs::write(fleet.toy.path("one"), "").unwrap();
    let is_refused = || fleet.api.with_jobs(|jobs| jobs.refusals > 0);
    await_that("a refused beat", is_refused, || fleet.toy.log());
    std::fs::write(fleet.toy.path("two"), "").unwrap();
    let said = fleet.ending();
    end(service, Signal::TERM);
    assert_eq!(said["outcome"], "finished", "{said}");
    assert!(is_heard("behind it"), "{:?}", fleet.lines());
    assert_eq!(fleet.api.with_jobs(|jobs| jobs.refusals), 1);
    let log = fleet.toy.log();
    assert!(log.contains("lines of its log are left out"), "{log}");
}

#[test]
fn a_suite_of_releases_measures_those_that_the_commits_name() {
    let fleet = Fleet::new("released", "note", &["one"]);
    let job = |commits: &[&str]| a_job("released", commits, 2);
    fleet.give(job(&["released-1.0", "released-1.5"]));
    fleet.give(job(&["released-1.0", "released-2.0"]));
    fleet.give(job(&["released-1.0", "released---target=/"]));
    let mut patched = job(&["released-1.0"]);
    patched["patch"] = json!({
        "commit": "released-1.0", "base": "1", "author": "", "subject": "", "at": 1, "diff": "",
    });
    fleet.give(patched);
    let service = fleet.serve();
    let ends = || fleet.api.with_jobs(|jobs| jobs.endings.clone());
    await_that(
        "the end of all jobs",
        || ends().len() == 4 && fleet.api.stored().len() == 2,
        || fleet.toy.log(),
    );
    end(service, Signal::TERM);
    let said: Vec<Value> = ends().iter().map(|end| end["outcome"].clone()).collect();
    assert_eq!(said[0], "finished", "{}", ends()[0]);
    assert!(said[1..].iter().all(|outcome| outcome == "build failed"));
    let why = |job: usize| ends()[job]["why"].as_str().unwrap().to_owned();
    assert!(
        why(1).starts_with("released-2.0: released 2.0 could not be installed"),
        "{}",
        why(1)
    );
    assert!(why(2).contains("released---target=/ is none"), "{}", why(2));
    assert!(why(3).contains("no source that a patch"), "{}", why(3));
    assert_eq!([&ends()[1]["arm"], &ends()[2]["arm"]], [1, 1]);
    let mut reports = fleet.api.stored();
    reports.sort_by_key(|report| report["run"]["job"]["arm"].as_u64());
    for (report, release) in reports.iter().zip(["1.0", "1.5"]) {
        assert_eq!(report["commit"]["id"], format!("released-{release}"));
        assert_eq!(report["suite"]["version"], format!("released {release}"));
        let level: f64 = release.parse().unwrap();
        assert_eq!(report["results"][0]["samples"], json!([level, level]));
    }
    let version = |of: usize| reports[of]["benchmarks"]["wait"]["version_hash"].clone();
    assert_eq!(version(0), version(1), "the work is the same");
}

#[test]
fn what_is_no_commit_and_no_suite_here_runs_nothing() {
    let fleet = Fleet::new("steady", "note", &["one"]);
    let hostile = [
        "--upload-pack=touch pwned",
        "$(touch pwned)",
        "../../etc",
        "no-such",
    ];
    for name in hostile {
        fleet.give(a_job("steady", &[name], 1));
    }
    fleet.give(a_job("../suites/steady", &[&fleet.commits[0]], 1));
    let service = fleet.serve();
    let ends = || fleet.api.with_jobs(|jobs| jobs.endings.clone());
    await_that(
        "the end of all jobs",
        || ends().len() == 5,
        || fleet.toy.log(),
    );
    end(service, Signal::TERM);
    assert!(ends().iter().all(|said| said["outcome"] != "finished"));
    assert_eq!(ends()[3]["outcome"], "build failed");
    assert_eq!(ends()[4]["outcome"], "machine failed");
    assert!(!fleet.toy.path("pwned").exists() && !fleet.toy.suite_file("pwned").exists());
    assert_eq!(fleet.api.uploads(), 0);
}
