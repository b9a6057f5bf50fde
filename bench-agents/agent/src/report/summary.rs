//! What stands below the table: how measuring ended, what others did, goals, findings.

use std::fmt::Write as _;

use super::conditions::{Conditions, Finding, Foreign, Stopping};
use crate::results::End;
use crate::results::goals::{self, Side};

pub(crate) fn render(conditions: &Conditions) -> String {
    let mut text = stopping(&conditions.stopping);
    text.push_str(&foreign(&conditions.foreign));
    let goals = goals::render(&conditions.goals);
    if !goals.is_empty() {
        let _ = write!(text, "\n{goals}");
    }
    for finding in &conditions.findings {
        text.push_str(&said(finding));
    }
    text
}

fn stopping(stopping: &Stopping) -> String {
    let Some(narrow) = stopping.narrow else {
        return match stopping.reason {
            End::Budget => format!(
                "stopped by the limit of {} s after {} of {} rounds\n",
                stopping.max_seconds.unwrap_or_default(),
                stopping.rounds,
                stopping.most_rounds
            ),
            End::Unbuilt => format!(
                "stopped after {} of {} rounds, as a further layout was not built\n",
                stopping.rounds, stopping.most_rounds
            ),
            End::Narrow | End::Rounds => String::new(),
        };
    };
    let percent = narrow * 100.0;
    let is_wide = |half: Option<f64>| half.is_none_or(|half| half > narrow);
    let halves = stopping.variants.iter().map(|variant| variant.half_width);
    let wide = halves.filter(|half| is_wide(*half)).count();
    let ended = match stopping.reason {
        End::Narrow if wide > 0 => "narrow: every goal is decided, and what has no goal is narrow",
        End::Narrow => "narrow",
        End::Rounds => "rounds: all were measured",
        End::Budget => "budget: the time is spent",
        End::Unbuilt => "budget: a further layout was not built",
    };
    let mut text = format!(
        "ended by {ended} after {} of at most {} rounds; {} of {} intervals are within ±{percent} %\n",
        stopping.rounds,
        stopping.most_rounds,
        stopping.variants.len() - wide,
        stopping.variants.len()
    );
    let ended = stopping
        .variants
        .iter()
        .filter(|variant| variant.reason != End::Narrow);
    for variant in ended {
        let width = variant.half_width.map_or_else(
            || "no interval".to_owned(),
            |half| format!("±{:.1} %", half * 100.0),
        );
        let _ = writeln!(
            text,
            "  {} {}: {width}, ended by {}",
            label(&variant.variant),
            variant.metric,
            variant.reason.name()
        );
    }
    text
}

fn foreign(foreign: &Foreign) -> String {
    let Some(median) = foreign.median else {
        return String::new();
    };
    let disturbed = foreign.repeated + foreign.disturbed;
    if disturbed == 0 && foreign.given_up.is_none() {
        return String::new();
    }
    let mut text = format!(
        "others used {:.0} % of this machine meanwhile (median); above {:.0} %: {} samples taken again, \
         {} of them quieter then; {} of {} count less\n",
        median * 100.0,
        foreign.limit * 100.0,
        foreign.repeated,
        foreign.improved,
        foreign.down_weighted,
        foreign.samples
    );
    if foreign.disturbed > foreign.down_weighted && !foreign.alike.is_empty() {
        let _ = writeln!(
            text,
            "not so in {}: a sample there was too short to tell, so all that is compared with it counts alike",
            foreign.alike.join(", ")
        );
    }
    if let Some(sentence) = &foreign.given_up {
        let _ = writeln!(text, "{sentence}");
    }
    text
}

fn said(finding: &Finding) -> String {
    format!(
        "finding: {}: {} ({} of {} samples)\n",
        label(&finding.variant),
        finding.text,
        finding.samples,
        finding.of
    )
}

fn label(side: &Side) -> String {
    let mut text = side.benchmark.clone();
    for (name, value) in &side.parameters {
        let plain = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let _ = write!(text, " {name}={plain}");
    }
    text
}
