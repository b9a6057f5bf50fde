//! The folder of a sandbox, and what killed agents left of theirs.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const NAME: &str = "tidemark-sandbox-";

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
    let old = |name: &str| {
        let owner = name.strip_prefix(NAME)?.split('-').next()?.to_owned();
        (!Path::new("/proc").join(owner).exists()).then_some(())
    };
    entries.filter_map(move |entry| old(entry.file_name().to_str()?).map(|()| entry.path()))
}
