//! A private copy of a toy suite and the agent ready to run it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// How long a test waits for something that must happen; only a hung program gets there.
const PATIENCE: Duration = Duration::from_secs(300);

/// What CI systems are known by; tests may run under one of them.
const CI_SYSTEMS: [&str; 8] = [
    "GITHUB_ACTIONS",
    "GITEA_ACTIONS",
    "GITLAB_CI",
    "CI",
    "CI_SYSTEM_NAME",
    "BUILDKITE",
    "CIRCLECI",
    "JENKINS_URL",
];

pub(crate) struct Toy {
    folder: tempfile::TempDir,
    suite: String,
}

impl Toy {
    pub(crate) fn new(suite: &str) -> Self {
        Self::with(&[suite])
    }

    /// Several suites side by side; the first is the one that `run` runs.
    pub(crate) fn with(suites: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for suite in suites {
            copy(suite, &folder.path().join("suites").join(suite));
        }
        Self {
            folder,
            suite: suites[0].to_owned(),
        }
    }

    /// A folder without a suite.
    pub(crate) fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let suite = String::new();
        Self { folder, suite }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn suite_file(&self, name: &str) -> PathBuf {
        self.path("suites").join(&self.suite).join(name)
    }

    /// The agent with a command; suites are found by name, traces go to the toy's folder.
    pub(crate) fn agent(&self, command: &str) -> Command {
        let mut agent = self.command(env!("CARGO_BIN_EXE_tidemark-agent"));
        agent.arg(command);
        agent
    }

    /// Any program in the toy's folder and with its environment.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.folder.path())
            .env("TOY_TRACE", self.folder.path())
            // No server of this machine is meant unless a test puts one there.
            .env("TIDEMARK_STATE_DIR", self.folder.path().join("state"))
            .env("TIDEMARK_CONTROLS", self.path("controls"))
            // What is asked of the machine takes seconds; tests of that say so with --skip.
            .env("TIDEMARK_SKIP", "preflight,noise,control")
            .env_remove("TIDEMARK_SERVER")
            .env_remove("TIDEMARK_BRANCH")
            .env_remove("TIDEMARK_COMMIT")
            .env_remove("TIDEMARK_TESTBED")
            .env_remove("TIDEMARK_PROJECT")
            .env_remove("TIDEMARK_KEY");
        for sign in CI_SYSTEMS {
            command.env_remove(sign);
        }
        command
    }

    /// Runs the suite with further arguments; the report and the finished process.
    pub(crate) fn run(&self, arguments: &[&str]) -> (Value, std::process::Output) {
        let output = self
            .agent("run")
            .arg(&self.suite)
            .args(arguments)
            .output()
            .unwrap();
        let report = std::fs::read(self.path("report.json")).unwrap_or_else(|_| {
            panic!("no report: {}", String::from_utf8_lossy(&output.stderr));
        });
        (serde_json::from_slice(&report).unwrap(), output)
    }

    /// A service for this suite against `server`, its log in a file.
    pub(crate) fn serve(&self, server: &str, arguments: &[&str]) -> Child {
        let log = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.path("log"))
            .unwrap();
        self.service_command(server)
            .args(arguments)
            .stderr(log)
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    }

    pub(crate) fn service_command(&self, server: &str) -> Command {
        let mut agent = self.agent("serve");
        agent
            .args(["--server", server, "--project", "toys", "--spool", "spool"])
            .args([
                "--suites",
                "suites",
                "--name",
                "toy-agent",
                "--testbed",
                "table",
            ])
            .args(["--first-retry-ms", "50"])
            .env("TIDEMARK_KEY", "toy-key");
        agent
    }

    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    pub(crate) fn spooled(&self) -> Vec<PathBuf> {
        files(&self.path("spool/pending"))
    }

    pub(crate) fn refused(&self) -> Vec<PathBuf> {
        files(&self.path("spool/refused"))
    }

    /// Waits until the log holds `text`.
    pub(crate) fn await_log(&self, text: &str) {
        await_that(
            &format!("'{text}' in the log"),
            || self.log().contains(text),
            || self.log(),
        );
    }
}

fn copy(suite: &str, to: &Path) {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(suite);
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(fixture).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// The ids of the measured process and of its child, once both run.
pub(crate) fn measured(toy: &Toy) -> Vec<String> {
    await_that(
        "a measured process",
        || toy.path("pids").exists(),
        || toy.log(),
    );
    let pids = std::fs::read_to_string(toy.path("pids")).unwrap();
    let pids: Vec<String> = pids.split_whitespace().map(str::to_owned).collect();
    assert!(
        pids.len() == 2 && pids.iter().all(|pid| is_alive(pid)),
        "{pids:?}"
    );
    pids
}

pub(crate) fn await_end_of(pids: &[String]) {
    await_that(
        "the children's end",
        || !pids.iter().any(|pid| is_alive(pid)),
        || pids.join(" "),
    );
}

/// Waits for something that must become true.
pub(crate) fn await_that(
    what: &str,
    mut is_so: impl FnMut() -> bool,
    evidence: impl Fn() -> String,
) {
    let began = std::time::Instant::now();
    while !is_so() {
        assert!(
            began.elapsed() < PATIENCE,
            "{what} never came; there is:\n{}",
            evidence()
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The results of one benchmark in a report.
pub(crate) fn results<'a>(report: &'a Value, benchmark: &str) -> Vec<&'a Value> {
    let all = report["results"].as_array().unwrap();
    all.iter()
        .filter(|result| result["benchmark"] == benchmark)
        .collect()
}

/// Sends a signal and waits for the end of the process.
pub(crate) fn end(mut child: Child, signal: rustix::process::Signal) -> std::process::ExitStatus {
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal).unwrap();
    child.wait().unwrap()
}

/// True as long as a process lives and is no zombie.
pub(crate) fn is_alive(pid: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = status
        .rsplit_once(')')
        .map(|(_, rest)| rest.trim_start().to_owned());
    state.is_some_and(|rest| !rest.starts_with(['Z', 'X']))
}
