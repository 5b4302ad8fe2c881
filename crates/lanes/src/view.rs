//! What a role sees of a position, as a row of bytes.

use std::collections::HashMap;
use std::iter;

use stonegate_circuit::RegisterId;
use stonegate_ground::{FactValue, Machine, RoleId};

use crate::block::{Block, Last};
use crate::bytes::{Columns, Numbers, write_columns};
use crate::word::{LANES, Word};

/// What a byte of a row is to show.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shown {
    /// This, whatever happens.
    Always(bool),
    /// Whether all of these facts, by their numbers, did or did not hold so many steps before, in the
    /// same game.
    Facts { facts: Vec<(usize, bool)>, steps_ago: usize },
    /// The number of steps since the game began, up to 255.
    Steps,
}

impl Shown {
    /// Whether a fact holds.
    pub fn fact(fact: usize) -> Self {
        Self::Facts { facts: vec![(fact, true)], steps_ago: 0 }
    }
}

/// For each role, what each byte of its row shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Everything that is shown, once.
    sources: Vec<Source>,
    /// The source of each byte, the rows of the roles one after the other.
    columns: Vec<u32>,
    n_roles: usize,
    /// The bytes of all rows that show the number of steps.
    counters: Vec<usize>,
    /// Do all roles see the same?
    is_common: bool,
}

/// What a byte shows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Source {
    Constant(bool),
    Register {
        register: usize,
        inverted: bool,
    },
    /// Several registers, perhaps inverted, as they were so many steps before.
    All {
        registers: Vec<(usize, bool)>,
        steps_ago: usize,
    },
    /// Something that is perceived, by its place among all that roles can perceive.
    Percept(usize),
    /// The number of steps, which is no bit.
    Steps,
}

/// What there is to be seen.
struct Sight<'a> {
    block: &'a Block,
    registers: &'a [Word],
    outputs: &'a [Word],
    percepts: &'a [Word],
    starts: &'a [u64],
}

