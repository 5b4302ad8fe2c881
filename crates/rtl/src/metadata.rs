//! What the bits of a board mean, for other programs.

use serde_json::{Value, json};
use stonegate_ground::Machine;

use crate::project::Settings;
use crate::shape::Shape;
use crate::timing::Clocks;
use crate::top::Hashes;

pub(crate) fn metadata(
    machine: &Machine,
    shape: &Shape,
    clocks: &Clocks,
    hashes: &Hashes,
    settings: &Settings<'_>,
) -> Value {
    let hex = |bytes: [u8; 8]| bytes.map(|byte| format!("{byte:02x}")).concat();
    let name = |text: &String| settings.canonical.rename(text);
    let roles = machine.roles.iter().map(|role| {
        let moves = role.moves.iter().map(name).collect::<Vec<_>>();
        let goals = role.goals.iter().map(|goal| goal.value()).collect::<Vec<_>>();
        json!({ "name": name(&role.name), "moves": moves, "goals": goals })
    });
    let registers = machine.circuit.registers().iter();
    let registers =
        registers.map(|register| json!({ "fact": name(&register.name), "initial": register.init }));
    json!({
        "title": settings.title,
        "fingerprint": settings.canonical.fingerprint().to_string(),
        "protocol": crate::protocol::VERSION,
        "game_hash": hex(hashes.game),
        "layout_hash": hex(hashes.layout),
        "levels": settings.levels,
        "clocks": {
            "legal": clocks.legal,
            "next": clocks.next,
            "score": clocks.score,
            "step": clocks.per_step(shape.roles),
        },
        "state_bytes": shape.state_bytes(),
        "move_bits": shape.move_bits,
        "slots": shape.slots(),
        "roles": roles.collect::<Vec<_>>(),
        // Bit i of a state, the lowest bit of the first byte being bit 0.
        "state": registers.collect::<Vec<_>>(),
    })
}
