//! Graphviz.

use std::fmt::Write;

use crate::text::Quoted;
use crate::{Circuit, Lit, Node, NodeId};

impl Circuit {
    /// The circuit as a Graphviz drawing: inverted edges are dashed, next values and feeds dotted.
    pub fn to_dot(&self) -> String {
        let mut dot = String::from("digraph circuit {\n  rankdir=BT;\n  node [shape=circle];\n");
        self.write_dot(&mut dot).expect("writing to a string does not fail");
        dot.push_str("}\n");
        dot
    }

    fn write_dot(&self, dot: &mut String) -> std::fmt::Result {
        for (index, &node) in self.nodes().iter().enumerate() {
            let id = NodeId::new(index);
            match node {
                Node::False => writeln!(dot, "  {id} [label=0];")?,
                Node::Input(input) => {
                    let name = Quoted(&self.inputs()[input.index()].name);
                    writeln!(dot, "  {id} [shape=invtriangle label={name}];")?;
                }
                Node::Register(register) => {
                    let register = &self.registers()[register.index()];
                    writeln!(dot, "  {id} [shape=box label={}];", Quoted(&register.name))?;
                    edge(dot, register.next, id, "style=dotted constraint=false")?;
                }
                Node::Loop(atom) => {
                    let atom = &self.loops()[atom.index()];
                    writeln!(dot, "  {id} [shape=octagon label={}];", Quoted(&atom.name))?;
                    edge(dot, atom.feed, id, "style=dotted constraint=false")?;
                }
                Node::And(a, b) => {
                    writeln!(dot, "  {id} [label=and];")?;
                    edge(dot, a, id, "")?;
                    edge(dot, b, id, "")?;
                }
            }
        }
        for (index, output) in self.outputs().iter().enumerate() {
            writeln!(dot, "  o{index} [shape=triangle label={}];", Quoted(&output.name))?;
            edge(dot, output.lit, format_args!("o{index}"), "")?;
        }
        Ok(())
    }
}

fn edge(dot: &mut String, from: Lit, to: impl std::fmt::Display, style: &str) -> std::fmt::Result {
    // The two kinds of lines can meet: a hollow circle says that a dotted line inverts.
    let inverted = match (from.is_inverted(), style.is_empty()) {
        (false, _) => "",
        (true, true) => "style=dashed",
        (true, false) => " arrowtail=odot dir=both",
    };
    writeln!(dot, "  {} -> {to} [{style}{inverted}];", from.node())
}
