//! What roles aim at, found out by trying: squares on which a piece wins, opposite sides that have to
//! be joined, or a place for all pieces.
//!
//! Positions are made up for that, and the machine says whether they are won. Rules may follow what
//! happened instead of looking at the board; then nothing is found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use stonegate_circuit::{RegisterId, Simulator};
use stonegate_ground::{FactValue, Machine, Position, RoleId, State, Stepper};

use crate::board::Square;
use crate::layout::{Layout, Place};

/// What a role has to do to win.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Aim {
    pub role: String,
    pub kind: AimKind,
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub enum AimKind {
    /// To come to one of these squares, or to fill them.
    Squares(Vec<Square>),
    /// To join the top and the bottom.
    TopAndBottom,
    /// To join the left and the right.
    LeftAndRight,
}

/// How much trying may cost, in gates evaluated.
const MAX_GATES: usize = 20_000_000;

/// On fewer squares, a piece wins by what it takes or blocks there, and not by being there.
const MIN_SQUARES: usize = 3;

/// What can be tried on a board.
struct Trials<'a> {
    layout: &'a Layout,
    machine: &'a Machine,
    simulator: Simulator<&'a stonegate_circuit::Circuit>,
    /// The facts of each square, with their words.
    facts: BTreeMap<Place, Vec<(FactValue, Vec<String>)>>,
    start: Bits,
    n_gates: usize,
}

/// The bits of a state.
type Bits = Vec<bool>;

/// What roles aim at on a board, as far as it can be told.
pub(crate) fn find(layout: &Layout, machine: &Arc<Machine>) -> Vec<Aim> {
    let mut stepper = Stepper::new(machine);
    let start = machine.initial();
    let Position { legal, terminal, .. } = stepper.position(&start);
    let first = legal.iter().map(|legal| legal.first().copied()).collect::<Option<Vec<_>>>();
    if terminal || layout.boards.len() != 1 || machine.roles.len() < 2 {
        return Vec::new();
    }
    // Rules may ask only whether who has moved last has won, so another role has moved as well.
    let second = first.map(|first| stepper.next(&start, &first));
    let starts = [Some(start), second].into_iter().flatten().collect::<Vec<_>>();
    let mut trials = Trials::new(layout, machine);
    let mut aims = Vec::new();
    for role in machine.role_ids() {
        let kind = starts.iter().find_map(|start| {
            trials.begin(start);
            trials.arrival(role).or_else(|| trials.sides(role)).or_else(|| trials.home(role))
        });
        aims.extend(kind.map(|kind| Aim { role: machine.roles[role].name.clone(), kind }));
    }
    aims
}

impl<'a> Trials<'a> {
    fn new(layout: &'a Layout, machine: &'a Machine) -> Self {
        let mut facts: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for fact in &machine.facts {
            let (contents, _) = layout.contents([fact.name.as_str()]);
            for (place, words) in contents {
                facts.entry(place).or_default().push((fact.value, words));
            }
        }
        let simulator = Simulator::new(&machine.circuit);
        Self { layout, machine, simulator, facts, start: Bits::new(), n_gates: 0 }
    }

    /// Changes this state from here on.
    fn begin(&mut self, start: &State) {
        let registers = (0..self.machine.circuit.registers().len()).map(RegisterId::new);
        self.start = registers.map(|register| start.bit(register)).collect();
    }

    /// The pieces of a role, as the words of their facts.
    fn pieces(&self, role: RoleId) -> BTreeSet<Vec<String>> {
        let name = &self.machine.roles[role].name;
        let words = self.facts.values().flatten().map(|(_, words)| words);
        words.filter(|words| words.contains(name)).cloned().collect()
    }

    /// Puts a piece on a square, or takes away what is there.
    fn put(&self, bits: &mut Bits, place: Place, piece: Option<&[String]>) {
        for (fact, words) in self.facts.get(&place).into_iter().flatten() {
            if let FactValue::Register { register, inverted } = *fact {
                bits[register.index()] = (piece == Some(words)) != inverted;
            }
        }
    }

    /// The start with the same piece on some squares.
    fn with(&self, piece: &[String], places: impl IntoIterator<Item = Place>) -> Bits {
        let mut bits = self.start.clone();
        for place in places {
            self.put(&mut bits, place, Some(piece));
        }
        bits
    }

