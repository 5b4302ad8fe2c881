//! The text form of a machine: what its parts mean, then its circuit.
//!
//! ```text
//! role robot
//!   move push
//!   goal 0
//!   goal 100
//!   percept (light on)
//! fact (lamp on) = !r0
//! rule next 52 66
//! proven takes-turns
//! unproven zero-sum
//! n1 = input "does robot push"
//! ...
//! ```
//!
//! A rule is a relation and where the head of the rule stands in the sheet. What is not proven
//! although it was tried is said as well, so that nobody tries again.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use stonegate_circuit::text::ParseCircuitError;
use stonegate_circuit::{Circuit, RegisterId};
use stonegate_gdl::Span;

use crate::machine::{Fact, FactValue, Machine, Provenance, Role};
use crate::outputs::Outputs;
use crate::proofs::{Claim, Proofs, Standing};

/// Parses back to an equal machine, unless a name has a line break in it.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for role in &self.roles {
            writeln!(f, "role {}", role.name)?;
            for action in &role.moves {
                writeln!(f, "  move {action}")?;
            }
            for value in &role.goals {
                writeln!(f, "  goal {value}")?;
            }
            for percept in &role.percepts {
                writeln!(f, "  percept {percept}")?;
            }
        }
        for fact in &self.facts {
            write!(f, "fact {} = ", fact.name)?;
            match fact.value {
                FactValue::Constant(value) => writeln!(f, "{}", u8::from(value))?,
                FactValue::Register { register, inverted } => {
                    writeln!(f, "{}{register}", if inverted { "!" } else { "" })?;
                }
            }
        }
        for Provenance { relation, span } in &self.provenance {
            writeln!(f, "rule {relation} {} {}", span.start, span.end)?;
        }
        for claim in Claim::ALL {
            match self.proofs.standing(claim) {
                Standing::Untried => {}
                Standing::Unproven => writeln!(f, "unproven {}", claim.name())?,
                Standing::Proven => writeln!(f, "proven {}", claim.name())?,
            }
        }
        self.circuit.fmt(f)
    }
}

/// Why a text is not a machine.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ParseMachineError {
    /// This line, counted from 1, is malformed.
    #[error("line {0} is malformed")]
    Line(usize),
    /// The circuit is malformed; lines are counted from its first.
    #[error("in the circuit, {0}")]
    Circuit(ParseCircuitError),
    /// The circuit does not fit what it is said to mean.
    #[error("the circuit does not fit: {0}")]
    Mismatch(&'static str),
}

impl FromStr for Machine {
    type Err = ParseMachineError;

    fn from_str(text: &str) -> Result<Self, ParseMachineError> {
        let mut machine = Self {
            roles: Vec::new(),
            facts: Vec::new(),
            circuit: Circuit::new(),
            provenance: Vec::new(),
            proofs: Proofs::default(),
            outputs: Arc::new(Outputs::new(&[])),
        };
        let mut rest = text;
        for number in 1.. {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if !PREFIXES.iter().any(|prefix| line.starts_with(prefix)) {
                break;
            }
            machine.read_line(line).ok_or(ParseMachineError::Line(number))?;
            rest = after;
        }
        machine.outputs = Arc::new(Outputs::new(&machine.roles));
        machine.circuit = rest.parse().map_err(ParseMachineError::Circuit)?;
        machine.check()?;
        Ok(machine)
    }
}

/// How the lines begin that do not belong to the circuit.
const PREFIXES: [&str; 8] =
    ["role ", "  move ", "  goal ", "  percept ", "fact ", "rule ", "proven ", "unproven "];

impl Machine {
    fn read_line(&mut self, line: &str) -> Option<()> {
        let (kind, rest) = line.trim_start().split_once(' ')?;
        match kind {
            "role" => self.roles.push(Role {
                name: rest.to_owned(),
                moves: Vec::new(),
                goals: Vec::new(),
                percepts: Vec::new(),
            }),
            "move" => self.roles.last_mut()?.moves.push(rest.to_owned()),
            "goal" => self.roles.last_mut()?.goals.push(rest.parse().ok()?),
            "percept" => self.roles.last_mut()?.percepts.push(rest.to_owned()),
            "fact" => {
                let (name, value) = rest.rsplit_once(" = ")?;
                let value = match value {
                    "0" | "1" => FactValue::Constant(value == "1"),
                    _ => {
                        let (inverted, id) = match value.strip_prefix('!') {
                            Some(id) => (true, id),
                            None => (false, value),
                        };
                        // No table is so long that an id would not fit 24 bits.
                        let index = id.strip_prefix('r')?.parse().ok().filter(|&n| n < 1 << 24)?;
                        FactValue::Register { register: RegisterId::new(index), inverted }
                    }
                };
                self.facts.push(Fact { name: name.to_owned(), value });
            }
            "rule" => {
                let (rest, end) = rest.rsplit_once(' ')?;
                let (relation, start) = rest.rsplit_once(' ')?;
                let span = Span { start: start.parse().ok()?, end: end.parse().ok()? };
                self.provenance.push(Provenance { relation: relation.to_owned(), span });
            }
            "proven" | "unproven" => {
                let claim = Claim::ALL.into_iter().find(|claim| claim.name() == rest)?;
                let is_proven = kind == "proven";
                let standing = if is_proven { Standing::Proven } else { Standing::Unproven };
                self.proofs.raise(claim, standing);
            }
            _ => return None,
        }
        Some(())
    }

    /// Checks that the circuit has what the rest of the machine speaks of.
    fn check(&self) -> Result<(), ParseMachineError> {
        let n_registers = self.circuit.registers().len();
        let has_register = |fact: &Fact| match fact.value {
            FactValue::Constant(_) => true,
            FactValue::Register { register, .. } => register.index() < n_registers,
        };
        let supports = self.circuit.supports();
        let mut outputs = self.circuit.outputs().iter().take(self.outputs.n_of_state());
        let of_the_state = outputs.all(|output| !supports[output.lit.node().index()].inputs);
        let requirements = [
            (!self.roles.is_empty(), "there must be a role"),
            (self.circuit.inputs().len() == self.n_moves(), "each move is an input"),
            (
                self.circuit.outputs().len() == self.outputs.n_outputs(),
                "the outputs are the legal moves, the end, the goals and the percepts",
            ),
            (of_the_state, "outputs but percepts depend on the state alone"),
            (self.facts.iter().all(has_register), "a fact is in a register"),
        ];
        match requirements.iter().find(|(holds, _)| !holds) {
            Some(&(_, requirement)) => Err(ParseMachineError::Mismatch(requirement)),
            None => Ok(()),
        }
    }
}
