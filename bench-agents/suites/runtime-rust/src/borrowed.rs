//! One line of a log, read into fields that point into the line.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{SeqAccess, Visitor},
};

/// The counterpart of [`crate::record::Record`]; both accept the same lines.
#[derive(Debug, Deserialize)]
pub struct Record<'a> {
    #[serde(borrow)]
    pub uuid: Text<'a>,
    #[serde(borrow)]
    pub timestamp: Text<'a>,
    #[serde(borrow, rename = "sessionId")]
    pub session: Text<'a>,
    #[serde(borrow)]
    pub message: Message<'a>,
}

#[derive(Debug, Deserialize)]
pub struct Message<'a> {
    #[serde(borrow)]
    pub role: Text<'a>,
    #[serde(borrow)]
    pub content: Content<'a>,
}

/// A string of the line: borrowed, unless escapes make it differ from what the line holds.
#[derive(Debug, PartialEq, Eq)]
pub struct Text<'a>(pub Cow<'a, str>);

/// The searchable text: a plain string, or all text blocks of an array, one per line.
#[derive(Debug, PartialEq, Eq)]
pub struct Content<'a>(pub Cow<'a, str>);

impl<'a> Record<'a> {
    /// The record on this line, if it holds a message. The line must be UTF-8 as a whole.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Option<Self> {
        sonic_rs::from_slice(line).ok()
    }
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(rename = "type")]
    kind: BlockKind,
    #[serde(borrow)]
    text: Option<Text<'a>>,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum BlockKind {
    Text,
    #[serde(other)]
    Other,
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor).map(Text)
    }
}

/// Unlike the one for `Cow` itself, it borrows inside an `Option` too.
struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor).map(Content)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string or an array of blocks")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut blocks: A) -> Result<Self::Value, A::Error> {
        let mut text = Cow::Borrowed("");
        while let Some(block) = blocks.next_element()? {
            if let Block {
                kind: BlockKind::Text,
                text: Some(Text(part)),
            } = block
            {
                append(&mut text, part);
            }
        }
        Ok(text)
    }
}

/// One text block, the usual case, is passed on as it is.
fn append<'a>(text: &mut Cow<'a, str>, part: Cow<'a, str>) {
    if text.is_empty() {
        *text = part;
    } else {
        let joined = text.to_mut();
        joined.push('\n');
        joined.push_str(&part);
    }
}
