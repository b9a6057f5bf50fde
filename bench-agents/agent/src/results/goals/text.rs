//! Goals for people: one line per row.

use std::fmt::Write as _;

use super::{Row, Side, Verdict};
use crate::base::{columns, units};
use crate::statistics::FEWEST;

/// All rows under one heading; nothing where there are none.
pub(crate) fn render(rows: &[Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let heading = ["goal", "ratio", "95 % interval", "pairs", "target", ""];
    let mut cells = vec![heading.map(str::to_owned)];
    cells.extend(rows.iter().map(line));
    let mut text = columns::aligned(&cells);
    let _ = writeln!(text, "goals: {}", counts(rows));
    text
}

/// `2 met, 3 different, 1 not resolved`
fn counts(rows: &[Row]) -> String {
    let words = [
        Verdict::Met,
        Verdict::NotMet,
        Verdict::Above,
        Verdict::NotResolved,
        Verdict::NotAvailable,
    ];
    let words = words.map(Verdict::counted_as);
    let count = |word| {
        let rows = rows.iter();
        rows.filter(|row| row.verdict.counted_as() == word).count()
    };
    let counted = words.map(|word| (count(word), word)).into_iter();
    let some = counted.filter(|(count, _)| *count > 0);
    let counts: Vec<String> = some
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    counts.join(", ")
}

fn line(row: &Row) -> [String; 6] {
    // What has no bounds is written to reports as nothing.
    let number = |number: Option<f64>| units::ratio(number.unwrap_or(f64::INFINITY));
    let has_interval = row.low.is_some() || (row.ratio.is_none() && row.pairs >= FEWEST);
    let interval = if has_interval {
        format!("{} … {}", number(row.low), number(row.high))
    } else {
        String::new()
    };
    let ratio = if row.pairs > 0 {
        number(row.ratio)
    } else {
        String::new()
    };
    let target = match (row.at_most, row.at_least) {
        (Some(most), _) => format!("≤ {most}"),
        (_, Some(least)) => format!("≥ {least}"),
        _ => "none".to_owned(),
    };
    [
        format!("{}: {}", row.goal, differing(&row.contender, &row.baseline)),
        ratio,
        interval,
        row.pairs.to_string(),
        target,
        verdict(row),
    ]
}

fn verdict(row: &Row) -> String {
    let name = row.verdict.name();
    match (&row.reason, row.more_pairs) {
        (Some(reason), _) => format!("{name}: {reason}"),
        (None, Some(more)) => format!("{name}: needs about {more} more pairs"),
        (None, None) => name.to_owned(),
    }
}

/// What tells the sides apart, then what they share.
fn differing(contender: &Side, baseline: &Side) -> String {
    let is_shared = |name: &str| contender.parameters.get(name) == baseline.parameters.get(name);
    let own = |side: &Side| {
        let mut words: Vec<String> = Vec::new();
        if contender.benchmark != baseline.benchmark {
            words.push(side.benchmark.clone());
        }
        let named = side.parameters.iter().filter(|(name, _)| !is_shared(name));
        words.extend(named.map(|(_, value)| plain(value)));
        words.join(" ")
    };
    let shared = contender
        .parameters
        .iter()
        .filter(|(name, _)| is_shared(name));
    let shared: Vec<String> = shared
        .map(|(name, value)| format!("{name}={}", plain(value)))
        .collect();
    let both = format!("{} / {}", own(contender), own(baseline));
    if shared.is_empty() {
        both
    } else {
        format!("{both}, {}", shared.join(", "))
    }
}

fn plain(value: &serde_json::Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn side(benchmark: &str, parameters: serde_json::Value) -> Side {
        let serde_json::Value::Object(parameters) = parameters else {
            panic!("no object");
        };
        Side {
            benchmark: benchmark.to_owned(),
            parameters,
        }
    }

    fn row() -> Row {
        Row {
            goal: "pool at 100".to_owned(),
            metric: "latency_p99".to_owned(),
            contender: side("pool", json!({"connections": 100, "reuse": "keep-alive"})),
            baseline: side(
                "per-connection",
                json!({"connections": 100, "reuse": "new"}),
            ),
            at_most: Some(0.05),
            at_least: None,
            ratio: Some(0.0521),
            low: Some(0.031),
            high: Some(0.0612),
            pairs: 30,
            verdict: Verdict::NotResolved,
            more_pairs: Some(12),
            reason: None,
        }
    }

    #[test]
    fn a_ratio_without_bounds_reads_the_same_from_a_report() {
        let mut row = row();
        (row.low, row.ratio, row.high) = (Some(0.5), Some(f64::INFINITY), Some(f64::INFINITY));
        let text = render(std::slice::from_ref(&row));
        assert!(text.contains("∞") && text.contains("0.500 … ∞"), "{text}");
        let written = serde_json::to_string(&row).unwrap();
        let read: Row = serde_json::from_str(&written).unwrap();
        assert_eq!(render(&[read]), text);
    }

    #[test]
    fn a_row_says_who_was_compared_and_what_came_of_it() {
        let row = row();
        let text = render(&[row]);
        let line = text.lines().nth(1).unwrap();
        for part in [
            "pool at 100: pool keep-alive / per-connection new, connections=100",
            "0.052",
            "0.031 … 0.061",
            "30",
            "≤ 0.05",
            "not resolved: needs about 12 more pairs",
        ] {
            assert!(line.contains(part), "{line} lacks {part}");
        }
        assert!(text.ends_with("goals: 1 not resolved\n"), "{text}");
        assert_eq!(render(&[]), "");
    }

    #[test]
    fn without_a_target_a_difference_is_counted_and_its_direction_said() {
        let open = |verdict| Row {
            at_most: None,
            more_pairs: None,
            verdict,
            ..row()
        };
        let text = render(&[open(Verdict::Above), open(Verdict::Below), row()]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].ends_with("none  more: above 1"), "{text}");
        assert!(lines[2].ends_with("none  less: below 1"), "{text}");
        assert_eq!(lines[4], "goals: 2 different, 1 not resolved");
        let written = serde_json::to_value(open(Verdict::Above)).unwrap();
        assert_eq!(written["verdict"], "above");
    }
}
