//! The state as cells, each of which has one of a few values.
//!
//! Facts that are proven to exclude each other are the values of a cell, be it a square with its
//! contents or whose turn it is; a fact of its own is a cell with two values.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use stonegate_ground::{FactValue, Machine, RoleId, Stepper};

use crate::random::Random;

/// A larger group is no cell: its facts are cells of their own.
const MAX_VALUES: usize = 40;

/// Random play in which is looked for the cell that says whose turn it is.
const TURN_GAMES: u64 = 24;
const TURN_STEPS: usize = 100;

/// A cell: the numbers of the facts that are its values 0, 1, and so on. If none of them holds,
/// its value is the one after these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    pub(crate) facts: Vec<usize>,
    /// The fact that holds in that case, if there is one.
    pub(crate) rest: Option<usize>,
}

impl Cell {
    pub(crate) fn n_values(&self) -> usize {
        self.facts.len() + 1
    }

    /// The value, if `holds` tells which facts hold.
    pub(crate) fn value(&self, holds: impl Fn(usize) -> bool) -> usize {
        self.facts.iter().position(|&fact| holds(fact)).unwrap_or(self.facts.len())
    }
}

/// All cells of a machine whose groups are proven: each fact that can change is in one of them.
pub(crate) fn cells(machine: &Machine) -> Vec<Cell> {
    let mut by_register = FxHashMap::default();
    for (number, fact) in machine.facts.iter().enumerate() {
        if let FactValue::Register { register, inverted } = fact.value {
            by_register.entry((register, inverted)).or_insert(number);
        }
    }
    let mut groups: Vec<(Vec<usize>, bool)> = Vec::new();
    for group in machine.groups() {
        let number = |value: &FactValue| match *value {
            FactValue::Register { register, inverted } => {
                by_register.get(&(register, inverted)).copied()
            }
            FactValue::Constant(_) => None,
        };
        let mut facts: Vec<usize> = group.members.iter().filter_map(number).collect();
        let is_exact = group.is_exact && facts.len() == group.members.len();
        facts.sort_unstable();
        if (2..=MAX_VALUES).contains(&facts.len()) {
            groups.push((facts, is_exact));
        }
    }
    // Small groups first: a square has few contents, a piece may be in many places.
    groups.sort_by_key(|(facts, _)| (facts.len(), facts.clone()));
    let mut is_taken = vec![false; machine.facts.len()];
    let mut cells = Vec::new();
    for (mut facts, is_exact) in groups {
        if facts.iter().any(|&fact| is_taken[fact]) {
            continue;
        }
        for &fact in &facts {
            is_taken[fact] = true;
        }
        let rest = if is_exact { facts.pop() } else { None };
        cells.push(Cell { facts, rest });
    }
    let mut singles: Vec<usize> = by_register.into_values().collect();
    singles.sort_unstable();
    let mut registers = FxHashSet::default();
    for fact in singles {
        if let FactValue::Register { register, .. } = machine.facts[fact].value
            && !is_taken[fact]
            && registers.insert(register)
        {
            cells.push(Cell { facts: vec![fact], rest: None });
        }
    }
    cells
}

/// The cell that says whose turn it is, as far as random play shows: with each of its values one
/// role at most has a choice, and each role that ever has one has a value of its own.
pub(crate) fn turn_cell(machine: &Arc<Machine>, cells: &[Cell]) -> Option<usize> {
    let mut stepper = Stepper::new(machine);
    // For each cell and each value the roles that had a choice, and all of these.
    let mut choosers: Vec<Vec<u64>> = cells.iter().map(|cell| vec![0; cell.n_values()]).collect();
    let mut all = 0_u64;
    if machine.roles.len() > 64 {
        return None;
    }
    for game in 0..TURN_GAMES {
        let mut random = Random::new(game, 0);
        let mut state = machine.initial();
        for _ in 0..TURN_STEPS {
            let position = stepper.position(&state);
            if position.terminal || position.legal.iter().any(Vec::is_empty) {
                break;
            }
            let has_choice = |&(_, moves): &(RoleId, &Vec<_>)| moves.len() > 1;
            let roles = RoleId::enumerate(&position.legal).filter(has_choice);
            let roles = roles.fold(0, |roles, (role, _)| roles | 1 << role.index());
            all |= roles;
            let holds = |fact: usize| match machine.facts[fact].value {
                FactValue::Register { register, inverted } => state.bit(register) != inverted,
                FactValue::Constant(value) => value,
            };
            for (cell, choosers) in cells.iter().zip(&mut choosers) {
                choosers[cell.value(holds)] |= roles;
            }
            let draw = |moves: &Vec<_>| moves[random.below(moves.len())];
            let joint: Vec<_> = position.legal.iter().map(draw).collect();
            state = stepper.next(&state, &joint);
        }
    }
    let is_turn = |choosers: &Vec<u64>| {
        all.count_ones() > 1
            && choosers.iter().all(|roles| roles.count_ones() <= 1)
            && choosers.iter().fold(0, |all, roles| all | roles) == all
    };
    let turns = (0..cells.len()).filter(|&cell| is_turn(&choosers[cell]));
    turns.min_by_key(|&cell| cells[cell].n_values())
}
