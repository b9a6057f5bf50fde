//! Which Python runs the server, and what it has.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

/// Made by the build for uvloop; the machine's own python3 where that was not possible.
const OWN: &str = ".venv/bin/python";
const FREE_THREADED: [&str; 3] = ["python3.15t", "python3.14t", "python3.13t"];
const GIL: &str =
    "import sys, sysconfig; sys.exit(not sysconfig.get_config_var('Py_GIL_DISABLED'))";

/// An interpreter and the module built for it.
pub(crate) struct Interpreter {
    pub(crate) program: PathBuf,
    pub(crate) module: PathBuf,
}

impl Interpreter {
    pub(crate) fn find(name: &str) -> Result<Self> {
        match name {
            "default" => Ok(Self {
                program: default(),
                module: module()?,
            }),
            "free-threaded" => Self::free_threaded(),
            program => Ok(Self {
                program: program.into(),
                module: module()?,
            }),
        }
    }

    fn free_threaded() -> Result<Self> {
        let chosen = env::var("BRIDGE_FREE_THREADED").ok();
        let names = chosen.iter().map(String::as_str).chain(FREE_THREADED);
        let Some(program) = names
            .map(PathBuf::from)
            .find(|program| says_yes(program, GIL))
        else {
            let names = FREE_THREADED.join(", ");
            bail!("no free-threaded Python here: looked for {names} and $BRIDGE_FREE_THREADED");
        };
        let module = PathBuf::from("target/free-threaded/release/libbridge.so");
        ensure!(
            module.exists(),
            "{} is not built; run python3 build.py",
            module.display()
        );
        Ok(Self { program, module })
    }
}

/// Ends with an error that says what is missing.
pub(crate) fn require(what: &str, interpreter: &str) -> Result<()> {
    let Interpreter { program, .. } = Interpreter::find(interpreter)?;
    let shown = program.display();
    match what {
        "default" | "asyncio" => Ok(()),
        "free-threaded" => Interpreter::free_threaded().map(drop),
        "uvloop" => {
            let hint = "the build installs it into .venv where an index is reachable";
            ensure!(
                says_yes(&program, "import uvloop"),
                "{shown} has no uvloop: {hint}"
            );
            Ok(())
        }
        _ => bail!("unknown requirement {what}; known are uvloop and free-threaded"),
    }
}

fn default() -> PathBuf {
    let own = Path::new(OWN);
    if own.exists() {
        own.into()
    } else {
        "python3".into()
    }
}

/// The library beside this program.
fn module() -> Result<PathBuf> {
    let own = env::current_exe().context("this program has no path")?;
    let places = ["libbridge.so", "deps/libbridge.so"].map(|name| own.with_file_name(name));
    let module = places.into_iter().find(|place| place.exists());
    module.context("the module is not built; run python3 build.py")
}

fn says_yes(program: &Path, code: &str) -> bool {
    let done = Command::new(program).args(["-c", code]).output();
    done.is_ok_and(|done| done.status.success())
}
