//! Where the kernel's files are: at `/`, or in a made tree that stands for a machine.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::files::text;

static GIVEN: OnceLock<PathBuf> = OnceLock::new();

#[derive(Debug, Clone)]
pub(crate) struct Root(PathBuf);

impl Root {
    pub(crate) fn at(folder: &Path) -> Self {
        Self(folder.to_owned())
    }

    /// The tree given on the command line, else the machine's own.
    pub(crate) fn of_this_machine() -> Self {
        Self(GIVEN.get().cloned().unwrap_or_else(|| PathBuf::from("/")))
    }

    /// Lets a made tree stand for the machine; only the first call counts.
    pub(crate) fn give(folder: PathBuf) {
        let _ = GIVEN.set(folder);
    }

    pub(crate) fn is_real(&self) -> bool {
        self.0 == Path::new("/")
    }

    /// An absolute path of the kernel, within this tree.
    pub(crate) fn path(&self, absolute: &str) -> PathBuf {
        self.0.join(absolute.trim_start_matches('/'))
    }

    pub(crate) fn text(&self, absolute: &str) -> Option<String> {
        text(self.path(absolute))
    }

    pub(crate) fn has(&self, absolute: &str) -> bool {
        self.path(absolute).exists()
    }

    /// Gives a setting that exists another value; never makes a file.
    pub(crate) fn write(&self, absolute: &str, value: &str) -> io::Result<()> {
        let mut options = std::fs::OpenOptions::new();
        let mut file = options
            .write(true)
            .truncate(true)
            .open(self.path(absolute))?;
        file.write_all(value.as_bytes())
    }

    /// Names within a folder, sorted; none if there is no such folder.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(folder)).into_iter().flatten();
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The files that fit a pattern with at most one `*`, which stands within one name and does not
    /// match words such as `cpufreq` where numbers are meant: it fits digits only.
    pub(crate) fn numbered(&self, pattern: &str) -> Vec<String> {
        let Some((before, after)) = pattern.split_once('*') else {
            return Some(pattern.to_owned())
                .filter(|path| self.has(path))
                .into_iter()
                .collect();
        };
        let (folder, prefix) = before.rsplit_once('/').unwrap_or(("", before));
        let mut numbers: Vec<u64> = self
            .names(folder)
            .iter()
            .filter_map(|name| name.strip_prefix(prefix)?.parse().ok())
            .collect();
        numbers.sort_unstable();
        let paths = numbers
            .iter()
            .map(|number| format!("{folder}/{prefix}{number}{after}"));
        paths.filter(|path| self.has(path)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_finds_numbered_entries_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["cpu10", "cpu2", "cpufreq", "cpuidle"] {
            std::fs::create_dir_all(folder.path().join("sys/cpu").join(name)).unwrap();
            std::fs::write(folder.path().join("sys/cpu").join(name).join("online"), "1").unwrap();
        }
        let root = Root::at(folder.path());
        let found = root.numbered("/sys/cpu/cpu*/online");
        assert_eq!(found, ["/sys/cpu/cpu2/online", "/sys/cpu/cpu10/online"]);
        assert!(root.numbered("/sys/none").is_empty());
    }

    #[test]
    fn a_setting_that_does_not_exist_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Root::at(folder.path()).write("/setting", "1").is_err());
        assert!(!folder.path().join("setting").exists());
    }
}
