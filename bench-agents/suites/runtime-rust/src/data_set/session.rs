//! The text of one file: a session of a user and an assistant, one JSON object per line.

use super::{random::XorShift64, timestamp::rfc3339, vocabulary::Vocabulary};

/// 2025-01-01T00:00:00Z.
const FIRST_START_MS: u64 = 1_735_689_600_000;
/// Sessions begin within half a year.
const START_SPREAD_S: u32 = 180 * 86_400;
const LONGEST_PAUSE_MS: u32 = 60_000;
const SHORTEST_TEXT: u32 = 20;
const TEXT_SPREAD: u32 = 164;
/// One line in so many is blank, as after an interrupted write.
const BLANK_LINE_EVERY: u32 = 256;
const TOOLS: [&str; 4] = ["read_file", "run_command", "edit_file", "list_files"];

/// Writes lines until the text has `bytes` bytes.
pub(super) fn text(vocabulary: &Vocabulary, random: XorShift64, bytes: u64) -> String {
    let mut session = Session::new(vocabulary, random);
    let aim = usize::try_from(bytes).unwrap_or(usize::MAX);
    while session.text.len() < aim {
        session.line();
    }
    session.text
}

struct Session<'a> {
    vocabulary: &'a Vocabulary,
    random: XorShift64,
    id: String,
    parent: String,
    now_ms: u64,
    lines: u64,
    text: String,
}

impl<'a> Session<'a> {
    fn new(vocabulary: &'a Vocabulary, mut random: XorShift64) -> Self {
        let start_ms = FIRST_START_MS + u64::from(random.below(START_SPREAD_S)) * 1000;
        let id = uuid(&mut random);
        let mut session = Self {
            vocabulary,
            random,
            parent: id.clone(),
            id,
            now_ms: start_ms,
            lines: 0,
            text: String::new(),
        };
        session.summary();
        session
    }

    /// The first line has no message; a search must pass over it.
    fn summary(&mut self) {
        let title = self.words(6);
        let line = format!(
            r#"{{"type":"summary","summary":"{title}","leafUuid":"{}"}}"#,
            self.id
        );
        self.push(&line);
    }

    fn line(&mut self) {
        if self.random.below(BLANK_LINE_EVERY) == 0 {
            self.push("");
        }
        self.now_ms += u64::from(1 + self.random.below(LONGEST_PAUSE_MS));
        let uuid = uuid(&mut self.random);
        let line = if self.lines % 3 == 0 {
            self.user(&uuid)
        } else {
            self.assistant(&uuid)
        };
        self.push(&line);
        self.parent = uuid;
        self.lines += 1;
    }

    fn user(&mut self, uuid: &str) -> String {
        let head = self.head("user", uuid);
        let text = self.message_text();
        format!(r#"{head},"message":{{"role":"user","content":"{text}"}}}}"#)
    }

    fn assistant(&mut self, uuid: &str) -> String {
        let head = self.head("assistant", uuid);
        let text = self.message_text();
        let tool_use = self.tool_use();
        let (input, output) = (self.random.below(9000), self.random.below(900));
        format!(
            concat!(
                r#"{},"message":{{"id":"msg_{:016x}","role":"assistant","content":["#,
                r#"{{"type":"text","text":"{}"}},{}],"#,
                r#""usage":{{"input_tokens":{},"output_tokens":{}}}}}}}"#
            ),
            head,
            self.random.next(),
            text,
            tool_use,
            input,
            output
        )
    }

    fn head(&self, kind: &str, uuid: &str) -> String {
        let Self {
            id, parent, now_ms, ..
        } = self;
        let timestamp = rfc3339(*now_ms);
        format!(
            concat!(
                r#"{{"parentUuid":"{}","isSidechain":false,"userType":"external","#,
                r#""cwd":"/home/user/project","sessionId":"{}","version":"1.0.43","#,
                r#""type":"{}","uuid":"{}","timestamp":"{}""#
            ),
            parent, id, kind, uuid, timestamp
        )
    }

    /// Not searched: only blocks of type `text` are.
    fn tool_use(&mut self) -> String {
        let tool = TOOLS[self.random.index(TOOLS.len())];
        let path = self.words(1);
        let note = self.words(8);
        let id = self.random.next();
        format!(
            r#"{{"type":"tool_use","id":"toolu_{id:016x}","name":"{tool}","input":{{"path":"/src/{path}.rs","note":"{note}"}}}}"#
        )
    }

    fn message_text(&mut self) -> String {
        let words = SHORTEST_TEXT + self.random.below(TEXT_SPREAD);
        self.words(words)
    }

    /// Sentences with capitals, full stops, escaped line breaks and quotes.
    fn words(&mut self, count: u32) -> String {
        let mut text = String::new();
        let mut sentence_starts = true;
        for _ in 0..count {
            let word = self.vocabulary.draw(&mut self.random);
            text.push_str(if text.is_empty() { "" } else { " " });
            push_word(&mut text, word, sentence_starts);
            sentence_starts = self.random.below(12) == 0;
            if sentence_starts {
                text.push_str([".", ".", ".\\n", ", \\\"so\\\"."][self.random.index(4)]);
            }
        }
        text
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

fn push_word(text: &mut String, word: &str, capital: bool) {
    let mut letters = word.chars();
    if let Some(first) = letters.next().filter(|_| capital) {
        text.extend(first.to_uppercase());
        text.push_str(letters.as_str());
    } else {
        text.push_str(word);
    }
}

fn uuid(random: &mut XorShift64) -> String {
    let (high, low) = (random.next(), random.next());
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xFFFF,
        high & 0xFFF,
        0x8000 | (low >> 50),
        low & 0xFFFF_FFFF_FFFF
    )
}
