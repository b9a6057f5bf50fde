//! Settings that move benchmark results: frequency, turbo, SMT, address layout, huge pages.

use super::files::{NOT_OFFERED, chosen, text};
use crate::base::scalar::{Named, Scalar};

pub(super) fn facts() -> Named {
    let facts = [
        ("governor", governor()),
        ("turbo", turbo()),
        ("smt", text("/sys/devices/system/cpu/smt/control")),
        ("address_randomisation", address_randomisation()),
        ("transparent_huge_pages", huge_pages()),
        (
            "clock_source",
            text("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        ),
    ];
    facts
        .into_iter()
        .map(|(name, state)| {
            (
                name.to_owned(),
                Scalar::from(state.unwrap_or_else(|| NOT_OFFERED.to_owned())),
            )
        })
        .collect()
}

fn governor() -> Option<String> {
    text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
}

fn turbo() -> Option<String> {
    let intel = text("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|flag| flag == "0");
    let other = || text("/sys/devices/system/cpu/cpufreq/boost").map(|flag| flag == "1");
    intel
        .or_else(other)
        .map(|is_on| if is_on { "on" } else { "off" }.to_owned())
}

fn address_randomisation() -> Option<String> {
    let state = text("/proc/sys/kernel/randomize_va_space")?;
    let name = match state.as_str() {
        "0" => "off",
        "1" => "partial",
        "2" => "full",
        other => other,
    };
    Some(name.to_owned())
}

fn huge_pages() -> Option<String> {
    text("/sys/kernel/mm/transparent_hugepage/enabled").map(|state| chosen(&state).to_owned())
}
