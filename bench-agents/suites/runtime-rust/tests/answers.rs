//! All engines find exactly the same hits, whatever the files hold.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{collections::BTreeSet, fs, path::Path};

use runtime_rust::{
    answer::Answer, discovery::json_lines_files, engines::Engine, hit::Hit, search::Search,
};
use tempfile::TempDir;

const QUERY: &str = "Claude";

fn message(uuid: &str, content: &str) -> String {
    format!(
        r#"{{"uuid":"{uuid}","timestamp":"2025-03-01T00:00:00.000Z","sessionId":"s","message":{{"role":"user","content":{content}}}}}"#
    )
}

fn folder(files: &[(&str, Vec<u8>)]) -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

fn hits(engine: Engine, folder: &Path) -> Vec<Hit> {
    let files = json_lines_files(folder).unwrap();
    let search = Search::new(QUERY, files.len());
    let hits = engine.run(files, &search).unwrap();
    assert!(search.threads_peak().is_none_or(|threads| threads >= 1));
    hits
}

/// The uuids each engine finds, which must be the same for all.
fn found(folder: &TempDir) -> BTreeSet<String> {
    let mut expected = None;
    for engine in Engine::ALL {
        let hits = hits(engine, folder.path());
        let uuids: BTreeSet<String> = hits.iter().map(|hit| hit.uuid.clone()).collect();
        assert_eq!(
            uuids.len(),
            hits.len(),
            "{} found a line twice",
            engine.name()
        );
        assert_eq!(
            expected.get_or_insert_with(|| uuids.clone()),
            &uuids,
            "{}",
            engine.name()
        );
    }
    expected.unwrap()
}

fn uuids(expected: &[&str]) -> BTreeSet<String> {
    expected.iter().map(|&uuid| uuid.to_owned()).collect()
}

#[test]
fn odd_lines_neither_stop_nor_mislead_an_engine() {
    let lines = [
        String::new(),
        "   ".to_owned(),
        message("plain", r#""ask claude""#),
        message("cut", r#""claude""#)[..40].to_owned(),
        "claude".to_owned(),
        message("capitals", r#""CLAUDE""#),
        r#"{"type":"summary","summary":"claude"}"#.to_owned(),
        message("carriage-return", r#""claude""#) + "\r",
        message(
            "blocks",
            r#"[{"type":"text","text":"Čau Claude"},{"type":"tool_use","input":{}}]"#,
        ),
        message(
            "tool-only",
            r#"[{"type":"tool_use","input":{"note":"claude"}}]"#,
        ),
        message("no-newline-at-end", r#""größe 検索 claude""#),
    ];
    let folder = folder(&[
        ("a.jsonl", lines.join("\n").into_bytes()),
        ("b.jsonl", Vec::new()),
    ]);
    assert_eq!(
        found(&folder),
        uuids(&[
            "plain",
            "capitals",
            "carriage-return",
            "blocks",
            "no-newline-at-end"
        ])
    );
}

#[test]
fn a_line_that_is_not_utf8_is_skipped_in_small_and_in_streamed_files() {
    let mut content = message("before", r#""claude""#).into_bytes();
    content.extend(b"\n\xFF\xFE claude\n");
    content.extend(message("after", r#""claude""#).into_bytes());
    content.push(b'\n');
    let mut large = content.clone();
    let filler = message("filler", r#""nothing to see""#) + "\n";
    while large.len() < 2 << 20 {
        large.extend_from_slice(filler.as_bytes());
    }
    large.extend(message("last", r#""claude""#).into_bytes());
    assert_eq!(
        found(&folder(&[("small.jsonl", content)])),
        uuids(&["before", "after"])
    );
    assert_eq!(
        found(&folder(&[("large.jsonl", large)])),
        uuids(&["before", "after", "last"])
    );
}

#[test]
fn many_files_in_nested_folders_are_all_searched_once() {
    let files: Vec<(String, Vec<u8>)> = (0..300)
        .map(|number| {
            let line = message(&format!("uuid-{number:03}"), r#""claude""#);
            (
                format!("p{}/q/{number}.jsonl", number % 7),
                line.into_bytes(),
            )
        })
        .collect();
    let named: Vec<_> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.clone()))
        .collect();
    assert_eq!(found(&folder(&named)).len(), 300);
}

#[test]
fn files_of_other_kinds_are_not_searched() {
    let line = message("hit", r#""claude""#).into_bytes();
    let folder = folder(&[
        ("a.json", line.clone()),
        ("a.jsonl.bak", line.clone()),
        ("b.jsonl", line),
    ]);
    assert_eq!(found(&folder).len(), 1);
}

#[test]
fn an_empty_folder_has_no_hits() {
    assert!(found(&folder(&[])).is_empty());
}

#[test]
fn a_file_that_vanishes_is_an_error_in_every_engine() {
    let folder = folder(&[("a.jsonl", message("hit", r#""claude""#).into_bytes())]);
    let files = vec![
        folder.path().join("a.jsonl"),
        folder.path().join("gone.jsonl"),
    ];
    for engine in Engine::ALL {
        let error = engine
            .run(files.clone(), &Search::new(QUERY, 2))
            .unwrap_err();
        assert!(
            error.to_string().contains("gone.jsonl"),
            "{}: {error}",
            engine.name()
        );
    }
}

fn hit(timestamp: &str, uuid: &str) -> Hit {
    Hit {
        file: std::path::PathBuf::from("a.jsonl").into(),
        uuid: uuid.to_owned(),
        timestamp: timestamp.to_owned(),
        session: String::new(),
        role: String::new(),
        text: String::new(),
    }
}

#[test]
fn the_answer_does_not_depend_on_the_order_of_hits() {
    let ordered: Vec<Hit> = (0..80)
        .map(|n| hit(&format!("{}", n / 10), &format!("u{n}")))
        .collect();
    let mut mixed = ordered.clone();
    mixed.reverse();
    mixed.rotate_left(33);
    assert_eq!(Answer::of(ordered, 1), Answer::of(mixed, 1));
}

#[test]
fn the_answer_covers_the_newest_fifty_and_the_counts() {
    let hits: Vec<Hit> = (0..51)
        .map(|n| hit(&format!("{n:02}"), &format!("u{n:02}")))
        .collect();
    let answer = Answer::of(hits.clone(), 1);
    let mut without_newest = hits.clone();
    without_newest[50].uuid = "other".to_owned();
    let mut without_oldest = hits.clone();
    without_oldest[0].uuid = "other".to_owned();
    assert_ne!(Answer::of(without_newest, 1), answer);
    assert_eq!(Answer::of(without_oldest, 1), answer);
    assert_ne!(Answer::of(hits[1..].to_vec(), 1), answer);
    assert_ne!(Answer::of(hits, 2), answer);
}
