//! BLIF, the Berkeley logic interchange format.

use std::fmt::Write;

use crate::{Circuit, Lit};

impl Circuit {
    /// The circuit as a BLIF model: `.latch` with initial values, and one `.names` per gate.
    ///
    /// Names are made of a letter, a number and the given name with all but letters and digits
    /// replaced, because BLIF names end at a blank; the number keeps them apart.
    /// Loop atoms are extra inputs and their feeds extra outputs.
    pub fn to_blif(&self) -> String {
        let mut names: Vec<String> =
            (0..self.nodes().len()).map(|index| format!("n{index}")).collect();
        for (index, input) in self.inputs().iter().enumerate() {
            names[input.node.index()] = plain('i', index, &input.name);
        }
        for (index, register) in self.registers().iter().enumerate() {
            names[register.node.index()] = plain('r', index, &register.name);
        }
        for (index, atom) in self.loops().iter().enumerate() {
            names[atom.node.index()] = plain('l', index, &format!("loop {}", atom.name));
        }
        let mut blif = String::new();
        self.write_blif(&mut blif, &names).expect("writing to a string does not fail");
        blif
    }

    fn write_blif(&self, blif: &mut String, names: &[String]) -> std::fmt::Result {
        let name = |lit: Lit| &names[lit.node().index()];
        let outputs: Vec<(String, Lit)> = (self.outputs().iter().enumerate())
            .map(|(index, output)| (plain('o', index, &output.name), output.lit))
            .chain(self.loops().iter().enumerate().map(|(index, atom)| {
                (plain('f', index, &format!("feed {}", atom.name)), atom.feed)
            }))
            .collect();

        writeln!(blif, ".model circuit")?;
        let inputs = self.inputs().iter().map(|input| input.node);
        // One line for each, as a backslash at the end of a list reads as a name.
        for node in inputs.chain(self.loops().iter().map(|atom| atom.node)) {
            writeln!(blif, ".inputs {}", names[node.index()])?;
        }
        for (output, _) in &outputs {
            writeln!(blif, ".outputs {output}")?;
        }
        for (index, register) in self.registers().iter().enumerate() {
            let init = u8::from(register.init);
            writeln!(blif, ".latch next{index} {} {init}", names[register.node.index()])?;
        }
        // A table without rows is the constant false.
        writeln!(blif, ".names {}", names[0])?;
        for (gate, a, b) in self.ands() {
            writeln!(blif, ".names {} {} {}", name(a), name(b), names[gate.index()])?;
            writeln!(blif, "{}{} 1", phase(a), phase(b))?;
        }
        for (index, register) in self.registers().iter().enumerate() {
            writeln!(
                blif,
                ".names {} next{index}\n{} 1",
                name(register.next),
                phase(register.next)
            )?;
        }
        for (output, lit) in &outputs {
            writeln!(blif, ".names {} {output}\n{} 1", name(*lit), phase(*lit))?;
        }
        writeln!(blif, ".end")
    }
}

fn phase(lit: Lit) -> u8 {
    u8::from(!lit.is_inverted())
}

fn plain(kind: char, index: usize, name: &str) -> String {
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("{kind}{index}_{name}")
}
