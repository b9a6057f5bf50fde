//! What the checks look at.

use super::window::Window;
use crate::machine::cpus::Cpus;
use crate::machine::root::Root;

pub(super) struct Scene {
    pub(super) root: Root,
    pub(super) window: Window,
    pub(super) hypervisor: Option<String>,
    /// The processors that programs may use.
    pub(super) cpus: Cpus,
    /// The processors that measured programs are kept on.
    pub(super) pinned: Option<Cpus>,
}

impl Scene {
    pub(super) fn is_running(&self, name: &str) -> bool {
        let pids = self.root.numbered("/proc/*/comm");
        pids.iter()
            .any(|file| self.root.text(file).as_deref() == Some(name))
    }
}
