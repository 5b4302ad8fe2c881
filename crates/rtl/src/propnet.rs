//! The network of a game as a Verilog module.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use stonegate_circuit::{Lit, LoopId};
use stonegate_gdl::Canonical;
use stonegate_ground::{Machine, MoveId, PerceptId, RoleId};

use crate::gates::Gates;
use crate::names::Names;
use crate::shape::Shape;
use crate::timing::Timing;

/// Names in a declaration are broken into lines of about this width.
const LINE_WIDTH: usize = 96;

/// The module `propnet`, with the names of the sheet.
pub(crate) fn propnet(
    machine: &Machine,
    shape: &Shape,
    timing: &Timing,
    canonical: &Canonical,
    title: &str,
) -> String {
    let writer = Writer::new(machine, shape, timing, canonical);
    let mut text = String::new();
    writer.ports(&mut text, title);
    writer.moves(&mut text);
    writer.declarations(&mut text);
    writer.state(&mut text);
    writer.loops(&mut text);
    writer.logic(&mut text);
    writer.cuts(&mut text);
    writer.outputs(&mut text);
    text.push_str("endmodule\n\n`default_nettype wire\n");
    text
}

/// Whether the moves start the loops of a machine again.
pub(crate) fn loops_read_moves(machine: &Machine) -> bool {
    let supports = machine.circuit.supports();
    machine.circuit.loops().iter().any(|atom| supports[atom.feed.node().index()].inputs)
}

/// The names of everything.
struct Writer<'a> {
    machine: &'a Machine,
    shape: &'a Shape,
    gates: Gates<'a>,
    facts: Vec<String>,
    nexts: Vec<String>,
    /// By role.
    does: Vec<Vec<String>>,
    legal: Vec<Vec<String>>,
    goals: Vec<Vec<String>>,
    percepts: Vec<String>,
    loops: Vec<String>,
    feeds: Vec<String>,
    /// Signals that are another name of one that has a name already.
    aliases: Vec<(String, Lit)>,
    /// What the gates with a line of their own are for: relations, in the order of their first gate.
    groups: Vec<(String, Vec<stonegate_circuit::NodeId>)>,
}

impl<'a> Writer<'a> {
    fn new(
        machine: &'a Machine,
        shape: &'a Shape,
        timing: &'a Timing,
        canonical: &Canonical,
    ) -> Self {
        let circuit = &machine.circuit;
        let mut names = Names::new(canonical);
        let mut gates = Gates::new(circuit, &timing.is_cut);
        let mut aliases = Vec::new();
        let mut relations = FxHashMap::default();

        let mut facts = Vec::new();
        for register in circuit.registers() {
            let name = names.name("true", &register.name);
            gates.set_name(register.node.into(), &name);
            facts.push(name);
        }
        let mut does = Vec::new();
        for (id, role) in RoleId::enumerate(&machine.roles) {
            let prefix = format!("does_{}", plain(&canonical.rename(&role.name)));
            let list = MoveId::enumerate(&role.moves).map(|(action, term)| {
                let name = names.name(&prefix, term);
                let input = &circuit.inputs()[machine.does(id, action).index()];
                gates.set_name(input.node.into(), &name);
                name
            });
            does.push(list.collect());
        }
        let mut loops = Vec::new();
        for atom in circuit.loops() {
            let name = names.name("loop", &atom.name);
            gates.set_name(atom.node.into(), &name);
            loops.push(name);
        }
        let mut output = |relation: &str, prefix: &str, term: &str, lit: Lit| {
            let name = names.name(prefix, term);
            if gates.set_name(lit, &name) {
                relations.insert(lit.node(), relation.to_owned());
            } else {
                aliases.push((name.clone(), lit));
            }
            name
        };
        let mut legal = Vec::new();
        let mut goals = Vec::new();
        for (id, role) in RoleId::enumerate(&machine.roles) {
            let prefix = format!("legal_{}", plain(&canonical.rename(&role.name)));
            let moves = MoveId::enumerate(&role.moves);
            let list = moves
                .map(|(action, term)| output("legal", &prefix, term, machine.legal(id, action)));
            legal.push(list.collect());
        }
        output("terminal", "is_terminal", "", machine.terminal());
        for (id, role) in RoleId::enumerate(&machine.roles) {
            let prefix = format!("goal_{}", plain(&canonical.rename(&role.name)));
            let values = role.goals.iter().enumerate();
            let list = values.map(|(number, value)| {
                output("goal", &prefix, &value.to_string(), machine.goal(id, number))
            });
            goals.push(list.collect());
        }
        let mut percepts = Vec::new();
        for (id, role) in RoleId::enumerate(&machine.roles) {
            let prefix = format!("sees_{}", plain(&canonical.rename(&role.name)));
            let of_role = PerceptId::enumerate(&role.percepts);
            percepts.extend(of_role.map(|(percept, term)| {
                output("sees", &prefix, term, machine.percept(id, percept))
            }));
        }
        let feeds = circuit.loops().iter();
        let feeds = feeds.map(|atom| output("loop", "feed", &atom.name, atom.feed)).collect();
        let nexts = circuit.registers().iter();
        let nexts =
            nexts.map(|register| output("next", "next", &register.name, register.next)).collect();

        let mut groups: Vec<(String, Vec<_>)> = Vec::new();
        for gate in gates.lines() {
            let relation = relations.get(&gate).cloned();
            let relation = relation
                .or_else(|| Some(canonical.rename(&machine.provenance(gate)?.relation)))
                .unwrap_or_else(|| "gates of no rule in particular".to_owned());
            match groups.iter_mut().find(|(name, _)| *name == relation) {
                Some((_, list)) => list.push(gate),
                None => groups.push((relation, vec![gate])),
            }
        }
        Self {
            machine,
            shape,
            gates,
            facts,
            nexts,
            does,
            legal,
            goals,
            percepts,
            loops,
            feeds,
            aliases,
            groups,
        }
    }

