//! Threat-space search with two stones a turn: wins by turns that each make two threats.
//!
//! A turn that makes two threats leaves the opponent the few pairs of stones that stop them, so
//! that long lines of play can be searched to their end. A win of one turn with three threats is
//! the two-turn win of the seven-step machine, two such turns are its chain three-turn wins, three
//! are the four-turn prediction, and so on. What is found is a forced win.

use std::collections::HashMap;

use crate::board::Board;
use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::completion::{Completion, Completions, Form};
use crate::lines::Direction;
use crate::quality::PointQuality;
use crate::stones::Stones;
use crate::threats::{Blocks, Threats};
use stonegate_stones::Color;

/// A forced win.
#[derive(Copy, Clone, Debug)]
pub struct ForcedWin {
    /// The stones to begin with.
    pub stones: Stones,
    /// The cells that the win depends on: the opponent has to place a stone on one of them, or to
    /// make threats.
    pub zone: CellSet,
}

/// What is known of a board.
#[derive(Copy, Clone, Debug)]
enum Known {
    Win(ForcedWin),
    /// There is no win with so many turns.
    None(u32),
}

/// What a search for forced wins has seen on boards of one size. It stays true from one move to the
/// next.
#[derive(Debug, Default)]
pub struct Memory(HashMap<u64, Known>);

/// A search for forced wins that remembers what it has seen.
pub struct ThreatSpace<'a> {
    memory: &'a mut Memory,
    stop: &'a dyn Fn() -> bool,
    nodes_left: u64,
    is_stopped: bool,
}

/// How many stones are tried beside one that makes two threats alone.
const N_COMPANIONS: usize = 8;

/// More boards than this are not remembered.
const MAX_KNOWN: usize = 1 << 18;

impl std::fmt::Debug for ThreatSpace<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ThreatSpace").field("n_known", &self.memory.0.len()).finish_non_exhaustive()
    }
}

impl Memory {
    /// Forgets all, if little more could be remembered: most boards of earlier moves have become
    /// impossible.
    fn make_room(&mut self) {
        if self.0.len() > MAX_KNOWN / 2 {
            self.0.clear();
        }
    }
}

impl<'a> ThreatSpace<'a> {
    /// A search that ends when `stop` says so.
    pub fn new(memory: &'a mut Memory, stop: &'a dyn Fn() -> bool) -> Self {
        memory.make_room();
        Self { memory, stop, nodes_left: 0, is_stopped: false }
    }

    /// A forced win of the player who is to place two stones, by at most `n_turns` turns before
    /// the one that makes six, looking at no more than `n_nodes` boards.
    pub fn win(
        &mut self,
        board: &Board,
        color: Color,
        n_turns: u32,
        n_nodes: u64,
    ) -> Option<ForcedWin> {
        self.nodes_left = n_nodes;
        self.is_stopped = false;
        for depth in 0..=n_turns {
            let win = self.attack(board, color, depth);
            if win.is_some() || self.is_stopped {
                return win;
            }
        }
        None
    }

