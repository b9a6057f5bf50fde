//! The manifest and the programs agree.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod server;

use std::{fs, path::Path, process::Command};

use client_rust::cli::{self, Action};
use toml::{Table, Value};

fn benchmarks() -> Vec<Table> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite.toml");
    let manifest: Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let benchmarks = manifest["benchmark"].as_array().unwrap();
    let tables = benchmarks
        .iter()
        .map(|entry| entry.as_table().unwrap().clone());
    tables.collect()
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// The client's own arguments, each parameter with the value of this place in its list.
fn arguments(benchmark: &Table, place: usize) -> Vec<String> {
    let words = benchmark["command"].as_array().unwrap().iter().map(text);
    let own = words.skip_while(|word| word != "--").skip(2);
    let parameters = benchmark["parameters"].as_table().unwrap();
    let filled = own.map(|word| match word.strip_prefix('{') {
        Some(name) => {
            let values = parameters[name.trim_end_matches('}')].as_array().unwrap();
            text(&values[place % values.len()])
        }
        None => word,
    });
    filled.collect()
}

#[test]
fn the_client_accepts_every_value_of_every_parameter() {
    for benchmark in benchmarks() {
        for place in 0..8 {
            let arguments = arguments(&benchmark, place);
            let action = cli::parse(arguments.iter().cloned());
            assert!(
                matches!(action, Ok(Action::Run(_))),
                "{arguments:?}: {action:?}"
            );
        }
    }
}

#[test]
fn the_expected_answers_are_those_of_the_orders() {
    for benchmark in benchmarks() {
        for orders in benchmark["parameters"]["orders"].as_array().unwrap() {
            let orders = orders.to_string();
            let expected = benchmark["check"][&orders].as_str().unwrap();
            let output = Command::new(server::orders())
                .args(["answer", "--orders", &orders])
                .output();
            let answer = String::from_utf8(output.unwrap().stdout).unwrap();
            assert_eq!(answer.trim(), expected);
        }
    }
}
