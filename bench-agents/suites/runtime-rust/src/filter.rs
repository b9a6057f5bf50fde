//! Tells by the bytes of a line, without parsing it, that its text cannot hold the query.

use memchr::memmem;

use crate::finder::Finder;

/// How JSON may write any character: a line that does this anywhere has to be parsed.
const ANY_ESCAPE: &[u8] = br"\u";

#[derive(Debug)]
pub struct Filter {
    pub finder: Finder,
    escape: memmem::Finder<'static>,
    /// The query has characters that JSON may write in a second, short way.
    is_off: bool,
}

impl Filter {
    #[must_use]
    pub fn new(query: &str) -> Self {
        Self {
            finder: Finder::new(query),
            escape: memmem::Finder::new(ANY_ESCAPE),
            is_off: query.bytes().any(has_short_escape),
        }
    }

    /// False only if no text that is decoded from this line holds the query.
    #[must_use]
    pub fn may_match(&self, line: &[u8]) -> bool {
        self.is_off || self.finder.is_in(line) || self.escape.find(line).is_some()
    }
}

fn has_short_escape(byte: u8) -> bool {
    byte < b' ' || matches!(byte, b'"' | b'\\' | b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_cannot_match_are_refused() {
        let table = [
            ("claude", r#"{"a":"CLAUDE"}"#, true),
            ("claude", r#"{"a":"claud"}"#, false),
            ("claude", r#"{"a":"\u0043laude"}"#, true),
            ("claude", r#"{"a":"\n\"claud\""}"#, false),
            ("a/b", r#"{"a":"a\/b"}"#, true),
            ("say \"so\"", r#"{"a":"say \"so\""}"#, true),
            ("a\nb", r#"{"a":"a\nb"}"#, true),
            ("c:\\d", r#"{"a":"c:\\d"}"#, true),
            ("größe", r#"{"a":"gr\u00f6\u00dfe"}"#, true),
        ];
        for (query, line, expected) in table {
            let found = Filter::new(query).may_match(line.as_bytes());
            assert_eq!(found, expected, "{query} in {line}");
        }
    }
}
