//! Builds and programs in a sandbox: what they cannot reach, and that nothing of them outlives it.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::Signal;
use serde_json::Value;

use crate::jobs::{Fleet, a_job};
use crate::toy::{Toy, await_that, end, results};

const NOBODY: &str = "65534";
const CONFINED: [&str; 2] = ["--sandbox", "namespaces"];

pub(crate) fn in_a_repository(suite: &str) -> Toy {
    let toy = Toy::new(suite);
    let folder = toy.path("suites");
    let git = Command::new("git")
        .args(["init", "-q"])
        .current_dir(folder)
        .status();
    assert!(git.unwrap().success());
    toy
}

/// The toy `confined` with a server to reach, secrets to see and files to write.
pub(crate) fn with_temptations() -> (Toy, TcpListener) {
    let toy = in_a_repository("confined");
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    let key = toy.path("agent.key");
    let other = toy.path("other-checkout");
    for path in [&key, &other] {
        std::fs::write(path, "secret").unwrap();
    }
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).unwrap();
    let both = format!("{} {}", key.display(), other.display());
    std::fs::write(toy.suite_file("port"), port.to_string()).unwrap();
    std::fs::write(toy.suite_file("secrets"), &both).unwrap();
    std::fs::write(toy.suite_file("outside"), &both).unwrap();
    (toy, server)
}

fn run(toy: &Toy, arguments: &[&str]) -> (Value, String) {
    let name = toy.suite_file("");
    let mut agent = toy.agent("run");
    let agent = agent.arg(name).args(arguments);
    // The system's own programs: those of a home are not seen.
    let agent = agent
        .env("PATH", "/usr/bin:/bin")
        .env("SECRET_TOKEN", "secret");
    let output = agent.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = std::fs::read(toy.path("report.json"));
    let report = report.unwrap_or_else(|_| panic!("no report: {said}"));
    (serde_json::from_slice(&report).unwrap(), said)
}

/// What the build writes into the folder of temporary files.
fn of_the_build(toy: &Toy) -> PathBuf {
    let port = std::fs::read_to_string(toy.suite_file("port")).unwrap();
    Path::new("/tmp").join(format!("of-the-build-{port}"))
}

pub(crate) fn number(report: &Value, benchmark: &str, metric: &str) -> Value {
    let found = results(report, benchmark);
    let found = found.into_iter().find(|result| result["metric"] == metric);
    found.unwrap_or_else(|| panic!("{report}"))["samples"][0].clone()
}

