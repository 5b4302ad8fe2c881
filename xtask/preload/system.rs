//! A system that cannot be relied on: its disk loses what it was not told to keep, and its clock
//! jumps. `cargo xtask chaos` compiles this and loads it into a server with `LD_PRELOAD`.
//!
//! Before bytes of a store are changed, the old ones are noted in a file beside it; when the store is
//! synced, the notes are forgotten. So they take back all that a power failure may take.
//! A note is three numbers of 64 bits, little-endian, and the old bytes: where they were, how long the
//! file was, and how many old bytes there are.
//!
//! The clock on the wall is wrong by as many seconds as the file `clock` says, where there is one.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;

unsafe extern "C" {
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn pread64(file: c_int, buffer: *mut c_void, count: usize, at: i64) -> isize;
    fn lseek64(file: c_int, offset: i64, whence: c_int) -> i64;
    fn __errno_location() -> *mut c_int;
}

/// The next library that has a function of this name.
const RTLD_NEXT: *mut c_void = -1_isize as *mut c_void;
const SEEK_CUR: c_int = 1;
const ENOSPC: c_int = 28;
const CLOCK_REALTIME: c_int = 0;

/// What belongs to a store, by the ends of their names.
const STORES: [&str; 3] = [".sqlite", ".sqlite-wal", ".sqlite-journal"];

/// One note after the other.
static NOTING: Mutex<()> = Mutex::new(());

/// The notes of an open file, if it belongs to a store.
fn notes(file: c_int) -> Option<PathBuf> {
    let path = fs::read_link(format!("/proc/self/fd/{file}")).ok()?;
    let name = path.to_str()?;
    STORES.iter().any(|end| name.ends_with(end)).then(|| format!("{name}.unsynced").into())
}

/// Notes what is in a file, before so many bytes from there on are changed.
fn note(file: c_int, at: i64, count: usize) -> io::Result<()> {
    let Some(path) = notes(file) else { return Ok(()) };
    let _noting = NOTING.lock();
    let length = fs::metadata(format!("/proc/self/fd/{file}"))?.len();
    let mut old = vec![0; count];
    // SAFETY: the buffer has that many bytes.
    let n_read = unsafe { pread64(file, old.as_mut_ptr().cast(), count, at) };
    old.truncate(usize::try_from(n_read).map_err(|_| io::Error::last_os_error())?);
    let numbers = [at as u64, length, old.len() as u64].map(u64::to_le_bytes);
    let note = [numbers.concat(), old].concat();
    File::options().append(true).create(true).open(path)?.write_all(&note)
}

/// What the function of this name is without us.
macro_rules! real {
    ($name:literal, $type:ty) => {{
        const NAME: &CStr = $name;
        // SAFETY: the C library has a function of this name and type.
        unsafe { std::mem::transmute::<*mut c_void, $type>(dlsym(RTLD_NEXT, NAME.as_ptr())) }
    }};
}

/// Says that a disk is full.
fn refuse<T: From<i8>>() -> T {
    // SAFETY: this is where the C library has it.
    unsafe { *__errno_location() = ENOSPC };
    T::from(-1)
}

#[unsafe(no_mangle)]
pub extern "C" fn write(file: c_int, bytes: *const c_void, count: usize) -> isize {
    // SAFETY: this asks only where the file is.
    let at = unsafe { lseek64(file, 0, SEEK_CUR) };
    if at >= 0 && note(file, at, count).is_err() {
        return refuse();
    }
    real!(c"write", extern "C" fn(c_int, *const c_void, usize) -> isize)(file, bytes, count)
}

#[unsafe(no_mangle)]
pub extern "C" fn pwrite(file: c_int, bytes: *const c_void, count: usize, at: i64) -> isize {
    pwrite64(file, bytes, count, at)
}

#[unsafe(no_mangle)]
pub extern "C" fn pwrite64(file: c_int, bytes: *const c_void, count: usize, at: i64) -> isize {
    if note(file, at, count).is_err() {
        return refuse();
    }
    let real = real!(c"pwrite64", extern "C" fn(c_int, *const c_void, usize, i64) -> isize);
    real(file, bytes, count, at)
}

#[unsafe(no_mangle)]
pub extern "C" fn ftruncate(file: c_int, length: i64) -> c_int {
    ftruncate64(file, length)
}

#[unsafe(no_mangle)]
pub extern "C" fn ftruncate64(file: c_int, length: i64) -> c_int {
    let before = fs::metadata(format!("/proc/self/fd/{file}")).map_or(0, |it| it.len() as i64);
    if note(file, length, (before - length).max(0) as usize).is_err() {
        return refuse();
    }
    real!(c"ftruncate64", extern "C" fn(c_int, i64) -> c_int)(file, length)
}

#[unsafe(no_mangle)]
pub extern "C" fn fsync(file: c_int) -> c_int {
    synced(file, real!(c"fsync", extern "C" fn(c_int) -> c_int)(file))
}

#[unsafe(no_mangle)]
pub extern "C" fn fdatasync(file: c_int) -> c_int {
    synced(file, real!(c"fdatasync", extern "C" fn(c_int) -> c_int)(file))
}

/// The time, as the C library has it.
#[repr(C)]
pub struct Time {
    seconds: i64,
    nanoseconds: i64,
}

#[unsafe(no_mangle)]
pub extern "C" fn clock_gettime(clock: c_int, time: *mut Time) -> c_int {
    let real = real!(c"clock_gettime", extern "C" fn(c_int, *mut Time) -> c_int);
    let result = real(clock, time);
    if clock == CLOCK_REALTIME && result == 0 {
        let wrong = fs::read_to_string("clock").ok().and_then(|text| text.parse::<i64>().ok());
        // SAFETY: the time has just been written there.
        unsafe { (*time).seconds += wrong.unwrap_or(0) };
    }
    result
}

/// Forgets the notes of a file that the disk has.
fn synced(file: c_int, result: c_int) -> c_int {
    if let Some(path) = notes(file).filter(|_| result == 0) {
        let _noting = NOTING.lock();
        // Where there are none, there is nothing to forget.
        let _ = fs::remove_file(path);
    }
    result
}
