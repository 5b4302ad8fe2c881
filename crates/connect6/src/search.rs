//! The engine: threat-space search first, then alpha-beta over promising turns.
//!
//! It thinks in rounds. Each round looks further for a forced win of its own; then for what the
//! opponent would do with a free turn, which tells where a defense has to be; and then searches
//! the turns that are left one turn deeper.

mod alpha_beta;
mod node;
mod tally;
mod threat_space;

pub use threat_space::{ForcedWin, Memory, ThreatSpace};

use alpha_beta::{AlphaBeta, DECIDED, Table, WIN, Window};
use node::{Candidate, Node, Width};

use crate::cell::{Cell, Size};
use crate::position::Position;
use crate::seven::seven_steps;
use crate::stones::Stones;
use crate::threats::{Blocks, Threats};
use crate::two_turn::two_turn_win;
use stonegate_stones::Color;

/// How far the engine thinks.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    pub n_rounds: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { n_rounds: 24 }
    }
}

/// What the engine found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The turn. It is empty only if there is no empty cell.
    pub stones: Vec<Cell>,
    /// The worth of the board after the turn and the best answers, for the player who moves.
    pub value: i32,
    /// Whether the value is that of a forced win or loss.
    pub is_decided: bool,
    /// How many rounds were finished.
    pub n_rounds: u32,
    pub n_nodes: u64,
    /// Why the engine plays so.
    pub reason: String,
}

/// Turns at the root.
const ROOT: Width = Width { n_cells: 12, n_turns: 48 };

/// So many turns that survive an attack are enough to choose from.
const N_DEFENSES: usize = 12;

/// Cells beside one in the zone of an attack.
const N_BESIDE: usize = 8;

/// The engine, with what it has learned of the game.
#[derive(Debug, Default)]
pub struct Engine {
    /// What it knows is about boards of this size.
    size: Option<Size>,
    own_wins: Memory,
    other_wins: Memory,
    table: Table,
}

impl Engine {
    /// Thinks about a position until `stop` says that it is time to answer, and tells what it has
    /// found after each round.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(&Report),
    ) -> Report {
        let (board, color) = (position.board(), position.color());
        let size = Some(board.size());
        if self.size != size {
            *self = Self { size, ..Self::default() };
        }
        let sure = |cells: &[Cell], value: i32, reason: String| Report {
            stones: cells.to_vec(),
            value,
            is_decided: value >= DECIDED,
            n_rounds: 0,
            n_nodes: 0,
            reason,
        };
        if position.is_start() {
            return sure(&[board.size().center()], 0, "opens in the center".to_owned());
        }
        if let Some(gap) = Threats::of(board, color).win(position.stones_left()) {
            let stones = Stones::two(gap.first, gap.second);
            return sure(stones.cells(), WIN, "six in a row".to_owned());
        }
        let mut root = Root::new(self, position, stop);
        if root.candidates.is_empty() {
            // Too many threats, or no empty cell.
            let decision = seven_steps(position);
            let reasons = decision.reasons.iter().map(ToString::to_string).collect::<Vec<_>>();
            return sure(&decision.stones, -WIN, reasons.join("; "));
        }
        for round in 0..limits.n_rounds {
            if root.is_settled() || !root.finish_round(round) {
                break;
            }
            tell(&root.report());
        }
        root.report()
    }
}

/// The search of one position.
struct Root<'a> {
    node: Node,
    color: Color,
    stones_left: usize,
    own_attack: ThreatSpace<'a>,
    other_attack: ThreatSpace<'a>,
    alpha_beta: AlphaBeta<'a>,
    /// Best first.
    candidates: Vec<Candidate>,
    value: i32,
    n_rounds: u32,
    reason: String,
}

impl<'a> Root<'a> {
    fn new(engine: &'a mut Engine, position: &Position, stop: &'a dyn Fn() -> bool) -> Self {
        let mut node = Node::of(position.board());
        let color = position.color();
        let candidates = match position.stones_left() {
            1 => single_stones(&node, color),
            _ => node.candidates(color, ROOT),
        };
        Self {
            node,
            color,
            stones_left: position.stones_left(),
            own_attack: ThreatSpace::new(&mut engine.own_wins, stop),
            other_attack: ThreatSpace::new(&mut engine.other_wins, stop),
            alpha_beta: AlphaBeta::new(&mut engine.table, stop),
            candidates,
            value: 0,
            n_rounds: 0,
            reason: "the most promising turn".to_owned(),
        }
    }

