//! Workers that share the memory of this program: one leads, the others help.
#![allow(unsafe_code)]

use std::mem;

use parking_lot::RwLock;

/// What helpers are to do, with their numbers.
type Help = &'static (dyn Fn(usize) + Sync);

/// What there is to help with. Helpers hold on to it for as long as they are at it.
static HELP: RwLock<Option<Help>> = RwLock::new(None);

/// Leads, and comes back when all who help have come back. `summon` calls the helpers.
pub(crate) fn work(summon: fn(), lead: &mut dyn FnMut(), help: &(dyn Fn(usize) + Sync)) {
    // SAFETY: nobody has it any more when this function is left: the last line waits for all who
    // hold on to it. There is no other way out, as a panic ends the program.
    let help = unsafe { mem::transmute::<&(dyn Fn(usize) + Sync), Help>(help) };
    *HELP.write() = Some(help);
    summon();
    lead();
    // Who comes from here on finds nothing to do.
    *HELP.write() = None;
}

/// Helps with what there is to help with, if anything.
pub(crate) fn help(number: usize) {
    if let Some(help) = &*HELP.read() {
        help(number);
    }
}
