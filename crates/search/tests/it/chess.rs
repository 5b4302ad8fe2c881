//! Chess, where most random games are drawn: short mates, and queens that are attacked.

use std::sync::{Arc, LazyLock};

use stonegate_board::{chess_facts, to_coordinates};
use stonegate_circuit::Effort;
use stonegate_ground::{Budget, FactValue, Machine, RoleId, State, ground};
use stonegate_lanes::{Backend, Engine};
use stonegate_oracles::{fact, is_slow_run, own_game};
use stonegate_search::{Experience, Game, LanesReasoner, MachineGame, Options, Search};

struct Chess {
    machine: Arc<Machine>,
    engine: Arc<Engine>,
    game: Arc<MachineGame>,
    experience: Arc<Experience>,
}

/// A position and the moves that are right.
struct Problem {
    kind: String,
    fen: String,
    moves: Vec<String>,
}

fn problems(kind: &str) -> Vec<Problem> {
    let text = fact("chess/tactics.txt");
    let problems = text.lines().map(|line| {
        let parts = line.split(" | ").collect::<Vec<_>>();
        let moves = parts[2].split(' ').map(str::to_owned).collect();
        Problem { kind: parts[0].to_owned(), fen: parts[1].to_owned(), moves }
    });
    problems.filter(|problem| problem.kind == kind).collect()
}

/// One for all tests: it takes long to make.
static CHESS: LazyLock<Chess> = LazyLock::new(Chess::new);

impl Chess {
    fn new() -> Self {
        let analysis = stonegate_gdl::analyze(&own_game("chess"));
        let grounded = ground(&analysis.rules, &Budget::default()).expect("it is ours");
        let machine = Arc::new(grounded.optimize(Effort::QUICK, &|| false).machine);
        let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
        let game = Arc::new(MachineGame::new(Arc::clone(&machine)));
        Self { machine, engine, game, experience: Arc::default() }
    }

    fn state(&self, fen: &str) -> State {
        let facts = chess_facts(fen).expect("a position");
        let mut bits = vec![false; self.machine.circuit.registers().len()];
        for fact in &self.machine.facts {
            if let FactValue::Register { register, inverted } = fact.value {
                bits[register.index()] = facts.contains(&fact.name) != inverted;
            }
        }
        State::from_bits(bits)
    }

    fn n_lines(&self, state: &State, depth: u32) -> usize {
        let moves = RoleId::first(2).map(|role| self.game.legal(state, role)).collect::<Vec<_>>();
        let joints = moves[0].iter().flat_map(|&a| moves[1].iter().map(move |&b| [a, b]));
        if depth == 1 || self.game.outcome(state).is_some() {
            return joints.count();
        }
        joints.map(|joint| self.n_lines(&self.game.apply(state, &joint), depth - 1)).sum()
    }

    /// The best move as a chess program would write it: `e7e8q`.
    fn best(&self, fen: &str, options: &str) -> String {
        let options: Options = options.parse().expect("the test has valid options");
        let search = Search::from_state(Arc::clone(&self.game), options.clone(), self.state(fen));
        let reasoner = LanesReasoner::new(Arc::clone(&self.engine), &options);
        search.work(&mut reasoner.with_experience(&self.experience), &|| false);
        let role = RoleId::new(usize::from(fen.contains(" b ")));
        let best = search.best(role).expect("the game is not over");
        to_coordinates(&self.machine.roles[role].moves[best]).expect("a move of a piece")
    }

    /// How many problems are solved.
    fn solve(&self, problems: &[Problem], options: &str) -> usize {
        let mut n_solved = 0;
        for Problem { fen, moves, .. } in problems {
            let best = self.best(fen, options);
            if moves.contains(&best) {
                n_solved += 1;
            } else {
                eprintln!("{best} instead of {moves:?} in {fen}");
            }
        }
        n_solved
    }
}

/// Published counts of lines of play, from positions with castling, en passant and promotion.
#[test]
fn lines_of_play_from_positions() {
    let chess = &*CHESS;
    for line in fact("chess/perft.txt").lines() {
        let (fen, counts) = line.split_once(" | ").expect("two parts");
        // The third ply has thousands of positions, each of which is looked at alone.
        for (depth, expected) in (1..=2).zip(counts.split(' ')) {
            let found = chess.n_lines(&chess.state(fen), depth);
            assert_eq!(found.to_string(), expected, "{depth} plies from {fen}");
        }
    }
}

/// Mates in two are found before the first wave.
#[test]
fn mates_in_two() {
    let problems = &problems("mate")[..if is_slow_run() { 50 } else { 10 }];
    assert_eq!(CHESS.solve(problems, "iterations=100"), problems.len());
}

/// A queen that is attacked is not left for less than it is worth: nine times out of ten with a third
/// of a second of work.
#[test]
fn queens_that_are_attacked() {
    let problems = &problems("queen")[..if is_slow_run() { 50 } else { 10 }];
    let n_solved = CHESS.solve(problems, "iterations=4000");
    assert!(10 * n_solved >= 9 * problems.len(), "{n_solved} of {}", problems.len());
}
