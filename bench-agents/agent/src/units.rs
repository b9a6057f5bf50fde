//! Numbers in base units → short text with a fitting prefix.

const DECIMAL: [(f64, &str); 8] = [
    (1e12, "T"),
    (1e9, "G"),
    (1e6, "M"),
    (1e3, "k"),
    (1.0, ""),
    (1e-3, "m"),
    (1e-6, "µ"),
    (1e-9, "n"),
];
const BINARY: [(f64, &str); 5] = [
    (1_099_511_627_776.0, "Ti"),
    (1_073_741_824.0, "Gi"),
    (1_048_576.0, "Mi"),
    (1024.0, "Ki"),
    (1.0, ""),
];

/// `0.0123` seconds as `12.3 ms`; bytes with binary prefixes; counts without a unit.
pub(crate) fn text(number: f64, unit: &str) -> String {
    let (factor, prefix) = prefix(number, unit);
    let unit = if unit == "1" { "" } else { unit };
    let is_count = unit.is_empty() && prefix.is_empty() && number.fract() == 0.0;
    let digits = if is_count || number == 0.0 {
        format!("{number}")
    } else {
        digits(number / factor)
    };
    format!("{digits} {prefix}{unit}").trim_end().to_owned()
}

/// A quotient with three decimals; one without bounds has nothing below the line.
pub(crate) fn ratio(number: f64) -> String {
    if number.is_infinite() {
        "∞".to_owned()
    } else {
        format!("{number:.3}")
    }
}

/// What one nanosecond is in a unit of time. Histograms record nanoseconds; of other units, ones.
pub(crate) fn recorded_scale(unit: &str) -> f64 {
    match unit {
        "s" => 1e-9,
        "ms" => 1e-6,
        "us" | "µs" | "μs" => 1e-3,
        _ => 1.0,
    }
}

fn prefix(number: f64, unit: &str) -> (f64, &'static str) {
    let magnitude = number.abs();
    let table: &[(f64, &str)] = if unit.starts_with('B') {
        &BINARY
    } else {
        &DECIMAL
    };
    let is_plain = unit == "1" && magnitude < 1e4;
    if magnitude == 0.0 || is_plain {
        return (1.0, "");
    }
    let fitting = table.iter().find(|(factor, _)| magnitude >= *factor);
    fitting.or(table.last()).copied().unwrap_or((1.0, ""))
}

/// Four significant digits, without an exponent.
fn digits(number: f64) -> String {
    let magnitude = number.abs();
    let decimals = match magnitude {
        m if m >= 1000.0 => 0,
        m if m >= 100.0 => 1,
        m if m >= 10.0 => 2,
        _ => 3,
    };
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn numbers_get_a_fitting_prefix() {
        let table = [
            (0.0, "s", "0 s"),
            (0.0123, "s", "12.30 ms"),
            (0.000_035, "s", "35.00 µs"),
            (65_011_712.0, "B", "62.00 MiB"),
            (1536.0, "B", "1.500 KiB"),
            (1413.0, "1", "1413"),
            (0.52, "1", "0.520"),
            (2_500_000.0, "op/s", "2.500 Mop/s"),
            (12_345_678.0, "1", "12.35 M"),
        ];
        for (number, unit, expected) in table {
            assert_eq!(text(number, unit), expected);
        }
    }
}
