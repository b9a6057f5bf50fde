//! A short look at who uses the processors.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::machine::root::Root;

const TICK_S: f64 = 0.01;
const LENGTH: Duration = Duration::from_millis(250);
const NAMED: usize = 3;

/// What was seen in the window.
#[derive(Debug, Default)]
pub(super) struct Window {
    /// Share of the machine that others used.
    pub(super) foreign: Option<f64>,
    /// Share of the machine that the host took away.
    pub(super) stolen: Option<f64>,
    /// `cargo 61 %` of one processor, busiest first.
    pub(super) busiest: Vec<String>,
}

struct Instantaneous {
    at: Instant,
    busy: f64,
    stolen: f64,
    /// Ticks and name by process.
    processes: BTreeMap<u32, (f64, String)>,
}

impl Window {
    pub(super) fn watch(root: &Root, cpus: usize) -> Self {
        let Some(before) = Instantaneous::take(root) else {
            return Self::default();
        };
        // A made tree does not move.
        if root.is_real() {
            std::thread::sleep(LENGTH);
        }
        let after = Instantaneous::take(root).unwrap_or_else(|| before.again());
        Self::between(&before, &after, cpus)
    }

    #[allow(clippy::cast_precision_loss, reason = "a core count is small")]
    fn between(before: &Instantaneous, after: &Instantaneous, cpus: usize) -> Self {
        let wall = after.at.duration_since(before.at).as_secs_f64().max(TICK_S);
        let capacity = wall * cpus as f64;
        let own = std::process::id();
        let mut spent: Vec<(f64, &str)> = after
            .processes
            .iter()
            .filter(|(pid, _)| **pid != own)
            .filter_map(|(pid, (ticks, name))| {
                Some((ticks - before.processes.get(pid)?.0, name.as_str()))
            })
            .filter(|(ticks, _)| *ticks > 0.0)
            .collect();
        spent.sort_by(|one, other| other.0.total_cmp(&one.0));
        let share = |ticks: f64| (ticks * TICK_S / capacity).clamp(0.0, 1.0);
        let shown =
            |(ticks, name): &(f64, &str)| format!("{name} {:.0} %", ticks * TICK_S / wall * 100.0);
        Self {
            foreign: Some(share(after.busy - before.busy)),
            stolen: Some(share(after.stolen - before.stolen)),
            busiest: spent.iter().take(NAMED).map(shown).collect(),
        }
    }
}

impl Instantaneous {
    fn take(root: &Root) -> Option<Self> {
        let statistics = root.text("/proc/stat")?;
        let fields: Vec<f64> = statistics
            .lines()
            .next()?
            .strip_prefix("cpu ")?
            .split_whitespace()
            .map_while(|field| field.parse().ok())
            .collect();
        let [user, nice, system, _idle, _wait, irq, soft, stolen, ..] = fields.as_slice() else {
            return None;
        };
        Some(Self {
            at: Instant::now(),
            busy: user + nice + system + irq + soft,
            stolen: *stolen,
            processes: processes(root),
        })
    }

    fn again(&self) -> Self {
        Self {
            at: self.at,
            busy: self.busy,
            stolen: self.stolen,
            processes: BTreeMap::new(),
        }
    }
}

fn processes(root: &Root) -> BTreeMap<u32, (f64, String)> {
    let names = root.names("/proc");
    names
        .iter()
        .filter_map(|name| {
            let pid = name.parse().ok()?;
            Some((pid, ticks(&root.text(&format!("/proc/{pid}/stat"))?)?))
        })
        .collect()
}

/// User and system ticks of one process and its name, from `pid (name) state …`.
fn ticks(stat: &str) -> Option<(f64, String)> {
    let (head, rest) = stat.rsplit_once(')')?;
    let name = head.split_once('(')?.1.to_owned();
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let user: f64 = fields.get(11)?.parse().ok()?;
    let system: f64 = fields.get(12)?.parse().ok()?;
    Some((user + system, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_brackets_does_not_shift_the_fields() {
        let stat = "77 (a) b) S 1 77 77 0 -1 4194304 1 0 0 0 150 25 3 4 20 0 1 0 9";
        assert_eq!(ticks(stat), Some((175.0, "a) b".to_owned())));
    }

    #[test]
    fn the_busiest_comes_first() {
        let at = Instant::now();
        let moment = |at, busy, first: f64, second: f64| Instantaneous {
            at,
            busy,
            stolen: 0.0,
            processes: [
                (1, (first, "one".to_owned())),
                (2, (second, "two".to_owned())),
            ]
            .into(),
        };
        let before = moment(at, 100.0, 10.0, 10.0);
        let after = moment(at + Duration::from_secs(1), 200.0, 30.0, 90.0);
        let seen = Window::between(&before, &after, 2);
        assert_eq!(seen.busiest, ["two 80 %", "one 20 %"]);
        assert_eq!(seen.foreign, Some(0.5));
    }
}
