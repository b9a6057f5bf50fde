use super::super::tests::{INNER, commit, try_in, with};
use super::*;

const MODULES_TEXT: &str = "[submodule \"lib\"]\n\tpath = lib\n\turl = ../lib\n";

#[test]
fn a_mix_without_the_removal_of_a_submodule_has_it_with_its_address() {
    try_in(|mirror, owner, git| {
        let old = with(&[(".gitmodules", Some(MODULES_TEXT)), ("lib", None)]);
        let removed = with(&[("a", Some("a"))]);
        let vendored = with(&[("lib/a", Some("a"))]);
        let before = commit(mirror, &old, git);
        for new in [removed, vendored] {
            let after = commit(mirror, &new, git);
            let pair = Pair::of(mirror, &before, &after);
            let places = links_of(&made(pair, 0, owner, git).id, mirror, git);
            assert_eq!(places, [("lib".to_owned(), "../lib".to_owned())]);
        }
    });
}

/// The commit with so many of its moves.
fn made(pair: Pair, parts: usize, owner: &Owner, git: &mut Git) -> Mix {
    let wanted = JobMix {
        commit: "mix".to_owned(),
        before: pair.before.to_owned(),
        after: pair.after.to_owned(),
        parts,
        moves: 0,
        last: None,
    };
    mix(pair, &wanted, owner, git).unwrap()
}

/// The submodules of a commit, with the address that it says of each.
fn links_of(id: &str, mirror: &Path, git: &mut Git) -> Vec<(String, String)> {
    let urls = declared::urls(mirror, id, git).unwrap();
    let links = declared::links(mirror, id, git).unwrap().into_iter();
    let links = links.map(|(path, inner)| {
        assert_eq!(inner, INNER);
        let url = urls.get(&path).cloned().unwrap_or_default();
        (path, url)
    });
    links.collect()
}

#[test]
fn a_mix_without_a_submodule_that_a_commit_adds_does_not_have_it() {
    try_in(|mirror, owner, git| {
        let old = with(&[("a", Some("a"))]);
        let new = with(&[
            ("a", Some("a")),
            (".gitmodules", Some(MODULES_TEXT)),
            ("lib", None),
        ]);
        let (before, after) = (commit(mirror, &old, git), commit(mirror, &new, git));
        let pair = Pair::of(mirror, &before, &after);
        let mix = made(pair, 0, owner, git).id;
        assert_eq!(links_of(&mix, mirror, git), []);
        let found = tree::Object::at(mirror, &mix, "a", git).unwrap();
        assert!(found.is_some());
    });
}

#[test]
fn a_mix_has_each_place_of_a_submodule_that_moved_with_its_address() {
    try_in(|mirror, owner, git| {
        // as `git mv` leaves it: the section keeps the name of the former place
        let text = "[submodule \"lib\"]\n\tpath = alib\n\turl = ../new\n";
        let old = with(&[(".gitmodules", Some(MODULES_TEXT)), ("lib", None)]);
        let new = with(&[(".gitmodules", Some(text)), ("alib", None)]);
        let (before, after) = (commit(mirror, &old, git), commit(mirror, &new, git));
        let pair = Pair::of(mirror, &before, &after);
        let of = |path: &str, url: &str| (path.to_owned(), url.to_owned());
        let mix = made(pair, 0, owner, git).id;
        assert_eq!(links_of(&mix, mirror, git), [of("lib", "../lib")]);
        let mix = made(pair, 1, owner, git).id;
        let both = [of("alib", "../new"), of("lib", "../lib")];
        assert_eq!(links_of(&mix, mirror, git), both);
    });
}

#[test]
fn what_a_submodule_is_called_does_not_break_what_is_said_of_it() {
    try_in(|mirror, _, git| {
        let odd = "a \"b\"\\c;#d\n[x]\te";
        let text = declared::section(0, odd, Some(&"../lib".to_owned()));
        let files = [(".gitmodules".to_owned(), Some(text.as_str()))];
        let id = commit(mirror, &files, git);
        let urls = declared::urls(mirror, &id, git).unwrap();
        assert_eq!(
            urls.into_iter().collect::<Vec<_>>(),
            [(odd.to_owned(), "../lib".to_owned())]
        );
    });
}

#[test]
fn a_lock_file_of_a_mix_with_other_packages_after_a_build_is_rewritten() {
    try_in(|mirror, owner, git| {
        let old = "[[package]]\nname = \"a\"\nversion = \"1\"\nsource = \"registry\"\n";
        let new = "[[package]]\nname = \"a\"\nversion = \"2\"\nsource = \"registry\"\n";
        let own = "[[package]]\nname = \"app\"\nversion = \"3\"\n";
        let (before, after) = (
            commit(mirror, &with(&[("x/Cargo.lock", Some(old))]), git),
            commit(
                mirror,
                &with(&[("x/Cargo.lock", Some(new)), ("b", Some("b"))]),
                git,
            ),
        );
        let made = made(Pair::of(mirror, &before, &after), 0, owner, git);
        let [written] = &made.locks[..] else {
            panic!("one lock file");
        };
        let top = tempfile::tempdir().unwrap();
        let place = top.path().join("x/Cargo.lock");
        std::fs::create_dir(top.path().join("x")).unwrap();
        let is_rewritten = |text: &str| {
            std::fs::write(&place, text).unwrap();
            written.is_rewritten(top.path())
        };
        assert!(written.is_rewritten(top.path()), "it is gone");
        assert!(!is_rewritten(old));
        assert!(
            !is_rewritten(&format!("version = 4\n\n{old}")),
            "the same packages"
        );
        assert!(!is_rewritten(""), "what nothing needs is not built in");
        assert!(!is_rewritten(&format!("{old}\n{own}")), "by the manifest");
        assert!(is_rewritten(new));
        assert!(is_rewritten(&format!("{old}\n{new}")));
        std::fs::remove_file(&place).unwrap();
        std::os::unix::fs::symlink(mirror, &place).unwrap();
        assert!(written.is_rewritten(top.path()));
    });
}

#[test]
fn a_long_lock_file_in_one_line_is_compared_by_its_packages_after_a_build() {
    try_in(|mirror, owner, git| {
        let processors = vec!["\"x\""; 200_000].join(",");
        let text = |version: &str| {
            let package = format!("{{\"version\":\"{version}\",\"cpu\":[{processors}]}}");
            format!("{{\"packages\":{{\"node_modules/a\":{package}}}}}")
        };
        let (old, new) = (text("1"), text("2"));
        let mut of = |text: &str| {
            let files = [("package-lock.json".to_owned(), Some(text))];
            commit(mirror, &files, git)
        };
        let (before, after) = (of(&old), of(&new));
        let made = made(Pair::of(mirror, &before, &after), 0, owner, git);
        let [written] = &made.locks[..] else {
            panic!("one lock file");
        };
        assert!(written.text.len() > 2_000_000, "a line for each value");
        let top = tempfile::tempdir().unwrap();
        let is_rewritten = |text: &str| {
            std::fs::write(top.path().join("package-lock.json"), text).unwrap();
            written.is_rewritten(top.path())
        };
        assert!(!is_rewritten(&written.text));
        assert!(!is_rewritten(&old), "the same packages in one line");
        assert!(is_rewritten(&new));
    });
}
