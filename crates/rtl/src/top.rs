//! The module that joins the hand-written Verilog with the network of a game.

use std::fmt::Write;

use sha2::{Digest, Sha256};
use stonegate_gdl::Canonical;
use stonegate_ground::Machine;

use crate::protocol::{IDENTITY_BYTES, VERSION};
use crate::shape::Shape;
use crate::timing::Clocks;

/// What tells whether a board and a host speak of the same game, in the same order.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Hashes {
    /// Of the rules without their names.
    pub game: [u8; 8],
    /// Of the order of roles, moves, goals and registers.
    pub layout: [u8; 8],
}

impl Hashes {
    pub fn new(machine: &Machine, canonical: &Canonical) -> Self {
        let fingerprint = canonical.fingerprint().to_string();
        Self { game: leading_bytes(&fingerprint), layout: layout_hash(machine) }
    }
}

/// The first bytes of a hash that is written in hexadecimal digits.
fn leading_bytes(digits: &str) -> [u8; 8] {
    let mut bytes = [0; 8];
    for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
        let pair = std::str::from_utf8(pair).unwrap_or_default();
        *byte = u8::from_str_radix(pair, 16).unwrap_or_default();
    }
    bytes
}

/// The hash of the order in which the parts of a machine are numbered.
pub(crate) fn layout_hash(machine: &Machine) -> [u8; 8] {
    let mut text = String::new();
    for role in &machine.roles {
        let goals = role.goals.iter().map(|goal| goal.value()).collect::<Vec<_>>();
        let _ = writeln!(text, "role {} {goals:?}", role.name);
        for action in &role.moves {
            let _ = writeln!(text, "move {action}");
        }
    }
    for register in machine.circuit.registers() {
        let _ = writeln!(text, "register {} {}", register.name, register.init);
    }
    let digest = Sha256::digest(text);
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    bytes
}

/// The module `stonegate`.
pub(crate) fn top(
    shape: &Shape,
    clocks: &Clocks,
    loops_read_moves: bool,
    hashes: &Hashes,
    title: &str,
) -> String {
    let hex = |bytes: [u8; 8]| format!("64'h{:016x}", u64::from_le_bytes(bytes));
    format!(
        "\
// {title} on a board: what the modules around the network need to know of it.
//
// Made from the rules by `stonegate rtl`; do not edit.

`default_nettype none

module stonegate #(
    parameter UNITS    = 1,
    parameter CLOCK_HZ = 24_000_000,
    parameter BAUD     = 1_000_000
) (
    input  wire clk,
    input  wire reset,
    input  wire rx,
    output wire tx,
    output wire idle
);
    wire [31:0] clock_hz = CLOCK_HZ;
    wire [7:0]  units    = UNITS[7:0];
    // Layout, game, clock, moves, bytes of a state, size of queues, slots, roles, units, version.
    wire [8*{IDENTITY_BYTES}-1:0] identity = {{
        {layout}, {game}, clock_hz,
        16'd{moves}, 16'd{state_bytes}, 8'd{queue_bits}, 8'd{slot_bits}, 8'd{roles}, units, 8'd{VERSION}
    }};

    driver #(
        .UNITS(UNITS),
        .CLOCKS_PER_BIT((CLOCK_HZ + BAUD / 2) / BAUD),
        .QUEUE_BITS({queue_bits}),
        .IDENTITY_BYTES({IDENTITY_BYTES}),
        .ROLES({roles}),
        .MOVES({moves}),
        .MOVE_BITS({move_bits}),
        .STATE_BYTES({state_bytes}),
        .ADDRESS_BITS({address_bits}),
        .SLOT_BITS({slot_bits}),
        .SCORE_BITS({score_bits}),
        .LEGAL_CLOCKS({legal}),
        .NEXT_CLOCKS({next}),
        .SCORE_CLOCKS({score}),
        .SETTLE_CLOCKS({settle}),
        .LOOPS_READ_MOVES({loops_read_moves})
    ) driver (
        .clk(clk), .reset(reset), .identity(identity), .rx(rx), .tx(tx), .idle(idle)
    );
endmodule

`default_nettype wire
",
        queue_bits = shape.queue_bits(),
        layout = hex(hashes.layout),
        game = hex(hashes.game),
        moves = shape.moves,
        state_bytes = shape.state_bytes(),
        slot_bits = shape.slot_bits,
        roles = shape.roles,
        move_bits = shape.move_bits,
        address_bits = shape.address_bits(),
        score_bits = shape.score_bits,
        legal = clocks.legal,
        next = clocks.next,
        score = clocks.score,
        settle = clocks.settle,
        loops_read_moves = u8::from(loops_read_moves),
    )
}
