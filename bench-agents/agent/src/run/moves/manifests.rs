//! What differs between two texts beside the packages that moved: the requirement of a package in
//! a manifest moves with it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::locks::{PackageMove, changed, mixed};
use super::pieces::{Lock, REQUIRE};

const FILES: [&str; 4] = ["Cargo.toml", "package.json", "pyproject.toml", "Gemfile"];
const WISHES: [&str; 2] = ["requirements", ".in"];
/// What may stand between a package and its version.
const BETWEEN: [&str; 5] = ["version", "specifier", "rev", "tag", "sha256"];
/// What may stand before a package.
const BEFORE: [&str; 2] = ["name", "gem"];
const OPERATORS: &str = "^~<>=!";
/// A sum of the manifest, in the lock file.
const SUM: &str = "content-hash";
const VERSION: &str = "*";
const SHORTEST_HASH: usize = 7;

/// Packages that moved, and whether both sides have each.
pub(super) struct Named(BTreeMap<String, bool>);

/// Whether people write there which packages they want.
pub(super) fn is_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    FILES.contains(&name) || name.starts_with(WISHES[0]) && name.ends_with(WISHES[1])
}

/// Whether more than packages and what is required of them differs: what a mix has of the new text, whichever moves it takes.
pub(super) fn has_more(lock: Lock, old: &str, new: &str) -> bool {
    let moves = changed(lock, old, new);
    let names = moves.iter().map(|moved| moved.name.as_str()).collect();
    let Some(mix) = mixed(lock, old, new, &names) else {
        return true;
    };
    let beside = Named::of(moves.iter().map(PackageMove::words));
    let lines = |text: &str| {
        let bare;
        let text = if lock == Lock::GoModule {
            let lines = text.lines().map(|line| line.trim_start_matches(REQUIRE));
            bare = lines.collect::<Vec<_>>().join("\n");
            &bare
        } else {
            text
        };
        let tree = (lock == Lock::Npm).then(|| serde_json::from_str::<Value>(text).ok());
        let mut lines = beside.lines(
            &tree
                .flatten()
                .map_or(text.to_owned(), |tree| format!("{tree:#}")),
        );
        lines.sort_unstable();
        lines
    };
    lines(&mix) != lines(old)
}

impl Named {
    /// Of moves: a name, the version before and the version after.
    pub(super) fn of<'a>(moves: impl Iterator<Item = [&'a str; 3]>) -> Self {
        let moves = moves.map(|[name, before, after]| {
            let is_in_both = !before.is_empty() && !after.is_empty();
            (plain(name), is_in_both)
        });
        Self(moves.collect())
    }

    /// Whether more differs than these packages.
    pub(super) fn differs(&self, old: &str, new: &str) -> bool {
        self.0.is_empty() || self.lines(old) != self.lines(new)
    }

    /// The words of each line, without the versions of these packages, and without lines of
    /// packages that one side has alone.
    pub(super) fn lines(&self, text: &str) -> Vec<Vec<String>> {
        let lines = text.lines().map(|line| self.words(line));
        lines
            .filter(|words| !words.is_empty() && !self.is_left_out(words))
            .collect()
    }

    fn words(&self, line: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut is_of_moved = false;
        for word in split(line) {
            if is_of_moved && is_version(word) {
                while found.last().is_some_and(|last| is_between(last)) {
                    found.pop();
                }
                if found.last().is_none_or(|last| last != VERSION) {
                    found.push(VERSION.to_owned());
                }
                continue;
            }
            if !is_between(word) && !word.contains("://") && word != "git" {
                is_of_moved = self.0.contains_key(&plain(word));
            }
            found.push(word.to_owned());
        }
        found
    }

    fn is_left_out(&self, words: &[String]) -> bool {
        let is_before = BEFORE.contains(&words[0].as_str());
        let rest = &words[usize::from(is_before)..];
        let of_package = rest.first().map(|name| self.0.get(&plain(name)));
        let is_one = rest.get(1).is_none_or(|word| word == VERSION);
        words[0] == SUM || (is_one && of_package == Some(Some(&false)))
    }
}

/// Names and operators of a line, one after another.
fn split(line: &str) -> impl Iterator<Item = &str> {
    let is_of_word = |letter: char| letter.is_alphanumeric() || "._-+*@/:".contains(letter);
    let parts = line.split(move |letter: char| !is_of_word(letter) && !OPERATORS.contains(letter));
    let parts = parts.flat_map(|part| {
        let mut rest = part;
        std::iter::from_fn(move || {
            let first = rest.chars().next()?;
            let is_operator = OPERATORS.contains(first);
            let end = rest.find(|letter| OPERATORS.contains(letter) != is_operator);
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            Some(word)
        })
    });
    let parts = parts.map(|word| word.trim_end_matches(':'));
    parts.filter(|word| !word.is_empty() && *word != "=")
}

fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word) || word.starts_with(|first| OPERATORS.contains(first))
}

/// `1`, `v1.2.0-rc.1`, `*`, the hash of a commit.
fn is_version(word: &str) -> bool {
    let number = word.strip_prefix('v').unwrap_or(word);
    let is_all = |is_one: fn(char) -> bool| word.chars().all(is_one);
    let is_number = number.starts_with(|first: char| first.is_ascii_digit())
        && (number.contains('.') || is_all(|letter| letter.is_ascii_digit()));
    let is_hash = word.len() >= SHORTEST_HASH && is_all(|letter| letter.is_ascii_hexdigit());
    is_number || is_hash || word == VERSION
}

