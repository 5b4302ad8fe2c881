//! The engine: wins by fours and threats first, then deeper and deeper search.

use super::alphabeta::{AlphaBeta, SURE, WIN};
use super::ordering::Memory;
use super::root::Root;
use super::state::State;
use super::table::Table;
use super::threat_search::ThreatSearch;
use super::vcf::Vcf;
use crate::point::Point;
use crate::position::Position;
use crate::rule::{Rule, Size};
use stonegate_stones::Color;

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
    memory: Memory,
    /// What the table and the search for fours know positions of.
    game: Option<(Rule, Size)>,
}

impl Engine {
    /// An engine whose table has at most so many bytes.
    pub fn new(n_table_bytes: usize) -> Self {
        Self {
            table: Table::new(n_table_bytes),
            vcf: Vcf::new(),
            memory: Memory::new(),
            game: None,
        }
    }

    /// Forgets all it knows of positions.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf = Vcf::new();
        self.memory = Memory::new();
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
        self.memory.start();
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
        if position.board().n_stones() == 0 {
            // The first stone goes to the center: there is nothing to search.
            return report;
        }
        let mut root = Root::new(&mut state, &mut self.vcf, &self.memory, turn, report.best, stop);
        let mut attack = ThreatSearch::new(turn);
        for depth in 1..=limits.depth {
            if limits.uses_threats
                && let Some(line) =
                    attack.go_on(&mut state, &mut self.vcf, allowance(report.n_nodes), stop)
            {
                report.win = Some((turn, line.len() as u32));
                report.value = WIN - line.len() as i32;
                report.best = line.first().copied();
                report.line = line;
                report.n_nodes += self.vcf.n_nodes - n_before;
                progress(&report);
                return report;
            }
            let is_done = self.iterate(&mut state, &mut root, depth, limits, stop, &mut report);
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
        root: &mut Root,
        depth: u32,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        report: &mut Report,
    ) -> bool {
        loop {
            let mut search =
                AlphaBeta::new(state, &mut self.table, &mut self.vcf, &mut self.memory, stop);
            let found = root.search(&mut search, depth);
            report.n_nodes += search.n_nodes;
            let is_stopped = search.is_stopped;
            let Some((best, value)) = found else { return true };
            report.conclude(best, value, root.turn);
            report.line = line(&mut search, root.turn, best);
            if is_stopped {
                return true;
            }
            report.depth = depth;
            // With a single move there is nothing to decide.
            if report.win.is_some() || root.moves.len() == 1 && !root.has_lost() {
                return true;
            }
            let is_safe = !limits.uses_threats
                || !root.refute(best, state, &mut self.vcf, allowance(report.n_nodes), stop);
            if is_safe {
                return false;
            }
            if let Some((best, value)) = root.last_resort() {
                report.conclude(best, value, root.turn);
                report.line = vec![best];
                return true;
            }
            report.best = root.moves.first().copied();
        }
    }
}

impl Report {
    fn conclude(&mut self, best: Point, value: i32, turn: Color) {
        self.best = Some(best);
        self.value = value;
        self.win = match value {
            _ if value > SURE => Some((turn, (WIN - value) as u32)),
            _ if value < -SURE => Some((!turn, (WIN + value) as u32)),
            _ => None,
        };
    }
}

/// How many nodes a search for threats may have beside one of so many nodes.
const fn allowance(n_nodes: u64) -> u64 {
    1000 + n_nodes / 4
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

/// The line that the table remembers.
fn line(search: &mut AlphaBeta<'_>, turn: Color, first: Point) -> Vec<Point> {
    const LONGEST: usize = 20;
    let mut line = vec![first];
    search.state.place(first, turn);
    let mut mover = !turn;
    while line.len() < LONGEST {
        let key = search.state.position_hash(mover);
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
