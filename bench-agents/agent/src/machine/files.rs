//! Small text files of the kernel, where missing is normal.

use std::path::Path;

pub(super) const NOT_OFFERED: &str = "not offered by this kernel";

/// The trimmed text of a file; nothing if it is absent, unreadable or empty.
pub(super) fn text(path: impl AsRef<Path>) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// `key: value` or `key=value` in a file's first matching line.
pub(super) fn field(text: &str, key: &str, separator: char) -> Option<String> {
    text.lines().find_map(|line| {
        let (name, value) = line.split_once(separator)?;
        (name.trim() == key).then(|| value.trim().trim_matches('"').to_owned())
    })
}

/// How many processors a kernel list such as `0-3,8` names.
pub(super) fn listed(processors: &str) -> u64 {
    let ranges = processors
        .trim()
        .split(',')
        .filter(|range| !range.is_empty());
    ranges
        .map(|range| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let first: u64 = first.parse().unwrap_or(0);
            let last: u64 = last.parse().unwrap_or(0);
            last.saturating_sub(first) + 1
        })
        .sum()
}

/// The bracketed choice of `always [madvise] never`.
pub(super) fn chosen(text: &str) -> &str {
    let inside = text
        .split_once('[')
        .and_then(|(_, rest)| rest.split_once(']'));
    inside.map_or(text, |(choice, _)| choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernel_lists_are_counted() {
        for (list, count) in [("0-3,8", 5), ("0", 1), ("", 0), ("0-1\n", 2)] {
            assert_eq!(listed(list), count, "{list}");
        }
    }

    #[test]
    fn choices_and_fields_are_found() {
        assert_eq!(chosen("always [madvise] never"), "madvise");
        assert_eq!(chosen("none"), "none");
        assert_eq!(
            field("ID=debian\nNAME=\"Debian\"\n", "NAME", '=').unwrap(),
            "Debian"
        );
        assert_eq!(
            field("model name\t: A B\n", "model name", ':').unwrap(),
            "A B"
        );
    }
}
