//! Chess, where most random games are drawn: short mates, and queens that are attacked.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use stonegate_circuit::Effort;
use stonegate_ground::{Budget, FactValue, Machine, RoleId, State, ground};
use stonegate_lanes::{Backend, Engine};
use stonegate_oracles::{fact, is_slow_run, own_game};
use stonegate_search::{Experience, LanesReasoner, MachineGame, Options, Search};

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
        let facts = facts(fen);
        let mut bits = vec![false; self.machine.circuit.registers().len()];
        for fact in &self.machine.facts {
            if let FactValue::Register { register, inverted } = fact.value {
                bits[register.index()] = facts.contains(&fact.name) != inverted;
            }
        }
        State::from_bits(bits)
    }

    /// The best move as a chess program would write it: `e7e8q`.
    fn best(&self, fen: &str, options: &str) -> String {
        let options: Options = options.parse().expect("the test has valid options");
        let search = Search::new(Arc::clone(&self.game), options.clone());
        search.set_position(self.state(fen));
        let reasoner = LanesReasoner::new(Arc::clone(&self.engine), &options);
        search.work(&mut reasoner.with_experience(&self.experience), &|| false);
        let role = RoleId::new(usize::from(fen.contains(" b ")));
        let best = search.best(role).expect("the game is not over");
        let name = self.machine.roles[role].moves[best].trim_matches(['(', ')']);
        let parts = name.split(' ').collect::<Vec<_>>();
        let promotion = match parts.get(5) {
            Some(&"knight") => "n",
            Some(kind) => &kind[..1],
            None => "",
        };
        parts[1..5].concat() + promotion
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

/// The facts of a position. White moves after an even number of plies.
fn facts(fen: &str) -> HashSet<String> {
    let fields = fen.split(' ').collect::<Vec<_>>();
    let mut facts = HashSet::new();
    for (row, rank) in fields[0].split('/').zip((1..=8).rev()) {
        let mut file = b'a';
        for letter in row.chars() {
            if let Some(n_empty) = letter.to_digit(10) {
                file += n_empty as u8;
                continue;
            }
            let kind = match letter.to_ascii_lowercase() {
                'p' => "pawn",
                'n' => "knight",
                'b' => "bishop",
                'r' => "rook",
                'q' => "queen",
                _ => "king",
            };
            let color = if letter.is_ascii_uppercase() { "white" } else { "black" };
            let square = char::from(file);
            facts.insert(format!("(color {square} {rank} {color})"));
            facts.insert(format!("(kind {square} {rank} {kind})"));
            file += 1;
        }
    }
    if fields[1] == "b" {
        facts.insert("(control black)".to_owned());
        facts.insert("(ply 1)".to_owned());
    } else {
        facts.insert("(control white)".to_owned());
    }
    for letter in fields[2].chars().filter(|letter| letter.is_alphabetic()) {
        let color = if letter.is_ascii_uppercase() { "white" } else { "black" };
        let side = if letter.eq_ignore_ascii_case(&'k') { "kingside" } else { "queenside" };
        facts.insert(format!("(right {color} {side})"));
    }
    if fields[3] != "-" {
        facts.insert(format!("(passant {})", &fields[3][..1]));
    }
    facts
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
