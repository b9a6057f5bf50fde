//! A lock file cut into pieces of text, each of a package or of none.

/// Kinds of lock files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lock {
    Toml,
    Npm,
    Pnpm,
    Yarn,
    Pins,
    GoModule,
    Gems,
}

/// Begins a line of `go.mod` with one requirement.
pub(super) const REQUIRE: &str = "require ";

impl Lock {
    /// Whether a file with a part of the changes is one that its program may take: that of pnpm
    /// says each version at several places.
    pub(super) fn can_mix(self) -> bool {
        self != Self::Pnpm
    }
}

/// A part of the text, and the package that it is of.
pub(super) struct Piece<'a> {
    pub(super) name: Option<String>,
    pub(super) version: String,
    /// What makes it another package where the version is the same.
    pub(super) identity: String,
    pub(super) text: &'a str,
}

/// What a line of a lock file begins.
enum Line {
    Package,
    Frame,
    Same,
}

/// The pieces, which make the whole text in their order.
pub(super) fn pieces(lock: Lock, text: &str) -> Vec<Piece<'_>> {
    let mut found: Vec<Piece> = Vec::new();
    let (mut start, mut at, mut is_package) = (0, 0, false);
    let mut section = "";
    for line in text.split_inclusive('\n') {
        let word = line.trim();
        if lock == Lock::GoModule {
            // blocks: `require (`, `exclude (`
            if word.ends_with('(') || word.starts_with(')') {
                section = word.trim_start_matches(')');
            }
        } else if !line.starts_with([' ', '\t', '#', '\n', '\r']) {
            section = line.trim_end();
        }
        let begun = match begins(lock, line, section) {
            Line::Same => None,
            Line::Package => Some(true),
            Line::Frame => Some(false),
        };
        if let Some(next) = begun {
            found.extend(piece(lock, &text[start..at], is_package));
            (start, is_package) = (at, next);
        }
        at += line.len();
    }
    found.extend(piece(lock, &text[start..], is_package));
    found
}

fn begins(lock: Lock, line: &str, section: &str) -> Line {
    let word = line.trim_end();
    let is_indented = line.starts_with([' ', '\t']);
    let either = |is_package: bool| {
        if is_package {
            Line::Package
        } else {
            Line::Frame
        }
    };
    match lock {
        Lock::Toml if word == "[[package]]" => Line::Package,
        Lock::Toml if word.starts_with('[') && !word.starts_with("[package.") => Line::Frame,
        Lock::Yarn if !is_indented && word.ends_with(':') => either(word != "__metadata:"),
        Lock::Pnpm if !is_indented && word.ends_with(':') => Line::Frame,
        Lock::Pnpm if matches!(section, "packages:" | "snapshots:") => {
            let is_key = line.starts_with("  ") && !line[2..].starts_with([' ', '\n']);
            if is_key { Line::Package } else { Line::Same }
        }
        Lock::Pins if is_indented || word.is_empty() => Line::Same,
        Lock::Pins => either(
            word.contains("==") && word.starts_with(|first: char| first.is_ascii_alphanumeric()),
        ),
        Lock::GoModule if section.is_empty() && !is_alone(word) => Line::Frame,
        Lock::GoModule if !section.is_empty() && !section.starts_with("require") => Line::Frame,
        Lock::GoModule => either(go_words(word).is_some()),
        Lock::Gems if word.starts_with("      ") => Line::Same,
        Lock::Gems => either(word.starts_with("    ") && word.ends_with(')')),
        _ => Line::Same,
    }
}

/// A requirement of `go.mod` that stands in no block.
fn is_alone(line: &str) -> bool {
    line.trim_start().starts_with(REQUIRE)
}

/// A package as the lines around it need it: those of `go.mod` stand in a block or alone.
pub(super) fn shaped(lock: Lock, text: &str, like: &str) -> String {
    if lock != Lock::GoModule {
        // the last line of a file may lack its end
        let end = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        return format!("{text}{end}");
    }
    let begin = if is_alone(like) { REQUIRE } else { "\t" };
    let lines = text.lines().map(str::trim);
    let bare = lines.map(|line| line.strip_prefix(REQUIRE).unwrap_or(line).trim_start());
    bare.flat_map(|line| [begin, line, "\n"]).collect()
}

fn go_words(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let mut words = line
        .strip_prefix(REQUIRE)
        .unwrap_or(line)
        .split_whitespace();
    let (name, version) = (words.next()?, words.next()?);
    let is_one = name.contains('.') && version.starts_with('v') && !line.contains("=>");
    is_one.then_some((name, version))
}

fn piece(lock: Lock, text: &str, is_package: bool) -> Option<Piece<'_>> {
    if text.is_empty() {
        return None;
    }
    let named = is_package.then(|| named(lock, text)).flatten();
    let (name, version) = named.map_or((None, String::new()), |(name, version)| {
        (Some(name.to_owned()), version.to_owned())
    });
    let marks = [
        "source = ",
        "checksum = ",
        "resolved ",
        "resolution: ",
        "checksum: ",
    ];
    let lines = text.lines().map(str::trim);
    let identity = lines.filter(|line| marks.iter().any(|mark| line.starts_with(mark)));
    Some(Piece {
        name,
        version,
        identity: identity.collect::<Vec<_>>().join("\n"),
        text,
    })
}

/// The name and the version that a piece says.
fn named(lock: Lock, text: &str) -> Option<(&str, &str)> {
    let first = text.lines().next()?.trim();
    let after = |mark: &str| {
        let mut lines = text.lines().map(str::trim);
        let found = lines.find_map(|line| line.strip_prefix(mark));
        found.map(|rest| rest.trim_matches('"'))
    };
    match lock {
        Lock::Toml => Some((after("name = ")?, after("version = ").unwrap_or("none"))),
        Lock::Yarn => {
            let (name, _) = descriptor(first.trim_end_matches(':').split(',').next()?)?;
            let version = after("version: ").or_else(|| after("version "));
            Some((name, version.unwrap_or("none")))
        }
        Lock::Pnpm => {
            let key = first.trim_end_matches(" {}").trim_end_matches(':');
            let (name, version) = descriptor(key)?;
            Some((name, version.split('(').next()?))
        }
        Lock::Pins => {
            let (name, rest) = first.split_once("==")?;
            let version = rest.split([' ', ';', '\\', '#']).next()?;
            Some((name.split('[').next()?.trim(), version))
        }
        Lock::GoModule => go_words(first),
        Lock::Gems => {
            let (name, version) = first.split_once(" (")?;
            Some((name, version.trim_end_matches(')')))
        }
        Lock::Npm => None,
    }
}

/// `name@version`, `/name/version`, quoted or not; a name may begin with `@`.
fn descriptor(word: &str) -> Option<(&str, &str)> {
    let word = word.trim().trim_matches(['"', '\'']);
    let word = word.strip_prefix('/').unwrap_or(word);
    let begin = word.chars().next()?.len_utf8();
    let at = word[begin..]
        .find('@')
        .or_else(|| word[begin..].rfind('/'))?
        + begin;
    Some((&word[..at], &word[at + 1..]))
}
