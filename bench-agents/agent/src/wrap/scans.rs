//! `--parameter-list` and `--parameter-scan`: the values that stand for `{name}` in commands.

use crate::base::scalar::{Named, Scalar};

#[derive(Debug, thiserror::Error)]
pub(crate) enum ScanError {
    #[error("'{0}' cannot be the name of a parameter; use letters, digits and '_'")]
    Name(String),
    #[error("--parameter-scan {name}: '{text}' is not a number")]
    Number { name: String, text: String },
    #[error(
        "--parameter-scan {name}: from {from} to {to} in steps of {step} is {count} values; at least 1 and at most {MOST}"
    )]
    Range {
        name: String,
        from: f64,
        to: f64,
        step: f64,
        count: f64,
    },
    #[error("the parameter '{0}' is given twice")]
    Twice(String),
}

/// More values than this are a slip of the fingers.
const MOST: usize = 10_000;

#[derive(Debug)]
pub(crate) struct List {
    name: String,
    values: Vec<Scalar>,
}

#[derive(Debug)]
pub(crate) struct Scan {
    name: String,
    from: String,
    to: String,
    step: f64,
}

impl List {
    pub(super) fn new(name: &str, values: &str) -> Self {
        Self {
            name: name.to_owned(),
            values: values.split(',').map(scalar).collect(),
        }
    }
}

impl Scan {
    pub(super) fn new(name: &str, from: &str, to: &str, step: f64) -> Self {
        let [name, from, to] = [name, from, to].map(str::to_owned);
        Self {
            name,
            from,
            to,
            step,
        }
    }

    fn list(&self) -> Result<List, ScanError> {
        let (from, to) = (self.number(&self.from)?, self.number(&self.to)?);
        // A whisker more, so that 0 to 1 in steps of 0.1 ends with 1.
        let count = ((to - from) / self.step + 1e-9).floor() + 1.0;
        #[allow(clippy::cast_precision_loss, reason = "a small constant")]
        if !(1.0..=MOST as f64).contains(&count) {
            let (name, step) = (self.name.clone(), self.step);
            return Err(ScanError::Range {
                name,
                from,
                to,
                step,
                count,
            });
        }
        let mut values = Vec::new();
        let mut index = 0.0;
        while index < count {
            values.push(number(from + index * self.step));
            index += 1.0;
        }
        Ok(List {
            name: self.name.clone(),
            values,
        })
    }

    fn number(&self, text: &str) -> Result<f64, ScanError> {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| ScanError::Number {
            name: self.name.clone(),
            text: text.to_owned(),
        })
    }
}

/// Every combination of all values; the last parameter changes fastest.
pub(super) fn combinations(lists: Vec<List>, scans: &[Scan]) -> Result<Vec<Named>, ScanError> {
    let scanned = scans
        .iter()
        .map(Scan::list)
        .collect::<Result<Vec<_>, _>>()?;
    let mut found: Vec<Named> = vec![Vec::new()];
    for list in lists.into_iter().chain(scanned) {
        check(&list.name, &found[0])?;
        let extended = found.iter().flat_map(|chosen| {
            list.values.iter().map(|value| {
                let mut longer = chosen.clone();
                longer.push((list.name.clone(), value.clone()));
                longer
            })
        });
        found = extended.collect();
    }
    Ok(found)
}

fn check(name: &str, before: &Named) -> Result<(), ScanError> {
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(ScanError::Name(name.to_owned()));
    }
    if before.iter().any(|(known, _)| known == name) {
        return Err(ScanError::Twice(name.to_owned()));
    }
    Ok(())
}

/// A number where the text says no more than the number does, so that `01` stays a text.
fn scalar(text: &str) -> Scalar {
    let whole = text.parse::<i64>().map(Scalar::Integer);
    let real = text.parse::<f64>().map(Scalar::Float);
    let numbers = [whole.ok(), real.ok()].into_iter().flatten();
    let mut faithful = numbers.filter(|number| number.to_string() == text);
    faithful.next().unwrap_or_else(|| Scalar::from(text))
}

/// Without the dust of binary fractions: 0.30000000000000004 is meant as 0.3.
fn number(value: f64) -> Scalar {
    let rounded = format!("{value:.9}");
    scalar(rounded.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lists: Vec<List>, scans: &[Scan]) -> Vec<String> {
        let all = combinations(lists, scans).unwrap();
        let text = |named: &Named| {
            named
                .iter()
                .map(|(n, v)| format!("{n}={v}"))
                .collect::<Vec<_>>()
        };
        all.iter().map(|named| text(named).join(" ")).collect()
    }

    #[test]
    fn lists_and_scans_combine() {
        let lists = vec![List::new("tool", "gcc,clang")];
        let scans = [Scan::new("size", "1", "2", 0.5)];
        assert_eq!(
            shown(lists, &scans),
            [
                "tool=gcc size=1",
                "tool=gcc size=1.5",
                "tool=gcc size=2",
                "tool=clang size=1",
                "tool=clang size=1.5",
                "tool=clang size=2"
            ]
        );
        assert_eq!(
            shown(Vec::new(), &[Scan::new("x", "0", "0.3", 0.1)]).len(),
            4
        );
    }

    #[test]
    fn only_what_reads_back_the_same_is_a_number() {
        let list = List::new("v", "1,01,1.50,0.25,x");
        let kinds: Vec<bool> = list
            .values
            .iter()
            .map(|v| matches!(v, Scalar::Text(_)))
            .collect();
        assert_eq!(kinds, [false, true, true, false, true]);
    }

    #[test]
    fn impossible_ranges_are_named() {
        for (from, to, step) in [
            ("5", "1", 1.0),
            ("1", "2", 0.0),
            ("a", "2", 1.0),
            ("0", "1e9", 1.0),
        ] {
            assert!(combinations(Vec::new(), &[Scan::new("n", from, to, step)]).is_err());
        }
        let twice = vec![List::new("a", "1"), List::new("a", "2")];
        assert!(matches!(combinations(twice, &[]), Err(ScanError::Twice(_))));
    }
}
