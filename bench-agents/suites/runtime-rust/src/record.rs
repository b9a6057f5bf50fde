//! One line of a log as the search sees it.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{SeqAccess, Visitor},
};

/// A line that carries a message. Other lines (summaries, broken ones) do not parse.
#[derive(Debug, Deserialize)]
pub struct Record {
    pub uuid: String,
    pub timestamp: String,
    #[serde(rename = "sessionId")]
    pub session: String,
    pub message: Message,
}

#[derive(Debug, Deserialize)]
pub struct Message {
    pub role: String,
    pub content: Content,
}

/// The searchable text: a plain string, or all text blocks of an array, one per line.
#[derive(Debug, PartialEq, Eq)]
pub struct Content(pub String);

impl Record {
    /// The record on this line, if it holds a message.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        sonic_rs::from_str(line).ok()
    }
}

#[derive(Deserialize)]
struct Block {
    #[serde(rename = "type")]
    kind: BlockKind,
    text: Option<String>,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum BlockKind {
    Text,
    #[serde(other)]
    Other,
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

/// Decides by the first byte; an untagged enum would build a tree of each value first.
struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string or an array of blocks")
    }

    fn visit_str<E>(self, text: &str) -> Result<Content, E> {
        Ok(Content(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Content, E> {
        Ok(Content(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut blocks: A) -> Result<Content, A::Error> {
        let mut text = String::new();
        while let Some(block) = blocks.next_element()? {
            let Block {
                kind: BlockKind::Text,
                text: Some(part),
            } = block
            else {
                continue;
            };
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&part);
        }
        Ok(Content(text))
    }
}