    fn attack(&mut self, board: &Board, color: Color, n_turns: u32) -> Option<ForcedWin> {
        if let Some(gap) = Threats::of(board, color).win(2) {
            let stones = Stones::two(gap.first, gap.second);
            return Some(ForcedWin { stones, zone: stones.cells().iter().copied().collect() });
        }
        if n_turns == 0 || self.is_over() {
            return None;
        }
        let key = board.fingerprint() ^ (color as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        match self.memory.0.get(&key) {
            Some(Known::Win(win)) => return Some(*win),
            Some(Known::None(searched)) if *searched >= n_turns => return None,
            _ => {}
        }
        let win = self.find(board, color, n_turns);
        if !self.is_stopped && self.memory.0.len() < MAX_KNOWN {
            self.memory.0.insert(key, win.map_or(Known::None(n_turns), Known::Win));
        }
        win
    }

    fn find(&mut self, board: &Board, color: Color, n_turns: u32) -> Option<ForcedWin> {
        let mut attacks = Vec::new();
        for stones in turns(board, color) {
            let Some(attack) = Attack::of(board, color, stones) else { continue };
            if attack.answers.is_empty() {
                return Some(ForcedWin { stones, zone: attack.zone });
            }
            attacks.push(attack);
        }
        if n_turns == 1 {
            return None;
        }
        attacks.sort_by_key(|attack| attack.answers.len());
        for attack in &attacks {
            if let Some(zone) = self.wins_against_all(attack, color, n_turns - 1) {
                return Some(ForcedWin { stones: attack.stones, zone });
            }
            if self.is_stopped {
                return None;
            }
        }
        None
    }

    /// The zone of the win, if the player wins whatever the answer is.
    fn wins_against_all(&mut self, attack: &Attack, color: Color, n_turns: u32) -> Option<CellSet> {
        let mut zone = attack.zone;
        for answer in &attack.answers {
            let win = self.attack(&attack.board.with(!color, answer), color, n_turns)?;
            zone = zone | win.zone | answer.iter().copied().collect();
        }
        Some(zone)
    }

    /// Whether there is no time left.
    pub(super) fn is_late(&self) -> bool {
        (self.stop)()
    }

    fn is_over(&mut self) -> bool {
        // A node takes many times as long as a look at the clock.
        self.is_stopped |= self.nodes_left == 0 || (self.stop)();
        self.nodes_left = self.nodes_left.saturating_sub(1);
        self.is_stopped
    }
}

/// A turn that makes at least two threats and leaves the opponent none.
struct Attack {
    stones: Stones,
    /// The board after the turn.
    board: Board,
    /// The pairs of stones that stop the threats; there are none if no two stones can.
    answers: Vec<[Cell; 2]>,
    /// The stones and the gaps of the threats.
    zone: CellSet,
}

impl Attack {
    fn of(board: &Board, color: Color, stones: Stones) -> Option<Self> {
        let board = board.with(color, stones.cells());
        let threats = Threats::of(&board, color);
        let answers = match threats.blocks() {
            Blocks::Nothing | Blocks::One(_) => return None,
            Blocks::Two(pairs) => pairs,
            Blocks::Impossible => Vec::new(),
        };
        if !Threats::of(&board, !color).is_empty() {
            return None;
        }
        let gaps = threats.gaps().iter().flat_map(|gap| [gap.first, gap.second]);
        let zone = gaps.chain(stones.cells().iter().copied()).collect();
        Some(Self { stones, board, answers, zone })
    }
}

/// Turns that may make two threats or more and stop those of the opponent, each once.
fn turns(board: &Board, color: Color) -> Vec<Stones> {
    let completions = Completions::of(board, color);
    let mut turns = match Threats::of(board, !color).blocks() {
        Blocks::Nothing => free_turns(board, color, &completions),
        Blocks::One(cells) => {
            cells.iter().flat_map(|&cell| turns_with(board, color, &completions, cell)).collect()
        }
        Blocks::Two(pairs) => pairs.iter().map(|pair| Stones::two(pair[0], pair[1])).collect(),
        Blocks::Impossible => Vec::new(),
    };
    turns.sort_unstable_by_key(|stones| stones.sorted());
    turns.dedup_by_key(|stones| stones.sorted());
    turns
}

fn free_turns(board: &Board, color: Color, completions: &Completions) -> Vec<Stones> {
    let threes = completions.ones().collect::<Vec<Completion>>();
    let open_twos = completions.twos().filter(|two| two.form == Form::L2P2).map(|two| two.stones);
    let mut turns = open_twos.collect::<Vec<Stones>>();
    let mut open = CellSet::EMPTY;
    for (number, three) in threes.iter().enumerate() {
        let cell = three.stones.cells()[0];
        let others = threes[number + 1..].iter().map(|other| other.stones.cells()[0]);
        turns.extend(others.filter(|&other| other != cell).map(|other| Stones::two(cell, other)));
        for direction in Direction::ALL {
            turns.extend(completions.twos_with(cell, direction).map(|two| two.stones));
        }
        if three.form == Form::L3P2 {
            open.insert(cell);
        }
    }
    if !open.is_empty() {
        let companions = companions(board, color);
        for cell in open {
            let others = companions.iter().filter(|&&other| other != cell);
            turns.extend(others.map(|&other| Stones::two(cell, other)));
        }
    }
    turns
}

/// Turns one stone of which goes onto a given cell.
fn turns_with(board: &Board, color: Color, completions: &Completions, cell: Cell) -> Vec<Stones> {
    let mut turns = Vec::new();
    for direction in Direction::ALL {
        turns.extend(completions.twos_with(cell, direction).map(|two| two.stones));
    }
    let is_open =
        |direction| completions.one(cell, direction).is_some_and(|three| three.form == Form::L3P2);
    let threes = completions.ones().map(|three| three.stones.cells()[0]);
    let others = threes.collect::<CellSet>();
    let mut others = others.into_iter().collect::<Vec<Cell>>();
    if Direction::ALL.into_iter().any(is_open) {
        others.extend(companions(board, color));
    }
    let others = others.into_iter().filter(|&other| other != cell);
    turns.extend(others.map(|other| Stones::two(cell, other)));
    turns
}

/// The cells where a stone that need not make a threat helps the player most.
fn companions(board: &Board, color: Color) -> Vec<Cell> {
    let quality = PointQuality::of_color(board, color);
    let mut cells = board.empties().into_iter().collect::<Vec<Cell>>();
    cells.sort_by_key(|&cell| std::cmp::Reverse(quality.at(cell)));
    cells.truncate(N_COMPANIONS);
    cells
}
