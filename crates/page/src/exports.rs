//! What JavaScript calls, and what it lends: messages are JSON in UTF-8, in memory that
//! [`allocate`] has given.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use stonegate_lanes::{WasmHost, set_wasm_host};

use crate::arena::Arena;
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
        /// See `WasmHost`; -1 for nothing.
        pub(super) fn install(module: *const u8, len: usize, n_functions: usize) -> i32;
        pub(super) safe fn remove(first: usize, n_functions: usize);
    }
}

/// What runs in this worker.
enum Worker {
    Arena(Box<Arena>),
    Thinker(Thinker),
}

thread_local! {
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

fn host() -> Host {
    Host {
        now: || Duration::from_secs_f64(lent::now().max(0.0) / 1e3),
        date: || Duration::from_secs_f64(lent::date().max(0.0) / 1e3),
        random: || u64::from(lent::random()) << 32 | u64::from(lent::random()),
    }
}

fn tell(message: &impl serde::Serialize) {
    let text = serde_json::to_string(message).expect("texts and numbers are JSON");
    // SAFETY: the host reads the text before it comes back.
    unsafe { lent::tell(text.as_ptr(), text.len()) }
}

/// Lets the lanes have modules compiled. Without it the interpreter plays.
#[unsafe(no_mangle)]
extern "C" fn generate_code() {
    let install = |module: &[u8], n_functions: usize| {
        // SAFETY: the host reads the module before it comes back.
        let first = unsafe { lent::install(module.as_ptr(), module.len(), n_functions) };
        usize::try_from(first).ok()
    };
    // SAFETY: the worker installs what the module exports, and tells where.
    unsafe { set_wasm_host(WasmHost { install, remove: |first, n| lent::remove(first, n) }) };
}

/// Makes this worker an arena or a thinker.
#[unsafe(no_mangle)]
extern "C" fn start(is_arena: bool) {
    let worker = if is_arena {
        Worker::Arena(Box::new(Arena::new(host())))
    } else {
        Worker::Thinker(Thinker::new(host()))
    };
    WORKER.set(Some(worker));
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
        None => false,
    })
}

/// Thinks for a slice; says whether there is more to think about.
#[unsafe(no_mangle)]
extern "C" fn work() -> bool {
    WORKER.with_borrow_mut(|worker| match worker {
        Some(Worker::Thinker(thinker)) => thinker.work(&mut |message: FromThinker| tell(&message)),
        _ => false,
    })
}
