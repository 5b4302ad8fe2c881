//! The engine: wins by fours and threats first, then deeper and deeper search.

use super::alphabeta::{AlphaBeta, SURE, WIN};
use super::state::State;
use super::table::Table;
use super::vcf::Vcf;
use super::vct::{Vct, Verdict};
use crate::color::Color;
use crate::point::Point;
use crate::position::Position;
use crate::rule::{Rule, Size};

/// How far a search goes.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Limits {
    /// How many plies at most.
    pub depth: u32,
    /// How many nodes at most.
    pub nodes: u64,
    /// Whether wins by continuous threats are looked for beside the search.
    pub uses_threats: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 60, nodes: u64::MAX, uses_threats: true }
    }
}

/// How many positions the search for threats has to begin with.
const FIRST_POSITIONS: usize = 300;

/// It may have one more for so many nodes of the other search.
const NODES_PER_POSITION: usize = 8;

/// It never has more. What is known of a position takes memory, and to move all of it to a larger
/// table takes time in which nobody looks at the clock.
const MAX_POSITIONS: usize = 200_000;

/// What a search found.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Report {
    /// The best move, unless there is none.
    pub best: Option<Point>,
    /// How good it is: about 0 if both are equal.
    pub value: i32,
    /// Who wins in how many plies, if that is certain.
    pub win: Option<(Color, u32)>,
    /// How many plies were searched.
    pub depth: u32,
    pub n_nodes: u64,
    /// The moves that both should make.
    pub line: Vec<Point>,
}

/// The strong player.
pub struct Engine {
    table: Table,
    vcf: Vcf,
    /// What the table and the search for fours know positions of.
    game: Option<(Rule, Size)>,
}

impl Engine {
    /// An engine whose table has at most so many bytes.
    pub fn new(n_table_bytes: usize) -> Self {
        Self { table: Table::new(n_table_bytes), vcf: Vcf::new(), game: None }
    }

    /// Forgets all it knows of positions.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf = Vcf::new();
    }

    /// Searches a position until the limits are reached or `stop` says so, and tells `progress`
    /// what each iteration found.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        let game = (position.rule(), position.size());
        if self.game.replace(game).is_some_and(|before| before != game) {
            self.clear();
        }
        let n_before = self.vcf.n_nodes;
        let turn = position.turn();
        let mut state = State::new(position.board(), position.rule());
        let mut report =
            Report { best: None, value: 0, win: None, depth: 0, n_nodes: 0, line: Vec::new() };
        if position.outcome().is_some() {
            return report;
        }
        report.best = quick_move(&state, turn);
        if let Some(five) = state.five(turn) {
            report.value = WIN - 1;
            report.win = Some((turn, 1));
            report.line = vec![five];
            return report;
        }
        let mut threats = ThreatSearch::new(turn);
        for depth in 1..=limits.depth {
            let max_positions = FIRST_POSITIONS + report.n_nodes as usize / NODES_PER_POSITION;
            let max_positions = max_positions.min(MAX_POSITIONS);
            if limits.uses_threats
                && let Some(line) = threats.go_on(&mut state, &mut self.vcf, max_positions, stop)
            {
                report.win = Some((turn, line.len() as u32));
                report.value = WIN - line.len() as i32;
                report.best = line.first().copied();
                report.line = line;
                report.n_nodes += self.vcf.n_nodes - n_before;
                progress(&report);
                return report;
            }
            let is_done = self.iterate(&mut state, turn, depth, stop, &mut report);
            if report.depth == depth {
                progress(&report);
            }
            if is_done || report.n_nodes >= limits.nodes {
                break;
            }
        }
        report.n_nodes += self.vcf.n_nodes - n_before;
        report
    }

    /// Searches to a depth. Tells whether searching deeper makes no sense or no time is left.
    fn iterate(
        &mut self,
        state: &mut State,
        turn: Color,
        depth: u32,
        stop: &dyn Fn() -> bool,
        report: &mut Report,
    ) -> bool {
        let mut search = AlphaBeta::new(state, &mut self.table, &mut self.vcf, stop);
        let moves = search.moves(turn, report.best);
        let mut alpha = -WIN;
        let mut best = None;
        for (number, &point) in moves.iter().enumerate() {
            let value = search.after(point, turn, |it| {
                let ply = depth as i32 - 1;
                if number > 0 && -it.search(!turn, ply, -alpha - 1, -alpha, 1) <= alpha {
                    alpha
                } else {
                    -it.search(!turn, ply, -WIN, -alpha, 1)
                }
            });
            if search.is_stopped {
                break;
            }
            if value > alpha || number == 0 {
                (alpha, best) = (value, Some(point));
            }
        }
        report.n_nodes += search.n_nodes;
        let is_stopped = search.is_stopped;
        if let Some(best) = best {
            report.best = Some(best);
            report.value = alpha;
            report.win = win(alpha, turn);
            report.line = line(&mut search, turn, best);
        }
        if !is_stopped {
            report.depth = depth;
        }
        // With a single move there is nothing to decide.
        is_stopped || report.win.is_some() || moves.len() <= 1
    }
}

