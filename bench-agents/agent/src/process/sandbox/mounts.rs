//! The files that programs in a sandbox see: laid out on an empty root, which then takes the place of
//! the machine's.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    unmount,
};
use rustix::process::{chdir, geteuid, pivot_root};

use super::error::{NO_PROCESSES, SandboxError};
use super::view::View;

/// What every program may read.
const SYSTEM: [&str; 12] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/gnu",
    "/sys",
];
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
const LINKS: [(&str, &str); 6] = [
    ("dev/fd", "/proc/self/fd"),
    ("dev/stdin", "/proc/self/fd/0"),
    ("dev/stdout", "/proc/self/fd/1"),
    ("dev/stderr", "/proc/self/fd/2"),
    ("var/tmp", "/tmp"),
    ("var/run", "/run"),
];
const EMPTY: [&str; 8] = [
    "proc", "dev/shm", "dev/pts", "tmp", "home", "root", "run", "var",
];
/// Through these, root changes the machine, whatever namespaces it is in.
const KNOBS: [&str; 6] = ["sys", "sysrq-trigger", "irq", "bus", "fs", "acpi"];
/// What is not for everybody hides here, which matters where the agent is root.
const PRIVATE: [&str; 2] = ["/etc", "/opt"];

/// Lays out and enters the files; `folder` holds an empty `root` and the private `tmp`.
pub(super) fn lay_out(folder: &Path, view: &View) -> Result<(), SandboxError> {
    let (root, private) = (folder.join("root"), folder.join("tmp"));
    let step =
        |what: &str, done: io::Result<()>| done.map_err(|error| SandboxError::new(what, error));
    let is_private = mount_change(
        "/",
        MountPropagationFlags::PRIVATE | MountPropagationFlags::REC,
    );
    step(
        "mounts cannot be kept apart",
        is_private.map_err(Into::into),
    )?;
    step("no empty root can be mounted", empty(&root, "mode=755"))?;
    step("the root cannot be filled", furnish(&root))?;
    step(NO_PROCESSES, processes(&root))?;
    step("/dev cannot be laid out", devices(&root))?;
    step("/tmp cannot be laid out", bind(&private, &root.join("tmp")))?;
    for (path, how) in layers(view) {
        let done = lay(&root, &path, how);
        step(&format!("{} cannot be laid out", path.display()), done)?;
    }
    step("the root cannot be changed", enter(&root))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    Shown,
    Hidden,
    Writable,
}

/// What is laid over what: outer folders first.
fn layers(view: &View) -> Vec<(PathBuf, How)> {
    let with = |paths: &[PathBuf], how| {
        let each = paths.iter().cloned().map(move |path| (path, how));
        each.collect::<Vec<_>>()
    };
    let system = SYSTEM.map(PathBuf::from);
    let mut all = with(&system, How::Shown);
    all.extend(with(&view.readable, How::Shown));
    all.extend(with(&view.hidden, How::Hidden));
    all.extend(with(&view.writable, How::Writable));
    // Whoever could write there would have git run programs outside, later; and addresses of
    // repositories may hold passwords.
    let repositories = view.writable.iter().map(|path| path.join(".git"));
    all.extend(with(&repositories.collect::<Vec<_>>(), How::Hidden));
    if geteuid().is_root() {
        let secrets: Vec<PathBuf> = PRIVATE
            .iter()
            .flat_map(|at| secrets(Path::new(at)))
            .collect();
        all.extend(with(&secrets, How::Hidden));
    }
    all.sort_by_key(|(path, how)| (path.components().count(), *how));
    all
}

/// Files and folders within `folder` that not everybody may read.
fn secrets(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        let needed = if metadata.is_dir() { 0o005 } else { 0o004 };
        let is_open = metadata.is_symlink() || metadata.mode() & needed == needed;
        if !is_open {
            found.push(entry.path());
        } else if metadata.is_dir() {
            found.extend(secrets(&entry.path()));
        }
    }
    found
}

fn lay(root: &Path, path: &Path, how: How) -> io::Result<()> {
    let target = root.join(path.strip_prefix("/").unwrap_or(path));
    match how {
        How::Shown => match fs::symlink_metadata(path) {
            Err(_) => Ok(()),
            Ok(kind) if kind.is_symlink() => symlink(fs::read_link(path)?, target),
            Ok(_) => bind(path, &target).and_then(|()| protect(&target)),
        },
        How::Writable => bind(path, &target),
        How::Hidden => match fs::symlink_metadata(&target) {
            Err(_) => Ok(()),
            Ok(kind) if kind.is_dir() => empty(&target, "mode=755"),
            Ok(_) => bind(Path::new("/dev/null"), &target).and_then(|()| protect(&target)),
        },
    }
}

