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
    NeedsShell { sign: String, text: String },
    #[error(
        "'{word}' sets a variable, which needs a shell in: {text}. Write env {word} …, or add --shell"
    )]
    Assignment { word: String, text: String },
}

/// Signs that only a shell gives their meaning, wherever they stand unquoted.
const SHELL_SIGNS: &str = "|&;<>()$`*?[";
/// The same at the beginning of a word.
const OPENING_SIGNS: &str = "~#";
/// What a backslash protects within double quotes; before other signs it stands for itself.
const PROTECTED: &str = "$`\"\\";

pub(crate) fn split(text: &str) -> Result<Vec<String>, WordsError> {
    let mut splitter = Splitter {
        text,
        signs: text.chars(),
        words: Vec::new(),
        word: None,
    };
    splitter.all()?;
    if splitter.words.is_empty() {
        return Err(WordsError::Empty);
    }
    Ok(splitter.words)
}

struct Splitter<'a> {
    text: &'a str,
    signs: std::str::Chars<'a>,
    words: Vec<String>,
    word: Option<String>,
}

impl Splitter<'_> {
    fn all(&mut self) -> Result<(), WordsError> {
        while let Some(sign) = self.signs.next() {
            match sign {
                ' ' | '\t' | '\n' => self.words.extend(self.word.take()),
                '\'' => self.single_quoted()?,
                '"' => self.double_quoted()?,
                '\\' => self.escaped(),
                sign => self.plain(sign)?,
            }
        }
        self.words.extend(self.word.take());
        Ok(())
    }

    /// A backslash keeps the next sign as it stands, and joins lines.
    fn escaped(&mut self) {
        if let Some(sign) = self.signs.next().filter(|sign| *sign != '\n') {
            self.word.get_or_insert_default().push(sign);
        }
    }

    fn plain(&mut self, sign: char) -> Result<(), WordsError> {
        let is_first = self.word.is_none();
        let stands_alone = self.signs.as_str().starts_with([' ', '\t', '\n']);
        let is_shells = SHELL_SIGNS.contains(sign)
            || (is_first && OPENING_SIGNS.contains(sign))
            || (is_first && self.words.is_empty() && sign == '!' && stands_alone)
            || (sign == '{' && self.is_expansion());
        if is_shells {
            return Err(self.needs_shell(sign));
        }
        let word = self.word.get_or_insert_default();
        if sign == '=' && self.words.is_empty() && is_name(word) {
            return Err(self.assignment());
        }
        word.push(sign);
        Ok(())
    }

    /// `{a,b}` and `{1..9}`, which some shells expand; `{name}` is a parameter's place.
    fn is_expansion(&self) -> bool {
        let inner = self.signs.as_str().split_once('}').map(|(inner, _)| inner);
        inner.is_some_and(|inner| {
            !inner.contains(char::is_whitespace) && (inner.contains(',') || inner.contains(".."))
        })
    }

    fn single_quoted(&mut self) -> Result<(), WordsError> {
        let rest = self.signs.as_str();
        let (quoted, rest) = rest.split_once('\'').ok_or_else(|| self.open())?;
        self.word.get_or_insert_default().push_str(quoted);
        self.signs = rest.chars();
        Ok(())
    }

    fn double_quoted(&mut self) -> Result<(), WordsError> {
        let mut quoted = String::new();
        loop {
            match self.signs.next().ok_or_else(|| self.open())? {
                '"' => break,
                sign @ ('$' | '`') => return Err(self.needs_shell(sign)),
                '\\' => match self.signs.next().ok_or_else(|| self.open())? {
                    '\n' => {}
                    sign if PROTECTED.contains(sign) => quoted.push(sign),
                    sign => quoted.extend(['\\', sign]),
                },
                sign => quoted.push(sign),
            }
        }
        self.word.get_or_insert_default().push_str(&quoted);
        Ok(())
    }

    fn open(&self) -> WordsError {
        WordsError::Open(self.text.to_owned())
    }

    fn needs_shell(&self, sign: char) -> WordsError {
        WordsError::NeedsShell {
            sign: sign.to_string(),
            text: self.text.to_owned(),
        }
    }

    fn assignment(&self) -> WordsError {
        let ends = |sign: char| sign.is_whitespace();
        let first = self.text.trim_start().split(ends).next();
        WordsError::Assignment {
            word: first.unwrap_or_default().to_owned(),
            text: self.text.to_owned(),
        }
    }
}

/// What a shell takes for the name of a variable.
fn is_name(word: &str) -> bool {
    let mut signs = word.chars();
    let is_start = |sign: char| sign.is_ascii_alphabetic() || sign == '_';
    signs.next().is_some_and(is_start)
        && signs.all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
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
        let table: [(&str, &[&str]); 12] = [
            ("sleep  0.1", &["sleep", "0.1"]),
            (
                "sh -c 'echo $HOME; ls *'",
                &["sh", "-c", "echo $HOME; ls *"],
            ),
            (r#"a "b \"c\" d"e ''"#, &["a", "b \"c\" de", ""]),
            (r"one\ word \$x", &["one word", "$x"]),
            ("awk '{ print $1 }' f", &["awk", "{ print $1 }", "f"]),
            (r#"printf "a\nb\n""#, &["printf", r"a\nb\n"]),
            (r#"grep "\.rs\$" f"#, &["grep", r"\.rs$", "f"]),
            (r#"echo "\$1 \` \\ \" \.""#, &["echo", r#"$1 ` \ " \."#]),
            ("echo \"a\\\nb\" c\\\nd", &["echo", "ab", "cd"]),
            (
                "make -j {threads} a~ b# !",
                &["make", "-j", "{threads}", "a~", "b#", "!"],
            ),
            (r"echo '~' \~ '[a]' \?", &["echo", "~", "~", "[a]", "?"]),
            ("dd if=a of=b", &["dd", "if=a", "of=b"]),
        ];
        for (text, expected) in table {
            assert_eq!(split(text).unwrap(), expected, "{text}");
            assert_eq!(split(&joined(&split(text).unwrap())).unwrap(), expected);
        }
    }

    #[test]
    fn what_needs_a_shell_is_refused_with_the_remedy() {
        let texts = [
            "ls | wc",
            "a && b",
            "echo $HOME",
            "cat < f",
            "ls *.rs",
            "ls ?.rs",
            "ls [ab]",
            "ls ~",
            "echo {a,b}",
            "echo {1..3}",
            "true # no",
            "! true",
            "A=1 env",
            r#"echo "$HOME""#,
            r#"echo "`pwd`""#,
        ];
        for text in texts {
            let message = split(text).unwrap_err().to_string();
            assert!(message.contains("--shell"), "{text}: {message}");
        }
        let message = split("A=1 env").unwrap_err().to_string();
        assert!(message.contains("env A=1"), "{message}");
        assert!(matches!(split("echo 'a"), Err(WordsError::Open(_))));
        assert_eq!(split("  "), Err(WordsError::Empty));
    }
}
