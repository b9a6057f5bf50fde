//! A disk without room while a job is noted, fetched, built, measured, stored and told.
//!
//! The spool lies on a small disk of its own, which only the agent sees, in namespaces that take no
//! rights; tests reach it by the agent's process.

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use rustix::process::Signal;
use serde_json::Value;

use crate::jobs::{Fleet, a_job};
use crate::toy::{await_that, end};

const ON_ITS_DISK: &str = "mount -t tmpfs -o size=12m disk spool && exec \"$@\"";
const FULL: &str = "No space left on device";
/// Takes what the disk has left, and says that there is no more.
const FILL: &str = "head -c 100M /dev/zero > $TOY_TRACE/spool/filler";

/// An agent with a spool on a disk of 12 MiB.
struct Cramped {
    fleet: Fleet,
    service: Child,
    spool: PathBuf,
}

impl Cramped {
    fn new(fleet: Fleet) -> Self {
        std::fs::create_dir(fleet.toy.path("spool")).unwrap();
        let service = fleet.toy.service_command(fleet.api.address());
        let mut apart = fleet.toy.command("unshare");
        apart.args(["--user", "--map-root-user", "--mount", "sh", "-c"]);
        apart.args([ON_ITS_DISK, "sh"]);
        apart.arg(service.get_program()).args(service.get_args());
        let log = std::fs::File::create(fleet.toy.path("log")).unwrap();
        apart.env("TIDEMARK_KEY", "toy-key");
        apart.stdout(Stdio::null()).stderr(log);
        let service = apart.spawn().unwrap();
        fleet.toy.await_log("registered at");
        let seen = format!("/proc/{}/root", service.id());
        let within = fleet.toy.path("spool");
        let spool = Path::new(&seen).join(within.strip_prefix("/").unwrap());
        Self {
            fleet,
            service,
            spool,
        }
    }

    /// Leaves so many bytes free.
    fn fill(&self, left: usize) {
        let mut filler = std::fs::File::create(self.spool.join("filler")).unwrap();
        let _ = std::io::copy(&mut std::io::repeat(0), &mut filler);
        let length = filler.metadata().unwrap().len();
        filler.set_len(length - left as u64).unwrap();
    }

    fn make_room(&self) {
        std::fs::remove_file(self.spool.join("filler")).unwrap();
    }

    fn measured(&self, commit: usize) -> Value {
        self.give(commit);
        self.ending_after(self.endings().len())
    }

    fn give(&self, commit: usize) {
        let commit = self.fleet.commits[commit].as_str();
        self.fleet.give(a_job("steady", &[commit], 2));
    }

    fn endings(&self) -> Vec<Value> {
        self.fleet.api.with_jobs(|jobs| jobs.endings.clone())
    }

    fn ending_after(&self, before: usize) -> Value {
        await_that(
            "the end of the job",
            || self.endings().len() > before,
            || self.fleet.toy.log(),
        );
        self.endings().pop().unwrap()
    }

    /// Goes on as if nothing had been: measures a job, and stops.
    fn goes_on(self, commit: usize) {
        let before = self.fleet.api.stored().len();
        let said = self.measured(commit);
        assert_eq!(said["outcome"], "finished", "{said}");
        await_that(
            "its report",
            || self.fleet.api.stored().len() > before,
            || self.fleet.toy.log(),
        );
        let left = |folder: &str| std::fs::read_dir(self.spool.join(folder)).unwrap().count();
        await_that(
            "an empty spool",
            || left("jobs") == 0 && left("pending") == 0 && left("running") == 0,
            || self.fleet.toy.log(),
        );
        assert!(end(self.service, Signal::TERM).success());
    }
}

