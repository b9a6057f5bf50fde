//! A made tree of /proc and /sys that stands for a machine.

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) struct Tree {
    folder: tempfile::TempDir,
}

/// A workstation with everything that can be switched, nothing of it switched for measuring.
const MACHINE: [(&str, &str); 27] = [
    ("proc/stat", "cpu  100 0 100 9000 0 0 0 0 0 0\n"),
    ("proc/loadavg", "0.05 0.03 0.01 1/100 77\n"),
    ("proc/cpuinfo", "model name\t: Made\nflags\t\t: fpu tsc\n"),
    ("proc/swaps", "Filename Type Size Used Priority\n"),
    ("proc/1/cgroup", "0::/init.scope\n"),
    ("proc/self/cgroup", "0::/work\n"),
    ("proc/sys/kernel/random/boot_id", "boot-one\n"),
    ("proc/sys/kernel/randomize_va_space", "2\n"),
    ("proc/sys/kernel/nmi_watchdog", "1\n"),
    ("proc/sys/vm/swappiness", "60\n"),
    ("proc/irq/9/smp_affinity_list", "0-3\n"),
    ("proc/irq/10/smp_affinity_list", "2\n"),
    ("proc/irq/default_smp_affinity", "f\n"),
    ("sys/devices/system/cpu/online", "0-3\n"),
    ("sys/devices/system/cpu/isolated", "\n"),
    ("sys/devices/system/cpu/smt/control", "on\n"),
    ("sys/devices/system/cpu/smt/active", "1\n"),
    ("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n"),
    (
        "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
        "powersave\n",
    ),
    (
        "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor",
        "powersave\n",
    ),
    (
        "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count",
        "0\n",
    ),
    ("sys/devices/system/node/node0/cpulist", "0-3\n"),
    (
        "sys/devices/system/clocksource/clocksource0/current_clocksource",
        "tsc\n",
    ),
    (
        "sys/kernel/mm/transparent_hugepage/enabled",
        "[always] madvise never\n",
    ),
    ("sys/fs/cgroup/cgroup.controllers", "cpu memory\n"),
    ("sys/fs/cgroup/work/cpu.max", "150000 100000\n"),
    ("sys/fs/cgroup/work/memory.max", "max\n"),
];

impl Tree {
    pub(crate) fn new() -> Self {
        let tree = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        for (file, text) in MACHINE {
            tree.write(file, text);
        }
        tree
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder().join(file)
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        std::fs::create_dir_all(self.path(file).parent().unwrap()).unwrap();
        std::fs::write(self.path(file), text).unwrap();
    }

    pub(crate) fn read(&self, file: &str) -> String {
        let text = std::fs::read_to_string(self.path(file)).unwrap();
        text.trim().to_owned()
    }

    /// The agent on this machine.
    pub(crate) fn agent(&self, arguments: &[&str]) -> Command {
        let mut agent = Command::new(env!("CARGO_BIN_EXE_tidemark-agent"));
        agent.args(arguments).arg("--sysfs-root").arg(self.folder());
        agent
    }

    pub(crate) fn restore_file(&self) -> PathBuf {
        self.path("var/lib/tidemark-agent/restore.json")
    }
}
