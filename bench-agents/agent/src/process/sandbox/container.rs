//! A sandbox that an engine of containers makes: the files of an image, no network, no rights, and of
//! the machine only the checkouts and what `sandbox_read` names.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::Pid;

use super::engine::{Engine, label, short};
use super::error::{NOT_APART, NOT_BEGUN, NOT_REACHED, SandboxError};
use super::folder::Folder;
use super::most::MOST;
use super::view::View;
use crate::machine;
use crate::process::held::Held;

const HOLDER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/holder"));
/// Where the container has it.
const HOLDER_PLACE: &str = "/.tidemark-holder";
const COMPLAINTS: &str = "engine.log";
/// Namespaces that no container may share with the machine.
const APART: [&str; 4] = ["mnt", "pid", "net", "ipc"];
/// What the engine is told of each container, whatever is in it.
const USUAL: [&str; 20] = [
    "--rm",
    "--interactive",
    "--pull",
    "never",
    "--network",
    "none",
    "--ipc",
    "private",
    "--read-only",
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges",
    "--user",
    "0:0",
    "--workdir",
    "/",
    "--no-healthcheck",
    "--log-driver",
    "none",
];
/// Its first process ends programs that no profile of the engine confines.
const UNPROFILED: [&str; 4] = [
    "--security-opt",
    "apparmor=unconfined",
    "--security-opt",
    "label=disable",
];

/// A container, removed when it is dropped.
pub(super) struct Container {
    engine: Engine,
    name: String,
    holder: PathBuf,
    complaints: PathBuf,
}

impl Container {
    /// Finds the engine and prepares what the container is given.
    pub(super) fn prepare(folder: &Folder) -> Result<Self, SandboxError> {
        let container = Self {
            engine: Engine::find()?,
            name: folder.name(),
            holder: folder.place_of("holder"),
            complaints: folder.place_of(COMPLAINTS),
        };
        // One of a machine that was switched off may be listed under the same name.
        container.engine.remove(&container.name);
        let written = fs::write(&container.holder, HOLDER).and_then(|()| {
            fs::set_permissions(&container.holder, fs::Permissions::from_mode(0o755))
        });
        written.map_err(|error| SandboxError::of_container(NOT_BEGUN, error))?;
        Ok(container)
    }

    /// What starts it, and stays until it ends.
    pub(super) fn command(&self, image: &str, view: &View, folder: &Folder) -> io::Result<Command> {
        let mut command = self.engine.command();
        command.arg("run").args(USUAL).args(UNPROFILED);
        command.args(["--name", &self.name, "--label", &label()]);
        command.args(["--pids-limit", &MOST.to_string()]);
        command.args(["--memory", &format!("{}b", most_memory())]);
        let mounts = mounts(view, folder)?;
        let holder = (self.holder.clone(), PathBuf::from(HOLDER_PLACE), false);
        for (source, target, is_writable) in mounts.into_iter().chain([holder]) {
            command.args(["--mount", &mount(&source, &target, is_writable)?]);
        }
        command.args(["--entrypoint", HOLDER_PLACE, image]);
        command.stderr(fs::File::create(&self.complaints)?);
        Ok(command)
    }

    /// Why it does not run, in the engine's words.
    pub(super) fn not_begun(&self, error: io::Error) -> SandboxError {
        let said = fs::read_to_string(&self.complaints).unwrap_or_default();
        let error = if said.trim().is_empty() {
            error
        } else {
            io::Error::other(short(&said))
        };
        SandboxError::of_container(NOT_BEGUN, error)
    }

    /// Its first process, once it is known to be that and apart from the machine.
    pub(super) fn first(&self, view: &View) -> Result<Held, SandboxError> {
        let unknown = |error| SandboxError::of_container(NOT_REACHED, error);
        let first = self.engine.first_of(&self.name).map_err(unknown)?;
        let none = || io::Error::other("it has no first process");
        let pid = Pid::from_raw(first).ok_or_else(none);
        // Held before anything is asked of its number, and asked afterwards whether it had it.
        let held = pid.and_then(Held::of).map_err(unknown)?;
        self.examine(first, view)?;
        held.while_there(|_| Ok(())).map_err(unknown)?;
        Ok(held)
    }

    fn examine(&self, first: i32, view: &View) -> Result<(), SandboxError> {
        let unknown = |error| SandboxError::of_container(NOT_REACHED, error);
        let process = PathBuf::from(format!("/proc/{first}"));
        let file = |path: &Path| fs::metadata(path).map(|file| (file.dev(), file.ino()));
        let runs = file(&process.join("exe")).map_err(unknown)?;
        if runs != file(&self.holder).map_err(unknown)? {
            let said = io::Error::other("its first process is not one of this machine");
            return Err(unknown(said));
        }
        for name in APART {
            let own = fs::read_link(Path::new("/proc/self/ns").join(name)).map_err(unknown)?;
            if own == fs::read_link(process.join("ns").join(name)).map_err(unknown)? {
                let said = io::Error::other(format!("both have the same namespace {name}"));
                return Err(SandboxError::of_container(NOT_APART, said));
            }
        }
        let mounts = fs::read_to_string(process.join("mountinfo")).map_err(unknown)?;
        if let Some(place) = writable_below(&mounts, view) {
            let said = io::Error::other(format!("{place} can be written in it"));
            return Err(SandboxError::of_container(NOT_APART, said));
        }
        Ok(())
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        self.engine.remove(&self.name);
    }
}

/// Three quarters of the machine's: the agent and the engine live on the rest.
fn most_memory() -> u64 {
    const UNKNOWN: u64 = 4 << 30;
    machine::memory_bytes().map_or(UNKNOWN, |bytes| bytes / 4 * 3)
}

