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
const LARGE: [(f64, &str); 5] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];
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
    let is_count = unit == "1" && prefix.is_empty() && number.fract() == 0.0;
    let digits = if is_count || number == 0.0 {
        format!("{number}")
    } else {
        digits(number / factor)
    };
    let label = label(prefix, unit);
    format!("{digits} {label}").trim_end().to_owned()
}

/// `ms`, `k/s`, `M op/s`: a prefix belongs to a symbol, stands alone for a bare count, and keeps
/// away from a word.
fn label(prefix: &str, unit: &str) -> String {
    let (above, below) = split(unit);
    let gap = if prefix.is_empty() || Kind::of(above) != Kind::Word {
        ""
    } else {
        " "
    };
    let above = if above == "1" { "" } else { above };
    format!("{prefix}{gap}{above}{below}")
}

/// `op/s` as `op` and `/s`.
fn split(unit: &str) -> (&str, &str) {
    unit.split_at(unit.find('/').unwrap_or(unit.len()))
}

/// How numbers of what stands above the line of a unit are shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `s`, `J`: every decimal prefix.
    Symbol,
    Bytes,
    /// `1`: a number of nothing in particular.
    Count,
    /// `op`, `req`: no parts of one.
    Word,
    /// `%`, or a prefix already, as in `ms`.
    Fixed,
}

impl Kind {
    fn of(above: &str) -> Self {
        let is_word = above.len() > 1 && above.chars().all(char::is_alphabetic);
        match above {
            "1" => Self::Count,
            "B" => Self::Bytes,
            "s" | "Hz" | "J" | "W" => Self::Symbol,
            "ms" | "us" | "µs" | "μs" | "ns" => Self::Fixed,
            _ if is_word && above.chars().all(char::is_lowercase) => Self::Word,
            _ => Self::Fixed,
        }
    }
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
    let kind = Kind::of(split(unit).0);
    let table: &[(f64, &str)] = match kind {
        Kind::Bytes => &BINARY,
        Kind::Symbol => &DECIMAL,
        Kind::Count | Kind::Word => &LARGE,
        Kind::Fixed => &[],
    };
    let is_plain = unit == "1" && magnitude < 1e4;
    if magnitude == 0.0 || is_plain {
        return (1.0, "");
    }
    let fitting = table.iter().find(|(factor, _)| magnitude >= *factor);
    fitting.or(table.last()).copied().unwrap_or((1.0, ""))
}

/// Four significant digits, without an exponent; three of what no prefix makes greater.
fn digits(number: f64) -> String {
    let magnitude = number.abs();
    let leading_zeros = (1..12).take_while(|zeros| magnitude < 0.1_f64.powi(*zeros));
    let decimals = match magnitude {
        m if m < 0.1 => 3 + leading_zeros.count(),
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
            (2_500_000.0, "op/s", "2.500 M op/s"),
            (0.5, "op/s", "0.500 op/s"),
            (3200.0, "req/s", "3.200 k req/s"),
            (110_800.0, "1/s", "110.8 k/s"),
            (2_500_000.0, "1/s", "2.500 M/s"),
            (12.5, "1/s", "12.50 /s"),
            (0.000_012_5, "s/op", "12.50 µs/op"),
            (1_048_576.0, "B/s", "1.000 MiB/s"),
            (12_345.0, "%", "12345 %"),
            (12_345.0, "ms", "12345 ms"),
            (0.000_012_34, "1", "0.0000123"),
            (12_345_678.0, "1", "12.35 M"),
        ];
        for (number, unit, expected) in table {
            assert_eq!(text(number, unit), expected);
        }
    }
}
