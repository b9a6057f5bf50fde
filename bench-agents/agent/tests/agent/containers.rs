//! Builds and programs in a container: what the engine is asked for, and what comes of it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::Signal;
use serde_json::Value;

use crate::sandboxes::{alive, in_a_repository, number, with_temptations};
use crate::toy::{Toy, await_that, end};

const CONFINED: [&str; 4] = ["--sandbox", "container", "--sandbox-image", "bench-image:1"];
/// No engine runs in most places where tests do.
const ENGINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/engine/docker");

/// A folder with the program that stands for an engine, and its state.
fn engine(toy: &Toy) -> PathBuf {
    let folder = toy.path("engine");
    std::fs::create_dir(&folder).unwrap();
    // Under both names, so that none of the machine is asked.
    for name in ["docker", "podman"] {
        let program = folder.join(name);
        std::fs::copy(ENGINE, &program).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

fn path(engine: &Path) -> String {
    format!("{}:/usr/bin:/bin:/usr/sbin:/sbin", engine.display())
}

fn run(toy: &Toy, engine: &Path, arguments: &[&str]) -> (Option<Value>, String) {
    let mut agent = toy.agent("run");
    let agent = agent.arg(toy.suite_file("")).args(arguments);
    let agent = agent
        .env("PATH", path(engine))
        .env("SECRET_TOKEN", "secret");
    let output = agent.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = std::fs::read(toy.path("report.json")).ok();
    (
        report.map(|report| serde_json::from_slice(&report).unwrap()),
        said,
    )
}

/// Containers that the engine still has.
fn left(engine: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(engine).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("tidemark-")).collect()
}

#[test]
fn a_program_in_a_container_has_the_files_of_its_image_and_nothing_of_the_machine() {
    let (toy, _server) = with_temptations();
    let engine = engine(&toy);
    let build = "tool > of-the-image && echo \"$OF_IMAGE $HTTPS_PROXY\" >> of-the-image && \
                 cut -d ' ' -f 19 /proc/self/stat > niceness && sh old.sh";
    std::fs::rename(toy.suite_file("build.sh"), toy.suite_file("old.sh")).unwrap();
    let first = "cat /proc/1/environ > first 2>&1 && exit 1; echo x > /proc/1/fd/1 && exit 1;";
    let build = format!("{first} {build}");
    std::fs::write(toy.suite_file("build.sh"), build).unwrap();
    let (report, said) = run(&toy, &engine, &CONFINED);
    let report = report.unwrap_or_else(|| panic!("no report: {said}"));
    assert_eq!(
        report["run"]["conditions"]["sandbox"], "container",
        "{said}"
    );
    assert_eq!(report["environment"]["sandbox_image"], "bench-image:1");
    for metric in ["network", "seen", "written"] {
        assert_eq!(number(&report, "try", metric), 0.0, "{metric}: {said}");
    }
    assert_eq!(number(&report, "try", "loopback"), 1.0);
    let heard = std::fs::read_to_string(toy.suite_file("of-the-image")).unwrap();
    assert_eq!(heard, "of the image\nyes \n");
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let own: i32 = stat
        .rsplit_once(')')
        .unwrap()
        .1
        .split(' ')
        .nth(17)
        .unwrap()
        .parse()
        .unwrap();
    let niceness = std::fs::read_to_string(toy.suite_file("niceness")).unwrap();
    assert_eq!(
        niceness.trim(),
        (own + 10).min(19).to_string(),
        "a build stands back"
    );
    assert_eq!(
        std::fs::read_to_string(toy.suite_file("product")).unwrap(),
        "built\n"
    );
    assert_eq!(left(&engine), ["tidemark-nothing"; 0], "{said}");
    let asked = std::fs::read_to_string(engine.join("asked.json")).unwrap();
    let mounted = asked.matches("--mount").count();
    assert_eq!(
        mounted, 4,
        "checkout, its .git, /tmp, the first process: {asked}"
    );
    assert!(
        !asked.contains("agent.key") && !asked.contains("SECRET"),
        "{asked}"
    );
}

#[test]
fn limits_of_a_container_hold_for_what_the_agent_starts_in_it() {
    let toy = in_a_repository("confined");
    let engine = engine(&toy);
    // As many threads as it may have, each of which waits until the end, and then a process.
    let script = "import os, threading\nthreading.stack_size(65536)\nend = threading.Event()\n\
                  try:\n  for _ in range(2100): threading.Thread(target=end.wait, daemon=True).start()\n\
                  except RuntimeError: os.fork()\n";
    std::fs::write(toy.suite_file("many.py"), script).unwrap();
    std::fs::write(toy.suite_file("build.sh"), "exec python3 many.py\n").unwrap();
    let (report, said) = run(&toy, &engine, &CONFINED);
    let report = report.unwrap_or_else(|| panic!("no report: {said}"));
    let failure = crate::toy::results(&report, "try")[0]["failure"].clone();
    let message = failure["message"].as_str().unwrap();
    assert!(
        message.contains("Resource temporarily unavailable"),
        "{message}"
    );
    assert_eq!(left(&engine), ["tidemark-nothing"; 0], "{said}");
}

#[test]
fn a_container_ends_with_a_killed_agent() {
    let toy = in_a_repository("bursting");
    let engine = engine(&toy);
    let name = format!("boxed-{}", std::process::id());
    std::fs::write(toy.suite_file("name"), &name).unwrap();
    let mut agent = toy.agent("run");
    let agent = agent
        .arg("bursting")
        .args(CONFINED)
        .args(["--only", "hold"]);
    let agent = agent.env("PATH", path(&engine)).stderr(Stdio::null());
    let agent = agent.spawn().unwrap();
    await_that("a held process", || !alive(&name).is_empty(), String::new);
    end(agent, Signal::KILL);
    await_that(
        "its end",
        || alive(&name).is_empty(),
        || alive(&name).join("\n"),
    );
    for name in left(&engine) {
        let Ok(number) = std::fs::read_to_string(engine.join(name).with_extension("pid")) else {
            continue;
        };
        let process = Path::new("/proc").join(number);
        await_that(
            "the end of the container",
            || !process.exists(),
            String::new,
        );
    }
    // What the engine keeps of it goes with the next agent.
    let (_, said) = run(
        &toy,
        &engine,
        &[&CONFINED[..], &["--only", "daemon"]].concat(),
    );
    assert_eq!(left(&engine), ["tidemark-nothing"; 0], "{said}");
}

#[test]
fn a_container_that_somebody_removes_is_told_and_what_follows_has_a_new_one() {
    let toy = in_a_repository("bursting");
    let engine = engine(&toy);
    let name = format!("removed-{}", std::process::id());
    std::fs::write(toy.suite_file("name"), &name).unwrap();
    let mut agent = toy.agent("run");
    agent.arg("bursting").args(CONFINED);
    agent.args(["--only", "hold", "--only", "daemon"]);
    let agent = agent.env("PATH", path(&engine)).stderr(Stdio::null());
    // Each as often as it is tried; what `daemon` starts is left alone.
    let script = std::fs::read_to_string(toy.suite_file("bench.sh")).unwrap();
    let script = script.replace("hold) setsid \"./$name\"", "hold) setsid \"./$name\" held");
    std::fs::write(toy.suite_file("bench.sh"), script).unwrap();
    let held = format!("{name}\0held");
    let mut agent = agent.spawn().unwrap();
    let mut removed = 0;
    await_that(
        "the end of the run",
        || {
            if !alive(&held).is_empty() {
                let left = left(&engine);
                for one in left.iter().filter_map(|one| one.strip_suffix(".pid")) {
                    let mut engine = Command::new(engine.join("docker"));
                    let engine = engine.args(["rm", "--force", one]).stderr(Stdio::null());
                    engine.status().unwrap();
                    removed += 1;
                }
            }
            agent.try_wait().unwrap().is_some()
        },
        || alive(&name).join("\n"),
    );
    assert!(removed > 0);
    let report = std::fs::read(toy.path("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let message = &crate::toy::results(&report, "hold")[0]["failure"]["message"];
    let message = message.as_str().unwrap();
    assert!(
        message.contains("its container ended meanwhile"),
        "{message}"
    );
    assert_eq!(number(&report, "daemon", "done"), 1.0);
    assert_eq!(left(&engine), ["tidemark-nothing"; 0]);
}

#[test]
fn without_engine_or_image_nothing_is_measured() {
    let toy = in_a_repository("confined");
    let engine = engine(&toy);
    let refused = |arguments: &[&str]| {
        let (report, said) = run(&toy, &engine, arguments);
        assert!(
            report.is_none() && !toy.suite_file("product").exists(),
            "{said}"
        );
        said
    };
    let said = refused(&["--sandbox", "container"]);
    assert!(
        said.contains("`sandbox_image`") && said.contains("no image is named"),
        "{said}"
    );
    let said = refused(&["--sandbox", "container", "--sandbox-image", "other:2"]);
    assert!(said.contains("No such image: other:2"), "{said}");
    std::fs::write(engine.join("down"), "").unwrap();
    let said = refused(&CONFINED);
    assert!(said.contains("no engine of containers answers"), "{said}");
    assert!(
        said.contains("Cannot connect to the Docker daemon"),
        "{said}"
    );
    assert!(said.contains("which needs no engine"), "{said}");
}
