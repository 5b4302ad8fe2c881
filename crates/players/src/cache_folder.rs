//! Machines kept in a directory, so that a game seen before is ready at once.
//!
//! A file holds one machine. Files appear by renaming, so that processes can share the directory;
//! what cannot be read is as good as not there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};
use std::{env, process};

use stonegate_compile::{Cache, CacheError, Tier, decode_machine, encode_machine};
use stonegate_gdl::Fingerprint;
use stonegate_ground::Machine;

const EXTENSION: &str = "machine";
const UNFINISHED: &str = "unfinished";

/// A process that has not renamed its file by then never will.
const MAX_WRITE_TIME: Duration = Duration::from_hours(1);

/// A directory of machines.
#[derive(Clone, Debug)]
pub struct CacheFolder {
    directory: PathBuf,
    max_bytes: u64,
}

impl CacheFolder {
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

impl Cache for CacheFolder {
    fn load(&self, game: Fingerprint) -> Result<Option<(Tier, Machine)>, CacheError> {
        let path = self.path(game);
        let bytes = match self.read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(CacheError::Io { path, error }),
        };
        let machine = String::from_utf8(bytes).ok().map(|text| decode_machine(&text));
        match machine {
            Some(Ok(machine)) => Ok(machine),
            Some(Err(_)) | None => Err(CacheError::Damaged { path }),
        }
    }

    /// Keeps a machine, and makes room for it.
    fn store(&self, game: Fingerprint, tier: Tier, machine: &Machine) -> Result<(), CacheError> {
        let text = encode_machine(tier, machine);
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
}

fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
