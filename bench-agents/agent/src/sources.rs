//! Which sources a suite was measured from: hashes of its files, its definitions, its programs.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::hashing::{self, Hasher};
use crate::manifest::Benchmark;
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

/// One hash over names and bytes of all source files of the suite and of its further folders.
pub(crate) fn hash(folder: &Path, further: &[PathBuf]) -> io::Result<String> {
    let mut hasher = add(Hasher::default(), folder, Path::new(""))?;
    for name in further {
        let place = folder.join(name);
        if !place.is_dir() {
            let reason = format!(
                "its suite.toml names the folder {} as a source, and {} is none",
                name.display(),
                place.display()
            );
            return Err(io::Error::new(io::ErrorKind::NotFound, reason));
        }
        hasher = add(hasher, &place, name)?;
    }
    Ok(hasher.finish())
}

/// Adds every file of one folder under the name that the suite knows it by.
fn add(mut hasher: Hasher, folder: &Path, shown: &Path) -> io::Result<Hasher> {
    let mut files = listed_by_git(folder).map_or_else(|| walked(folder), Ok)?;
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
fn listed_by_git(folder: &Path) -> Option<Vec<PathBuf>> {
    let arguments = [
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ];
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output()
        .ok()?;
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

/// The version of a benchmark: its definition and everything it is built from.
pub(crate) fn version_hash(benchmark: &Benchmark, sources: &str) -> String {
    Hasher::default()
        .part(format!("{benchmark:?}").as_bytes())
        .part(sources.as_bytes())
        .finish()
}

/// The hash of the built program: the first word of the command that is a file of the suite.
pub(crate) fn binary_hash(invocation: &Invocation) -> Option<String> {
    let folder = invocation.folder.canonicalize().ok()?;
    let words = std::iter::once(invocation.program.clone()).chain(
        invocation
            .arguments
            .iter()
            .map(|argument| folder.join(argument)),
    );
    let inside = words.filter_map(|word| word.canonicalize().ok());
    let mut programs = inside.filter(|path| path.starts_with(&folder) && path.is_file());
    hashing::file(&programs.next()?).ok()
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
        let before = hash(folder.path(), &[]).unwrap();
        write("target/main", "binary");
        assert_eq!(hash(folder.path(), &[]).unwrap(), before);
        write("src/main.c", "int main();");
        assert_ne!(hash(folder.path(), &[]).unwrap(), before);
    }

    #[test]
    fn the_hash_sees_the_further_folders_and_says_which_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let suite = folder.path().join("suites/toy");
        let server = folder.path().join("server");
        std::fs::create_dir_all(&suite).unwrap();
        std::fs::write(suite.join("suite.toml"), "").unwrap();
        let further = [PathBuf::from("../../server")];
        let missing = hash(&suite, &further).unwrap_err().to_string();
        assert!(missing.contains("../../server as a source"), "{missing}");
        std::fs::create_dir(&server).unwrap();
        std::fs::write(server.join("main.rs"), "fn main() {}").unwrap();
        let before = hash(&suite, &further).unwrap();
        std::fs::write(server.join("main.rs"), "fn main() { serve() }").unwrap();
        assert_ne!(hash(&suite, &further).unwrap(), before);
    }

    #[test]
    fn the_program_is_found_behind_an_interpreter() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bench.sh"), "echo 1").unwrap();
        let command = ["sh", "bench.sh", "--size"].map(str::to_owned);
        let found = binary_hash(&Invocation::new(&command, folder.path()));
        let expected = hashing::file(&folder.path().join("bench.sh")).unwrap();
        assert_eq!(found, Some(expected));
        let outside = ["sh".to_owned(), "-c".to_owned()];
        assert_eq!(binary_hash(&Invocation::new(&outside, folder.path())), None);
    }
}
