//! The folder of a sandbox, and what killed agents left of theirs.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

pub(super) const NAME: &str = "tidemark-sandbox-";

/// A folder of one sandbox: the private files, and the place of its root.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let parent = std::path::absolute(std::env::temp_dir())?;
        old_of_agents(&parent).for_each(|folder| drop(fs::remove_dir_all(folder)));
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{NAME}{}-{count}", std::process::id());
        let folder = Self(parent.join(name));
        let mut private = fs::DirBuilder::new();
        private.mode(0o700);
        private.create(&folder.0)?;
        private.create(folder.0.join("root"))?;
        private.create(folder.0.join("tmp"))?;
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// What programs see as `/tmp`.
    pub(super) fn private(&self) -> PathBuf {
        self.0.join("tmp")
    }

    /// Where a file or folder of the agent's own lies, which programs see only where it is mounted.
    pub(super) fn place_of(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(super) fn name(&self) -> String {
        let name = self.0.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What killed agents left of their sandboxes in a folder.
pub(super) fn old_of_agents(parent: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    entries.filter_map(|entry| is_old(entry.file_name().to_str()?).then(|| entry.path()))
}

/// Whether a name is that of a sandbox whose agent is gone.
pub(super) fn is_old(name: &str) -> bool {
    let rest = name.strip_prefix(NAME);
    let owner = rest.and_then(|rest| rest.split('-').next());
    owner.is_some_and(|owner| !Path::new("/proc").join(owner).exists())
}