    fn ports(&self, text: &mut String, title: &str) {
        let Shape { roles, moves, move_bits, score_bits, .. } = *self.shape;
        let _ = write!(
            text,
            "\
// The network of {title}: {} facts, {} moves, {} gates.
//
// Made from the rules by `stonegate rtl`; do not edit.
// `true_F` says that the fact F holds, `does_R_M` that the role R makes the move M.

`default_nettype none

module propnet (
    input  wire clk,
    input  wire reset,        // start <= the initial state
    input  wire restart,      // state <= start
    input  wire step,         // state <= the next state
    /* verilator lint_off UNUSED */
    input  wire clear,        // start the loops again; not every game has loops
    input  wire [{}:0] moves,  // the numbers of the moves, by role; some games ignore some
    /* verilator lint_on UNUSED */
    input  wire start_write,
    input  wire [{}:0] address,
    input  wire [7:0] start_byte,
    output wire [7:0] state_byte,
    output wire [{}:0] legal,
    output wire terminal,
    output wire [{}:0] scores,
    output wire [{}:0] squares,
    output wire flawed,       // some role has several goals, or none
    output wire settled
);
",
            self.machine.circuit.registers().len(),
            self.machine.n_moves(),
            self.machine.circuit.n_ands(),
            roles * move_bits as usize - 1,
            self.shape.address_bits() - 1,
            roles * moves - 1,
            roles * score_bits as usize - 1,
            roles * 2 * score_bits as usize - 1,
        );
    }

    fn moves(&self, text: &mut String) {
        let circuit = &self.machine.circuit;
        let mut is_read = vec![false; circuit.nodes().len()];
        for node in circuit.cone(circuit.roots()) {
            is_read[node.index()] = true;
        }
        let bits = self.shape.move_bits as usize;
        text.push_str("    // does\n");
        for (role, names) in RoleId::enumerate(&self.does) {
            for (action, name) in MoveId::enumerate(names) {
                let input = &circuit.inputs()[self.machine.does(role, action).index()];
                if is_read[input.node.index()] {
                    let _ = writeln!(
                        text,
                        "    wire {name} = moves[{} +: {bits}] == {bits}'d{action};",
                        role.index() * bits
                    );
                }
            }
        }
        text.push('\n');
    }

    fn declarations(&self, text: &mut String) {
        declare(text, "reg ", &self.facts);
        if !self.loops.is_empty() {
            declare(text, "reg ", &self.loops);
        }
        for (relation, gates) in &self.groups {
            let _ = writeln!(text, "    // {relation}");
            let names = gates.iter().map(|&gate| self.gates.name(gate)).collect::<Vec<_>>();
            declare(text, "wire", &names);
            let cuts = gates.iter().filter(|&&gate| self.gates.is_cut(gate));
            let cuts = cuts.map(|&gate| format!("{}_r", self.gates.name(gate))).collect::<Vec<_>>();
            if !cuts.is_empty() {
                declare(text, "reg ", &cuts);
            }
        }
        if !self.aliases.is_empty() {
            text.push_str("    // other names of the same\n");
            let names = self.aliases.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
            declare(text, "wire", &names);
        }
        text.push('\n');
    }

    /// The registers of the state, and those that it starts again from.
    fn state(&self, text: &mut String) {
        let Shape { state_bits, .. } = *self.shape;
        let registers = self.machine.circuit.registers();
        let bytes = self.shape.state_bytes();
        let inits = registers.iter().rev();
        let inits: String = inits.map(|register| if register.init { '1' } else { '0' }).collect();
        let _ = writeln!(text, "    reg [{}:0] start;", state_bits - 1);
        text.push_str("    always @(posedge clk)\n        if (reset) begin\n");
        let _ = writeln!(text, "            start <= {state_bits}'b{inits};");
        text.push_str("        end else if (start_write) begin\n");
        for byte in 0..bytes {
            let (low, high) = (8 * byte, (8 * byte + 7).min(state_bits - 1));
            let _ = writeln!(
                text,
                "            if (address == {}'d{byte}) start[{high}:{low}] <= start_byte[{}:0];",
                self.shape.address_bits(),
                high - low
            );
        }
        text.push_str("        end\n\n    always @(posedge clk)\n        if (restart) begin\n");
        for (index, name) in self.facts.iter().enumerate() {
            let _ = writeln!(text, "            {name} <= start[{index}];");
        }
        text.push_str("        end else if (step) begin\n");
        for (name, next) in self.facts.iter().zip(&self.nexts) {
            let _ = writeln!(text, "            {name} <= {next};");
        }
        text.push_str("        end\n\n");
        let _ = writeln!(text, "    wire [{}:0] state;", 8 * bytes - 1);
        for (index, name) in self.facts.iter().enumerate() {
            let _ = writeln!(text, "    assign state[{index}] = {name};");
        }
        if state_bits < 8 * bytes {
            let _ = writeln!(text, "    assign state[{}:{state_bits}] = 0;", 8 * bytes - 1);
        }
        text.push_str("    assign state_byte = state[8*address +: 8];\n\n");
    }

    /// Propagation registers: cleared when state or moves change, they grow clock by clock until
    /// nothing changes any more, one component after the other.
    fn loops(&self, text: &mut String) {
        let atoms = self.machine.circuit.loops();
        if atoms.is_empty() {
            text.push_str("    assign settled = 1'b1;\n\n");
            return;
        }
        let mut components: Vec<u32> = atoms.iter().map(|atom| atom.component).collect();
        components.sort_unstable();
        components.dedup();
        let bits = components.len().next_power_of_two().ilog2().max(1);
        let members = |component: u32| {
            (0..atoms.len())
                .map(LoopId::new)
                .filter(move |id| atoms[id.index()].component == component)
        };
        let _ = writeln!(
            text,
            "    reg [{}:0] component;  // the one that is settling\n    reg is_settled;",
            bits - 1
        );
        let mut changes = Vec::new();
        for (number, &component) in components.iter().enumerate() {
            let change = format!("changes_{number}");
            let _ = writeln!(text, "    reg {change};");
            text.push_str("    always @* begin\n");
            let _ = writeln!(text, "        {change} = 1'b0;");
            for id in members(component) {
                let (name, feed) = (&self.loops[id.index()], &self.feeds[id.index()]);
                let _ = writeln!(text, "        if ({feed} != {name}) {change} = 1'b1;");
            }
            text.push_str("    end\n");
            changes.push(format!("(component == {bits}'d{number} & {change})"));
        }
        let _ = writeln!(text, "    wire changes = {};", changes.join(" | "));
        text.push_str("    always @(posedge clk)\n        if (restart | step | clear) begin\n");
        text.push_str("            component  <= 0;\n            is_settled <= 1'b0;\n");
        for name in &self.loops {
            let _ = writeln!(text, "            {name} <= 1'b0;");
        }
        text.push_str("        end else begin\n");
        let last = components.len() - 1;
        let _ = writeln!(
            text,
            "            if (~changes & component == {bits}'d{last}) is_settled <= 1'b1;"
        );
        let _ = writeln!(
            text,
            "            if (~changes & component != {bits}'d{last}) component <= component + 1'b1;"
        );
        for (number, &component) in components.iter().enumerate() {
            let _ = writeln!(text, "            if (component == {bits}'d{number}) begin");
            for id in members(component) {
                let (name, feed) = (&self.loops[id.index()], &self.feeds[id.index()]);
                let _ = writeln!(text, "                {name} <= {feed};");
            }
            text.push_str("            end\n");
        }
        text.push_str("        end\n    assign settled = is_settled;\n\n");
    }

    fn logic(&self, text: &mut String) {
        for (relation, gates) in &self.groups {
            let _ = writeln!(text, "    // {relation}");
            for &gate in gates {
                let (name, expression) = (self.gates.name(gate), self.gates.expression(gate));
                let _ = writeln!(text, "    assign {name} = {expression};");
            }
            text.push('\n');
        }
        if !self.aliases.is_empty() {
            text.push_str("    // other names of the same\n");
            for (name, lit) in &self.aliases {
                let _ = writeln!(text, "    assign {name} = {};", self.gates.literal(*lit));
            }
            text.push('\n');
        }
    }

    /// The registers on long ways.
    fn cuts(&self, text: &mut String) {
        let cuts = self.gates.lines().filter(|&gate| self.gates.is_cut(gate)).collect::<Vec<_>>();
        if cuts.is_empty() {
            return;
        }
        text.push_str("    // long ways take several clocks\n    always @(posedge clk) begin\n");
        for gate in cuts {
            let name = self.gates.name(gate);
            let _ = writeln!(text, "        {name}_r <= {name};");
        }
        text.push_str("    end\n\n");
    }

    fn outputs(&self, text: &mut String) {
        let Shape { moves, score_bits, .. } = *self.shape;
        for (role, names) in self.legal.iter().enumerate() {
            for (action, name) in names.iter().enumerate() {
                let _ = writeln!(text, "    assign legal[{}] = {name};", role * moves + action);
            }
            if names.len() < moves {
                let (high, low) = (role * moves + moves - 1, role * moves + names.len());
                let _ = writeln!(text, "    assign legal[{high}:{low}] = 0;");
            }
        }
        text.push_str("    assign terminal = is_terminal;\n\n");
        if !self.percepts.is_empty() {
            // Search on a board has no use for them: a simulator reads them where they are.
            text.push_str("    /* verilator lint_off UNUSED */\n");
            let _ = writeln!(text, "    wire [{}:0] percepts;", self.percepts.len() - 1);
            text.push_str("    /* verilator lint_on UNUSED */\n");
            for (index, name) in self.percepts.iter().enumerate() {
                let _ = writeln!(text, "    assign percepts[{index}] = {name};");
            }
            text.push('\n');
        }
        let mut flaws = Vec::new();
        for (id, names) in RoleId::enumerate(&self.goals) {
            let (role, values) = (id.index(), &self.machine.roles[id].goals);
            for (port, bits, power) in [("scores", score_bits, 1), ("squares", 2 * score_bits, 2)] {
                let (high, low) = ((role + 1) * bits as usize - 1, role * bits as usize);
                let _ = write!(text, "    assign {port}[{high}:{low}] =");
                for (name, value) in names.iter().zip(values).rev() {
                    let value = u32::from(value.value()).pow(power);
                    let _ = write!(text, "\n        {name} ? {bits}'d{value} :");
                }
                let _ = writeln!(text, " {bits}'d0;");
            }
            flaws.push(flaw(text, role, names));
        }
        let _ = writeln!(text, "    assign flawed = {};", flaws.join(" | "));
    }
}

/// Says whether a role has several goals or none.
fn flaw(text: &mut String, role: usize, names: &[String]) -> String {
    let name = format!("flaw_{role}");
    let _ = writeln!(text, "    reg {name}, any_{role};\n    always @* begin");
    let _ = writeln!(text, "        {name} = 1'b0;\n        any_{role} = 1'b0;");
    for goal in names {
        let _ = writeln!(text, "        {name} = {name} | (any_{role} & {goal});");
        let _ = writeln!(text, "        any_{role} = any_{role} | {goal};");
    }
    let _ = writeln!(text, "        {name} = {name} | ~any_{role};\n    end");
    name
}

/// The letters and digits of a name.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Declares signals of one kind, many on a line.
fn declare(text: &mut String, kind: &str, names: &[String]) {
    let mut line = String::new();
    for name in names {
        if !line.is_empty() && line.len() + name.len() > LINE_WIDTH {
            let _ = writeln!(text, "    {kind} {line};");
            line.clear();
        }
        if !line.is_empty() {
            line.push_str(", ");
        }
        line.push_str(name);
    }
    if !line.is_empty() {
        let _ = writeln!(text, "    {kind} {line};");
    }
}