impl Sight<'_> {
    /// The values of all sources.
    fn values<'s>(
        &self,
        sources: &'s [Source],
    ) -> impl ExactSizeIterator<Item = Word> + use<'_, 's> {
        // For each number of steps, where the game has lasted so long.
        let before = (1..=self.block.history.len()).map(|n| self.lasted(n));
        let lasted: Vec<Word> = iter::once(Word::ONES).chain(before).collect();
        let register = |registers: &[Word], register: usize, inverted: bool| {
            if inverted { !registers[register] } else { registers[register] }
        };
        sources.iter().map(move |source| match source {
            Source::Constant(value) => Word::splat(*value),
            Source::Register { register: number, inverted } => {
                register(self.registers, *number, *inverted)
            }
            Source::All { registers, steps_ago } => {
                let state = match steps_ago.checked_sub(1) {
                    None => self.registers,
                    Some(before) => &self.block.history[before],
                };
                let all = registers.iter().map(|&(number, not)| register(state, number, not));
                all.fold(lasted[*steps_ago], |all, word| all & word)
            }
            Source::Percept(percept) => self.percepts[*percept],
            Source::Steps => Word::ZERO,
        })
    }

    fn lasted(&self, n: usize) -> Word {
        let mut lanes = Word::ZERO;
        for (lanes, starts) in lanes.0.iter_mut().zip(self.starts.chunks(64)) {
            for (lane, start) in starts.iter().enumerate() {
                *lanes |= u64::from(self.block.now >= start + n as u64) << lane;
            }
        }
        lanes
    }

    /// The number of steps since each game began.
    fn steps(&self) -> [u8; LANES] {
        let mut steps = [0; LANES];
        for (steps, start) in steps.iter_mut().zip(self.starts) {
            *steps = u8::try_from(self.block.now - start).unwrap_or(u8::MAX);
        }
        steps
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
    /// A view of what each role is to be shown. All roles need rows of the same length.
    ///
    /// # Panics
    /// If there is no such fact, a row is longer than another, or the number of steps stands
    /// elsewhere in another one.
    pub fn new(machine: &Machine, roles: &[Vec<Shown>]) -> Self {
        assert_eq!(roles.len(), machine.roles.len(), "a row for each role");
        Self::of_rows(roles.iter().map(|row| row.iter().map(|it| source(machine, it))))
    }

    fn of_rows(rows: impl ExactSizeIterator<Item = impl Iterator<Item = Source>>) -> Self {
        let n_roles = rows.len();
        let (mut sources, mut numbers, mut columns) = (Vec::new(), HashMap::new(), Vec::new());
        let mut lengths = Vec::new();
        for row in rows {
            for source in row {
                let number = *numbers.entry(source.clone()).or_insert(sources.len() as u32);
                if number as usize == sources.len() {
                    sources.push(source);
                }
                columns.push(number);
            }
            lengths.push(columns.len());
        }
        let width = lengths[0];
        assert!(lengths.iter().zip(1..).all(|(&length, n)| length == n * width), "equal lengths");
        let is_counter = |&column: &usize| sources[columns[column] as usize] == Source::Steps;
        let counters: Vec<usize> = (0..columns.len()).filter(is_counter).collect();
        let is_elsewhere = |&column: &usize| !is_counter(&(column % width));
        assert!(
            counters.len().is_multiple_of(n_roles) && !counters.iter().any(is_elsewhere),
            "the steps stand at the same places"
        );
        let is_common =
            (0..n_roles).all(|role| columns[role * width..][..width] == columns[..width]);
        Self { sources, columns, n_roles, counters, is_common }
    }

    /// A view in which each role sees what it has perceived since it was last its turn, that step
    /// included, in the order of its percepts. Rows are as long as the longest.
    pub fn of_percepts(machine: &Machine) -> Self {
        let first = machine.outputs().all_percepts().start;
        let percepts = |role| machine.outputs().percepts(role);
        let width = machine.role_ids().map(|role| percepts(role).len()).max().unwrap_or(0);
        let row = |role| {
            let seen = percepts(role).map(|output| Source::Percept(output - first));
            seen.chain(iter::repeat(Source::Constant(false))).take(width)
        };
        Self::of_rows(RoleId::first(machine.roles.len()).map(row))
    }

    /// A view in which everybody sees all facts that can change.
    pub fn of_facts(machine: &Machine) -> Self {
        let facts = changing_facts(machine).map(Shown::fact).collect();
        Self::new(machine, &vec![facts; machine.roles.len()])
    }

    /// How many bytes a row has.
    pub fn len(&self) -> usize {
        self.columns.len() / self.n_roles
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Does it show the number of steps anywhere?
    pub fn has_numbers(&self) -> bool {
        !self.counters.is_empty()
    }

    /// How many steps back it looks.
    pub fn depth(&self) -> usize {
        let depth = |source: &Source| match source {
            Source::All { steps_ago, .. } => *steps_ago,
            _ => 0,
        };
        self.sources.iter().map(depth).max().unwrap_or(0)
    }
}

fn source(machine: &Machine, shown: &Shown) -> Source {
    let (facts, steps_ago) = match shown {
        Shown::Always(value) => return Source::Constant(*value),
        Shown::Steps => return Source::Steps,
        Shown::Facts { facts, steps_ago } => (facts, *steps_ago),
    };
    let mut registers = Vec::new();
    for &(fact, holds) in facts {
        match machine.facts[fact].value {
            FactValue::Constant(value) if value == holds => {}
            FactValue::Constant(_) => return Source::Constant(false),
            FactValue::Register { register, inverted } => {
                registers.push((RegisterId::index(register), inverted == holds));
            }
        }
    }
    match registers[..] {
        [] if steps_ago == 0 => Source::Constant(true),
        [(register, inverted)] if steps_ago == 0 => Source::Register { register, inverted },
        _ => Source::All { registers, steps_ago },
    }
}

/// The facts that are not the same in every state.
pub fn changing_facts(machine: &Machine) -> impl Iterator<Item = usize> {
    let changes = |value| matches!(value, FactValue::Register { .. });
    (0..machine.facts.len()).filter(move |&fact| changes(machine.facts[fact].value))
}

impl Block {
    /// Writes what is seen of each position. For [`Viewer::Mover`] the block has to know whose turn
    /// it is, and for a view that looks back it has to [remember](Self::remember) as many steps.
    ///
    /// # Panics
    /// If there are not as many bytes as there should be, or no such role.
    pub fn write_view(&self, view: &View, viewer: Viewer, bytes: &mut [u8]) {
        let Self { registers, outputs, percepts, starts, .. } = self;
        let sight = Sight { block: self, registers, outputs, percepts, starts };
        self.write_sight(&sight, view, viewer, bytes);
    }

    /// The same of the last positions of games that have ended with the last step, where the next
    /// game begins at once; other positions as they are.
    pub fn write_final_view(&self, view: &View, viewer: Viewer, bytes: &mut [u8]) {
        let Some(last) = &self.last else { return self.write_view(view, viewer, bytes) };
        let Last { registers, outputs, percepts, starts, .. } = &**last;
        let sight = Sight { block: self, registers, outputs, percepts, starts };
        self.write_sight(&sight, view, viewer, bytes);
    }

    fn write_sight(&self, sight: &Sight<'_>, view: &View, viewer: Viewer, bytes: &mut [u8]) {
        let width = view.len();
        if width == 0 {
            return;
        }
        let (first, n_rows) = match viewer {
            Viewer::All => (0, view.n_roles),
            Viewer::Role(role) => (role.index(), 1),
            Viewer::Mover => (0, 1),
        };
        let n = width * n_rows;
        assert_eq!(bytes.len(), self.len() * n, "a byte for each");
        let steps = if view.has_numbers() { sight.steps() } else { [0; LANES] };
        let n_counters = view.counters.len() / view.n_roles * n_rows;
        let numbers = Numbers { columns: &view.counters[..n_counters], of_lanes: &steps };
        let past_caches = self.past_caches;
        let values = sight.values(&view.sources);
        if viewer == Viewer::Mover && !view.is_common {
            let values: Vec<Word> = values.collect();
            let turns = &sight.outputs[self.machine.outputs().n_of_state() + 1..];
            let words = (0..width).map(|column| {
                let of_role = |role: usize| values[view.columns[role * width + column] as usize];
                let others = turns.iter().enumerate().take(view.n_roles).skip(1);
                others.fold(of_role(0), |word, (role, &turn)| turn & of_role(role) | !turn & word)
            });
            write_columns(words, Columns { of_words: None, n, numbers, past_caches }, bytes);
        } else {
            let of_words = Some(&view.columns[first * width..][..n]);
            write_columns(values, Columns { of_words, n, numbers, past_caches }, bytes);
        }
    }
}
