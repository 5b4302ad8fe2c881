//! One of two Go machines on a wire.
//!
//! `table.rs` is the machine with its protocol, `bot.rs` and `person.rs` are who may sit at it, and
//! `screen.rs` draws for the person.

mod bot;
mod person;
mod screen;
mod table;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use stonegate_players::Wire;
use stonegate_protocols::go_link::classic;

pub use bot::Bot;
pub use person::{Keys, Lines};
pub use table::{Intent, Table};

/// Who sits at this end.
pub trait Seat {
    /// What they want to do, if anything. Does not wait.
    fn intent(&mut self, table: &Table) -> anyhow::Result<Option<Intent>>;

    /// Tells them of all that has happened.
    fn show(&mut self, table: &Table) -> anyhow::Result<()>;

    /// Whether they want to stay when the game is over.
    fn lingers(&self) -> bool;
}

/// Writes what was noted at a table since the last time.
fn write_notes(out: &mut impl Write, table: &Table, n_written: &mut usize) -> io::Result<()> {
    for note in &table.notes[*n_written..] {
        writeln!(out, "# {note}")?;
    }
    *n_written = table.notes.len();
    Ok(())
}

/// How long the wire is listened to before anything else is looked at.
const TICK: Duration = Duration::from_millis(10);

/// After the game, how long the other end may still need an answer.
const FAREWELL: Duration = Duration::from_secs(3);

/// Plays until the person leaves, or the game is over.
pub fn play(mut table: Table, mut wire: Wire, seat: &mut dyn Seat) -> anyhow::Result<()> {
    let start = Instant::now();
    let mut over_since = None;
    let mut is_connected = true;
    loop {
        if is_connected {
            let heard = listen(&mut table, &mut wire, start);
            is_connected = is_there(heard, &table)?;
        } else {
            std::thread::sleep(TICK);
        }
        table.tick(start.elapsed());
        match seat.intent(&table)? {
            Some(Intent::Leave) => return Ok(()),
            Some(intent) => table.carry_out(intent, start.elapsed()),
            None => {}
        }
        if is_connected {
            let sent = send(&mut table, &mut wire);
            is_connected = is_there(sent, &table)?;
        }
        seat.show(&table)?;
        if !table.is_over() {
            over_since = None;
        } else if !seat.lingers() {
            let since = *over_since.get_or_insert_with(Instant::now);
            let is_done =
                !table.needs_answer() && since.elapsed() >= table.farewell().min(FAREWELL);
            if is_done || !is_connected {
                return Ok(());
            }
        }
    }
}

/// Whether the wire is still there. The other end may leave as soon as it has heard the last move;
/// before that a wire that is gone is an error.
fn is_there(result: anyhow::Result<()>, table: &Table) -> anyhow::Result<bool> {
    match result {
        Ok(()) => Ok(true),
        Err(_) if table.is_over() => Ok(false),
        Err(error) => Err(error.context("the wire is gone")),
    }
}

/// Takes what comes within a tick.
fn listen(table: &mut Table, wire: &mut Wire, start: Instant) -> anyhow::Result<()> {
    let mut until = Instant::now() + TICK;
    while let Some(byte) = wire.receive(until)? {
        table.hear(byte, start.elapsed());
        until = Instant::now();
    }
    Ok(())
}

/// Sends what is due. The receiver of the byte protocol needs a pause after each byte.
fn send(table: &mut Table, wire: &mut Wire) -> anyhow::Result<()> {
    let bytes = table.take_output();
    if !table.is_classic() {
        if !bytes.is_empty() {
            wire.send(&bytes)?;
        }
        return Ok(());
    }
    for byte in bytes {
        wire.send(&[byte])?;
        // The time of the byte itself comes on top.
        std::thread::sleep(2 * classic::GAP);
    }
    Ok(())
}
