//! What JavaScript calls, and what it lends: messages are JSON in UTF-8, in memory that
//! [`allocate`] has given.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use stonegate_arena::{Camera, CameraAnswer};
use stonegate_lanes::{WasmHost, set_wasm_host};

use crate::arena::Arena;
use crate::crew;
use crate::host::Host;
use crate::message::FromThinker;
use crate::thinker::Thinker;

mod lent {
    #[link(wasm_import_module = "stonegate")]
    unsafe extern "C" {
        /// Milliseconds since some moment, and since 1970.
        pub(super) safe fn now() -> f64;
        pub(super) safe fn date() -> f64;
        /// 32 random bits.
        pub(super) safe fn random() -> u32;
        /// Takes a message.
        pub(super) fn tell(text: *const u8, len: usize);
        /// Takes a picture.
        pub(super) fn show(picture: *const u8, len: usize);
        /// Has helpers call `help`, if there are any.
        pub(super) safe fn summon();
        /// See `WasmHost`.
        pub(super) fn install(
            module: *const u8,
            len: usize,
            first: usize,
            n_functions: usize,
        ) -> bool;
        pub(super) safe fn remove(first: usize, n_functions: usize);
    }
}

/// What runs in this worker.
enum Worker {
    Arena(Box<Arena>),
    Thinker(Thinker),
    Camera(Box<Camera>),
}

thread_local! {
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

fn host() -> Host {
    Host {
        now: || Duration::from_secs_f64(lent::now().max(0.0) / 1e3),
        date: || Duration::from_secs_f64(lent::date().max(0.0) / 1e3),
        random: || u64::from(lent::random()) << 32 | u64::from(lent::random()),
        work: |lead, help| crew::work(|| lent::summon(), lead, help),
    }
}

fn tell(message: &impl serde::Serialize) {
    let text = serde_json::to_string(message).expect("texts and numbers are JSON");
    tell_text(&text);
}

fn tell_text(text: &str) {
    // SAFETY: the host reads the text before it comes back.
    unsafe { lent::tell(text.as_ptr(), text.len()) }
}

fn answer(answers: Vec<CameraAnswer>) {
    for answer in answers {
        match answer {
            CameraAnswer::Text(text) => tell_text(&text),
            // SAFETY: the host reads the picture before it comes back.
            CameraAnswer::Picture(bytes) => unsafe { lent::show(bytes.as_ptr(), bytes.len()) },
        }
    }
}

/// Lets the lanes have modules compiled, whose functions come behind so many that there are in the
/// table. Without it the interpreter plays.
#[unsafe(no_mangle)]
extern "C" fn generate_code(n_own: usize) {
    let install = |module: &[u8], first: usize, n_functions: usize| {
        // SAFETY: the host reads the module before it comes back.
        unsafe { lent::install(module.as_ptr(), module.len(), first, n_functions) }
    };
    let host = WasmHost { install, remove: |first, n| lent::remove(first, n), n_own };
    // SAFETY: the worker installs what the module exports, where it is told to.
    unsafe { set_wasm_host(host) };
}

/// Makes this worker an arena, a thinker, or one who looks at the pictures of a camera.
#[unsafe(no_mangle)]
extern "C" fn start_arena() {
    WORKER.set(Some(Worker::Arena(Box::new(Arena::new(host())))));
}

#[unsafe(no_mangle)]
extern "C" fn start_thinker() {
    WORKER.set(Some(Worker::Thinker(Thinker::new(host()))));
}

#[unsafe(no_mangle)]
extern "C" fn start_camera() {
    WORKER.set(Some(Worker::Camera(Box::new(Camera::new(host().now)))));
}

/// Helps the thinker in whose memory this worker is, under a number from 1 on.
#[unsafe(no_mangle)]
extern "C" fn help(number: usize) {
    crew::help(number);
}

/// Room for a message, which [`receive`] takes back.
#[unsafe(no_mangle)]
extern "C" fn allocate(len: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; len].into_boxed_slice()).cast()
}

/// Takes a message; says whether it was one.
///
/// # Safety
/// The memory is what `allocate` has given for this length, and is not used any more.
#[unsafe(no_mangle)]
unsafe extern "C" fn receive(text: *mut u8, len: usize) -> bool {
    // SAFETY: as above.
    let text = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(text, len)) };
    WORKER.with_borrow_mut(|worker| match worker {
        Some(Worker::Arena(arena)) => match serde_json::from_slice(&text) {
            Ok(message) => {
                drop(text);
                arena.receive(message).iter().for_each(tell);
                true
            }
            Err(_) => false,
        },
        Some(Worker::Thinker(thinker)) => match serde_json::from_slice(&text) {
            Ok(message) => {
                drop(text);
                thinker.receive(message, &mut |message: FromThinker| tell(&message));
                true
            }
            Err(_) => false,
        },
        Some(Worker::Camera(camera)) => match std::str::from_utf8(&text) {
            Ok(text) => {
                answer(camera.follow(text));
                true
            }
            Err(_) => false,
        },
        None => false,
    })
}

/// Takes a picture of the camera.
///
/// # Safety
/// As with `receive`.
#[unsafe(no_mangle)]
unsafe extern "C" fn look(picture: *mut u8, len: usize) {
    // SAFETY: as above.
    let picture = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(picture, len)) };
    WORKER.with_borrow_mut(|worker| {
        if let Some(Worker::Camera(camera)) = worker {
            answer(camera.look(&picture));
        }
    });
}

/// Thinks for a slice; says whether there is more to think about.
#[unsafe(no_mangle)]
extern "C" fn work() -> bool {
    WORKER.with_borrow_mut(|worker| match worker {
        Some(Worker::Thinker(thinker)) => thinker.work(&mut |message: FromThinker| tell(&message)),
        _ => false,
    })
}
