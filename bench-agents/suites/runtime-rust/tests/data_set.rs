//! A data set is the same everywhere, and damage to it never reaches a measurement.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

use runtime_rust::{
    data_set::{self, Spec, State, StoreError, file_sizes, find, prepare},
    discovery::json_lines_files,
};
use tempfile::TempDir;

static TINY: Spec = Spec {
    name: "tiny",
    seed: 7,
    files: 25,
    bytes: 200_000,
    checksum: 0x3CA1_D11A_0E51_3CD4,
};

fn root() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

fn files(root: &Path) -> Vec<PathBuf> {
    json_lines_files(&root.join(TINY.name)).unwrap()
}

#[test]
fn the_same_numbers_give_the_same_bytes() {
    let root = root();
    assert_eq!(prepare(&TINY, root.path()).unwrap(), State::Made);
    assert_eq!(files(root.path()).len(), TINY.files);
}

#[test]
fn another_seed_gives_other_bytes() {
    let root = root();
    let other = Spec {
        seed: TINY.seed + 1,
        ..TINY.clone()
    };
    let error = prepare(&other, root.path()).unwrap_err();
    assert!(matches!(error, StoreError::Generator { found, .. } if found != TINY.checksum));
}

#[test]
fn an_undamaged_data_set_is_kept() {
    let root = root();
    prepare(&TINY, root.path()).unwrap();
    let first = &files(root.path())[0];
    let made = fs::metadata(first).unwrap().modified().unwrap();
    assert_eq!(prepare(&TINY, root.path()).unwrap(), State::Verified);
    assert_eq!(fs::metadata(first).unwrap().modified().unwrap(), made);
}

fn is_repaired_after(damage: impl FnOnce(&[PathBuf])) {
    let root = root();
    prepare(&TINY, root.path()).unwrap();
    damage(&files(root.path()));
    assert_eq!(prepare(&TINY, root.path()).unwrap(), State::MadeAgain);
    assert_eq!(prepare(&TINY, root.path()).unwrap(), State::Verified);
}

#[test]
fn one_changed_byte_is_noticed() {
    is_repaired_after(|files| {
        let mut bytes = fs::read(&files[3]).unwrap();
        bytes[100] ^= 1;
        fs::write(&files[3], bytes).unwrap();
    });
}

#[test]
fn a_cut_file_is_noticed() {
    is_repaired_after(|files| {
        OpenOptions::new()
            .write(true)
            .open(&files[0])
            .unwrap()
            .set_len(10)
            .unwrap();
    });
}

#[test]
fn an_appended_line_is_noticed() {
    is_repaired_after(|files| {
        let mut file = OpenOptions::new().append(true).open(&files[0]).unwrap();
        file.write_all(b"\n").unwrap();
    });
}

#[test]
fn a_missing_file_is_noticed() {
    is_repaired_after(|files| fs::remove_file(&files[7]).unwrap());
}

#[test]
fn a_further_file_is_noticed() {
    is_repaired_after(|files| fs::write(files[0].with_file_name("more.jsonl"), "").unwrap());
}

#[test]
fn swapped_files_are_noticed() {
    is_repaired_after(|files| {
        let (first, second) = (fs::read(&files[0]).unwrap(), fs::read(&files[1]).unwrap());
        fs::write(&files[0], second).unwrap();
        fs::write(&files[1], first).unwrap();
    });
}

#[test]
fn a_file_in_the_place_of_the_folder_is_replaced() {
    let root = root();
    fs::write(root.path().join(TINY.name), "not a folder").unwrap();
    assert_eq!(prepare(&TINY, root.path()).unwrap(), State::MadeAgain);
}

#[test]
fn what_a_killed_run_left_is_removed_and_not_used() {
    let root = root();
    let no_process = u32::MAX;
    let left_over = ["tmp", "old"].map(|kind| {
        root.path()
            .join(format!(".{}.{no_process}.{kind}", TINY.name))
    });
    for folder in &left_over {
        fs::create_dir_all(folder.join("project-00")).unwrap();
    }
    assert_eq!(prepare(&TINY, root.path()).unwrap(), State::Made);
    assert!(left_over.iter().all(|folder| !folder.exists()));
}

#[test]
fn what_a_living_run_writes_is_left_alone() {
    let root = root();
    let parent = std::os::unix::process::parent_id();
    let unfinished = root.path().join(format!(".{}.{parent}.tmp", TINY.name));
    fs::create_dir_all(&unfinished).unwrap();
    prepare(&TINY, root.path()).unwrap();
    assert!(unfinished.exists());
}

#[test]
fn a_generator_that_makes_something_else_is_an_error() {
    let root = root();
    let wrong = Spec {
        checksum: 1,
        ..TINY.clone()
    };
    let error = prepare(&wrong, root.path()).unwrap_err();
    assert!(
        matches!(error, StoreError::Generator { expected: 1, found } if found == TINY.checksum)
    );
    assert_eq!(
        fs::read_dir(root.path()).unwrap().count(),
        0,
        "nothing wrong is installed"
    );
}

#[test]
fn an_unwritable_place_is_named_with_a_remedy() {
    let root = root();
    let file = root.path().join("file");
    fs::write(&file, "").unwrap();
    let message = prepare(&TINY, &file).unwrap_err().to_string();
    assert!(message.contains("/file/"), "{message}");
    assert!(message.contains("TIDEMARK_SUITE_DATA"), "{message}");
}

#[test]
fn a_data_set_that_was_not_prepared_is_not_found() {
    let message = find(&TINY, root().path()).unwrap_err().to_string();
    assert!(message.contains("runtime-rust prepare tiny"), "{message}");
}

#[test]
fn few_files_hold_most_bytes() {
    for spec in &data_set::ALL {
        let mut sizes = file_sizes(spec);
        sizes.sort_unstable();
        let (median, largest) = (sizes[spec.files / 2], sizes[spec.files - 1]);
        let heaviest_tenth: u64 = sizes[spec.files * 9 / 10..].iter().sum();
        assert!(
            (25..=35).contains(&(largest / median)),
            "{}: {largest} / {median}",
            spec.name
        );
        assert!(
            heaviest_tenth * 2 > spec.bytes,
            "{}: {heaviest_tenth}",
            spec.name
        );
        assert!(
            sizes.iter().sum::<u64>().abs_diff(spec.bytes) < 10_000,
            "{}",
            spec.name
        );
    }
}

#[test]
fn large_and_small_files_are_mixed() {
    let sizes = file_sizes(&data_set::ALL[1]);
    let first_half: u64 = sizes[..sizes.len() / 2].iter().sum();
    let all: u64 = sizes.iter().sum();
    assert!(
        (40..60).contains(&(first_half * 100 / all)),
        "{first_half} of {all}"
    );
}
