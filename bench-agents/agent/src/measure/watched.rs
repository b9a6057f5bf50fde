//! One process that a referee looks at.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::referee::Referee;
use super::sample::{Attempt, Bench, Subject};
use crate::process::{self, Invocation};
use crate::results::{Failure, FailureKind};

const LIST: [&str; 14] = [
    "find",
    "/dev/shm",
    "-xdev",
    "-mindepth",
    "1",
    "(",
    "-type",
    "d",
    "-printf",
    "%p %m\\n",
    "-o",
    "-printf",
    "%p %C@\\n",
    ")",
];
const LONGEST_LIST: Duration = Duration::from_secs(60);

/// Runs it; the referee, if there is one, looks before and after.
pub(super) fn watched<'a>(
    referee: Option<(&RefCell<Referee>, usize)>,
    place: (usize, usize),
    subject: &mut Subject<'a>,
    bench: &mut Bench<'a>,
) -> Attempt {
    let Some((referee, arm)) = referee else {
        return subject.attempt(bench);
    };
    let mut referee = referee.borrow_mut();
    let looked = referee.before(arm, place).and_then(|environment| {
        subject.invocation.environment.extend(environment);
        let before = listed(bench)?;
        let attempt = subject.attempt(bench);
        match &attempt {
            Attempt::Taken(sample) => referee.saw(arm, place, sample)?,
            Attempt::Failed(failure) => referee.failed(arm, place, failure)?,
            Attempt::Stopped => {}
        }
        let after = listed(bench)?;
        referee.saw_left(arm, place, after.difference(&before).next());
        Ok(attempt)
    });
    looked.unwrap_or_else(|error| {
        referee.give_up(&format!("the folders of the arms cannot be kept: {error}"));
        Attempt::Failed(Failure::new(FailureKind::Unavailable, error.to_string()))
    })
}

/// What lies in the folders of a sandbox that outlive a process, a path a line, files with their last
/// change; only programs within see it. Nothing without a sandbox.
fn listed(bench: &mut Bench) -> io::Result<BTreeSet<String>> {
    if !bench.group.is_confined() {
        return Ok(BTreeSet::new());
    }
    let mut found = match bench.group.files() {
        // All else that can be written there is the checkout and `/tmp`.
        Some(files) => everything(&files.join("dev"), "/dev"),
        None => in_shared_memory(bench)?,
    };
    if let Some(private) = bench.group.private() {
        found.extend(everything(&private, "/tmp"));
    }
    Ok(found)
}

fn in_shared_memory(bench: &mut Bench) -> io::Result<BTreeSet<String>> {
    let command = LIST.map(str::to_owned);
    let invocation = Invocation::new(&command, Path::new("/"));
    let finished = process::run(&invocation, bench.group, bench.stop, Some(LONGEST_LIST));
    let said = finished.map_err(io::Error::other)?.stdout;
    Ok(said.lines().map(str::to_owned).collect())
}

/// All that a folder holds, in full depth, as programs see it: folders with their rights, which may
/// hide what is in them, and files with their last change. What a sandbox lays over it is not there.
fn everything(folder: &Path, seen_as: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(here) = waiting.pop() {
        let entries = fs::read_dir(folder.join(&here)).into_iter();
        for entry in entries.flatten().flatten() {
            let Ok(metadata) = fs::symlink_metadata(entry.path()) else {
                continue;
            };
            let path = here.join(entry.file_name());
            let name = Path::new(seen_as).join(&path).display().to_string();
            if metadata.is_dir() {
                found.insert(format!("{name} {:o}", metadata.mode()));
                waiting.push(path);
            } else {
                let (seconds, nanoseconds) = (metadata.ctime(), metadata.ctime_nsec());
                found.insert(format!("{name} {seconds}.{nanoseconds:09}"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_deep_in_a_private_folder_is_seen() {
        let private = tempfile::tempdir().unwrap();
        fs::create_dir_all(private.path().join("a/b")).unwrap();
        let before = everything(private.path(), "/tmp");
        fs::write(private.path().join("a/b/kept"), "1").unwrap();
        let after = everything(private.path(), "/tmp");
        let new: Vec<_> = after.difference(&before).collect();
        assert_eq!(new.len(), 1, "{new:?}");
        assert!(new[0].starts_with("/tmp/a/b/kept "), "{new:?}");
    }
}
