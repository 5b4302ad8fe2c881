//! Finds registers that no output depends on.

use crate::passes::Turns;
use crate::{Circuit, Lit, Node};

/// For each register, whether some output depends on it, in the same step or a later one.
///
/// The registers that are read by none are only there to be shown: whoever needs no more than the
/// outputs can leave out their next values.
pub fn read_registers(circuit: &Circuit) -> Vec<bool> {
    read_registers_unless(circuit, &|| false).expect("nothing stops it")
}

/// The same, or nothing if it is time to stop.
pub(crate) fn read_registers_unless(
    circuit: &Circuit,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<bool>> {
    let mut turns = Turns::new(stop);
    let mut reached = vec![false; circuit.nodes().len()];
    let mut stack: Vec<Lit> = circuit.outputs().iter().map(|output| output.lit).collect();
    while let Some(lit) = stack.pop() {
        turns.begin()?;
        if std::mem::replace(&mut reached[lit.node().index()], true) {
            continue;
        }
        match circuit.node(lit.node()) {
            Node::False | Node::Input(_) => {}
            Node::Register(id) => stack.push(circuit.registers()[id.index()].next),
            Node::Loop(id) => stack.push(circuit.loops()[id.index()].feed),
            Node::And(a, b) => stack.extend([a, b]),
        }
    }
    let registers = circuit.registers().iter();
    Some(registers.map(|register| reached[register.node.index()]).collect())
}
