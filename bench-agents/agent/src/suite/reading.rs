//! From the file to a manifest that can be relied on.

use std::path::Path;

use super::document::Manifest;
use super::error::ManifestError;
use super::validation;
use crate::base::disarmed::Disarmed;

impl Manifest {
    /// Reads and validates the manifest of the suite in `folder`.
    pub(crate) fn read(folder: &Path) -> Result<Self, ManifestError> {
        let path = folder.join("suite.toml");
        let text = std::fs::read_to_string(&path).map_err(|source| ManifestError::Unreadable {
            path: path.clone(),
            source,
        })?;
        Self::parse(&text, folder)
    }

    /// Of a suite in a checkout that the agent made; `top` is that checkout's.
    pub(crate) fn read_within(folder: &Path, top: Option<&Path>) -> Result<Self, ManifestError> {
        let mut manifest = Self::read(folder)?;
        manifest.top = top.map(Path::to_owned);
        Ok(manifest)
    }

    /// A checkout that somebody else packed has a configuration that somebody else wrote: where its
    /// programs are confined, git runs none that is named there either.
    pub(crate) fn apart(mut self, is_confined: bool) -> Result<Self, ManifestError> {
        if is_confined && self.top.is_none() {
            let found = Disarmed::around(&self.folder);
            self.disarmed = found.map_err(|source| ManifestError::Repository {
                path: self.folder.clone(),
                source,
            })?;
        }
        Ok(self)
    }

    pub(crate) fn parse(text: &str, folder: &Path) -> Result<Self, ManifestError> {
        let path = folder.join("suite.toml");
        let mut manifest: Self = toml::from_str(text).map_err(|source| ManifestError::Syntax {
            path: path.clone(),
            source: Box::new(source),
        })?;
        folder.clone_into(&mut manifest.folder);
        validation::validate(&manifest).map_err(|fault| ManifestError::Invalid { path, fault })?;
        Ok(manifest)
    }
}
