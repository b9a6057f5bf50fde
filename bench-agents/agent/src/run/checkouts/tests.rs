use super::*;
use crate::process::sandbox::Kind;

#[test]
fn forks_patches_and_the_project_have_a_mirror_each_and_former_ones_are_removed() {
    let _turn = super::super::git::turn();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let confinement = Confinement {
        sandbox: Some(Kind::Namespaces),
        ..Confinement::default()
    };
    let checkouts = Checkouts::new(folder.to_owned(), &JobSettings::default(), confinement);
    let stop = Stop::new().unwrap();
    let mut git = Git::new(&stop);
    let of = |source, git: &mut Git| checkouts.mirror(Path::new("/suite"), source, git);
    let own = of(Source::Own, &mut git).unwrap();
    let name = own.file_name().unwrap().to_string_lossy().into_owned();
    let hash = name.strip_suffix("-own.git").unwrap();
    let former = ["", "-apart"].map(|kind| folder.join(format!("{hash}{kind}.git")));
    for path in &former {
        fs::create_dir_all(path.join("refs")).unwrap();
    }
    let patch = of(Source::Patch, &mut git).unwrap();
    let fork = of(Source::Fork, &mut git).unwrap();
    assert!(former.iter().all(|path| !path.exists()));
    assert!(
        [&own, &patch, &fork]
            .iter()
            .all(|path| path.join("HEAD").is_file())
    );
    assert!(own != patch && patch != fork && own != fork);
    let a_patch = JobPatch {
        base: String::new(),
        commit: String::new(),
        diff: String::new(),
        author: String::new(),
        subject: String::new(),
        at: 0,
    };
    let wanted = |is_fork, patch| Wanted {
        commits: &[],
        patch,
        mix: None,
        before: "",
        repository: "",
        is_fork,
        is_clean: false,
    };
    assert_eq!(checkouts.source(&wanted(false, None)), Source::Own);
    assert_eq!(
        checkouts.source(&wanted(false, Some(&a_patch))),
        Source::Patch
    );
    assert_eq!(
        checkouts.source(&wanted(true, Some(&a_patch))),
        Source::Fork
    );
}

/// A repository with a submodule `lib` of three files, and its commit.
fn with_submodule(scratch: &Path, git: &mut Git) -> (PathBuf, String) {
    git.environment = ["AUTHOR", "COMMITTER"]
        .iter()
        .flat_map(|who| [("NAME", "Ada"), ("EMAIL", "a@b")].map(|(key, word)| (who, key, word)))
        .map(|(who, key, word)| (format!("GIT_{who}_{key}"), word.to_owned()))
        .collect();
    let (inner, suite) = (scratch.join("inner"), scratch.join("suite"));
    for place in [&inner, &suite] {
        fs::create_dir(place).unwrap();
        for file in ["a.c", "b.c", "c.c"] {
            fs::write(place.join(file), "int one;\n").unwrap();
        }
        let init = ["init", "--quiet", "-b", "main"];
        let commit = ["commit", "--quiet", "-m", "One"];
        for words in [&init[..], &["add", "."], &commit] {
            git.must(place, words).unwrap();
        }
    }
    let address = inner.to_string_lossy();
    let add = ["submodule", "--quiet", "add", &address, "lib"];
    let allowed = ["-c", "protocol.file.allow=always"];
    git.must(&suite, &[&allowed[..], &add].concat()).unwrap();
    git.must(&suite, &["commit", "--quiet", "-m", "Two"])
        .unwrap();
    let id = git.ask(&suite, &["rev-parse", "HEAD"]).unwrap().unwrap();
    git.environment.clear();
    (suite, id)
}

fn wanted<'a>(commits: &'a [&'a str], is_fork: bool) -> Wanted<'a> {
    Wanted {
        commits,
        patch: None,
        mix: None,
        before: "",
        repository: "",
        is_fork,
        is_clean: false,
    }
}

#[test]
fn files_of_a_submodule_that_did_not_change_are_not_written_again() {
    let _turn = super::super::git::turn();
    let scratch = tempfile::tempdir().unwrap();
    let stop = Stop::new().unwrap();
    let (suite, id) = with_submodule(scratch.path(), &mut Git::new(&stop));
    let folder = scratch.path().join("checkouts");
    let (settings, confinement) = (JobSettings::default(), Confinement::default());
    let checkouts = Checkouts::new(folder.clone(), &settings, confinement);
    let commits = [id.as_str()];
    let checked = || {
        let checked = checkouts
            .of(&suite, &wanted(&commits, false), &stop)
            .unwrap();
        assert!(checked.missing.is_empty(), "{:?}", checked.missing);
        checked.tops[0].join("lib")
    };
    let lib = checked();
    let written = || fs::metadata(lib.join("a.c")).unwrap().modified().unwrap();
    let text = |file: &str| fs::read_to_string(lib.join(file)).unwrap();
    let before = written();
    fs::write(lib.join("b.c"), "int two;\n").unwrap();
    fs::remove_file(lib.join("c.c")).unwrap();
    fs::write(lib.join("product"), "built").unwrap();
    assert_eq!(checked(), lib);
    assert_eq!(written(), before);
    assert_eq!([text("b.c"), text("c.c")], ["int one;\n", "int one;\n"]);
    assert_eq!(text("product"), "built");
    // what a kill leaves, or a disk that fails
    let mut indexes = Vec::new();
    for trees in fs::read_dir(&folder).unwrap().flatten() {
        for tree in fs::read_dir(trees.path().join("worktrees"))
            .into_iter()
            .flatten()
        {
            let kept = fs::read_dir(tree.unwrap().path().join("tidemark")).unwrap();
            indexes.extend(kept.map(|index| index.unwrap().path()));
        }
    }
    assert_eq!(indexes.len(), 1);
    fs::write(&indexes[0], "DIRC half").unwrap();
    fs::write(indexes[0].with_extension("lock"), "").unwrap();
    fs::remove_file(lib.join("c.c")).unwrap();
    assert_eq!(checked(), lib);
    assert_eq!(text("c.c"), "int one;\n");
}

#[test]
fn what_submodules_of_strangers_brought_goes_with_their_job() {
    let _turn = super::super::git::turn();
    let scratch = tempfile::tempdir().unwrap();
    let stop = Stop::new().unwrap();
    let (suite, id) = with_submodule(scratch.path(), &mut Git::new(&stop));
    let folder = scratch.path().join("checkouts");
    let confinement = Confinement {
        sandbox: Some(Kind::Namespaces),
        ..Confinement::default()
    };
    let settings = JobSettings {
        forks: true,
        ..JobSettings::default()
    };
    let checkouts = Checkouts::new(folder.clone(), &settings, confinement);
    let ends = |end: &str| {
        let entries = fs::read_dir(&folder).unwrap().flatten();
        let names = entries.map(|entry| entry.file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(end)).collect::<Vec<_>>()
    };
    let commits = [id.as_str()];
    let measure = || {
        let checked = checkouts
            .of(&suite, &wanted(&commits, true), &stop)
            .unwrap();
        assert_eq!(checked.missing, ["lib"]);
    };
    measure();
    let [name] = &ends(".modules")[..] else {
        panic!("{:?}", ends(""));
    };
    assert_eq!(ends("-module.git"), [""; 0]);
    let left = folder.join(name).join("left");
    fs::write(&left, "by a killed agent").unwrap();
    measure();
    assert!(!left.exists());
    checkouts.tidy();
    assert_eq!(ends(".modules"), [""; 0]);
    assert_eq!(ends("-fork-apart.git").len(), 1);
}
