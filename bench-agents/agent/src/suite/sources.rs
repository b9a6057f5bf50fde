//! Which sources a suite was measured from: hashes of its files, its definitions, its programs.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{Benchmark, Manifest};
use crate::base::git::Place;
use crate::base::hashing::{self, Hasher};
use crate::process::Invocation;

/// Folders that hold products, not sources, where no git can tell.
const PRODUCTS: [&str; 6] = [
    "target",
    "build",
    "node_modules",
    "__pycache__",
    "dist",
    "data",
];

const SHORT_HASH: usize = 16;

/// One hash over names and bytes of all source files of the suite and of its further folders.
pub(crate) fn hash(suite: Place, further: &[PathBuf]) -> io::Result<String> {
    let mut hasher = add(Hasher::default(), suite, Path::new(""))?;
    for name in further {
        let place = suite.folder.join(name);
        if !place.is_dir() {
            let reason = format!(
                "its suite.toml names the folder {} as a source, and {} is none",
                name.display(),
                place.display()
            );
            return Err(io::Error::new(io::ErrorKind::NotFound, reason));
        }
        let folder = place.as_path();
        hasher = add(hasher, Place { folder, ..suite }, name)?;
    }
    Ok(hasher.finish())
}

/// Adds every file of one folder under the name that the suite knows it by.
fn add(mut hasher: Hasher, place: Place, shown: &Path) -> io::Result<Hasher> {
    let folder = place.folder;
    let mut files = listed_by_git(place).map_or_else(|| walked(folder), Ok)?;
    files.sort();
    for file in files {
        let path = folder.join(&file);
        if path.is_file() {
            hasher = hasher
                .part(shown.join(&file).to_string_lossy().as_bytes())
                .part(hashing::file(&path)?.as_bytes());
        }
    }
    Ok(hasher)
}

/// Tracked files and new ones that are not ignored, relative to the folder; nothing where git does
/// not know the folder.
fn listed_by_git(place: Place) -> Option<Vec<PathBuf>> {
    let arguments = [
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ];
    let output = place.command().args(arguments).output().ok()?;
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = names.split('\0').filter(|name| !name.is_empty());
    let files: Vec<PathBuf> = names.map(PathBuf::from).collect();
    (output.status.success() && !files.is_empty()).then_some(files)
}

fn walked(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(here) = waiting.pop() {
        for entry in std::fs::read_dir(&here)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type()?;
            if kind.is_dir() && !name.starts_with('.') && !PRODUCTS.contains(&name.as_str()) {
                waiting.push(entry.path());
            } else if kind.is_file() {
                let path = entry.path();
                files.push(path.strip_prefix(folder).unwrap_or(&path).to_owned());
            }
        }
    }
    Ok(files)
}

/// The version of a benchmark: its definition and its harness, which say what work is measured. What
/// is measured, the rest of the sources, changes from commit to commit and stays the same work.
pub(crate) fn version_hash(manifest: &Manifest, benchmark: &Benchmark) -> io::Result<String> {
    if let Some(releases) = &manifest.releases {
        // As whoever measured a history of releases before tells it of the same work.
        let mut hash = hashing::file(&manifest.folder.join(&releases.work))?;
        hash.truncate(SHORT_HASH);
        return Ok(hash);
    }
    let mut hasher = Hasher::default().part(format!("{benchmark:?}").as_bytes());
    let folder = &manifest.folder;
    for path in manifest
        .harness
        .clone()
        .unwrap_or_else(|| named(folder, &benchmark.command))
    {
        let place = folder.join(&path);
        if place.is_file() {
            hasher = hasher
                .part(path.to_string_lossy().as_bytes())
                .part(hashing::file(&place)?.as_bytes());
        } else if place.is_dir() {
            let folder = place.as_path();
            let suite = manifest.place();
            hasher = add(hasher, Place { folder, ..suite }, &path)?;
        } else {
            let reason = format!(
                "its suite.toml names {} as its harness, and {} is neither a file nor a folder",
                path.display(),
                place.display()
            );
            return Err(io::Error::new(io::ErrorKind::NotFound, reason));
        }
    }
    Ok(hasher.finish())
}

/// The files of the suite's folder that a command names and that are no products: its scripts.
fn named(folder: &Path, command: &[String]) -> Vec<PathBuf> {
    let words = command.iter().map(PathBuf::from);
    let is_script = |path: &PathBuf| {
        let mut parts = path.components();
        let is_product = parts.any(|part| PRODUCTS.iter().any(|name| part.as_os_str() == *name));
        let file = folder.join(path);
        path.is_relative() && !is_product && file.is_file() && !is_executable(&file)
    };
    words.filter(is_script).collect()
}

/// What an executable begins with on the systems the agent runs on: ELF.
const EXECUTABLE: [u8; 4] = *b"\x7fELF";