/// A name as registries compare it.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::super::locks::kind_of;
    use super::*;

    #[test]
    fn requirements_of_moved_packages_are_no_other_change_and_all_else_is_one() {
        let moves = [
            ["serde", "1.0.1", "1.0.2"],
            ["@types/node", "18.0.0", "20.0.0"],
            ["Flask_Login", "0.5", "0.6"],
            ["esbuild", "0.1.0", "0.2.0"],
            ["wide", "", "2.0"],
        ];
        let named = Named::of(moves.into_iter());
        for (old, new) in [
            ("serde = \"1.0.1\"", "serde = \"1.0.2\""),
            ("serde = \"1\"", "serde = { version = \"=1.0.2\" }"),
            (
                "[a]\nserde = \"1\"",
                "[a]\nserde = \"1.1\"\nwide = { version = \"2\", features = [\"x\"] }",
            ),
            (
                "serde = { git = \"https://a.io/s\", rev = \"abcdef01\" }",
                "serde = { git = \"https://a.io/s\", rev = \"1234567a\" }",
            ),
            (
                "\"@types/node\": \"^18.0.0\"",
                "\"@types/node\": \"~20.0\",",
            ),
            (
                "gem \"serde\", \"~> 1.0\"",
                "gem \"serde\", \"~> 1.1\", \">= 1.1.2\"",
            ),
            ("flask-login>=0.5,<1", "flask-login==0.6"),
            (
                "x = [\"a>=1\", \"serde>=1\"]",
                "x = [\"a>=1\", \"serde>=2\"]",
            ),
            ("content-hash = \"a\"", "content-hash = \"b\""),
        ] {
            assert!(!named.differs(old, new), "{old} {new}");
            assert!(Named::of([].into_iter()).differs(old, new));
        }
        for (old, new) in [
            ("opt-level = 2", "opt-level = 3"),
            ("[profile.dev]\nlto = true", "[profile.release]\nlto = true"),
            ("lto = true\n[b]", "[b]\nlto = true"),
            (
                "serde = \"1.0.1\"",
                "serde = { version = \"1.0.2\", features = [\"rc\"] }",
            ),
            (
                "serde = { version = \"1\", optional = true }",
                "serde = { version = \"1\", optional = false }",
            ),
            (
                "\"build\": \"esbuild --target=18\"",
                "\"build\": \"esbuild --target=20\"",
            ),
            ("other = \"1\"", "other = \"2\""),
            ("version = \"0.1.0\"", "version = \"0.2.0\""),
            (
                "serde>=1; python_version < \"3.9\"",
                "serde>=2; python_version >= \"3.9\"",
            ),
            ("x = \"-avx2\"", "x = \"+avx2\""),
            ("a = [\"serde/std\"]", "a = [\"serde/alloc\"]"),
        ] {
            assert!(named.differs(old, new), "{old} {new}");
        }
        assert!(is_manifest("a/Cargo.toml") && is_manifest("requirements-dev.in"));
        assert!(!is_manifest("setup.py") && !is_manifest("Cargo.toml/a"));
    }

    #[test]
    fn what_is_no_package_is_told_to_differ() {
        let go = |go: &str, a: &str, more: &str| {
            format!("module m\n\ngo {go}\n\nrequire (\n\tx.io/a {a}\n){more}\n")
        };
        let gems = |revision: &str, rack: &str| {
            format!(
                "GIT\n  revision: {revision}\n  specs:\n    own (1)\n\nGEM\n  specs:\n    rack ({rack})\n"
            )
        };
        let npm = |a: &str, own: &str| {
            format!(
                "{{\"packages\": {{\"\": {{\"engines\": \"{own}\"}}, \"node_modules/a\": \
                 {{\"version\": \"{a}\"}}}}}}"
            )
        };
        let replaced = "\n\nreplace x.io/a => ../a";
        for (path, old, same, other) in [
            (
                "go.mod",
                go("1.21", "v1.0.0", ""),
                go("1.21", "v1.1.0", ""),
                go("1.23", "v1.1.0", ""),
            ),
            (
                "go.mod",
                go("1.21", "v1.0.0", ""),
                go("1.21", "v1.1.0", ""),
                go("1.21", "v1.1.0", replaced),
            ),
            (
                "go.mod",
                "module m\n\nrequire x.io/a v1.0.0\n".to_owned(),
                "module m\n\nrequire (\n\tx.io/a v1.1.0\n)\n".to_owned(),
                "module m\n\nrequire x.io/a v1.1.0\n\nexclude (\n\tx.io/b v1.0.0\n)\n".to_owned(),
            ),
            (
                "requirements.txt",
                "a==1\nb>=2\n".to_owned(),
                "b>=2\na==2\n".to_owned(),
                "a==2\nb>=3\n".to_owned(),
            ),
            (
                "Gemfile.lock",
                gems("aaa", "1"),
                gems("aaa", "2"),
                gems("bbb", "2"),
            ),
            (
                "package-lock.json",
                npm("1", "18"),
                npm("2", "18"),
                npm("2", "20"),
            ),
        ] {
            let lock = kind_of(path).unwrap();
            assert!(!has_more(lock, &old, &same), "{path}: {same}");
            assert!(has_more(lock, &old, &other), "{path}: {other}");
        }
    }
}