fn furnish(root: &Path) -> io::Result<()> {
    for name in EMPTY {
        fs::create_dir_all(root.join(name))?;
    }
    LINKS
        .iter()
        .try_for_each(|(name, to)| symlink(to, root.join(name)))
}

fn processes(root: &Path) -> io::Result<()> {
    let place = root.join("proc");
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", &place, "proc", flags, None)?;
    // Namespaces within the namespaces would give capabilities again.
    fs::write(place.join("sys/user/max_user_namespaces"), "0")?;
    for name in KNOBS {
        let knob = place.join(name);
        if knob.exists() {
            mount_bind_recursive(&knob, &knob)?;
            protect(&knob)?;
        }
    }
    Ok(())
}

fn devices(root: &Path) -> io::Result<()> {
    for name in DEVICES {
        bind(&Path::new("/dev").join(name), &root.join("dev").join(name))?;
    }
    empty(&root.join("dev/shm"), "mode=1777")?;
    let terminals = root.join("dev/pts");
    let options = c"newinstance,ptmxmode=0666,mode=0620";
    let flags = MountFlags::NOSUID | MountFlags::NOEXEC;
    // A kernel without terminals has none for programs either.
    if mount("devpts", &terminals, "devpts", flags, Some(options)).is_ok() {
        symlink("pts/ptmx", root.join("dev/ptmx"))?;
    }
    Ok(())
}

fn empty(place: &Path, options: &str) -> io::Result<()> {
    let options = std::ffi::CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", place, "tmpfs", flags, Some(options.as_c_str()))?;
    Ok(())
}

/// Shows a file or folder of the machine at a place that need not be there.
fn bind(path: &Path, place: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_dir() {
        fs::create_dir_all(place)?;
    } else if !place.exists() {
        fs::create_dir_all(place.parent().unwrap_or(place))?;
        fs::File::create(place)?;
    }
    mount_bind_recursive(path, place)?;
    Ok(())
}

/// Makes a mount and all within it read only.
#[allow(unsafe_code, reason = "no safe crate in use offers mount_setattr")]
fn protect(place: &Path) -> io::Result<()> {
    let place = std::ffi::CString::new(place.as_os_str().as_encoded_bytes())?;
    // struct mount_attr: what is set, what is cleared, propagation, user namespace
    let attributes: [u64; 4] = [libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID, 0, 0, 0];
    // SAFETY: path and attributes live through the call, and the size is that of the attributes.
    let outcome = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            place.as_ptr(),
            libc::AT_RECURSIVE,
            attributes.as_ptr(),
            size_of_val(&attributes),
        )
    };
    if outcome == 0 {
        return Ok(());
    }
    Err(io::Error::last_os_error())
}

/// The new root over the old one, which is then taken away.
fn enter(root: &Path) -> io::Result<()> {
    fs::set_permissions(root, fs::Permissions::from_mode(0o755))?;
    chdir(root)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    chdir("/")?;
    let flags = MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV | MountFlags::BIND;
    rustix::mount::mount_remount("/", flags, "")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inner_of_two_paths_is_laid_over_the_outer() {
        let view = View {
            writable: vec!["/opt/agent/spool/checkout".into()],
            hidden: vec!["/opt/agent".into()],
            ..View::default()
        };
        let layers = layers(&view);
        let place = |path: &str| layers.iter().position(|(at, _)| at == Path::new(path));
        let order = ["/opt", "/opt/agent", "/opt/agent/spool/checkout"].map(place);
        assert!(order.is_sorted() && order[0].is_some(), "{order:?}");
        let repository = "/opt/agent/spool/checkout/.git";
        assert!(place(repository) > order[2]);
    }

    #[test]
    fn what_not_everybody_may_read_is_found_in_every_depth() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, mode| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            path
        };
        make("open", 0o644);
        let mut expected = vec![make("shadow", 0o600), make("ssh/host.key", 0o640)];
        let mut found = secrets(folder.path());
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    }
}
