//! How busy the machine is: processor time by everybody, and the share that is not ours.

use super::files::text;
use super::{cpu, system};
use crate::base::scalar::{Named, Scalar};

/// `/proc/stat` counts in hundredths of a second, whatever the kernel's own tick.
const TICK_S: f64 = 0.01;
/// One tick must not be more than this share of what the machine could do in the time watched.
const COARSEST: f64 = 0.2;

/// Processor time that the machine has spent working since it was started.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CpuTime {
    busy_ticks: f64,
}

impl CpuTime {
    pub(crate) fn now() -> Option<Self> {
        let statistics = std::fs::read_to_string("/proc/stat").ok()?;
        busy_ticks(statistics.lines().next()?).map(|busy_ticks| Self { busy_ticks })
    }
}

/// user nice system idle iowait irq softirq steal; guests are counted within user and nice.
fn busy_ticks(line: &str) -> Option<f64> {
    let ticks: Vec<f64> = line
        .strip_prefix("cpu ")?
        .split_whitespace()
        .map_while(|field| field.parse().ok())
        .collect();
    let [user, nice, system, _idle, _wait, irq, soft_irq, rest @ ..] = ticks.as_slice() else {
        return None;
    };
    Some(user + nice + system + irq + soft_irq + rest.first().unwrap_or(&0.0))
}

/// The share of the machine's capacity that others used while one sample took `wall_s` and its
/// process used `own_s` of processor time. Nothing for samples too short for the kernel's clock.
#[allow(clippy::cast_precision_loss, reason = "a core count is far below 2^53")]
pub(crate) fn foreign_share(
    before: CpuTime,
    after: CpuTime,
    wall_s: f64,
    own_s: f64,
) -> Option<f64> {
    share(
        after.busy_ticks - before.busy_ticks,
        wall_s * cpu::online() as f64,
        own_s,
    )
}

fn share(busy_ticks: f64, capacity_s: f64, own_s: f64) -> Option<f64> {
    if TICK_S > capacity_s * COARSEST {
        return None;
    }
    Some(((busy_ticks * TICK_S - own_s) / capacity_s).clamp(0.0, 1.0))
}

/// What changes from minute to minute and therefore belongs to a run, not to the machine.
pub(crate) fn momentary() -> Named {
    let mut facts = Named::new();
    let averages = text("/proc/loadavg").unwrap_or_default();
    if let Some(Ok(load)) = averages.split_whitespace().next().map(str::parse::<f64>) {
        facts.push(("load_average_1m".to_owned(), Scalar::from(load)));
    }
    if let Some(bytes) = system::memory_available_bytes() {
        facts.push(("memory_available_bytes".to_owned(), Scalar::from(bytes)));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn busy_time_leaves_out_idling_and_waiting() {
        let line = "cpu  100 10 50 9000 700 5 3 2 40 4";
        assert_eq!(busy_ticks(line), Some(170.0));
        assert_eq!(busy_ticks("cpu  1 2 3"), None);
    }

    #[test]
    fn the_foreign_share_is_what_is_left_of_the_capacity() {
        assert_eq!(share(150.0, 2.0, 0.5), Some(0.5));
        assert_eq!(share(10.0, 2.0, 0.5), Some(0.0));
    }

    #[test]
    fn a_sample_shorter_than_the_clock_has_no_share() {
        assert_eq!(share(1.0, 0.04, 0.0), None);
    }
}