/// Looks for a win by fours, then by threats, a little at a time.
struct ThreatSearch {
    turn: Color,
    /// The search at work, unless it is known that there is nothing to find.
    vct: Option<Vct>,
    threat_depth: u32,
}

impl ThreatSearch {
    fn new(turn: Color) -> Self {
        Self { turn, vct: Some(Vct::new(turn, 1)), threat_depth: 1 }
    }

    fn go_on(
        &mut self,
        state: &mut State,
        vcf: &mut Vcf,
        max_positions: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Point>> {
        const MAX_THREAT_DEPTH: u32 = 2;
        // Under caro rules nothing is forced.
        if state.rule() == Rule::Caro {
            return None;
        }
        match self.vct.as_mut()?.search(state, vcf, max_positions, stop) {
            Verdict::Win(line) => Some(line),
            Verdict::Unknown => None,
            Verdict::NoWin => {
                self.threat_depth += 1;
                self.vct = (self.threat_depth <= MAX_THREAT_DEPTH)
                    .then(|| Vct::new(self.turn, self.threat_depth));
                None
            }
        }
    }
}

/// A move that takes no time: the one that looks best.
fn quick_move(state: &State, turn: Color) -> Option<Point> {
    if let Some(five) = state.five(turn) {
        return Some(five);
    }
    let block = state.five(!turn).filter(|&point| !state.is_forbidden(point, turn));
    let center = Point::new(state.size().width() / 2, state.size().height() / 2);
    let center = center.filter(|_| state.board().n_stones() == 0);
    let allowed = || state.board().empty_points().filter(|&it| !state.is_forbidden(it, turn));
    block.or(center).or_else(|| allowed().max_by_key(|&point| state.interest(point, turn)))
}

/// Who wins when, if the value says so.
fn win(value: i32, turn: Color) -> Option<(Color, u32)> {
    match value {
        _ if value > SURE => Some((turn, (WIN - value) as u32)),
        _ if value < -SURE => Some((!turn, (WIN + value) as u32)),
        _ => None,
    }
}

/// The line that the table remembers.
fn line(search: &mut AlphaBeta<'_>, turn: Color, first: Point) -> Vec<Point> {
    const LONGEST: usize = 20;
    let mut line = vec![first];
    search.state.place(first, turn);
    let mut mover = !turn;
    while line.len() < LONGEST {
        let key = search.state.hash() ^ if mover == Color::Black { 0 } else { !0 };
        let next = search.table.get(key).and_then(|entry| entry.best);
        let Some(next) = next.filter(|&point| search.state.board().is_empty(point)) else { break };
        search.state.place(next, mover);
        line.push(next);
        mover = !mover;
    }
    for _ in &line {
        search.state.undo();
    }
    line
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("game", &self.game).finish_non_exhaustive()
    }
}