    /// Which of these states, 64 at most, a role has won; none when it gets too dear.
    fn won(&mut self, role: RoleId, states: &[Bits]) -> Vec<bool> {
        self.n_gates += self.machine.circuit.nodes().len();
        let goals = &self.machine.roles[role].goals;
        let best = goals.iter().position(|goal| goal.value() == 100);
        let Some(best) = best.filter(|_| self.n_gates <= MAX_GATES) else {
            return vec![false; states.len()];
        };
        let word = |index: usize| {
            let lanes = states.iter().enumerate();
            lanes.fold(0, |word, (lane, bits)| word | u64::from(bits[index]) << lane)
        };
        let registers = (0..self.machine.circuit.registers().len()).map(word).collect::<Vec<_>>();
        self.simulator.evaluate(&vec![0; self.machine.n_moves()], &registers);
        let machine = self.machine;
        let won = self.simulator.value(machine.terminal())
            & self.simulator.value(machine.goal(role, best));
        (0..states.len()).map(|lane| won >> lane & 1 == 1).collect()
    }

    /// Squares where one more piece of a role wins at the start.
    fn arrival(&mut self, role: RoleId) -> Option<AimKind> {
        let places = self.layout.places.iter().copied().collect::<Vec<_>>();
        let mut found = BTreeSet::new();
        for piece in self.pieces(role) {
            for some in places.chunks(64) {
                let states = some.iter().map(|&place| self.with(&piece, [place]));
                let states = states.collect::<Vec<_>>();
                let won = self.won(role, &states);
                found.extend(some.iter().zip(won).filter(|(_, won)| *won).map(|(place, _)| *place));
            }
        }
        let is_part = found.len() >= MIN_SQUARES && found.len() * 2 <= places.len();
        is_part.then(|| self.squares(found))
    }

    /// How many pieces of a role stand on the board at the beginning.
    fn n_pieces(&self, role: RoleId) -> usize {
        let start = self.machine.initial();
        let (start, _) = self.layout.contents(self.machine.facts_of(&start));
        start.values().filter(|words| words.contains(&self.machine.roles[role].name)).count()
    }

    /// The sides that a straight line from one to the other joins, if it does so in one direction
    /// and is made of pieces that are put down.
    fn sides(&mut self, role: RoleId) -> Option<AimKind> {
        if self.n_pieces(role) > 0 {
            return None;
        }
        let squares = self.layout.places.iter().map(|&place| (place, self.layout.square(place)));
        let squares = squares.collect::<Vec<_>>();
        let middle = |of: fn(&Square) -> usize| {
            squares.iter().map(|(_, square)| of(square)).max().unwrap_or(0).div_ceil(2)
        };
        let (column, row) = (middle(|square| square.column), middle(|square| square.row));
        for piece in self.pieces(role) {
            let line = |is_on: &dyn Fn(&Square) -> bool| {
                let on = squares.iter().filter(|(_, square)| is_on(square));
                self.with(&piece, on.map(|(place, _)| *place))
            };
            let down = line(&|square| square.column == column);
            let across = line(&|square| square.row == row);
            match self.won(role, &[down, across])[..] {
                [true, false] => return Some(AimKind::TopAndBottom),
                [false, true] => return Some(AimKind::LeftAndRight),
                _ => {}
            }
        }
        None
    }

    /// Squares that all pieces of a role have to come to.
    fn home(&mut self, role: RoleId) -> Option<AimKind> {
        let pieces = self.pieces(role);
        let piece = pieces.first().filter(|_| pieces.len() == 1)?;
        let mut bits = self.with(piece, self.layout.places.iter().copied());
        if !self.won(role, std::slice::from_ref(&bits))[0] {
            return None;
        }
        let mut needed = BTreeSet::new();
        for &place in &self.layout.places {
            let mut fewer = bits.clone();
            self.put(&mut fewer, place, None);
            if self.won(role, std::slice::from_ref(&fewer))[0] {
                bits = fewer;
            } else {
                needed.insert(place);
            }
        }
        let n_pieces = self.n_pieces(role);
        (n_pieces > 1 && needed.len() == n_pieces).then(|| self.squares(needed))
    }

    fn squares(&self, places: impl IntoIterator<Item = Place>) -> AimKind {
        AimKind::Squares(places.into_iter().map(|place| self.layout.square(place)).collect())
    }
}
