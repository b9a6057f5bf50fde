//! Units of any size, parsed in either way by any engine, give the answers of the published engines.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{fs, path::Path};

use runtime_rust::{
    answer::Answer,
    discovery::{json_lines_files, sized_files},
    engines::Engine,
    hit::Hit,
    pieces::{TO_THE_END, plan},
    search::Search,
    units::{Parsing, UnitEngine, UnitSearch},
};
use tempfile::TempDir;

const QUERY: &str = "Claude";
const SIZES: [u64; 6] = [1, 7, 64, 1024, 16 * 1024, 256 * 1024];

fn message(uuid: &str, content: &str) -> String {
    format!(
        r#"{{"uuid":"{uuid}","timestamp":"2025-03-01T00:00:00.000Z","sessionId":"s\n","message":{{"role":"user","content":{content}}}}}"#
    )
}

/// Lines that a reader or a parser may trip over, and some that are just right.
fn hostile() -> Vec<Vec<u8>> {
    let long = format!(r#""{} claude""#, "x ".repeat(200_000));
    let plain: Vec<String> = vec![
        message("plain", r#""ask claude""#),
        String::new(),
        " \t ".to_owned(),
        "\r".to_owned(),
        message("crlf", r#""Claude""#) + "\r",
        message("unicode-escape", r#""ask \u0043laude""#),
        message("escaped-twice", r#""ask \\u0043laude""#),
        message("other-escapes", r#""\"claude\"\n\t\/""#),
        message("split-by-escape", r#""clau\nde""#),
        message("non-ascii", r#""größe 検索 CLAUDE 😀""#),
        message("kelvin", r#""Kclaud\u212a""#),
        message("escaped \\\"name\\\"", r#""claude""#),
        message(
            "blocks",
            r#"[{"type":"text","text":"clau"},{"type":"text","text":"de"},{"type":"text","text":"clau\u0064E"}]"#,
        ),
        message("only-tool", r#"[{"type":"tool_use","text":"claude"}]"#),
        message(
            "no-text",
            r#"[{"type":"text"},{"type":"text","text":null}]"#,
        ),
        message("cut", r#""claude""#)[..60].to_owned(),
        message("trailing", r#""claude""#) + "}",
        message("lone-surrogate", r#""\ud83d claude""#),
        message("bad-escape", r#""\x claude""#),
        message("control", "\"\u{1} claude\""),
        message("twice", r#""claude","content":"claude""#),
        message("number", "7"),
        r#"{"type":"summary","summary":"claude"}"#.to_owned(),
        "claude".to_owned(),
        "\u{feff}".to_owned() + &message("mark", r#""claude""#),
        message("long", &long),
        message("after-long", r#""claude""#),
    ];
    let mut lines: Vec<Vec<u8>> = plain.into_iter().map(String::into_bytes).collect();
    lines.push(b"\xFF\xFE claude".to_vec());
    let mut ignored = message("not-utf8", r#""claude","other":"?""#).into_bytes();
    let mark = ignored.iter().rposition(|&byte| byte == b'?').unwrap();
    ignored[mark] = 0xFF;
    lines.push(ignored);
    lines.push(message("last", r#""claude""#).into_bytes());
    lines
}

fn folder(files: &[Vec<u8>]) -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for (number, content) in files.iter().enumerate() {
        fs::write(folder.path().join(format!("{number:04}.jsonl")), content).unwrap();
    }
    folder
}

fn key(hit: &Hit) -> (String, String, String, String, String, String) {
    (
        hit.file.display().to_string(),
        hit.uuid.clone(),
        hit.timestamp.clone(),
        hit.session.clone(),
        hit.role.clone(),
        hit.text.clone(),
    )
}

fn published(folder: &Path) -> Vec<Hit> {
    let files = json_lines_files(folder).unwrap();
    let search = Search::new(QUERY, files.len());
    Engine::Serial.run(files, &search).unwrap()
}

fn by_units(engine: UnitEngine, parsing: Parsing, bytes: u64, folder: &Path) -> Vec<Hit> {
    let units = plan(sized_files(folder).unwrap(), bytes);
    let search = UnitSearch::new(QUERY, units.len(), parsing);
    engine.run(units, &search).unwrap()
}

/// Wants every field of every hit, and the answer made of them, to be as published.
fn agree(files: &[Vec<u8>], sizes: &[u64]) -> usize {
    let folder = folder(files);
    let expected = published(folder.path());
    let answer = Answer::of(expected.clone(), files.len());
    let mut expected_keys: Vec<_> = expected.iter().map(key).collect();
    expected_keys.sort_unstable();
    for engine in UnitEngine::ALL {
        for parsing in Parsing::ALL {
            for &bytes in sizes {
                let hits = by_units(engine, parsing, bytes, folder.path());
                let mut keys: Vec<_> = hits.iter().map(key).collect();
                keys.sort_unstable();
                let place = format!("{engine:?}, {parsing:?}, units of {bytes} B");
                assert!(keys == expected_keys, "{place}");
                assert_eq!(Answer::of(hits, files.len()), answer, "{place}");
            }
        }
    }
    expected.len()
}

#[test]
fn hostile_lines_give_the_same_hits_in_units_of_any_size() {
    let ends: [&[u8]; 3] = [b"", b"\n", b"\r\n"];
    let mut files: Vec<Vec<u8>> = ends
        .map(|end| [hostile().join(&b'\n'), end.to_vec()].concat())
        .to_vec();
    files.push(hostile().join(b"\r\n".as_slice()));
    files.push(hostile().join(b"\n\n".as_slice()));
    files.extend([
        Vec::new(),
        b"\n".to_vec(),
        b"\n\n\n".to_vec(),
        b"{".to_vec(),
    ]);
    let hits = agree(&files, &SIZES[3..]);
    assert!(hits > 5 * 8, "{hits} hits are too few to prove anything");
}

#[test]
fn a_unit_may_end_at_any_byte() {
    let mut short = hostile();
    short.retain(|line| line.len() < 400);
    let content = short.join(&b'\n');
    let folder = folder(&[content.clone(), [content, b"\n".to_vec()].concat()]);
    let mut expected: Vec<_> = published(folder.path()).iter().map(key).collect();
    expected.sort_unstable();
    for bytes in (1..300).chain(SIZES) {
        let hits = by_units(UnitEngine::Serial, Parsing::Borrowed, bytes, folder.path());
        let mut keys: Vec<_> = hits.iter().map(key).collect();
        keys.sort_unstable();
        assert!(keys == expected, "units of {bytes} B");
    }
}

#[test]
fn many_small_files_and_one_large_one_give_the_same_hits() {
    let line = |file: usize, number: usize| {
        let text = ["\"claude\"", "\"nothing\"", "\"\\u0063laude\""][number % 3];
        message(&format!("{file}-{number}"), text) + "\n"
    };
    let mut files: Vec<Vec<u8>> = (0..150)
        .map(|file| (0..file % 5).map(|n| line(file, n)).collect::<String>())
        .map(String::into_bytes)
        .collect();
    let large = (0..12_000).map(|number| line(999, number));
    files.push(large.collect::<String>().into_bytes());
    assert!(agree(&files, &[4096, 256 * 1024, 4 << 20]) > 8000);
}

#[test]
fn small_files_are_bundled_and_large_ones_split() {
    let kib = |count: usize| vec![b'\n'; count * 1024];
    let sizes = [10, 10, 300, 10, 5000, 10, 1024, 10];
    let folder = folder(&sizes.map(kib));
    let units = plan(sized_files(folder.path()).unwrap(), 256 * 1024);
    let shapes: Vec<usize> = units.iter().map(Vec::len).collect();
    let pieces_of_the_large_file = 5000_usize.div_ceil(256);
    let single = units
        .iter()
        .filter(|unit| unit[0].begins != (0..TO_THE_END));
    assert_eq!(shapes.iter().sum::<usize>(), 7 + pieces_of_the_large_file);
    assert_eq!(single.count(), pieces_of_the_large_file);
    assert_eq!(
        shapes[0], 3,
        "two small files and the one that fills the unit"
    );
    assert_eq!(shapes.last(), Some(&1), "what is left over");
}

#[test]
fn a_file_that_grew_or_vanished_since_it_was_found() {
    let line = message("old", r#""claude""#) + "\n";
    let folder = folder(&[line.clone().into_bytes(), line.repeat(1000).into_bytes()]);
    let found = sized_files(folder.path()).unwrap();
    let grown = line.repeat(3) + &message("new", r#""claude""#);
    fs::write(folder.path().join("0000.jsonl"), grown).unwrap();
    let search = |files, bytes| {
        let units = plan(files, bytes);
        let search = UnitSearch::new(QUERY, units.len(), Parsing::Borrowed);
        UnitEngine::ALL.map(|engine| engine.run(units.clone(), &search))
    };
    for hits in search(found.clone(), 1024) {
        assert_eq!(hits.unwrap().len(), 1004);
    }
    fs::remove_file(folder.path().join("0001.jsonl")).unwrap();
    for outcome in search(found, 1024) {
        let message = outcome.unwrap_err().to_string();
        assert!(message.contains("0001.jsonl"), "{message}");
    }
}
