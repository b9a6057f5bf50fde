//! Names of benchmarks made of commands: plain, short, and another for another command.

const LONGEST: usize = 80;

/// The text with everything but letters, digits, `.`, `_` and `-` turned into single `-`.
pub(super) fn plain(text: &str) -> String {
    let mut name = String::new();
    for sign in text.chars().take(LONGEST) {
        if sign.is_ascii_alphanumeric() || "._-".contains(sign) {
            name.push(sign);
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_matches('-');
    if name.is_empty() {
        "command".to_owned()
    } else {
        name.to_owned()
    }
}

/// Plain names of several commands; the second of two alike gets a number.
pub(super) fn distinct(texts: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(texts.len());
    for text in texts {
        let name = plain(text);
        let mut candidates = (2..).map(|number| format!("{name}-{number}"));
        let mut candidate = name.clone();
        while names.contains(&candidate) {
            candidate = candidates.next().unwrap_or_default();
        }
        names.push(candidate);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_distinct() {
        let texts = ["sleep 0.1", "sleep  0.1", "./a && b", "…"].map(str::to_owned);
        assert_eq!(
            distinct(&texts),
            ["sleep-0.1", "sleep-0.1-2", ".-a-b", "command"]
        );
    }
}
