//! Circuit to text.

use std::fmt::{self, Write};

use crate::{Circuit, Node, NodeId, Origin};

impl fmt::Display for Circuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &node) in self.nodes().iter().enumerate().skip(1) {
            let id = NodeId::new(index);
            match node {
                Node::False => unreachable!("the constant is node 0 only"),
                Node::Input(input) => {
                    writeln!(f, "{id} = input {}", Quoted(&self.inputs()[input.index()].name))?;
                }
                Node::Register(register) => {
                    let register = &self.registers()[register.index()];
                    let init = u8::from(register.init);
                    writeln!(
                        f,
                        "{id} = register {} init {init} next {}",
                        Quoted(&register.name),
                        register.next
                    )?;
                }
                Node::Loop(atom) => {
                    let atom = &self.loops()[atom.index()];
                    let name = Quoted(&atom.name);
                    writeln!(
                        f,
                        "{id} = loop {name} component {} feed {}",
                        atom.component, atom.feed
                    )?;
                }
                Node::And(a, b) => match self.origin(id) {
                    Origin::NONE => writeln!(f, "{id} = and {a} {b}")?,
                    Origin(tag) => writeln!(f, "{id} = and {a} {b} @{tag}")?,
                },
            }
        }
        for output in self.outputs() {
            writeln!(f, "output {} {}", Quoted(&output.name), output.lit)?;
        }
        self.constraints().iter().try_for_each(|constraint| writeln!(f, "constrain {constraint}"))
    }
}

/// A name between quotes.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}
