//! Machines kept in a directory, so that a game seen before is ready at once.
//!
//! A file holds one machine under canonical names. Its first line says what wrote it, its second
//! is the SHA-256 hash of the rest, which is the machine's text form. Files appear by renaming, so
//! that processes can share the directory; what cannot be read is as good as not there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};
use std::{env, fmt, process};

use sha2::{Digest, Sha256};
use stonegate_gdl::Fingerprint;
use stonegate_ground::Machine;

use crate::prepare::Tier;

/// The first words of every file: another format or another compiler takes other ones.
const HEADER: &str = concat!("stonegate machine 2 ", env!("CARGO_PKG_VERSION"));

const EXTENSION: &str = "machine";
const UNFINISHED: &str = "unfinished";

/// A process that has not renamed its file by then never will.
const MAX_WRITE_TIME: Duration = Duration::from_hours(1);

/// A directory of machines.
#[derive(Clone, Debug)]
pub struct Cache {
    directory: PathBuf,
    max_bytes: u64,
}

/// Why a machine could not be read or written.
#[derive(Debug)]
pub enum CacheError {
    Io {
        path: PathBuf,
        error: io::Error,
    },
    /// The file is not what was once written.
    Damaged {
        path: PathBuf,
    },
    TooLarge {
        bytes: u64,
        max_bytes: u64,
    },
}

impl fmt::Display for CacheError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Damaged { path } => write!(f, "{} is damaged", path.display()),
            Self::TooLarge { bytes, max_bytes } => {
                write!(f, "a machine of {bytes} bytes does not fit a cache of {max_bytes}")
            }
        }
    }
}

impl std::error::Error for CacheError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            Self::Damaged { .. } | Self::TooLarge { .. } => None,
        }
    }
}

impl Cache {
    /// A cache of at most so many bytes. The directory is made when it is first needed.
    pub fn new(directory: impl Into<PathBuf>, max_bytes: u64) -> Self {
        Self { directory: directory.into(), max_bytes }
    }

    /// Where a user's caches are: `$XDG_CACHE_HOME/stonegate` or `~/.cache/stonegate`.
    pub fn default_directory() -> Option<PathBuf> {
        let absolute =
            |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let caches = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
        Some(caches?.join("stonegate"))
    }

    /// The machine of a game, under canonical names, and how good it is.
    pub fn load(&self, game: Fingerprint) -> Result<Option<(Tier, Machine)>, CacheError> {
        let path = self.path(game);
        let bytes = match self.read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(CacheError::Io { path, error }),
        };
        let damaged = || CacheError::Damaged { path: path.clone() };
        let text = String::from_utf8(bytes).map_err(|_| damaged())?;
        let Some(rest) = text.strip_prefix(HEADER) else { return Ok(None) };
        let (tier, rest) = rest.split_once('\n').ok_or_else(damaged)?;
        let (hash, body) = rest.split_once('\n').ok_or_else(damaged)?;
        let tier =
            [Tier::Quick, Tier::Optimized].into_iter().find(|known| tier.trim() == known.name());
        let tier = tier.ok_or_else(damaged)?;
        if hash != hash_of(body) {
            return Err(damaged());
        }
        Ok(Some((tier, body.parse().map_err(|_| damaged())?)))
    }

    /// Keeps a machine with canonical names, and makes room for it.
    pub fn store(
        &self,
        game: Fingerprint,
        tier: Tier,
        machine: &Machine,
    ) -> Result<(), CacheError> {
        let body = machine.to_string();
        let text = format!("{HEADER} {}\n{}\n{body}", tier.name(), hash_of(&body));
        let bytes = text.len() as u64;
        if bytes > self.max_bytes {
            return Err(CacheError::TooLarge { bytes, max_bytes: self.max_bytes });
        }
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| CacheError::Io { path, error }
        };
        fs::create_dir_all(&self.directory).map_err(failed(&self.directory))?;
        self.make_room(bytes).map_err(failed(&self.directory))?;
        let unfinished = self.unfinished(game);
        let written =
            write_whole(&unfinished, &text).and_then(|()| fs::rename(&unfinished, self.path(game)));
        written.map_err(|error| {
            // The error at hand tells more than that of a second attempt.
            let _ = fs::remove_file(&unfinished);
            CacheError::Io { path: unfinished, error }
        })
    }

    fn path(&self, game: Fingerprint) -> PathBuf {
        self.directory.join(format!("{game}.{EXTENSION}"))
    }

    /// A name that nobody else writes to.
    fn unfinished(&self, game: Fingerprint) -> PathBuf {
        static N_FILES: AtomicU64 = AtomicU64::new(0);
        let (process, number) = (process::id(), N_FILES.fetch_add(1, Ordering::Relaxed));
        self.directory.join(format!("{game}.{process}-{number}.{UNFINISHED}"))
    }

    /// Reads a file and marks it as used.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let length = fs::metadata(path)?.len();
        if length > self.max_bytes {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "larger than the whole cache"));
        }
        let bytes = fs::read(path)?;
        // In a directory that cannot be written to, nothing is thrown out either.
        let _ = File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
        Ok(bytes)
    }

    /// Throws out what was not used for the longest time until so many bytes fit in.
    fn make_room(&self, bytes: u64) -> io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.directory)? {
            let path = entry?.path();
            let has = |extension: &str| path.extension().is_some_and(|other| other == extension);
            // Other processes may have removed it by now.
            let Ok(metadata) = fs::metadata(&path) else { continue };
            let modified = metadata.modified()?;
            if has(EXTENSION) {
                files.push((modified, metadata.len(), path));
            } else if has(UNFINISHED) && modified.elapsed().is_ok_and(|age| age > MAX_WRITE_TIME) {
                let _ = fs::remove_file(&path);
            }
        }
        files.sort();
        let mut total: u64 = files.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in files {
            if total + bytes <= self.max_bytes {
                break;
            }
            total -= length;
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn hash_of(body: &str) -> String {
    format!("{:x}", Sha256::digest(body))
}
