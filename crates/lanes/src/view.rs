//! What a role sees of a position, as a row of bits.

use stonegate_circuit::RegisterId;
use stonegate_ground::{FactValue, Machine, RoleId};

use crate::block::{Block, Last};
use crate::bytes::write_rows;
use crate::word::Word;

/// For each role, what each bit of its row shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    roles: Vec<Vec<Source>>,
    /// Do all roles see the same?
    is_common: bool,
}

/// What a bit shows.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Source {
    Constant(bool),
    Register {
        register: usize,
        inverted: bool,
    },
    /// Something that is perceived, by its place among all that roles can perceive.
    Percept(usize),
}

/// What there is to be seen.
struct Sight<'a> {
    registers: &'a [Word],
    outputs: &'a [Word],
    percepts: &'a [Word],
}

impl Sight<'_> {
    fn value(&self, source: Source) -> Word {
        match source {
            Source::Constant(value) => Word::splat(value),
            Source::Register { register, inverted } if inverted => !self.registers[register],
            Source::Register { register, .. } => self.registers[register],
            Source::Percept(percept) => self.percepts[percept],
        }
    }
}

/// Whose row is written for a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The one whose turn it is; the first role if it is nobody's.
    Mover,
    /// This role.
    Role(RoleId),
    /// All roles, one after the other.
    All,
}

impl View {
    /// A view in which each bit shows a fact, by its number, or nothing. All roles need rows of the
    /// same length.
    ///
    /// # Panics
    /// If there is no such fact, or a row is longer than another.
    pub fn new(machine: &Machine, roles: &[Vec<Option<usize>>]) -> Self {
        let source = |fact: &Option<usize>| match fact.map(|fact| machine.facts[fact].value) {
            None => Source::Constant(false),
            Some(FactValue::Constant(value)) => Source::Constant(value),
            Some(FactValue::Register { register, inverted }) => {
                Source::Register { register: RegisterId::index(register), inverted }
            }
        };
        assert_eq!(roles.len(), machine.roles.len(), "a row for each role");
        Self::of_rows(roles.iter().map(|facts| facts.iter().map(source).collect()).collect())
    }

    fn of_rows(roles: Vec<Vec<Source>>) -> Self {
        assert!(roles.iter().all(|row| row.len() == roles[0].len()), "rows of the same length");
        let is_common = roles.iter().all(|row| *row == roles[0]);
        Self { roles, is_common }
    }

    /// A view in which each role sees what it has perceived since it was last its turn, that step
    /// included, in the order of its percepts. Rows are as long as the longest.
    pub fn of_percepts(machine: &Machine) -> Self {
        let first = machine.outputs().all_percepts().start;
        let percepts = |role| machine.outputs().percepts(role);
        let width = machine.role_ids().map(|role| percepts(role).len()).max().unwrap_or(0);
        let row = |role| {
            let seen = percepts(role).map(|output| Source::Percept(output - first));
            seen.chain(std::iter::repeat(Source::Constant(false))).take(width).collect()
        };
        Self::of_rows(machine.role_ids().map(row).collect())
    }

    /// A view in which everybody sees all facts that can change.
    pub fn of_facts(machine: &Machine) -> Self {
        let facts = changing_facts(machine).map(Some).collect();
        Self::new(machine, &vec![facts; machine.roles.len()])
    }

    /// How many bits a row has.
    pub fn len(&self) -> usize {
        self.roles[0].len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The facts that are not the same in every state.
pub fn changing_facts(machine: &Machine) -> impl Iterator<Item = usize> {
    let changes = |value| matches!(value, FactValue::Register { .. });
    (0..machine.facts.len()).filter(move |&fact| changes(machine.facts[fact].value))
}

impl Block {
    /// Writes what is seen of each position, a byte for each bit. For [`Viewer::Mover`] the block
    /// has to know whose turn it is.
    ///
    /// # Panics
    /// If there are not as many bytes as there are bits, or no such role.
    pub fn write_view(&self, view: &View, viewer: Viewer, bytes: &mut [u8]) {
        let Self { registers, outputs, percepts, .. } = self;
        self.write_sight(&Sight { registers, outputs, percepts }, view, viewer, bytes);
    }

    /// The same of the last positions of games that have ended with the last step, where the next
    /// game begins at once; other positions as they are.
    pub fn write_final_view(&self, view: &View, viewer: Viewer, bytes: &mut [u8]) {
        let Some(last) = &self.last else { return self.write_view(view, viewer, bytes) };
        let Last { registers, outputs, percepts, .. } = &**last;
        self.write_sight(&Sight { registers, outputs, percepts }, view, viewer, bytes);
    }

    fn write_sight(&self, sight: &Sight<'_>, view: &View, viewer: Viewer, bytes: &mut [u8]) {
        let value = |source| sight.value(source);
        let width = view.len();
        if width == 0 {
            return;
        }
        let n_rows = if viewer == Viewer::All { view.roles.len() } else { 1 };
        assert_eq!(bytes.len(), self.len() * width * n_rows, "a byte for each bit");
        match viewer {
            Viewer::Mover if !view.is_common => {
                let turns = &sight.outputs[self.machine.outputs().n_of_state() + 1..];
                let words = (0..width).map(|bit| {
                    let mut word = value(view.roles[0][bit]);
                    for (row, &turn) in view.roles.iter().zip(turns).skip(1) {
                        word = turn & value(row[bit]) | !turn & word;
                    }
                    word
                });
                write_rows(words, bytes);
            }
            Viewer::Mover => write_rows(view.roles[0].iter().map(|&source| value(source)), bytes),
            Viewer::Role(role) => {
                write_rows(view.roles[role].iter().map(|&source| value(source)), bytes);
            }
            Viewer::All => {
                let words = (0..width * n_rows).map(|at| value(view.roles[at / width][at % width]));
                write_rows(words, bytes);
            }
        }
    }
}