    /// Whether more thinking cannot change the turn.
    fn is_settled(&self) -> bool {
        self.value >= DECIDED || self.candidates.len() == 1
    }

    /// One round. Returns whether it was finished in time.
    fn finish_round(&mut self, round: u32) -> bool {
        let (n_turns, n_nodes) = (3 + 2 * round, 200 << round.min(16));
        if self.attack(n_turns, n_nodes) {
            return true;
        }
        self.defend(n_turns, n_nodes);
        let is_finished = self.deepen(round);
        self.n_rounds += u32::from(is_finished);
        is_finished
    }

    /// Looks for a forced win.
    fn attack(&mut self, n_turns: u32, n_nodes: u64) -> bool {
        let board = &self.node.board;
        let win = match self.stones_left {
            1 if self.node.tally.has_threat(!self.color) => None,
            1 => two_turn_win(board, self.color, 1).map(|win| win.stones),
            _ => self.own_attack.win(board, self.color, n_turns, n_nodes).map(|win| win.stones),
        };
        let Some(stones) = win else { return false };
        self.candidates = vec![Candidate { stones, promise: 0 }];
        self.value = WIN;
        "a forced win".clone_into(&mut self.reason);
        true
    }

    /// Drops turns after which the opponent has a forced win.
    fn defend(&mut self, n_turns: u32, n_nodes: u64) {
        let Some(win) = self.other_attack.win(&self.node.board, !self.color, n_turns, n_nodes)
        else {
            return;
        };
        let mut turns = self.candidates.clone();
        if self.stones_left == 2 && !self.node.tally.has_threat(!self.color) {
            let zone = (win.zone & self.node.board.empties()).into_iter().collect::<Vec<Cell>>();
            let mut defenses = self.node.turns_with(self.color, &zone, N_BESIDE);
            defenses.sort_by_key(|turn| std::cmp::Reverse(turn.promise));
            turns.extend(defenses);
        }
        let mut survivors = Vec::<Candidate>::new();
        for turn in turns {
            let is_known = |other: &Candidate| other.stones.sorted() == turn.stones.sorted();
            if survivors.len() == N_DEFENSES || survivors.iter().any(is_known) {
                continue;
            }
            let board = self.node.board.with(self.color, turn.stones.cells());
            let has_lost =
                self.other_attack.win(&board, !self.color, n_turns, n_nodes / 4).is_some();
            // A turn that there was no time for has shown nothing.
            if self.other_attack.is_late() {
                break;
            }
            if !has_lost {
                survivors.push(turn);
            }
        }
        if !survivors.is_empty() {
            self.candidates = survivors;
            "stops a forced win".clone_into(&mut self.reason);
        }
    }

    /// Searches all candidates to a depth and puts the best one first.
    fn deepen(&mut self, depth: u32) -> bool {
        let mut values = Vec::with_capacity(self.candidates.len());
        let mut best = -WIN;
        for turn in &self.candidates {
            let window = Window { alpha: best, beta: WIN };
            let value =
                self.alpha_beta.value_of(&mut self.node, self.color, turn.stones, depth, window);
            if self.alpha_beta.is_stopped {
                break;
            }
            values.push(value);
            best = best.max(value);
        }
        let is_finished = values.len() == self.candidates.len();
        if values.is_empty() {
            return is_finished;
        }
        self.value = best;
        // Turns that are no better than the best one have bounds for values: they keep their order.
        let place = values.iter().position(|&value| value == best).unwrap_or(0);
        self.candidates[..=place].rotate_right(1);
        is_finished
    }

    fn report(&self) -> Report {
        let best = &self.candidates[0];
        Report {
            stones: best.stones.cells().to_vec(),
            value: self.value,
            is_decided: self.value.abs() >= DECIDED,
            n_rounds: self.n_rounds,
            n_nodes: self.alpha_beta.n_nodes,
            reason: self.reason.clone(),
        }
    }
}

/// The cells for the last stone of a turn.
fn single_stones(node: &Node, color: Color) -> Vec<Candidate> {
    let cells = match Threats::of(&node.board, !color).blocks() {
        Blocks::Nothing => node.best_cells(color, ROOT.n_turns),
        Blocks::One(cells) => cells,
        Blocks::Two(_) | Blocks::Impossible => Vec::new(),
    };
    let candidate =
        |cell: Cell| Candidate { stones: Stones::one(cell), promise: node.tally.gain(color, cell) };
    cells.into_iter().map(candidate).collect()
}
