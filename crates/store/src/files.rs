//! The files of a store: who may read them, and what they are called when set aside.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::StoreError;

/// What SQLite puts beside its file.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// The first bytes of an SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Makes the folder of a file, unless there is one that may be written.
pub(super) fn make_folder(path: &Path) -> Result<(), StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| not_writable(folder, &error))?;
    may_write(folder).map_err(|error| not_writable(folder, &error))
}

/// Makes a file that nobody else can read, unless there is one that may be written. SQLite gives
/// its other files the same rights.
pub(super) fn make(path: &Path) -> Result<(), StoreError> {
    match private_file(path) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            return Err(not_writable(path, &error));
        }
        Err(_) => {}
    }
    may_write(path).map_err(|error| not_writable(path, &error))
}

/// Takes from others what they may do with the files of a store. It has to be known that it is
/// one: whoever names the wrong file keeps it as it is.
pub(super) fn close_to_others(path: &Path) -> Result<(), StoreError> {
    for path in all(path) {
        close_file(&path).map_err(|error| not_writable(&path, &error))?;
    }
    Ok(())
}

pub(super) fn not_writable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::NotWritable { path: path.to_owned(), reason: error.to_string() }
}

/// A file that was not there before, and that nobody else can read.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(unix)]
fn may_write(path: &Path) -> io::Result<()> {
    // Opening the file and closing it again would give up the locks that SQLite has on it.
    Ok(rustix::fs::access(path, rustix::fs::Access::WRITE_OK)?)
}

#[cfg(not(unix))]
fn may_write(path: &Path) -> io::Result<()> {
    let is_read_only = path.is_file() && fs::metadata(path)?.permissions().readonly();
    if is_read_only { Err(io::ErrorKind::PermissionDenied.into()) } else { Ok(()) }
}

#[cfg(unix)]
fn close_file(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    const OTHERS: u32 = 0o077;
    let mode = match fs::metadata(path) {
        Ok(metadata) => metadata.permissions().mode(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if mode & OTHERS == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode & !OTHERS))
}

#[cfg(not(unix))]
fn close_file(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether a file can have been a store: it begins like one, or with nothing at all, as files
/// do that a broken disk gave back.
pub(super) fn is_store(path: &Path) -> io::Result<bool> {
    let mut first = [0; MAGIC.len()];
    let mut file = File::open(path)?;
    match file.read_exact(&mut first) {
        Ok(()) => Ok(first == *MAGIC || first == [0; MAGIC.len()]),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Puts a file in the place of a store, which gets another name.
pub(super) fn replace(path: &Path, aside: &Path, by: &Path) -> io::Result<()> {
    // There is a store at every moment, the old one or the new one.
    if fs::hard_link(path, aside).is_err() {
        fs::copy(path, aside)?;
    }
    for companion in COMPANIONS {
        match fs::rename(with(path, companion), with(aside, companion)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::rename(by, path)
}

pub(super) fn remove(path: &Path) -> io::Result<()> {
    for path in all(path) {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// A file and those that SQLite puts beside it.
fn all(path: &Path) -> impl Iterator<Item = PathBuf> {
    ["", COMPANIONS[0], COMPANIONS[1], COMPANIONS[2]].into_iter().map(|end| with(path, end))
}

/// A path with something added to its name.
pub(super) fn with(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    PathBuf::from(name)
}
