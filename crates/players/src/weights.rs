//! What has been learned of a game: from a file, or from the library.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use stonegate_gdl::{Canonical, Fingerprint};
use stonegate_ground::Machine;
use stonegate_learning::{Evaluator, Weights};

use crate::cache_folder::CacheFolder;

/// What stands for the library in the place of a file.
const AUTO: &str = "auto";

/// Where weights come from, and how they are used.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    source: Source,
    /// How much random games count beside them, 0 to 1.
    pub(crate) playouts: f32,
}

#[derive(Clone, PartialEq, Debug)]
enum Source {
    /// The library has a file for each game that was learned.
    Library,
    /// A file, and what is in it or what is wrong with it.
    File(PathBuf, Result<Arc<Weights>, String>),
}

impl Learned {
    /// Reads a file; `auto` is the one that the library has for the game. What is wrong with it is
    /// told by who plays without it.
    pub fn read(path: &Path, playouts: f32) -> Self {
        let source = match path {
            path if path == Path::new(AUTO) => Source::Library,
            path => {
                let bytes = fs::read(path).map_err(|error| error.to_string());
                Source::File(path.to_owned(), bytes.and_then(|bytes| decode(&bytes)))
            }
        };
        Self { source, playouts }
    }

    /// What values positions of a machine, if the game was learned, or why nothing does.
    pub(crate) fn evaluator(
        &self,
        machine: &Machine,
        canonical: &Canonical,
    ) -> Result<Option<Evaluator>, String> {
        let (path, weights) = match &self.source {
            Source::File(path, weights) => (path.clone(), weights.clone()),
            Source::Library => {
                let Some(path) = weights_file(canonical.fingerprint()) else { return Ok(None) };
                let bytes = match fs::read(&path) {
                    Ok(bytes) => Ok(bytes),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                    Err(error) => Err(error.to_string()),
                };
                (path, bytes.and_then(|bytes| decode(&bytes)))
            }
        };
        let evaluator = weights.and_then(|weights| {
            Evaluator::new(&weights, machine, canonical).map_err(|error| error.to_string())
        });
        evaluator.map(Some).map_err(|problem| format!("{}: {problem}", path.display()))
    }
}

fn decode(bytes: &[u8]) -> Result<Arc<Weights>, String> {
    Weights::from_bytes(bytes).map(Arc::new).map_err(|error| error.to_string())
}

/// Where the library has the weights of a game.
pub fn weights_file(game: Fingerprint) -> Option<PathBuf> {
    let folder = CacheFolder::default_directory()?.join("weights");
    Some(folder.join(format!("{game}.weights")))
}
