//! The numbers that boards give to moves and registers.
//!
//! A board is made of the rules without their names, so that it serves every sheet that says the
//! same in other words. A machine numbers its moves and registers by their texts, so those of a
//! player and of its board differ.

use std::fmt::Write;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use stonegate_circuit::RegisterId;
use stonegate_gdl::Canonical;
use stonegate_ground::{Machine, MoveId, State};

/// A machine, the machine of its boards, and how the numbers of one become those of the other.
#[derive(Clone, Debug)]
pub struct Numbering {
    board: Arc<Machine>,
    /// For each role, the board's numbers of the machine's moves.
    moves: Vec<Vec<MoveId>>,
    /// For each role, the machine's numbers of the board's moves.
    moves_back: Vec<Vec<MoveId>>,
    /// The machine's numbers of the board's registers.
    registers_back: Vec<RegisterId>,
}

impl Numbering {
    /// `canonical` are the rules that the machine was made of.
    pub fn new(machine: &Machine, canonical: &Canonical) -> Self {
        let numbers: FxHashMap<&str, usize> =
            canonical.names.iter().enumerate().map(|(number, name)| (&**name, number)).collect();
        let without_names = |text: &str| replace_words(text, &numbers);
        let board = machine.renamed(&without_names);
        let moves_back: Vec<Vec<MoveId>> = machine
            .roles
            .iter()
            .zip(&board.roles)
            .map(|(role, on_board)| {
                let texts = role.moves.iter().map(|text| without_names(text));
                let places = places(texts);
                on_board.moves.iter().map(|text| MoveId::new(places[text.as_str()])).collect()
            })
            .collect();
        let moves = moves_back.iter().map(|list| inverse(list)).collect();
        let registers = machine.circuit.registers().iter();
        let places = places(registers.map(|register| without_names(&register.name)));
        let on_board = board.circuit.registers().iter();
        let registers_back =
            on_board.map(|register| RegisterId::new(places[register.name.as_str()])).collect();
        Self { board: Arc::new(board), moves, moves_back, registers_back }
    }

    /// The machine in the order of the board, without names.
    pub fn board(&self) -> &Arc<Machine> {
        &self.board
    }

    /// A state of the machine as the board has it.
    pub fn state_on_board(&self, state: &State) -> State {
        State::from_bits(self.registers_back.iter().map(|&register| state.bit(register)))
    }

    /// A state of the board as the machine has it.
    pub fn state_of_machine(&self, state: &State) -> State {
        let mut bits = vec![false; self.registers_back.len()];
        for (number, register) in self.registers_back.iter().enumerate() {
            bits[register.index()] = state.bit(RegisterId::new(number));
        }
        State::from_bits(bits)
    }

    /// A joint move of the machine in the numbers of the board.
    pub fn joint_on_board(&self, joint: &[MoveId]) -> Vec<MoveId> {
        renumbered(joint, &self.moves)
    }

    /// A joint move of the board in the numbers of the machine.
    pub fn joint_of_machine(&self, joint: &[MoveId]) -> Vec<MoveId> {
        renumbered(joint, &self.moves_back)
    }
}

fn renumbered(joint: &[MoveId], numbers: &[Vec<MoveId>]) -> Vec<MoveId> {
    joint.iter().zip(numbers).map(|(&action, numbers)| numbers[action]).collect()
}

/// Where each text stands in a list.
fn places(texts: impl Iterator<Item = String>) -> FxHashMap<String, usize> {
    texts.enumerate().map(|(place, text)| (text, place)).collect()
}

fn inverse(list: &[MoveId]) -> Vec<MoveId> {
    let mut inverse = vec![MoveId::new(0); list.len()];
    for (number, &image) in MoveId::enumerate(list) {
        inverse[image] = number;
    }
    inverse
}

/// Puts canonical names into a KIF text: the inverse of [`Canonical::rename`].
fn replace_words(text: &str, numbers: &FxHashMap<&str, usize>) -> String {
    let mut replaced = String::with_capacity(text.len());
    for piece in text.split_inclusive([' ', '(', ')']) {
        let word = piece.trim_end_matches([' ', '(', ')']);
        match numbers.get(word) {
            Some(number) => {
                let _ = write!(replaced, "c{number}");
            }
            None => replaced.push_str(word),
        }
        replaced.push_str(&piece[word.len()..]);
    }
    replaced
}

#[cfg(test)]
mod tests {
    use stonegate_gdl::analyze;
    use stonegate_ground::{Budget, Stepper, ground};

    use super::*;
    use crate::Hashes;

    /// A robot goes up two ladders, one after the other, under names that are given.
    fn game([zero, one, two, up]: [&str; 4]) -> (Arc<Machine>, Canonical) {
        let sheet = analyze(&format!(
            "(role robot) (init (at {zero} 0)) (init (at {one} 1))
            (<= (legal robot ({up} ?x)) (true (at ?x 0)))
            (<= (next (at ?x 1)) (does robot ({up} ?x)))
            (<= (next (at ?x 1)) (true (at ?x 1)))
            (<= (next (at {two} 0)) (does robot ({up} {zero})))
            (<= terminal (true (at {two} 1)))
            (<= (goal robot 100) (true (at {two} 1)))
            (<= (goal robot 0) (not (true (at {two} 1))))"
        ));
        let grounded = ground(&sheet.rules, &Budget::default());
        let machine = grounded.expect("the sheet is right").machine;
        (Arc::new(machine), Canonical::new(&sheet.rules))
    }

    #[test]
    fn boards_do_not_depend_on_names() {
        let (first, first_rules) = game(["a", "b", "c", "go"]);
        let (second, second_rules) = game(["zebra", "yak", "ant", "c0"]);
        let first = Numbering::new(&first, &first_rules);
        let second_numbers = Numbering::new(&second, &second_rules);
        let hashes = |numbering: &Numbering| Hashes::new(numbering.board(), &first_rules);
        assert_eq!(hashes(&first), hashes(&second_numbers));

        // A game on the machine is the same game on the board.
        let mut on_machine = Stepper::new(&second);
        let mut on_board = Stepper::new(second_numbers.board());
        let mut state = second.initial();
        loop {
            let there = second_numbers.state_on_board(&state);
            assert_eq!(second_numbers.state_of_machine(&there), state);
            let (here, board) = (on_machine.position(&state), on_board.position(&there));
            assert_eq!((here.terminal, &here.goals), (board.terminal, &board.goals));
            if here.terminal {
                break;
            }
            let joint = [*here.legal[0].first().expect("there is a move")];
            let moved = second_numbers.joint_on_board(&joint);
            assert_eq!(second_numbers.joint_of_machine(&moved), joint);
            assert!(board.legal[0].contains(&moved[0]));
            state = on_machine.next(&state, &joint);
            let next = on_board.next(&there, &moved);
            assert_eq!(second_numbers.state_on_board(&state), next);
        }
    }
}
