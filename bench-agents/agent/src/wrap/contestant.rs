//! Commands and parameter values → what takes part in every round.

use std::path::{Path, PathBuf};

use super::arguments::{Shown, WrapArguments};
use super::names;
use super::scans::{self, ScanError};
use super::words::{self, WordsError};
use crate::base::scalar::Named;
use crate::process::{Invocation, Output};
use crate::suite::fill;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ContestError {
    #[error(transparent)]
    Words(#[from] WordsError),
    #[error(transparent)]
    Scan(#[from] ScanError),
    #[error("{given} names for {commands} commands: give --name once for each, or not at all")]
    Names { given: usize, commands: usize },
    #[error(
        "{given} times --{option} for {commands} commands: give it once for all, or once for each"
    )]
    Count {
        option: &'static str,
        given: usize,
        commands: usize,
    },
    #[error("the input {path} cannot be read: {source}", path = path.display())]
    Input {
        path: PathBuf,
        source: std::io::Error,
    },
}

/// One command with one set of parameter values.
#[derive(Debug, Clone)]
pub(crate) struct Contestant {
    /// The command as it was given, and its place among the commands.
    pub(crate) index: usize,
    pub(crate) benchmark: String,
    pub(crate) template: String,
    pub(crate) parameters: Named,
    /// What people read: the name, or the command with the values filled in.
    pub(crate) label: String,
    pub(crate) command: String,
    pub(crate) invocation: Invocation,
    pub(crate) setup: Option<Invocation>,
    pub(crate) prepare: Option<Invocation>,
    pub(crate) cleanup: Option<Invocation>,
}

/// A command as it was given: a text to be split, or words.
enum Given {
    Text(String),
    Words(Vec<String>),
}

pub(crate) fn contestants(arguments: &WrapArguments) -> Result<Vec<Contestant>, ContestError> {
    if let Some(path) = &arguments.input {
        std::fs::File::open(path).map_err(|source| ContestError::Input {
            path: path.clone(),
            source,
        })?;
    }
    let given = given(arguments);
    let templates: Vec<String> = given.iter().map(Given::shown).collect();
    must_name_each(&arguments.names, given.len())?;
    let names = names::distinct(if arguments.names.is_empty() {
        &templates
    } else {
        &arguments.names
    });
    let parameters = scans::combinations(arguments.lists(), &arguments.scans())?;
    let mut found = Vec::new();
    for (index, command) in given.iter().enumerate() {
        for values in &parameters {
            let command_text = fill(&templates[index], values);
            let name = arguments.names.get(index).map(|name| fill(name, values));
            let step =
                |option, list: &[String]| step(arguments, option, list, index, given.len(), values);
            found.push(Contestant {
                index,
                benchmark: names[index].clone(),
                template: templates[index].clone(),
                parameters: values.clone(),
                label: name.unwrap_or_else(|| command_text.clone()),
                command: command_text,
                invocation: command.invocation(arguments, values)?,
                setup: step("setup", &arguments.setup)?,
                prepare: step("prepare", &arguments.prepare)?,
                cleanup: step("cleanup", &arguments.cleanup)?,
            });
        }
    }
    Ok(found)
}

impl Contestant {
    /// One that is measured beside the others and is none of them.
    pub(crate) fn alone(invocation: Invocation) -> Self {
        Self {
            index: usize::MAX,
            benchmark: String::new(),
            template: String::new(),
            parameters: Named::new(),
            label: invocation.name(),
            command: invocation.name(),
            invocation,
            setup: None,
            prepare: None,
            cleanup: None,
        }
    }
}

fn given(arguments: &WrapArguments) -> Vec<Given> {
    let texts = arguments.commands.iter().cloned().map(Given::Text);
    let after = match &arguments.words[..] {
        [] => None,
        [one] if one.contains(' ') && !Path::new(one).is_file() => Some(Given::Text(one.clone())),
        several => Some(Given::Words(several.to_vec())),
    };
    texts.chain(after).collect()
}

impl Given {
    fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Words(words) => words::joined(words),
        }
    }

    fn invocation(
        &self,
        arguments: &WrapArguments,
        values: &Named,
    ) -> Result<Invocation, ContestError> {
        let mut invocation = match self {
            Self::Text(text) => command(arguments, text, values)?,
            Self::Words(words) if arguments.shell.is_none() => {
                let filled: Vec<String> = words.iter().map(|word| fill(word, values)).collect();
                Invocation::new(&filled, Path::new("."))
            }
            Self::Words(words) => command(arguments, &words::joined(words), values)?,
        };
        invocation.input.clone_from(&arguments.input);
        invocation.output = match arguments.output {
            Shown::Null => Output::Dropped,
            Shown::Pipe => Output::Captured,
            Shown::Inherit => Output::Inherited,
        };
        Ok(invocation)
    }
}

/// A text run by the shell, or split into words that are run by nobody else.
fn command(
    arguments: &WrapArguments,
    text: &str,
    values: &Named,
) -> Result<Invocation, ContestError> {
    let words = match &arguments.shell {
        Some(shell) => {
            let mut words = words::split(shell)?;
            words.extend(["-c".to_owned(), fill(text, values)]);
            words
        }
        None => words::split(text)?
            .iter()
            .map(|word| fill(word, values))
            .collect(),
    };
    Ok(Invocation::new(&words, Path::new(".")))
}

/// A command beside the timed one. It may use a shell's signs: nobody times it.
fn step(
    arguments: &WrapArguments,
    option: &'static str,
    list: &[String],
    index: usize,
    commands: usize,
    values: &Named,
) -> Result<Option<Invocation>, ContestError> {
    if list.len() != 1 {
        count(option, list, commands)?;
    }
    let chosen = if list.len() == 1 {
        list.first()
    } else {
        list.get(index)
    };
    let shell = arguments.shell.as_deref().unwrap_or("sh");
    Ok(chosen.map(|text| {
        let words = [shell.to_owned(), "-c".to_owned(), fill(text, values)];
        Invocation::new(&words, Path::new("."))
    }))
}

fn must_name_each(names: &[String], commands: usize) -> Result<(), ContestError> {
    if names.is_empty() || names.len() == commands {
        return Ok(());
    }
    Err(ContestError::Names {
        given: names.len(),
        commands,
    })
}

fn count(option: &'static str, list: &[String], commands: usize) -> Result<(), ContestError> {
    if list.is_empty() || list.len() == commands {
        return Ok(());
    }
    Err(ContestError::Count {
        option,
        given: list.len(),
        commands,
    })
}
