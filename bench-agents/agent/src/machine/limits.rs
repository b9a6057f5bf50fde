//! Virtual machine, container, and the limits that a control group sets.

use std::path::{Path, PathBuf};

use super::files::text;

const ROOT: &str = "/sys/fs/cgroup";

/// The hypervisor's name as far as the guest can see it, `none` on bare metal.
pub(super) fn virtualisation() -> String {
    let information = text("/proc/cpuinfo").unwrap_or_default();
    let is_guest = information.lines().any(|line| {
        line.starts_with("flags") && line.split_whitespace().any(|f| f == "hypervisor")
    });
    let vendor = text("/sys/class/dmi/id/sys_vendor");
    let kind = text("/sys/hypervisor/type");
    match (kind, is_guest, vendor) {
        (Some(kind), _, _) => kind,
        (None, true, Some(vendor)) => format!("virtual machine ({vendor})"),
        (None, true, None) => "virtual machine".to_owned(),
        (None, false, _) => "none".to_owned(),
    }
}

pub(super) fn container() -> String {
    let marks = [("/.dockerenv", "docker"), ("/run/.containerenv", "podman")];
    let marked = marks.iter().find(|(path, _)| Path::new(path).exists());
    if let Some((_, name)) = marked {
        return (*name).to_owned();
    }
    let groups = text("/proc/1/cgroup").unwrap_or_default();
    let known = ["kubepods", "docker", "lxc", "containerd"];
    known
        .iter()
        .find(|name| groups.contains(*name))
        .map_or("none", |name| name)
        .to_owned()
}

/// Processors' worth of time that the control group allows, if it limits it.
pub(super) fn cpu_limit() -> Option<f64> {
    let limits = groups().filter_map(|folder| cpu_quota(&text(folder.join("cpu.max"))?));
    limits.min_by(f64::total_cmp).or_else(cpu_limit_v1)
}

/// `200000 100000` is two processors, `max 100000` no limit.
fn cpu_quota(text: &str) -> Option<f64> {
    let (quota, period) = text.split_once(' ')?;
    let (quota, period): (f64, f64) = (quota.parse().ok()?, period.parse().ok()?);
    (period > 0.0).then(|| quota / period)
}

fn cpu_limit_v1() -> Option<f64> {
    let folder = Path::new(ROOT).join("cpu");
    let quota: f64 = text(folder.join("cpu.cfs_quota_us"))?.parse().ok()?;
    let period: f64 = text(folder.join("cpu.cfs_period_us"))?.parse().ok()?;
    (quota > 0.0 && period > 0.0).then(|| quota / period)
}

/// Bytes of memory that the control group allows, if it limits them.
pub(super) fn memory_limit_bytes() -> Option<u64> {
    let limits = groups().filter_map(|folder| text(folder.join("memory.max"))?.parse().ok());
    limits.min().or_else(memory_limit_v1)
}

fn memory_limit_v1() -> Option<u64> {
    let limit: u64 = text(Path::new(ROOT).join("memory/memory.limit_in_bytes"))?
        .parse()
        .ok()?;
    (limit < 1 << 60).then_some(limit)
}

/// The own control group and those around it, for version 2.
fn groups() -> impl Iterator<Item = PathBuf> {
    let own = text("/proc/self/cgroup").unwrap_or_default();
    let path = own
        .lines()
        .find_map(|line| line.strip_prefix("0::"))
        .unwrap_or("/");
    let full = Path::new(ROOT).join(path.trim_start_matches('/'));
    let chain: Vec<PathBuf> = full
        .ancestors()
        .take_while(|folder| folder.starts_with(ROOT))
        .map(Path::to_owned)
        .collect();
    chain.into_iter()
}

#[cfg(test)]
mod tests {
    use super::cpu_quota;

    #[test]
    fn quotas_are_processors() {
        assert_eq!(cpu_quota("150000 100000"), Some(1.5));
        assert_eq!(cpu_quota("max 100000"), None);
    }
}
