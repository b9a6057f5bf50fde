//! What a user wants builds and programs to be confined in: flags, and the same in `agent.toml`.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::base::scalar::Named;
use crate::process::Group;
use crate::process::sandbox::{Kind, SandboxError, View};

#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Confinement {
    /// In what builds and programs run: none, namespaces, container [default: none]
    #[arg(long, value_name = "KIND", value_enum)]
    pub(super) sandbox: Option<Kind>,
    /// Folder that the sandbox shows beside the system's, read only; may be repeated
    #[arg(long, value_name = "FOLDER")]
    pub(super) sandbox_read: Vec<PathBuf>,
    /// Variable that programs in the sandbox are given beside the usual ones; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(super) sandbox_keep: Vec<String>,
    /// Image of the container, which the engine of this machine has
    #[arg(long, value_name = "IMAGE")]
    pub(super) sandbox_image: Option<String>,
    /// The agent's own files.
    #[arg(skip)]
    pub(super) hidden: Vec<PathBuf>,
}

impl Confinement {
    /// Flags win over the file.
    pub(super) fn or(mut self, file: Self) -> Self {
        self.sandbox = self.sandbox.or(file.sandbox);
        self.sandbox_read.extend(file.sandbox_read);
        self.sandbox_keep.extend(file.sandbox_keep);
        self.sandbox_image = self.sandbox_image.or(file.sandbox_image);
        self.hidden.extend(file.hidden);
        self
    }

    pub(crate) fn hide(&mut self, path: &Path) {
        self.hidden.push(path.to_owned());
    }

    pub(crate) fn kind(&self) -> Kind {
        self.sandbox.unwrap_or_default()
    }

    pub(crate) fn is_on(&self) -> bool {
        self.kind() != Kind::None
    }

    /// The processes of a run of the suites in these folders. They may write to the checkouts around
    /// them, and to the folder `own`.
    pub(crate) fn group<'a>(
        &self,
        folders: impl Iterator<Item = &'a Path>,
        own: Option<&Path>,
    ) -> Result<Group, SandboxError> {
        match self.kind() {
            Kind::None => Ok(Group::default()),
            Kind::Namespaces => Group::confined(self.view(folders, own)),
            Kind::Container => Group::confined(View {
                image: Some(self.image().ok_or_else(SandboxError::no_image)?.to_owned()),
                ..self.view(folders, own)
            }),
        }
    }

    /// What is named for containers.
    pub(crate) fn image(&self) -> Option<&str> {
        let image = self.sandbox_image.as_deref().map(str::trim);
        // What begins so would be an option of the engine.
        image.filter(|image| !image.is_empty() && !image.starts_with('-'))
    }

    /// The settings of a run beside its machine's, where a sandbox is on.
    pub(crate) fn settings(&self) -> Named {
        let mut settings = Named::new();
        if self.is_on() {
            settings.push(("sandbox".to_owned(), self.kind().name().into()));
        }
        if let (Kind::Container, Some(image)) = (self.kind(), self.image()) {
            settings.push(("sandbox_image".to_owned(), image.into()));
        }
        settings
    }

    fn view<'a>(&self, folders: impl Iterator<Item = &'a Path>, own: Option<&Path>) -> View {
        let own = own.map(Path::to_owned);
        View {
            writable: places(folders.map(checkout).chain(own)),
            readable: places(self.sandbox_read.iter().cloned()),
            hidden: places(self.hidden.iter().cloned()),
            variables: self.sandbox_keep.clone(),
            image: None,
        }
    }
}

/// Absolute and without links; those that are not there are nothing to show or hide.
fn places(paths: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    paths.filter_map(|path| path.canonicalize().ok()).collect()
}

/// The checkout around a suite, found without asking git; the suite's folder where there is none.
fn checkout(folder: &Path) -> PathBuf {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mut around = folder.ancestors();
    let top = around.find(|place| place.join(".git").exists());
    top.map_or_else(|| folder.clone(), Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_its_own_within_a_repository_does_not_open_the_repository() {
        let repository = tempfile::tempdir().unwrap();
        let top = repository.path().canonicalize().unwrap();
        let spool = top.join(".tidemark/agent/spool");
        let tree = spool.join("checkouts/a.trees/b");
        let (suite, own) = (tree.join("suite"), spool.join("checkouts/proposal/own"));
        for folder in [&top.join(".git"), &tree.join(".git"), &suite, &own] {
            std::fs::create_dir_all(folder).unwrap();
        }
        let view = Confinement::default().view([suite.as_path()].into_iter(), Some(&own));
        assert_eq!(view.writable, [tree, own]);
    }
}
