//! The manifest and the program agree: names, answers, placeholders.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{fs, path::Path, sync::LazyLock};

use runtime_rust::{
    answer::Answer,
    data_set,
    discovery::json_lines_files,
    engines::Engine,
    search::{DEFAULT_QUERY, Search},
    units::{Parsing, UnitEngine},
};
use toml::Table;

static MANIFEST: LazyLock<Table> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite.toml");
    fs::read_to_string(path).unwrap().parse().unwrap()
});

fn benchmarks() -> impl Iterator<Item = &'static Table> {
    MANIFEST["benchmark"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry.as_table().unwrap())
}

fn names(benchmark: &Table, parameter: &str) -> Vec<String> {
    let values = benchmark["parameters"][parameter].as_array().unwrap();
    let mut names: Vec<String> = values
        .iter()
        .map(|v| v.as_str().unwrap().to_owned())
        .collect();
    names.sort_unstable();
    names
}

fn sorted(names: impl IntoIterator<Item = &'static str>) -> Vec<String> {
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    names.sort_unstable();
    names
}

#[test]
fn every_engine_and_data_set_is_measured() {
    let data_sets = sorted(data_set::ALL.iter().map(|spec| spec.name));
    for benchmark in benchmarks() {
        assert_eq!(names(benchmark, "data_set"), data_sets);
    }
    let benchmark = |name| {
        benchmarks()
            .find(|b| b["name"].as_str() == Some(name))
            .unwrap()
    };
    assert_eq!(
        names(benchmark("engines"), "engine"),
        sorted(Engine::ALL.map(Engine::name))
    );
    assert_eq!(
        names(benchmark("units"), "engine"),
        sorted(UnitEngine::ALL.map(UnitEngine::name))
    );
    assert_eq!(
        names(benchmark("units"), "parsing"),
        sorted(Parsing::ALL.map(Parsing::name))
    );
}

#[test]
fn the_expected_answers_are_those_of_the_data_sets() {
    let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for spec in &data_set::ALL {
        data_set::prepare(spec, root.path()).unwrap();
        let files = json_lines_files(&data_set::find(spec, root.path()).unwrap()).unwrap();
        let search = Search::new(DEFAULT_QUERY, files.len());
        let hits = Engine::Serial.run(files, &search).unwrap();
        let answer = Answer::of(hits, spec.files).to_string();
        for benchmark in benchmarks() {
            assert_eq!(
                benchmark["check"][spec.name].as_str(),
                Some(answer.as_str())
            );
        }
    }
}

#[test]
fn every_command_is_one_the_program_takes() {
    for benchmark in benchmarks() {
        let command = benchmark["command"].as_array().unwrap();
        let arguments = command.iter().skip(1).map(|word| {
            let word = word.as_str().unwrap();
            word.replace("{engine}", "smol")
                .replace("{parsing}", "published")
                .replace("{unit_kib}", "64")
                .replace("{data_set}", "quick")
        });
        assert!(runtime_rust::cli::parse(arguments).is_ok(), "{command:?}");
    }
    for step in MANIFEST["prepare"].as_array().unwrap() {
        let command = step["command"].as_array().unwrap();
        let arguments = command
            .iter()
            .skip(1)
            .map(|word| word.as_str().unwrap().to_owned());
        assert!(runtime_rust::cli::parse(arguments).is_ok(), "{command:?}");
    }
}

#[test]
fn each_mode_prepares_the_data_sets_it_uses_and_sweeps_the_pool_for_them() {
    for (mode, settings) in MANIFEST["modes"].as_table().unwrap() {
        let (mut prepared, mut swept): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for step in MANIFEST["prepare"].as_array().unwrap() {
            let modes = step["modes"].as_array().unwrap();
            if modes.iter().any(|name| name.as_str() == Some(mode)) {
                let words = step["command"].as_array().unwrap()[1..].iter();
                let mut words = words.filter_map(|word| word.as_str());
                let done = if words.next() == Some("sweep") {
                    &mut swept
                } else {
                    &mut prepared
                };
                done.extend(words.take_while(|word| !word.starts_with("--")));
            }
        }
        let used = settings["only"]["data_set"].as_array().unwrap();
        let used: Vec<&str> = used.iter().filter_map(|name| name.as_str()).collect();
        assert_eq!(prepared, used, "{mode}");
        assert_eq!(swept, used, "{mode}");
    }
}
