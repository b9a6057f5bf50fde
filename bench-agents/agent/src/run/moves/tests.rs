use std::cell::RefCell;

use super::super::git::turn;
use super::*;
use crate::process::Stop;

pub(super) const INNER: &str = "1111111111111111111111111111111111111111";

/// A commit of these paths: a link to the commit of a submodule, or a text.
pub(super) fn commit(mirror: &Path, files: &[(String, Option<&str>)], git: &mut Git) -> String {
    git.must(mirror, &["read-tree", "--empty"]).unwrap();
    let file = mirror.with_extension("text");
    for (path, text) in files {
        let entry = if let Some(text) = text {
            std::fs::write(&file, text).unwrap();
            let id = git.ask(mirror, &["hash-object", "-w", &file.to_string_lossy()]);
            format!("100644,{},{path}", id.unwrap().unwrap())
        } else {
            format!("160000,{INNER},{path}")
        };
        let words = ["update-index", "--add", "--cacheinfo", &entry];
        git.must(mirror, &words).unwrap();
    }
    let tree = git.ask(mirror, &["write-tree"]).unwrap().unwrap();
    git.environment = ["AUTHOR", "COMMITTER"]
        .iter()
        .flat_map(|who| [("NAME", "Ada"), ("EMAIL", "a@b")].map(|(key, word)| (who, key, word)))
        .map(|(who, key, word)| (format!("GIT_{who}_{key}"), word.to_owned()))
        .collect();
    let id = git.ask(mirror, &["commit-tree", &tree, "-m", "One"]);
    git.environment.clear();
    id.unwrap().unwrap()
}

pub(super) fn with(files: &[(&str, Option<&'static str>)]) -> Vec<(String, Option<&'static str>)> {
    let files = files.iter();
    files
        .map(|(path, text)| ((*path).to_owned(), *text))
        .collect()
}

pub(super) fn try_in(check: impl FnOnce(&Path, &Owner, &mut Git)) {
    let _turn = turn();
    let scratch = tempfile::tempdir().unwrap();
    let mirror = scratch.path().join("mirror.git");
    std::fs::create_dir(&mirror).unwrap();
    let stop = Stop::new().unwrap();
    let mut git = Git::new(&stop).of(&mirror);
    let init = ["init", "--quiet", "--bare", "."];
    git.must(&mirror, &init).unwrap();
    let owner = Owner {
        folder: scratch.path(),
        top: scratch.path(),
        repository: "",
        is_strange: false,
        most: 0,
        unreached: RefCell::default(),
        used: RefCell::default(),
    };
    check(&mirror, &owner, &mut git);
}

#[test]
fn of_very_many_lock_files_no_mix_is_made() {
    try_in(|mirror, owner, git| {
        let of = |text: &'static str| -> Vec<(String, Option<&'static str>)> {
            let paths = (0..=MOST_LOCKS).map(|i| format!("{i}/requirements.txt"));
            paths.map(|path| (path, Some(text))).collect()
        };
        let before = commit(mirror, &of("a==1\n"), git);
        let after = commit(mirror, &of("a==2\n"), git);
        let found = moved(Pair::of(mirror, &before, &after), owner, git).unwrap();
        assert_eq!((found.parts.len(), found.others), (MOST_LOCKS, 1));
        assert!(!found.can_mix);
    });
}

#[test]
fn the_requirement_of_a_package_moves_with_it_and_a_profile_is_a_change_of_its_own() {
    try_in(|mirror, owner, git| {
        let lock = |version: &str| format!("[[package]]\nname = \"a\"\nversion = \"{version}\"\n");
        let toml = |version: &str, level: u8| {
            format!("[dependencies]\na = \"{version}\"\n[profile.release]\nopt-level = {level}\n")
        };
        let npm = |version: &str| {
            format!(
                "{{\"packages\": {{\"\": {{\"dependencies\": {{\"b\": \"^{version}\"}}}}, \
                 \"node_modules/b\": {{\"version\": \"{version}\"}}}}}}"
            )
        };
        let json = |version: &str| format!("{{\"dependencies\": {{\"b\": \"^{version}\"}}}}");
        let mut of = |names: [&str; 2], texts: [String; 2]| {
            let files = names.iter().zip(&texts);
            let files: Vec<_> = files
                .map(|(name, text)| ((*name).to_owned(), Some(text.as_str())))
                .collect();
            commit(mirror, &files, git)
        };
        let cargo = ["Cargo.lock", "x/Cargo.toml"];
        let node = ["package-lock.json", "package.json"];
        let commits = [
            of(cargo, [lock("1.0.1"), toml("1.0.1", 2)]),
            of(cargo, [lock("1.0.2"), toml("1.0.2", 2)]),
            of(cargo, [lock("1.0.3"), toml("1.0.3", 3)]),
            of(node, [npm("1.0.1"), json("1.0.1")]),
            of(node, [npm("1.0.2"), json("1.0.2")]),
        ];
        for (before, after, others) in [(0, 1, 0), (1, 2, 1), (3, 4, 0)] {
            let pair = Pair::of(mirror, &commits[before], &commits[after]);
            let found = moved(pair, owner, git).unwrap();
            assert_eq!((found.parts.len(), found.others), (1, others), "{after}");
        }
    });
}
