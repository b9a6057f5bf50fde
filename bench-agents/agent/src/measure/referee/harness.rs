//! Which files say what is measured and how: they come from the base, or the patch is refused.

use std::path::{Component, Path, PathBuf};

use super::evidence::{Reason, Refusal};
use crate::suite::{Manifest, sources};

const MANIFEST: &str = "suite.toml";

/// The files of the harness that a patch changes. `changed` are its paths in the repository, and
/// `within` is where the suite lies there; `patched` is
/// nothing where it cannot be read.
pub(crate) fn touched(
    base: &Manifest,
    patched: Option<&Manifest>,
    changed: &[String],
    within: &str,
) -> Vec<Refusal> {
    let guarded: Vec<PathBuf> = guarded(base)
        .iter()
        .map(|path| plain(&Path::new(within).join(path)))
        .collect();
    let is_guarded = |path: &&String| {
        let path = plain(Path::new(path));
        // A folder of the harness may become a link as well.
        guarded
            .iter()
            .any(|one| path.starts_with(one) || one.starts_with(&path))
    };
    let said = "the files of the harness come from the base";
    let refused = |path: &String| Refusal::new(Reason::HarnessChanged, path, said);
    let mut refusals: Vec<Refusal> = changed.iter().filter(is_guarded).map(refused).collect();
    if refusals.is_empty() && !is_same_work(base, patched) {
        let text = "it reads as another harness once the patch is checked out";
        refusals.push(Refusal::new(Reason::HarnessChanged, within, text));
    }
    refusals
}

/// The manifest and what it names as its harness; without that the suite's whole folder, since nobody
/// said what of it is measured.
fn guarded(manifest: &Manifest) -> Vec<PathBuf> {
    let Some(harness) = &manifest.harness else {
        return vec![PathBuf::new()];
    };
    let mut paths = harness.clone();
    paths.push(MANIFEST.into());
    paths
}

/// Whether the versions of all benchmarks are the same: what links and attributes lead to counts.
fn is_same_work(base: &Manifest, patched: Option<&Manifest>) -> bool {
    let Some(patched) = patched else {
        return false;
    };
    let versions = |manifest: &Manifest| -> Option<Vec<String>> {
        let hashes = manifest.benchmarks.iter();
        hashes
            .map(|one| sources::version_hash(manifest, one).ok())
            .collect()
    };
    let before = versions(base);
    before.is_some() && before == versions(patched)
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                parts.pop();
            }
            Component::Normal(name) => parts.push(name),
            _ => {}
        }
    }
    parts
}