/// What stands for all that was run: the bytes of the built program and every source of its suite.
///
/// Equal hashes say that no difference is the code's, so they must not be equal by chance: a library
/// that is loaded, or a server beside the program, is built from the sources. A script runs what it
/// finds on the machine, and nothing stands for that unless the suite names its `program`.
pub(crate) fn binary_hash(
    invocation: &Invocation,
    program: Option<&Path>,
    sources: &str,
) -> Option<String> {
    let program = built_program(invocation, program)?;
    let bytes = hashing::file(&program).ok()?;
    let known = Hasher::default().part(bytes.as_bytes());
    Some(known.part(sources.as_bytes()).finish())
}

/// The built program that a command runs, or the one that the suite names for it.
pub(crate) fn built_program(invocation: &Invocation, program: Option<&Path>) -> Option<PathBuf> {
    let folder = invocation.folder.canonicalize().ok()?;
    let words = std::iter::once(invocation.program.clone()).chain(
        invocation
            .arguments
            .iter()
            .map(|argument| folder.join(argument)),
    );
    let inside = words.filter_map(|word| word.canonicalize().ok());
    let mut programs = inside.filter(|path| path.starts_with(&folder) && path.is_file());
    let own = programs.next().filter(|path| is_executable(path));
    let named = || program.map(|path| folder.join(path));
    own.or_else(named).filter(|path| is_executable(path))
}

/// Whether a file is a built program.
pub(crate) fn is_executable(file: &Path) -> bool {
    let mut begin = [0; EXECUTABLE.len()];
    std::fs::File::open(file)
        .and_then(|mut file| file.read_exact(&mut begin))
        .is_ok_and(|()| begin == EXECUTABLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_sees_sources_and_not_products() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("suite.toml", "");
        write("src/main.c", "int main;");
        let before = hash(Place::of(folder.path()), &[]).unwrap();
        write("target/main", "binary");
        assert_eq!(hash(Place::of(folder.path()), &[]).unwrap(), before);
        write("src/main.c", "int main();");
        assert_ne!(hash(Place::of(folder.path()), &[]).unwrap(), before);
    }

    #[test]
    fn the_hash_sees_the_further_folders_and_says_which_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let suite = folder.path().join("suites/toy");
        let server = folder.path().join("server");
        std::fs::create_dir_all(&suite).unwrap();
        std::fs::write(suite.join("suite.toml"), "").unwrap();
        let further = [PathBuf::from("../../server")];
        let missing = hash(Place::of(&suite), &further).unwrap_err().to_string();
        assert!(missing.contains("../../server as a source"), "{missing}");
        std::fs::create_dir(&server).unwrap();
        std::fs::write(server.join("main.rs"), "fn main() {}").unwrap();
        let before = hash(Place::of(&suite), &further).unwrap();
        std::fs::write(server.join("main.rs"), "fn main() { serve() }").unwrap();
        assert_ne!(hash(Place::of(&suite), &further).unwrap(), before);
    }

    #[test]
    fn a_program_is_the_same_while_its_bytes_and_its_sources_are() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("bench");
        let hash = |sources: &str, words: &[&str]| {
            let command: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            binary_hash(&Invocation::new(&command, folder.path()), None, sources)
        };
        std::fs::write(&program, b"\x7fELF and so on").unwrap();
        let before = hash("sources", &["./bench", "--size"]);
        assert!(before.is_some());
        assert_eq!(hash("sources", &["nice", "bench", "--size"]), before);
        let library_changed = hash("other sources", &["./bench", "--size"]);
        assert_ne!(library_changed, before);
        std::fs::write(&program, b"\x7fELF and other things").unwrap();
        assert_ne!(hash("sources", &["./bench", "--size"]), before);
    }

    #[test]
    fn of_a_script_the_program_that_the_suite_names_says_what_it_runs() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bench.sh"), "./engine").unwrap();
        std::fs::write(folder.path().join("engine"), b"\x7fELF and so on").unwrap();
        let direct = Invocation::new(&["./engine".to_owned()], folder.path());
        let script = Invocation::new(&["./bench.sh".to_owned()], folder.path());
        let engine = Some(Path::new("./engine"));
        let expected = binary_hash(&direct, None, "sources");
        assert!(expected.is_some());
        assert_eq!(binary_hash(&script, engine, "sources"), expected);
        let lost = Some(Path::new("./lost"));
        assert_eq!(binary_hash(&script, lost, "sources"), None);
    }

    #[test]
    fn of_a_script_nothing_says_what_it_runs() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bench.sh"), "./engine").unwrap();
        for words in [&["sh", "bench.sh"][..], &["./bench.sh"], &["sh", "-c"]] {
            let command: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            let invocation = Invocation::new(&command, folder.path());
            assert_eq!(binary_hash(&invocation, None, "sources"), None, "{words:?}");
        }
    }
}