/// What lies in a folder that is only to be read, and can be written: engines make the folder itself
/// read only, and not what is mounted within. A line each, as `/proc/PID/mountinfo` has them.
fn writable_below<'a>(mounts: &'a str, view: &View) -> Option<&'a str> {
    let within = |place: &str, paths: &[PathBuf]| {
        paths.iter().any(|path| Path::new(place).starts_with(path))
    };
    mounts.lines().find_map(|line| {
        let mut fields = line.split(' ').skip(4);
        let (place, options) = fields.next().zip(fields.next())?;
        let is_writable = options.split(',').any(|option| option == "rw");
        (is_writable && within(place, &view.readable) && !within(place, &view.writable))
            .then_some(place)
    })
}

type Mount = (PathBuf, PathBuf, bool);

/// What of the machine lies where in the container, and whether it can be written. What is hidden
/// within something shown is an empty folder or file there; of two in the same place the last counts.
fn mounts(view: &View, folder: &Folder) -> io::Result<Vec<Mount>> {
    let mut laid: BTreeMap<PathBuf, (PathBuf, bool)> = BTreeMap::new();
    for path in &view.readable {
        laid.insert(path.clone(), (path.clone(), false));
    }
    let shown = |path: &Path, within: &[PathBuf]| within.iter().any(|at| path.starts_with(at));
    let repositories = view.writable.iter().map(|path| path.join(".git"));
    let hidden = view.hidden.iter().filter(|path| {
        shown(path, &view.readable) || shown(path, &view.writable) && !view.writable.contains(path)
    });
    let hidden = hidden.cloned().chain(repositories);
    for (count, path) in hidden.enumerate() {
        let Ok(kind) = fs::symlink_metadata(&path) else {
            continue;
        };
        let empty = if kind.is_dir() {
            let empty = folder.place_of(&format!("empty-{count}"));
            fs::create_dir(&empty)?;
            // Places for what is shown within.
            for inner in view
                .writable
                .iter()
                .filter_map(|inner| inner.strip_prefix(&path).ok())
            {
                fs::create_dir_all(empty.join(inner))?;
            }
            empty
        } else {
            PathBuf::from("/dev/null")
        };
        laid.insert(path, (empty, false));
    }
    for path in &view.writable {
        laid.insert(path.clone(), (path.clone(), true));
    }
    laid.insert("/tmp".into(), (folder.private(), true));
    let laid = laid.into_iter();
    Ok(laid
        .map(|(target, (source, is_writable))| (source, target, is_writable))
        .collect())
}

/// As `--mount` takes it: fields of a line of CSV.
fn mount(source: &Path, target: &Path, is_writable: bool) -> io::Result<String> {
    let field = |name: &str, path: &Path| {
        let path = path.to_str().filter(|path| !path.contains(['\n', '\r']));
        let path = path.ok_or_else(|| io::Error::other("the name of a folder is no plain text"))?;
        // Old engines know no quotes, and take all other names as they are.
        Ok::<_, io::Error>(if path.contains([',', '"']) {
            format!("\"{name}={}\"", path.replace('"', "\"\""))
        } else {
            format!("{name}={path}")
        })
    };
    let end = if is_writable { "" } else { ",readonly" };
    let (source, target) = (field("source", source)?, field("target", target)?);
    Ok(format!("type=bind,{source},{target}{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(writable: &str, readable: &str, hidden: &[PathBuf]) -> View {
        View {
            image: Some("bench-image:1".to_owned()),
            writable: vec![writable.into()],
            readable: vec![readable.into()],
            hidden: hidden.to_vec(),
            variables: Vec::new(),
        }
    }

    #[test]
    fn what_the_agent_hides_within_a_checkout_is_an_empty_file_or_folder_there() {
        let checkout = tempfile::tempdir().unwrap();
        let (key, spool) = (
            checkout.path().join("agent.key"),
            checkout.path().join("spool"),
        );
        fs::write(&key, "secret").unwrap();
        fs::create_dir(&spool).unwrap();
        let place = checkout.path().to_str().unwrap();
        let view = view(place, "/srv/none", &[key.clone(), spool.clone()]);
        let folder = Folder::new().unwrap();
        let laid = mounts(&view, &folder).unwrap();
        let of = |target: &Path| laid.iter().find(|mount| mount.1 == target).unwrap();
        assert_eq!(of(&key), &(PathBuf::from("/dev/null"), key.clone(), false));
        let (empty, _, is_writable) = of(&spool);
        assert!(!is_writable && fs::read_dir(empty).unwrap().next().is_none());
        let targets: Vec<_> = laid.iter().map(|mount| &mount.1).collect();
        assert!(
            targets.is_sorted(),
            "what is within is laid over what is around: {targets:?}"
        );
    }

    #[test]
    fn a_mount_within_a_folder_that_is_only_read_is_refused_where_it_can_be_written() {
        let mounts = "30 1 0:1 / /srv/tools ro,relatime - ext4 /dev/a rw\n\
                      31 30 0:2 / /srv/tools/cache rw,relatime - ext4 /dev/b rw\n\
                      32 30 0:3 / /srv/tools/checkout rw - ext4 /dev/c rw\n";
        let with = |writable| writable_below(mounts, &view(writable, "/srv/tools", &[]));
        assert_eq!(with("/srv/tools/checkout"), Some("/srv/tools/cache"));
        assert_eq!(with("/srv/tools/cache"), Some("/srv/tools/checkout"));
        let other = view("/checkout", "/srv/other", &[]);
        assert_eq!(writable_below(mounts, &other), None);
    }
}
