//! What a program leaves running when it ends: the kernel hands it to the agent, which ends it.

use std::collections::HashSet;
use std::fs;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::held::Held;

/// Helpers of a program often end by themselves a moment after it.
const GRACE: Duration = Duration::from_millis(50);
/// What a kill does not end in this time hangs in the kernel.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// Makes the agent the parent of every descendant whose own parent has ended.
pub(super) fn inherit_orphans() {
    // Known to every kernel since 3.4; without it, orphans belong to others, as before.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// The ids of all children, also of those that have ended and were not waited for; those of the
/// first process of a sandbox with them, which inherits orphans there.
pub(super) fn children(first: Option<&Held>) -> HashSet<Pid> {
    let mut found = children_of(rustix::process::getpid());
    let inside = first.map(|first| first.while_there(|pid| Ok(children_of(pid))));
    // Nobody's, where the sandbox has ended: its number may be that of another process.
    found.extend(inside.and_then(Result::ok).unwrap_or_default());
    found
}

fn children_of(parent: Pid) -> HashSet<Pid> {
    let mut found = HashSet::new();
    for task in fs::read_dir(format!("/proc/{}/task", parent.as_raw_nonzero()))
        .into_iter()
        .flatten()
        .flatten()
    {
        let Ok(list) = fs::read_to_string(task.path().join("children")) else {
            return children_by_parent(parent);
        };
        found.extend(list.split_whitespace().filter_map(pid));
    }
    found
}

/// The same from a kernel that keeps no lists of children.
fn children_by_parent(parent: Pid) -> HashSet<Pid> {
    let own = parent.as_raw_nonzero().to_string();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| pid(entry.file_name().to_str()?));
    pids.filter(|pid| state(*pid).is_some_and(|(_, parent)| parent == own))
        .collect()
}

/// Ends all children but those in `spared`, with whatever they leave in turn; how many did not end
/// by themselves.
pub(super) fn end(spared: &HashSet<Pid>, first: Option<&Held>) -> usize {
    let is_left = || children(first).difference(spared).next().is_some();
    if !is_left() {
        return 0;
    }
    let began = Instant::now();
    await_end(spared, first);
    let mut ended = HashSet::new();
    while is_left() && began.elapsed() < PATIENCE {
        for pid in children(first).difference(spared) {
            if !is_ended(*pid) && kill_process(*pid, Signal::KILL).is_ok() {
                ended.insert(*pid);
            }
        }
        if reap(spared, first) > 0 {
            std::thread::sleep(LOOK_AGAIN);
        }
    }
    ended.len()
}

/// Lets helpers end by themselves; how many children are left.
pub(super) fn await_end(spared: &HashSet<Pid>, first: Option<&Held>) -> usize {
    let began = Instant::now();
    loop {
        let left = reap(spared, first);
        if left == 0 || began.elapsed() >= GRACE {
            return left;
        }
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// Waits for the children that have ended, without `spared`; how many are left.
pub(super) fn reap(spared: &HashSet<Pid>, first: Option<&Held>) -> usize {
    let all = children(first);
    let left = all.difference(spared).filter(|pid| {
        match waitpid(Some(**pid), WaitOptions::NOHANG) {
            Ok(ended) => ended.is_none(),
            // An orphan of a sandbox is no child of the agent.
            Err(_) => first.is_some() && !is_ended(**pid),
        }
    });
    left.count()
}

/// True for a process that only waits to be waited for, or is gone.
pub(super) fn is_ended(pid: Pid) -> bool {
    state(pid).is_none_or(|(state, _)| matches!(state.as_str(), "Z" | "X"))
}

/// State and parent of a process.
fn state(pid: Pid) -> Option<(String, String)> {
    let text = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    let mut words = rest.split_whitespace().map(str::to_owned);
    words.next().zip(words.next())
}

fn pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}
