//! A command as one text → its words, by the quoting rules of a shell and nothing else of it.

/// Why a text is not a command that can be run without a shell.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WordsError {
    #[error("there is no command in an empty text")]
    Empty,
    #[error("a quote is not closed in: {0}")]
    Open(String),
    #[error(
        "'{sign}' needs a shell in: {text}. Add --shell, or quote it if it is meant as it stands"
    )]
    NeedsShell { sign: char, text: String },
}

/// Signs that only a shell gives their meaning, when they stand unquoted.
const SHELL_SIGNS: [char; 10] = ['|', '&', ';', '<', '>', '(', ')', '$', '`', '*'];

pub(crate) fn split(text: &str) -> Result<Vec<String>, WordsError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                quoted(sign, &mut signs, word).ok_or_else(|| WordsError::Open(text.to_owned()))?;
            }
            '\\' => word.get_or_insert_default().extend(signs.next()),
            sign if SHELL_SIGNS.contains(&sign) => {
                let text = text.to_owned();
                return Err(WordsError::NeedsShell { sign, text });
            }
            sign => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    if words.is_empty() {
        return Err(WordsError::Empty);
    }
    Ok(words)
}

/// Up to the closing quote; in double quotes a backslash protects the next sign.
fn quoted(quote: char, signs: &mut std::str::Chars, word: &mut String) -> Option<()> {
    loop {
        match signs.next()? {
            sign if sign == quote => return Some(()),
            '\\' if quote == '"' => word.push(signs.next()?),
            sign => word.push(sign),
        }
    }
}

/// The words as one text that a shell would read back.
pub(crate) fn joined(words: &[String]) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-+=./,:@%{}".contains(c);
    let shown = words.iter().map(|word| {
        if !word.is_empty() && word.chars().all(is_plain) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let table: [(&str, &[&str]); 5] = [
            ("sleep  0.1", &["sleep", "0.1"]),
            (
                "sh -c 'echo $HOME; ls *'",
                &["sh", "-c", "echo $HOME; ls *"],
            ),
            (r#"a "b \"c\" d"e ''"#, &["a", "b \"c\" de", ""]),
            (r"one\ word \$x", &["one word", "$x"]),
            ("awk '{ print $1 }' f", &["awk", "{ print $1 }", "f"]),
        ];
        for (text, expected) in table {
            assert_eq!(split(text).unwrap(), expected, "{text}");
            assert_eq!(split(&joined(&split(text).unwrap())).unwrap(), expected);
        }
    }

    #[test]
    fn what_needs_a_shell_is_refused_with_the_remedy() {
        for text in ["ls | wc", "a && b", "echo $HOME", "cat < f", "ls *.rs"] {
            let message = split(text).unwrap_err().to_string();
            assert!(message.contains("--shell"), "{message}");
        }
        assert!(matches!(split("echo 'a"), Err(WordsError::Open(_))));
        assert_eq!(split("  "), Err(WordsError::Empty));
    }
}
