//! A way to the best end of a puzzle that is too large to be looked at as a whole.
//!
//! Its circuit is laid out several times, one step behind the other, and a SAT solver is asked for
//! moves after which the game has ended best (Kautz and Selman, *Planning as Satisfiability*, ECAI
//! 1992). It finds long ways where random games and a search step by step see nothing.

use stonegate_circuit::sat::{Answer, Prover};
use stonegate_circuit::{Circuit, Constraint, Lit, Node};
use stonegate_ground::{Goal, Machine, MoveId, RoleId, State};

use crate::game::Game;
use crate::machine::MachineGame;

/// How many steps are laid out. How long the solver takes is a matter of luck: several questions in
/// turn are answered sooner than one alone.
const HORIZONS: [usize; 3] = [16, 64, 256];

/// So many gates are laid out at most.
const MAX_GATES: usize = 1 << 20;

/// The conflicts that the first questions may cost; when all have been asked, each may cost more by
/// this factor.
const CONFLICTS: u32 = 1 << 10;
const MORE: u32 = 2;

/// The only role.
const PLAYER: RoleId = RoleId::new(0);

/// The moves from a state of a puzzle to an end with the best goal that there is, if some are found
/// before `stop` says so. There may be a shorter way.
pub fn plan(game: &MachineGame, start: &State, stop: &dyn Fn() -> bool) -> Option<Vec<MoveId>> {
    let machine = &**game.machine();
    let is_puzzle = machine.roles.len() == 1 && machine.chance().is_none() && machine.n_moves() > 0;
    // What is recursive has no value before it is asked for.
    if !is_puzzle || !machine.circuit.loops().is_empty() || machine.has_percepts() {
        return None;
    }
    let best = *machine.roles[PLAYER].goals.last()?;
    let max_steps = MAX_GATES / machine.circuit.nodes().len().max(1);
    let mut layouts = Vec::<Layout>::new();
    for n_steps in HORIZONS.into_iter().filter(|&n_steps| n_steps <= max_steps) {
        // Nothing comes after the end of all games.
        if layouts.last().is_none_or(|layout| layout.may_go_on) {
            layouts.push(Layout::new(machine, start, n_steps, stop)?);
        }
    }
    let mut questions = layouts.iter().map(|it| (it, it.prover(stop))).collect::<Vec<_>>();
    let mut conflicts = CONFLICTS;
    while !questions.is_empty() && !stop() {
        let mut answer = None;
        questions.retain_mut(|(layout, prover)| {
            if answer.is_some() {
                return true;
            }
            match prover.refute(&[layout.is_won], conflicts) {
                Answer::Yes => return false,
                Answer::No(example) => answer = Some(example.inputs),
                Answer::Unknown => {}
            }
            true
        });
        if let Some(inputs) = answer {
            return way(game, start, &inputs, best);
        }
        conflicts = conflicts.saturating_mul(MORE);
    }
    None
}

/// The moves that an answer tells of, as far as the end, if they lead there.
fn way(game: &MachineGame, start: &State, inputs: &[bool], best: Goal) -> Option<Vec<MoveId>> {
    let n_moves = game.machine().n_moves();
    let mut state = start.clone();
    let mut moves = Vec::new();
    for step in inputs.chunks_exact(n_moves) {
        if game.outcome(&state).is_some() {
            break;
        }
        let action = MoveId::new(step.iter().position(|&is_made| is_made)?);
        if !game.legal(&state, PLAYER).contains(&action) {
            return None;
        }
        state = game.apply(&state, &[action]);
        moves.push(action);
    }
    (game.outcome(&state)?[PLAYER] == best.value()).then_some(moves)
}

/// A circuit without registers that makes some steps of a game.
struct Layout {
    circuit: Circuit,
    /// For each step, the moves, of which one is made.
    steps: Vec<Constraint>,
    /// For each move of each step, what allows it.
    allowed: Vec<[Lit; 3]>,
    /// The first end that the game comes to is the best.
    is_won: Lit,
    /// The game may last longer.
    may_go_on: bool,
}

impl Layout {
    /// Nothing if `stop` says so.
    fn new(
        machine: &Machine,
        start: &State,
        n_steps: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut circuit = Circuit::new();
        let registers = machine.circuit.registers();
        let best = machine.roles[PLAYER].goals.len() - 1;
        let bits = (0..registers.len()).map(|index| start.words()[index / 64] >> (index % 64) & 1);
        let mut state = bits.map(|bit| Lit::FALSE ^ (bit == 1)).collect::<Vec<_>>();
        let (mut steps, mut allowed) = (Vec::new(), Vec::new());
        // Behind its end a game goes on, whatever the rules say, and does not count any more.
        let (mut is_played, mut is_won) = (Lit::TRUE, Lit::FALSE);
        for step in 0..=n_steps {
            if stop() {
                return None;
            }
            let names = machine.roles[PLAYER].moves.iter();
            let moves =
                names.map(|name| circuit.input(format!("{name} {step}"))).collect::<Vec<_>>();
            let image = image(&machine.circuit, &state, &moves, &mut circuit);
            let ends = circuit.and(is_played, image(machine.terminal()));
            let ends_best = circuit.and(ends, image(machine.goal(PLAYER, best)));
            is_won = circuit.or(is_won, ends_best);
            is_played = circuit.and(is_played, !ends);
            for (action, &does) in machine.move_ids(PLAYER).zip(&moves) {
                allowed.push([!does, image(machine.legal(PLAYER, action)), !is_played]);
            }
            state = registers.iter().map(|register| image(register.next)).collect();
            steps.push(Constraint::ExactlyOne(moves));
        }
        Some(Self { circuit, steps, allowed, is_won, may_go_on: is_played != Lit::FALSE })
    }

    /// What answers questions about the circuit.
    fn prover<'a>(&'a self, stop: &'a dyn Fn() -> bool) -> Prover<'a> {
        let mut prover = Prover::under(&self.circuit, &self.steps).unless(stop);
        self.allowed.iter().for_each(|lits| prover.assume(lits));
        prover
    }
}

/// Copies the gates of a circuit, with these literals in the places of registers and inputs; gives
/// the copy of a literal.
fn image(
    from: &Circuit,
    registers: &[Lit],
    inputs: &[Lit],
    into: &mut Circuit,
) -> impl Fn(Lit) -> Lit + use<> {
    let mut copies = Vec::<Lit>::with_capacity(from.nodes().len());
    for &node in from.nodes() {
        let copy = |lit: Lit| copies[lit.node().index()] ^ lit.is_inverted();
        copies.push(match node {
            Node::False | Node::Loop(_) => Lit::FALSE,
            Node::Input(input) => inputs[input.index()],
            Node::Register(register) => registers[register.index()],
            Node::And(a, b) => into.and(copy(a), copy(b)),
        });
    }
    move |lit| copies[lit.node().index()] ^ lit.is_inverted()
}
