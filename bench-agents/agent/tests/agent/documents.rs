//! What the documents show works as they show it.

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;

use crate::toy::Toy;

const README: &str = include_str!("../../../README.md");

/// The first block of a language in the README whose text holds `mark`.
fn block(language: &str, mark: &str) -> &'static str {
    let opening = format!("```{language}\n");
    let blocks = README.split(opening.as_str()).skip(1);
    let mut texts = blocks.filter_map(|rest| rest.split("```").next());
    texts.find(|text| text.contains(mark)).unwrap()
}

#[test]
fn the_suite_of_the_readme_works_as_written() {
    let toy = Toy::new("steady");
    let folder = toy.path("suites/sort-python");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("bench.py"), block("python", "numbers")).unwrap();
    std::fs::write(folder.join("suite.toml"), block("toml", "sort-python")).unwrap();
    let verify = toy
        .agent("verify")
        .arg("suites/sort-python")
        .assert()
        .success();
    verify.stdout(contains("3 of 3 variants gave the right answer"));
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
