//! What the documents show works as they show it.

use std::path::Path;

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;

use crate::api::Api;
use crate::toy::{Toy, results};

const README: &str = include_str!("../../../README.md");

/// The first block of a language in the README whose text holds `mark`.
fn block(language: &str, mark: &str) -> &'static str {
    let opening = format!("```{language}\n");
    let blocks = README.split(opening.as_str()).skip(1);
    let mut texts = blocks.filter_map(|rest| rest.split("```").next());
    texts.find(|text| text.contains(mark)).unwrap()
}

/// One block of code in the README, and the text from the block before it.
struct Step {
    before: &'static str,
    language: &'static str,
    code: &'static str,
}

/// The blocks of one section in their order.
fn steps(heading: &str) -> Vec<Step> {
    let section = README.split(&format!("## {heading}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let parts: Vec<&str> = section.split("```").collect();
    let pairs = parts.chunks_exact(2);
    let steps = pairs.map(|pair| {
        let (language, code) = pair[1].split_once('\n').unwrap();
        Step {
            before: pair[0],
            language,
            code,
        }
    });
    steps.collect()
}

/// Does what a step says: puts a file where the text wants it, or runs the commands.
fn follow(step: &Step, toy: &Toy, api: &Api) {
    if step.language != "sh" {
        let (_, name) = step.before.rsplit_once("`suites/").unwrap();
        let (name, _) = name.split_once('`').unwrap();
        let path = toy.path("suites").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, step.code).unwrap();
        return;
    }
    let folder = Path::new(env!("CARGO_BIN_EXE_tidemark-agent"))
        .parent()
        .unwrap();
    let path = std::env::join_paths(
        std::iter::once(folder.to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    toy.command("sh")
        .args(["-e", "-c", step.code])
        .env("PATH", path.unwrap())
        .env("TIDEMARK_SERVER", api.address())
        .env("TIDEMARK_PROJECT", "toys")
        .env("TIDEMARK_KEY", "toy-key")
        .assert()
        .success();
}

#[test]
fn the_tutorial_works_to_the_letter() {
    let (toy, api) = (Toy::empty(), Api::start(&[]));
    let steps = steps("Add a suite in ten minutes");
    assert_eq!(steps.iter().filter(|step| step.language == "sh").count(), 2);
    for step in &steps {
        follow(step, &toy, &api);
    }
    let stored = api.stored();
    assert_eq!(stored.len(), 2, "one report by upload, one by run --upload");
    for report in stored {
        assert_eq!(report["suite"]["name"], "sort-python");
        let sorted = results(&report, "sort");
        let measured = sorted.iter().filter(|result| result["samples"].is_array());
        assert!(measured.count() >= 6, "{sorted:?}");
        assert!(
            sorted
                .iter()
                .all(|result| result["failure"]["kind"] != "wrong_answer")
        );
    }
}

#[test]
fn a_suite_in_c_outside_of_every_repository_is_built_checked_and_measured() {
    let toy = Toy::new("compiled");
    let (report, output) = toy.run(&[]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(report["suite"]["version"], "compiled 1.0");
    let additions = results(&report, "add")
        .into_iter()
        .filter(|result| result["metric"] == "additions");
    let samples: Vec<_> = additions
        .map(|result| result["samples"][0].clone())
        .collect();
    assert_eq!(samples, [10.0, 1000.0]);
}

#[test]
fn the_configuration_of_the_readme_is_read() {
    let toy = Toy::new("steady");
    std::fs::write(toy.path("agent.toml"), block("toml", "key_file")).unwrap();
    let upload = toy
        .agent("upload")
        .args(["none.json", "--config", "agent.toml"])
        .assert();
    // Everything in it is accepted; only the key file itself is not there.
    upload.code(2).stderr(contains("agent.key"));
}