/// Commits of a suite with this build step, the second of them larger.
fn fleet(build: &str) -> Fleet {
    let manifest = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/steady/suite.toml"
    );
    let text = std::fs::read_to_string(manifest).unwrap();
    let text = format!("{text}\n[[build]]\ncommand = [\"sh\", \"-c\", '''{build}''']\n");
    let mut fleet = Fleet::new("steady", "suite.toml", &[&text]);
    let mut noise = vec![0_u8; 3 << 20];
    let mut source = std::fs::File::open("/dev/urandom").unwrap();
    std::io::Read::read_exact(&mut source, &mut noise).unwrap();
    std::fs::write(fleet.toy.suite_file("noise"), noise).unwrap();
    fleet.git(&["add", "."]);
    fleet.git(&["commit", "-q", "-m", "Larger"]);
    fleet.commits.push(fleet.git(&["rev-parse", "HEAD"]));
    fleet
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .flat_map(|path| {
            if path.is_dir() && !path.is_symlink() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

#[test]
fn a_job_that_cannot_be_noted_or_fetched_is_given_back_with_the_reason() {
    let agent = Cramped::new(fleet("true"));
    agent.fill(0);
    let said = agent.measured(0);
    assert_eq!(said["outcome"], "machine failed", "{said}");
    let why = said["why"].as_str().unwrap();
    assert!(why.contains(FULL) && why.contains("Make room"), "{why}");
    // Room for a note, and not for the commits.
    agent.fill(1 << 20);
    let said = agent.measured(0);
    assert_eq!(said["outcome"], "machine failed", "{said}");
    let why = said["why"].as_str().unwrap();
    assert!(why.contains("git cannot") && why.contains(FULL), "{why}");
    let left = files(&agent.spool.join("checkouts"));
    let halves = left.iter().filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("tmp_") || path.to_string_lossy().contains(".trees/")
    });
    assert_eq!(halves.count(), 0, "{left:?}");
    agent.make_room();
    agent.goes_on(0);
}

#[test]
fn a_build_without_room_is_the_machines_fault_and_told_though_nothing_can_be_written() {
    let agent = Cramped::new(fleet(&format!(
        "[ -e $TOY_TRACE/once ] || {{ touch $TOY_TRACE/once; {FILL}; }}"
    )));
    let said = agent.measured(0);
    assert_eq!(said["outcome"], "machine failed", "{said}");
    let why = said["why"].as_str().unwrap();
    assert!(why.contains(FULL) && why.contains("Make room"), "{why}");
    agent.fleet.toy.await_log("cannot be kept");
    agent.make_room();
    agent.goes_on(0);
}

#[test]
fn a_report_waits_for_room_while_its_job_stays_the_agents() {
    let fleet = fleet("true");
    // In the middle of the job: what the benchmark runs takes all room.
    let bench = fleet.toy.suite_file("bench.sh");
    let script = std::fs::read_to_string(&bench).unwrap();
    let fill = format!(
        "[ \"$1\" = --version ] || [ -e $TOY_TRACE/once ] || {{ touch $TOY_TRACE/once; {FILL}; }} 2> /dev/null"
    );
    std::fs::write(&bench, format!("{fill}\n{script}")).unwrap();
    let mut fleet = fleet;
    fleet.git(&["commit", "-q", "-am", "Fills the disk"]);
    fleet.commits.push(fleet.git(&["rev-parse", "HEAD"]));
    let agent = Cramped::new(fleet);
    agent.give(2);
    agent
        .fleet
        .toy
        .await_log("the agent keeps the report and tries again");
    let log = agent.fleet.toy.log();
    assert!(log.contains(FULL), "{log}");
    // The lease is kept meanwhile.
    await_that(
        "a beat",
        || !agent.fleet.lines().is_empty(),
        || agent.fleet.toy.log(),
    );
    assert!(agent.endings().is_empty(), "{log}");
    agent.make_room();
    let said = agent.ending_after(0);
    assert_eq!(said["outcome"], "finished", "{said}");
    await_that(
        "the report",
        || agent.fleet.api.stored().len() == 1,
        || agent.fleet.toy.log(),
    );
    let report = &agent.fleet.api.stored()[0];
    let samples = report["results"][0]["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 2, "{report}");
    agent.goes_on(0);
}