/// Command lines of processes on this machine that hold the name.
pub(crate) fn alive(name: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines =
        entries.filter_map(|entry| std::fs::read_to_string(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.contains(name)).collect()
}

#[test]
fn a_confined_program_has_no_network_no_secrets_and_no_privileges() {
    let (toy, _server) = with_temptations();
    let (report, said) = run(&toy, &CONFINED);
    assert_eq!(
        report["run"]["conditions"]["sandbox"], "namespaces",
        "{said}"
    );
    for metric in ["network", "seen", "written", "privileges"] {
        assert_eq!(number(&report, "try", metric), 0.0, "{metric}: {said}");
    }
    assert_eq!(number(&report, "try", "loopback"), 1.0);
    let built = std::fs::read_to_string(toy.suite_file("product")).unwrap();
    assert_eq!(built, "built\n");
    assert!(!of_the_build(&toy).exists());
}

/// The agent as a user who is not root.
fn unprivileged(toy: &Toy) -> Command {
    if !rustix::process::geteuid().is_root() {
        return toy.agent("run");
    }
    let agent = toy.path("agent");
    std::fs::copy(env!("CARGO_BIN_EXE_tidemark-agent"), &agent).unwrap();
    let mut give = Command::new("chown");
    let given = give.args(["-R", NOBODY]).arg(toy.path("")).status();
    assert!(given.unwrap().success());
    let mut command = toy.command("setpriv");
    command
        .args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"])
        .arg(agent)
        .arg("run");
    command
}

#[test]
fn a_user_who_is_not_root_confines_programs_as_well() {
    let (toy, _server) = with_temptations();
    let mut agent = unprivileged(&toy);
    let agent = agent.arg("suites/confined").args(CONFINED);
    let agent = agent.env("PATH", "/usr/bin:/bin").env("HOME", toy.path(""));
    let output = agent.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let report = std::fs::read(toy.path("report.json"));
    let report = report.unwrap_or_else(|_| panic!("no report: {said}"));
    let report = serde_json::from_slice(&report).unwrap();
    for metric in ["network", "seen", "written", "privileges"] {
        assert_eq!(number(&report, "try", metric), 0.0, "{metric}: {said}");
    }
    assert_eq!(number(&report, "try", "loopback"), 1.0);
}

#[test]
fn the_same_program_without_a_sandbox_reaches_what_the_agent_reaches() {
    let (toy, _server) = with_temptations();
    let (report, said) = run(&toy, &[]);
    assert_eq!(report["run"]["conditions"]["sandbox"], "none", "{said}");
    let seen = number(&report, "try", "seen").as_f64().unwrap();
    assert!(seen >= 4.0, "{seen}: {said}");
    assert_ne!(number(&report, "try", "network"), 0.0);
    std::fs::remove_file(of_the_build(&toy)).unwrap();
}

#[test]
fn a_job_in_a_sandbox_sees_nothing_of_the_agent_and_its_hostile_names_run_nothing() {
    let hostile = "--upload-pack=touch pwned; <script>\u{1b}[2J";
    let fleet = Fleet::new("confined", "secrets", &["../../../../jobs/held.json"]);
    let mut job = a_job("confined", &[&fleet.commits[0]], 2);
    job["arms"][0]["branch"] = hostile.into();
    fleet.give(job);
    let mut agent = fleet.toy.service_command(fleet.api.address());
    let mut agent = agent
        .args(CONFINED)
        .env("PATH", "/usr/bin:/bin")
        .spawn()
        .unwrap();
    let said = fleet.ending();
    assert_eq!(said["outcome"], "finished", "{said}");
    await_that("the report", || fleet.api.stored().len() == 1, String::new);
    end_of(&mut agent);
    let report = &fleet.api.stored()[0];
    assert_eq!(report["environment"]["sandbox"], "namespaces");
    assert_eq!(report["branch"], hostile);
    for metric in ["network", "seen", "written", "privileges"] {
        assert_eq!(number(report, "try", metric), 0.0, "{metric}");
    }
    assert!(!fleet.toy.path("pwned").exists() && !fleet.toy.path("suites/pwned").exists());
}

fn end_of(agent: &mut std::process::Child) {
    agent.kill().unwrap();
    agent.wait().unwrap();
}

/// A repository with a commit that only a pull request has; its hash.
fn with_pull_request(fleet: &Fleet) -> String {
    std::fs::write(
        fleet.toy.suite_file("secrets"),
        "../../../../jobs/held.json",
    )
    .unwrap();
    fleet.git(&["commit", "-qam", "A pull request"]);
    let head = fleet.git(&["rev-parse", "HEAD"]);
    fleet.git(&["update-ref", "refs/pull/5/head", &head]);
    fleet.git(&["reset", "-q", "--hard", "HEAD~"]);
    head
}

fn a_job_of_a_fork(fleet: &Fleet, commit: &str, is_fork: bool) {
    let mut job = a_job("confined", &[commit], 2);
    job["is_fork"] = is_fork.into();
    fleet.give(job);
}

fn serve(fleet: &Fleet, settings: &str, arguments: &[&str]) -> std::process::Child {
    std::fs::write(fleet.toy.path("agent.toml"), settings).unwrap();
    let mut agent = fleet.toy.service_command(fleet.api.address());
    let agent = agent.args(["--config", "agent.toml"]).args(arguments);
    let agent = agent.env("PATH", "/usr/bin:/bin").stderr(Stdio::null());
    agent.spawn().unwrap()
}

#[test]
fn code_of_a_fork_is_measured_apart_in_a_sandbox_where_the_agent_allows_it() {
    let fleet = Fleet::new("confined", "outside", &["", " "]);
    let head = with_pull_request(&fleet);
    a_job_of_a_fork(&fleet, &head, true);
    let mut agent = serve(&fleet, "[jobs]\nforks = true\n", &CONFINED);
    let said = fleet.ending();
    await_that("the report", || fleet.api.stored().len() == 1, String::new);
    end_of(&mut agent);
    assert_eq!(said["outcome"], "finished", "{said}");
    let report = &fleet.api.stored()[0];
    assert_eq!(report["run"]["conditions"]["sandbox"], "namespaces");
    assert_eq!(number(report, "try", "seen"), 0.0);
    // What is measured of the project itself does not even have the commit.
    let trees = std::fs::read_dir(fleet.toy.path("spool/checkouts")).unwrap();
    let names = trees.map(|tree| tree.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert!(
        names.iter().all(|name| name.contains("-apart.")),
        "{names:?}"
    );
}

#[test]
fn an_agent_that_allows_no_forks_has_neither_the_job_nor_the_commit() {
    for is_fork in [true, false] {
        let fleet = Fleet::new("confined", "outside", &["", " "]);
        let head = with_pull_request(&fleet);
        a_job_of_a_fork(&fleet, &head, is_fork);
        let mut agent = serve(&fleet, "", &CONFINED);
        let said = fleet.ending();
        end_of(&mut agent);
        let why = said["why"].as_str().unwrap();
        let reason = if is_fork {
            "measures no code of forks"
        } else {
            "has the commit"
        };
        assert!(why.contains(reason), "{said}");
        assert!(fleet.api.stored().is_empty());
    }
}

#[test]
fn a_suite_of_a_fork_that_is_a_link_is_not_read() {
    let fleet = Fleet::new("confined", "outside", &["", " "]);
    let suite = fleet.toy.suite_file("suite.toml");
    std::fs::write(fleet.toy.path("agent.key"), "key = very-secret").unwrap();
    std::fs::remove_file(&suite).unwrap();
    std::os::unix::fs::symlink(fleet.toy.path("agent.key"), &suite).unwrap();
    let head = with_pull_request(&fleet);
    a_job_of_a_fork(&fleet, &head, true);
    let mut agent = serve(&fleet, "[jobs]\nforks = true\n", &CONFINED);
    let said = fleet.ending();
    end_of(&mut agent);
    assert!(
        said["why"]
            .as_str()
            .unwrap()
            .contains("leads out of its checkout"),
        "{said}"
    );
    assert!(!format!("{said} {:?}", fleet.lines()).contains("very-secret"));
}

#[test]
fn an_agent_that_would_run_code_of_forks_with_its_own_rights_does_not_start() {
    let fleet = Fleet::new("confined", "outside", &[""]);
    std::fs::write(fleet.toy.path("agent.toml"), "[jobs]\nforks = true\n").unwrap();
    let mut agent = fleet.toy.service_command(fleet.api.address());
    let output = agent.args(["--config", "agent.toml"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(
        said.contains("`forks = true`") && said.contains("sandbox"),
        "{said}"
    );
}

#[test]
fn a_fork_bomb_ends_at_its_time_and_a_daemon_with_its_sample() {
    let toy = in_a_repository("bursting");
    let name = format!("burst-{}", std::process::id());
    std::fs::write(toy.suite_file("name"), &name).unwrap();
    let only = ["--only", "bomb", "--only", "daemon"];
    let (report, said) = run(&toy, &[&CONFINED[..], &only].concat());
    assert_eq!(alive(&name), Vec::<String>::new(), "{said}");
    // At its time, or when the shell could not fork any more.
    assert!(results(&report, "bomb")[0]["failure"].is_object(), "{said}");
    assert_eq!(number(&report, "daemon", "done"), 1.0);
    let finding = &report["run"]["conditions"]["findings"][0]["text"];
    assert!(finding.as_str().unwrap().starts_with("left "), "{finding}");
}

#[test]
fn what_left_its_session_in_a_sandbox_ends_with_a_killed_agent() {
    let toy = in_a_repository("bursting");
    let name = format!("held-{}", std::process::id());
    std::fs::write(toy.suite_file("name"), &name).unwrap();
    let mut agent = toy.agent("run");
    let agent = agent
        .arg("bursting")
        .args(CONFINED)
        .args(["--only", "hold"]);
    let agent = agent.stderr(Stdio::null()).spawn().unwrap();
    await_that(
        "a held process",
        || !alive(&name).is_empty(),
        || said_of(&toy),
    );
    end(agent, Signal::KILL);
    await_that(
        "its end",
        || alive(&name).is_empty(),
        || alive(&name).join("\n"),
    );
}

fn said_of(toy: &Toy) -> String {
    format!(
        "{:?}",
        std::fs::read_dir(toy.path("")).unwrap().collect::<Vec<_>>()
    )
}

#[test]
fn exact_numbers_and_peaks_are_the_same_in_a_sandbox() {
    let toy = in_a_repository("resident");
    let only = [
        "--rounds",
        "3",
        "--only",
        "resident/kib=300",
        "--only",
        "allocating",
    ];
    let (free, said) = run(&toy, &[&only[..], &["--fresh"]].concat());
    let (confined, said_there) = run(&toy, &[&only[..], &["--fresh"], &CONFINED[..]].concat());
    for metric in ["allocations", "allocated_bytes", "peak_heap"] {
        let (here, there) = (
            number(&free, "allocating", metric),
            number(&confined, "allocating", metric),
        );
        assert_eq!(here, there, "{metric}: {said} {said_there}");
    }
    let peaks = [&free, &confined].map(|report| {
        let own = number(report, "resident", "own_peak").as_f64().unwrap();
        number(report, "resident", "peak_rss").as_f64().unwrap() / own
    });
    assert!(
        peaks.iter().all(|peak| (peak - 1.0).abs() < 0.05),
        "{peaks:?}"
    );
}

#[test]
fn a_build_that_wants_to_fetch_says_that_there_is_no_network() {
    let toy = in_a_repository("confined");
    let script = "python3 -c 'import urllib.request as r; r.urlopen(\"http://192.0.2.1/\")'\n";
    std::fs::write(toy.suite_file("build.sh"), script).unwrap();
    let (report, _) = run(&toy, &CONFINED);
    let failure = &results(&report, "try")[0]["failure"];
    let message = failure["message"].as_str().unwrap();
    let first = message.lines().next().unwrap();
    assert!(first.contains("the sandbox has no network"), "{message}");
    assert!(first.contains("build.sh"), "{message}");
}

#[test]
fn a_kernel_that_gives_no_namespaces_is_named_with_the_remedy_before_anything_runs() {
    let toy = in_a_repository("confined");
    let agent = env!("CARGO_BIN_EXE_tidemark-agent");
    let script = format!(
        "echo 0 > /proc/sys/user/max_user_namespaces && exec {agent} run confined --sandbox namespaces"
    );
    let mut command = toy.command("unshare");
    let output = command
        .args(["--user", "--map-root-user", "sh", "-c", &script])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains("the kernel gives no namespaces"), "{said}");
    assert!(said.contains("user.max_user_namespaces"), "{said}");
    assert!(!toy.suite_file("product").exists());
}
