//! Virtual machine, container, and the limits that a control group sets.

use super::root::Root;

const ROOT: &str = "/sys/fs/cgroup";
/// What version 1 writes where nothing is limited, or more.
const NO_LIMIT: u64 = 1 << 60;

/// The hypervisor's name as far as the guest can see it, `none` on bare metal.
pub(super) fn virtualisation() -> String {
    hypervisor(&Root::of_this_machine()).unwrap_or_else(|| "none".to_owned())
}

pub(super) fn hypervisor(root: &Root) -> Option<String> {
    let information = root.text("/proc/cpuinfo").unwrap_or_default();
    let is_guest = information.lines().any(|line| {
        line.starts_with("flags") && line.split_whitespace().any(|f| f == "hypervisor")
    });
    let vendor = root.text("/sys/class/dmi/id/sys_vendor");
    let kind = root.text("/sys/hypervisor/type");
    match (kind, is_guest, vendor) {
        (Some(kind), _, _) => Some(kind),
        (None, true, Some(vendor)) => Some(format!("virtual machine ({vendor})")),
        (None, true, None) => Some("virtual machine".to_owned()),
        (None, false, _) => None,
    }
}

/// Whether a hypervisor would show: processors of x86 say it among their flags, others do not.
pub(super) fn tells_hypervisor(root: &Root) -> bool {
    let information = root.text("/proc/cpuinfo").unwrap_or_default();
    information.lines().any(|line| line.starts_with("flags"))
}

pub(super) fn container(root: &Root) -> String {
    let marks = [("/.dockerenv", "docker"), ("/run/.containerenv", "podman")];
    let marked = marks.iter().find(|(path, _)| root.has(path));
    if let Some((_, name)) = marked {
        return (*name).to_owned();
    }
    let groups = root.text("/proc/1/cgroup").unwrap_or_default();
    let known = ["kubepods", "docker", "lxc", "containerd"];
    known
        .iter()
        .find(|name| groups.contains(*name))
        .map_or("none", |name| name)
        .to_owned()
}

/// Processors' worth of time that the control group allows, if it limits it.
pub(super) fn cpu_limit(root: &Root) -> Option<f64> {
    let limits =
        groups(root, "").filter_map(|group| cpu_quota(&root.text(&format!("{group}/cpu.max"))?));
    limits.min_by(f64::total_cmp).or_else(|| cpu_limit_v1(root))
}

/// `200000 100000` is two processors, `max 100000` no limit.
fn cpu_quota(text: &str) -> Option<f64> {
    let (quota, period) = text.split_once(' ')?;
    let (quota, period): (f64, f64) = (quota.parse().ok()?, period.parse().ok()?);
    (period > 0.0).then(|| quota / period)
}

fn cpu_limit_v1(root: &Root) -> Option<f64> {
    let limits = groups(root, "cpu").filter_map(|group| {
        let quota: f64 = root
            .text(&format!("{group}/cpu.cfs_quota_us"))?
            .parse()
            .ok()?;
        let period: f64 = root
            .text(&format!("{group}/cpu.cfs_period_us"))?
            .parse()
            .ok()?;
        (quota > 0.0 && period > 0.0).then(|| quota / period)
    });
    limits.min_by(f64::total_cmp)
}

/// Bytes of memory that the control group allows, if it limits them.
pub(super) fn memory_limit_bytes(root: &Root) -> Option<u64> {
    let limits = groups(root, "")
        .filter_map(|group| root.text(&format!("{group}/memory.max"))?.parse().ok());
    limits.min().or_else(|| memory_limit_v1(root))
}

fn memory_limit_v1(root: &Root) -> Option<u64> {
    let limits = groups(root, "memory").filter_map(|group| {
        root.text(&format!("{group}/memory.limit_in_bytes"))?
            .parse()
            .ok()
    });
    limits.filter(|limit| *limit < NO_LIMIT).min()
}

/// Bytes in use in the own control group.
pub(super) fn memory_used_bytes(root: &Root) -> Option<u64> {
    let current = groups(root, "").find_map(|group| root.text(&format!("{group}/memory.current")));
    let old = || {
        groups(root, "memory")
            .find_map(|group| root.text(&format!("{group}/memory.usage_in_bytes")))
    };
    current.or_else(old)?.parse().ok()
}

/// Whether limits could be seen if there were any.
pub(super) fn has_groups(root: &Root) -> bool {
    root.has(&format!("{ROOT}/cgroup.controllers"))
        || root.has(&format!("{ROOT}/cpu"))
        || root.has(&format!("{ROOT}/memory"))
}

/// The own control group and those around it, innermost first: of a controller in version 1, of
/// all in version 2.
fn groups(root: &Root, controller: &str) -> std::vec::IntoIter<String> {
    let own = root.text("/proc/self/cgroup").unwrap_or_default();
    let path = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let mut names = fields.next()?.split(',');
        names
            .any(|name| name == controller)
            .then(|| fields.next())
            .flatten()
    });
    let mut group = path.unwrap_or("/").trim_end_matches('/').to_owned();
    let base = if controller.is_empty() {
        ROOT.to_owned()
    } else {
        format!("{ROOT}/{controller}")
    };
    let mut chain = vec![format!("{base}{group}")];
    while let Some((parent, _)) = group.rsplit_once('/') {
        group = parent.to_owned();
        chain.push(format!("{base}{group}"));
    }
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
