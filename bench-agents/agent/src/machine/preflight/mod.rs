//! What about this machine moves benchmark results, asked before anything is measured.
//! Begin with `scene`, what the checks look at; each check is a function of it.

mod check;
mod company;
mod confines;
mod memory;
mod processor;
mod scene;
mod window;

use serde::Serialize;

pub(crate) use check::{Check, State};

use crate::machine::cpus::Cpus;
use crate::machine::limits;
use crate::machine::root::Root;
use scene::Scene;
use window::Window;

const LOOKS: [fn(&Scene) -> Check; 21] = [
    processor::governor,
    processor::turbo,
    processor::smt,
    memory::address_layout,
    memory::huge_pages,
    processor::idle_states,
    company::interrupts,
    memory::swap,
    confines::virtualised,
    confines::steal,
    confines::container,
    confines::cpu_limit,
    confines::memory_limit,
    confines::cpu_set,
    company::load,
    processor::clock_source,
    processor::throttling,
    processor::power,
    processor::numa,
    processor::isolated,
    processor::watchdog,
];

#[derive(Debug, Serialize)]
pub(crate) struct Preflight {
    pub(crate) checks: Vec<Check>,
    ok: usize,
    warnings: usize,
    unknown: usize,
}

impl Preflight {
    /// Asks every question; takes a quarter of a second, for the load.
    pub(crate) fn take(root: &Root, pinned: Option<Cpus>) -> Self {
        let cpus = cpus(root);
        let scene = Scene {
            root: root.clone(),
            window: Window::watch(root, cpus.len()),
            hypervisor: limits::hypervisor(root),
            cpus,
            pinned,
        };
        let checks: Vec<Check> = LOOKS.iter().map(|look| look(&scene)).collect();
        let count = |state| checks.iter().filter(|check| check.state == state).count();
        Self {
            ok: count(State::Ok),
            warnings: count(State::Warning),
            unknown: count(State::Unknown),
            checks,
        }
    }

    pub(crate) fn warnings(&self) -> impl Iterator<Item = &Check> {
        let is_warning = |check: &&Check| check.state == State::Warning;
        self.checks.iter().filter(is_warning)
    }

    /// `21 checks: 9 ok, 6 warnings, 6 unknown`
    pub(crate) fn summary(&self) -> String {
        format!(
            "{} checks: {} ok, {} warnings, {} unknown",
            self.checks.len(),
            self.ok,
            self.warnings,
            self.unknown
        )
    }

    /// Names that a user may insist on.
    pub(crate) fn names() -> Vec<&'static str> {
        let nothing = Scene {
            root: Root::at(std::path::Path::new("/nonexistent")),
            window: Window::default(),
            hypervisor: None,
            cpus: Cpus::default(),
            pinned: None,
        };
        LOOKS.iter().map(|look| look(&nothing).name).collect()
    }
}

/// What the agent may use here; in a made tree, what is online there.
fn cpus(root: &Root) -> Cpus {
    let online = || root.text("/sys/devices/system/cpu/online");
    let made = || online().and_then(|list| Cpus::parse(&list).ok());
    let known = if root.is_real() {
        Cpus::allowed().ok()
    } else {
        made()
    };
    known.unwrap_or_default()
}
