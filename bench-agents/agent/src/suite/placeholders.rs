//! `{parameter}` in commands and environment, replaced by a variant's values.

use crate::base::scalar::Scalar;

/// `text` with every `{parameter}` replaced. Braces around anything else stay as they are.
pub(crate) fn fill(text: &str, parameters: &[(String, Scalar)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, name, after)) = next(rest) {
        filled.push_str(before);
        match parameters.iter().find(|(known, _)| known == name) {
            Some((_, value)) => filled.push_str(&value.to_string()),
            None => filled.extend(["{", name, "}"]),
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// The names of all placeholders in `text`.
pub(super) fn names(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, name, after)) = next(rest) {
        found.push(name);
        rest = after;
    }
    found
}

/// The first `{name}`: what stands before it, the name, what follows.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from + text[from..].find('{')?;
        let inside = &text[open + 1..];
        let length = inside
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(0);
        if length > 0 && inside[length..].starts_with('}') {
            return Some((&text[..open], &inside[..length], &inside[length + 1..]));
        }
        from = open + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<(String, Scalar)> {
        vec![
            ("threads".into(), Scalar::Integer(4)),
            ("engine".into(), "smol".into()),
        ]
    }

    #[test]
    fn placeholders_anywhere_are_filled() {
        assert_eq!(
            fill("--{engine}={threads}/{threads}", &parameters()),
            "--smol=4/4"
        );
    }

    #[test]
    fn other_braces_stay() {
        for text in [
            "{\"a\": {}}",
            "{",
            "awk '{ print $1 }'",
            "{{é}",
            "${HOME-x}",
        ] {
            assert_eq!(fill(text, &parameters()), text);
        }
    }

    #[test]
    fn names_are_found_in_order() {
        assert_eq!(names("{engine} {a b} {threads}"), ["engine", "threads"]);
    }
}
