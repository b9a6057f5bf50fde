//! What the line that lets this machine in says.

use std::path::PathBuf;

use clap::Args;

use crate::delivery::updates::ReleaseKey;

#[derive(Debug, Args)]
pub(crate) struct EnrolArguments {
    /// Address of the server, such as <http://127.0.0.1:8000>
    pub(crate) server: String,
    /// The token: good once, and for half an hour
    pub(crate) token: String,
    /// Folder for the configuration, the keys and waiting reports
    #[arg(long, value_name = "FOLDER", default_value = "tidemark-agent")]
    pub(crate) folder: PathBuf,
    /// Name of this agent [default: the host's name]
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Testbed, where the token names none [default: the host's name]
    #[arg(long)]
    pub(crate) testbed: Option<String>,
    /// Where newer versions of this program are found; none is taken until `automatic` is set
    #[arg(long, value_name = "CHANNEL")]
    pub(crate) channel: Option<String>,
    /// Public key of whoever makes releases, in hexadecimal
    #[arg(long, value_name = "HEX")]
    pub(crate) release_key: Option<ReleaseKey>,
}
