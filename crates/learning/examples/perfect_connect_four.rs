//! How often the search chooses a perfect move of connect four, without weights and with them.
//!
//! `perfect_connect_four WEIGHTS [POSITIONS [ITERATIONS]]`: positions are drawn at random, 18 to 32
//! moves from the start, and solved by a small alpha-beta search on bitboards that shares nothing
//! with the rule sheet. Moves are as good as the outcome that they lead to: how fast does not count.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use stonegate_compile::{BuiltIn, Compilation, GameRules};
use stonegate_gdl::{Canonical, MoveId, RoleId};
use stonegate_ground::Budget;
use stonegate_lanes::{Backend, Engine};
use stonegate_learning::{Evaluator, LearnedReasoner, PLAYOUTS, Weights, options};
use stonegate_search::{Game, LanesReasoner, MachineGame, Options, Reasoner, Search};

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;

/// A position: the stones of the one to move, and all stones; seven bits a column.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct Board {
    own: u64,
    all: u64,
}

impl Board {
    fn can_drop(self, column: u32) -> bool {
        self.all >> (column * (HEIGHT + 1) + HEIGHT - 1) & 1 == 0
    }

    fn drop(self, column: u32) -> Self {
        let all = self.all | (self.all + (1 << (column * (HEIGHT + 1))));
        Self { own: self.own ^ self.all, all }
    }

    /// Has the one who has just moved four in a row?
    fn is_lost(self) -> bool {
        let stones = self.own ^ self.all;
        [1, HEIGHT, HEIGHT + 1, HEIGHT + 2].into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

/// Alpha-beta with a table of exact values and bounds: -1, 0 or 1 for the one to move.
#[derive(Default)]
struct Solver {
    known: HashMap<Board, (i8, i8)>,
}

impl Solver {
    fn solve(&mut self, board: Board, mut low: i8, mut high: i8) -> i8 {
        if board.is_lost() {
            return -1;
        }
        if board.all.count_ones() == WIDTH * HEIGHT {
            return 0;
        }
        if let Some(&(least, most)) = self.known.get(&board) {
            if least >= high || least == most {
                return least;
            }
            if most <= low {
                return most;
            }
            (low, high) = (low.max(least), high.min(most));
        }
        let order = [3, 2, 4, 1, 5, 0, 6].into_iter().filter(|&column| board.can_drop(column));
        let next: Vec<Board> = order.map(|column| board.drop(column)).collect();
        let mut best = if next.iter().any(|next| next.is_lost()) { 1 } else { -1 };
        let (first_low, first_high) = (low, high);
        for next in next {
            if best >= high {
                break;
            }
            best = best.max(-self.solve(next, -high, -low));
            low = low.max(best);
        }
        let known = self.known.entry(board).or_insert((-1, 1));
        if best > first_low {
            known.0 = known.0.max(best);
        }
        if best < first_high {
            known.1 = known.1.min(best);
        }
        best
    }

    fn value(&mut self, board: Board) -> i8 {
        self.solve(board, -1, 1)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(arguments.get(1).ok_or("name a file of weights")?)?;
    let number = |at: usize, default| arguments.get(at).map_or(Ok(default), |text| text.parse());
    let (n_positions, iterations) = (number(2, 1000)?, number(3, 1000)?);

    let weights = Arc::new(Weights::from_bytes(&bytes)?);
    let sheet = BuiltIn::find("connect-four").ok_or("it is built in")?;
    let canonical = Canonical::new(&GameRules::read(sheet.text)?.rules);
    let compilation = Compilation::new(&canonical.rules, &Budget::default())?;
    let machine = compilation.optimize(&|| false).machine;
    let machine = Arc::new(machine.renamed(&|text| canonical.rename(text)));
    let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
    let game = Arc::new(MachineGame::new(Arc::clone(&machine)));
    let evaluator = Evaluator::new(&weights, &machine, &canonical)?;

    let mut solver = Solver::default();
    let (mut n_done, mut agreed, mut seed) = (0, [0, 0], 1_u64);
    while n_done < n_positions {
        let mut random = || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (seed >> 33) as usize
        };
        let n_moves = 18 + random() % 15;
        let mut board = Board { own: 0, all: 0 };
        let mut state = game.initial();
        for ply in 0..n_moves {
            if board.is_lost() {
                break;
            }
            let (mover, waiting) = (RoleId::new(ply % 2), RoleId::new(1 - ply % 2));
            let legal = game.legal(&state, mover);
            let action = legal[random() % legal.len()];
            board = board.drop(column(&machine.roles[mover].moves[action]));
            let mut joint = [action; 2];
            joint[waiting.index()] = game.legal(&state, waiting)[0];
            state = game.apply(&state, &joint);
        }
        let columns: Vec<u32> = (0..WIDTH).filter(|&column| board.can_drop(column)).collect();
        if board.is_lost() || columns.len() < 2 {
            continue;
        }
        let values: Vec<i8> =
            columns.iter().map(|&column| -solver.value(board.drop(column))).collect();
        let best = values.iter().copied().max().unwrap_or_default();
        if values.iter().all(|&value| value == best) {
            continue;
        }
        if solver.known.len() > 20_000_000 {
            solver.known.clear();
        }
        n_done += 1;
        let mover = RoleId::new(n_moves % 2);
        for (number, agreed) in agreed.iter_mut().enumerate() {
            let plain = Options { iterations, ..Options::default() };
            let settings = if number == 0 { plain } else { options(&plain) };
            let search = Search::from_state(Arc::clone(&game), settings.clone(), state.clone());
            let lanes = LanesReasoner::new(Arc::clone(&engine), &settings);
            let mut reasoner: Box<dyn Reasoner<MachineGame>> = if number == 0 {
                Box::new(lanes)
            } else {
                Box::new(LearnedReasoner::new(lanes, evaluator.clone(), PLAYOUTS, 2))
            };
            search.work(&mut *reasoner, &|| false);
            let chosen: MoveId = search.best(mover).ok_or("the game goes on")?;
            let column = column(&machine.roles[mover].moves[chosen]);
            let at = columns.iter().position(|&it| it == column).ok_or("it is legal")?;
            *agreed += u32::from(values[at] == best);
        }
    }
    let [before, after] = agreed;
    writeln!(
        std::io::stdout(),
        "perfect moves in {n_done} positions, {iterations} iterations: {before} without weights, {after} with"
    )?;
    Ok(())
}

/// The column of a move such as `(drop 3)`.
fn column(text: &str) -> u32 {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse::<u32>().unwrap_or(1) - 1
}
