//! AIGER, the exchange format of model checkers and synthesis tools
//! (Biere, Heljanko, Wieringa: "AIGER 1.9 and Beyond", FMV report 11/2, 2011).

use std::fmt::Write;

use crate::{Circuit, Lit};

impl Circuit {
    /// The circuit as ASCII AIGER 1.9 with reset values and a symbol table.
    ///
    /// Loop atoms are extra inputs and their feeds extra outputs, both after the real ones.
    pub fn to_aiger(&self) -> String {
        // AIGER literals are built like ours, but number inputs first, then latches, then gates.
        let inputs = self.inputs().iter().map(|input| input.node);
        let atoms = self.loops().iter().map(|atom| atom.node);
        let registers = self.registers().iter().map(|register| register.node);
        let gates = self.ands().map(|(gate, ..)| gate);
        let mut numbers = vec![0; self.nodes().len()];
        for (index, node) in inputs.chain(atoms).chain(registers).chain(gates).enumerate() {
            numbers[node.index()] = index + 1;
        }
        let number = |lit: Lit| 2 * numbers[lit.node().index()] + usize::from(lit.is_inverted());

        let mut aag = String::new();
        let mut line = |text: std::fmt::Arguments<'_>| {
            writeln!(aag, "{text}").expect("writing to a string does not fail");
        };
        line(format_args!(
            "aag {} {} {} {} {}",
            self.nodes().len() - 1,
            self.inputs().len() + self.loops().len(),
            self.registers().len(),
            self.outputs().len() + self.loops().len(),
            self.n_ands()
        ));
        for index in 0..self.inputs().len() + self.loops().len() {
            line(format_args!("{}", 2 * (index + 1)));
        }
        for register in self.registers() {
            let (current, next) = (number(register.node.into()), number(register.next));
            line(format_args!("{current} {next} {}", u8::from(register.init)));
        }
        for output in self.outputs() {
            line(format_args!("{}", number(output.lit)));
        }
        for atom in self.loops() {
            line(format_args!("{}", number(atom.feed)));
        }
        for (gate, a, b) in self.ands() {
            let (a, b) = (number(a), number(b));
            line(format_args!("{} {} {}", number(gate.into()), a.max(b), a.min(b)));
        }

        let one_line = |name: &str| name.replace('\n', " ");
        for (index, input) in self.inputs().iter().enumerate() {
            line(format_args!("i{index} {}", one_line(&input.name)));
        }
        for (index, atom) in self.loops().iter().enumerate() {
            line(format_args!("i{} loop {}", self.inputs().len() + index, one_line(&atom.name)));
        }
        for (index, register) in self.registers().iter().enumerate() {
            line(format_args!("l{index} {}", one_line(&register.name)));
        }
        for (index, output) in self.outputs().iter().enumerate() {
            line(format_args!("o{index} {}", one_line(&output.name)));
        }
        for (index, atom) in self.loops().iter().enumerate() {
            line(format_args!("o{} feed {}", self.outputs().len() + index, one_line(&atom.name)));
        }
        aag
    }
}
