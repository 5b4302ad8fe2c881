//! Victory by continuous threats: every stone threatens to win by fours.
//!
//! A proof-number search (df-pn; Nagai, 2002) over attacks and defenses. After an attack the
//! defender is imagined to pass: if the attacker then wins by fours, the attack is a threat, and
//! the only defenses are moves that interfere with this win.

use std::collections::HashMap;

use super::defense::defenses;
use super::state::State;
use super::threat::Threat;
use super::vcf::{UNLIMITED, Vcf};
use crate::point::Point;
use stonegate_stones::Color;

/// A number that is proved or disproved for good.
const INFINITE: u32 = u32::MAX / 2;

/// The most nodes of one search for a win by fours.
const VCF_NODES: u64 = 5_000;

/// A search for wins by threats. It can be continued.
pub(crate) struct Vct {
    attacker: Color,
    /// How many fours a threat may need to win.
    threat_depth: u32,
    nodes: HashMap<u64, Node>,
}

/// What a search works with.
struct Work<'a> {
    state: &'a mut State,
    vcf: &'a mut Vcf,
    max_positions: usize,
    /// The number of nodes of the searches for fours at which to stop.
    max_nodes: u64,
    stop: &'a dyn Fn() -> bool,
    is_stopped: bool,
}

/// How a search for threats ends.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Verdict {
    /// The attacker wins by a line of attacks, with some of the defenses.
    Win(Vec<Point>),
    /// Threats do not win.
    NoWin,
    /// The search was given up.
    Unknown,
}

/// What is known of a position: how hard it seems to prove and to disprove that the attacker wins.
#[derive(Clone, Debug)]
struct Node {
    proof: u32,
    disproof: u32,
    /// The moves worth trying. The whole line if the position is won by fours.
    moves: Vec<Point>,
    is_won_by_fours: bool,
}

impl Node {
    const UNKNOWN: Self = Self { proof: 1, disproof: 1, moves: Vec::new(), is_won_by_fours: false };

    fn won() -> Self {
        Self { proof: 0, disproof: INFINITE, ..Self::UNKNOWN }
    }

    fn lost() -> Self {
        Self { proof: INFINITE, disproof: 0, ..Self::UNKNOWN }
    }
}

impl Vct {
    pub(crate) fn new(attacker: Color, threat_depth: u32) -> Self {
        Self { attacker, threat_depth, nodes: HashMap::new() }
    }

    /// Looks for a win of the attacker, who is to move, until so many positions are known, `vcf` has
    /// had so many nodes, or `stop` says so.
    pub(crate) fn search(
        &mut self,
        state: &mut State,
        vcf: &mut Vcf,
        max_positions: usize,
        max_nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Verdict {
        let mut work = Work { state, vcf, max_positions, max_nodes, stop, is_stopped: false };
        self.deepen(&mut work, self.attacker, INFINITE, INFINITE);
        match self.nodes.get(&self.key(state, self.attacker)) {
            Some(node) if node.proof == 0 => Verdict::Win(self.line(state)),
            Some(node) if node.disproof == 0 => Verdict::NoWin,
            _ => Verdict::Unknown,
        }
    }

    fn key(&self, state: &State, turn: Color) -> u64 {
        state.hash() ^ if turn == self.attacker { 0 } else { !0 }
    }

    fn key_after(&self, state: &State, point: Point, turn: Color) -> u64 {
        state.hash_after(point, turn) ^ if turn == self.attacker { !0 } else { 0 }
    }

    /// Works on a position until its numbers reach a limit.
    fn deepen(&mut self, work: &mut Work<'_>, turn: Color, max_proof: u32, max_disproof: u32) {
        let key = self.key(work.state, turn);
        if !self.nodes.contains_key(&key) {
            let node = self.open(work, turn);
            self.nodes.insert(key, node);
        }
        loop {
            let node = &self.nodes[&key];
            if node.proof == 0 || node.disproof == 0 {
                return;
            }
            let mut best = Choice::new(turn == self.attacker);
            for &point in &node.moves {
                let child = self.nodes.get(&self.key_after(work.state, point, turn));
                let guess = || (self.guess(work.state, point, turn), 1);
                let (proof, disproof) = child.map_or_else(guess, |it| (it.proof, it.disproof));
                best.consider(point, proof, disproof);
            }
            let (proof, disproof) = best.numbers();
            let node = self.nodes.get_mut(&key).expect("it was opened above");
            (node.proof, node.disproof) = (proof, disproof);
            work.is_stopped |= self.nodes.len() >= work.max_positions
                || work.vcf.n_nodes >= work.max_nodes
                || (work.stop)();
            if proof >= max_proof || disproof >= max_disproof || work.is_stopped {
                return;
            }
            let Some(point) = best.point else { return };
            let (child_proof, child_disproof) = best.limits(max_proof, max_disproof);
            work.state.place(point, turn);
            self.deepen(work, !turn, child_proof, child_disproof);
            work.state.undo();
        }
    }

    /// How hard the proof of a move seems before it was looked at: about the number of defenses.
    fn guess(&self, state: &State, point: Point, turn: Color) -> u32 {
        match state.threat(point, turn) {
            _ if turn != self.attacker => 1,
            Threat::Four | Threat::FourThree | Threat::ThreeThree | Threat::Doubtful => 1,
            Threat::Three => 2,
            _ => 5,
        }
    }

    /// Looks at a position for the first time.
    fn open(&self, work: &mut Work<'_>, turn: Color) -> Node {
        if turn == self.attacker { self.open_attack(work) } else { self.open_defense(work) }
    }

    fn open_attack(&self, work: &mut Work<'_>) -> Node {
        let attacker = self.attacker;
        if let Some(line) = work.vcf.win(work.state, attacker, UNLIMITED, VCF_NODES, work.stop) {
            return Node { moves: line, is_won_by_fours: true, ..Node::won() };
        }
        let state = &*work.state;
        let moves = match state.five(!attacker) {
            Some(_) if state.count(!attacker, Threat::Five) > 1 => Vec::new(),
            Some(block) => vec![block],
            None => self.attacks(state),
        };
        let allowed = moves.into_iter().filter(|&point| !state.is_forbidden(point, attacker));
        let moves: Vec<Point> = allowed.collect();
        if moves.is_empty() {
            return Node::lost();
        }
        Node { disproof: moves.len() as u32, moves, ..Node::UNKNOWN }
    }

    /// The points where a stone may threaten something, the strongest first.
    fn attacks(&self, state: &State) -> Vec<Point> {
        let mut threats = vec![
            Threat::ThreeThree,
            Threat::FourThree,
            Threat::Doubtful,
            Threat::Three,
            Threat::Four,
        ];
        if self.threat_depth > 1 {
            threats.push(Threat::Prepares);
        }
        let points = |threat: Threat| state.points(self.attacker, threat).iter();
        threats.into_iter().flat_map(points).collect()
    }

    fn open_defense(&self, work: &mut Work<'_>) -> Node {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let state = &mut *work.state;
        if state.count(defender, Threat::Five) > 0 {
            return Node::lost();
        }
        if let Some(answer) = state.five(attacker) {
            let is_won =
                state.count(attacker, Threat::Five) > 1 || state.is_forbidden(answer, defender);
            return if is_won {
                Node::won()
            } else {
                Node { moves: vec![answer], ..Node::UNKNOWN }
            };
        }
        let fours = work.vcf.win(state, attacker, self.threat_depth, VCF_NODES, work.stop);
        let Some(line) = fours else {
            return Node::lost();
        };
        let defenses = defenses(state, attacker, &line);
        let is_defense =
            |&point: &Point| state.board().is_empty(point) && !state.is_forbidden(point, defender);
        let moves: Vec<Point> = defenses.iter().filter(is_defense).collect();
        if moves.is_empty() {
            return Node::won();
        }
        Node { proof: moves.len() as u32, moves, ..Node::UNKNOWN }
    }

    /// The moves that lead from a won position to its end.
    fn line(&self, state: &mut State) -> Vec<Point> {
        let mut line = Vec::new();
        let mut n_placed = 0;
        let mut turn = self.attacker;
        while let Some(node) = self.nodes.get(&self.key(state, turn)) {
            if node.is_won_by_fours {
                line.extend(&node.moves);
                break;
            }
            let is_won = |&&point: &&Point| {
                let child = self.nodes.get(&self.key_after(state, point, turn));
                child.is_some_and(|child| child.proof == 0)
            };
            let Some(&point) = node.moves.iter().find(is_won) else { break };
            line.push(point);
            state.place(point, turn);
            n_placed += 1;
            turn = !turn;
        }
        for _ in 0..n_placed {
            state.undo();
        }
        line
    }
}

/// The choice among the moves of a position: the attacker needs one that is proved, the defender
/// one that is disproved. What is easy for the one who is to move is the `best` number.
struct Choice {
    is_attack: bool,
    point: Option<Point>,
    best: u32,
    second: u32,
    sum: u32,
    /// The share of the chosen move in the sum.
    share: u32,
}

/// The most that a sum of open positions comes to. Positions that several moves lead to are
/// counted several times, so sums may grow without measure, but are never as good as a proof.
const MAX_SUM: u32 = 1 << 24;

impl Choice {
    fn new(is_attack: bool) -> Self {
        Self { is_attack, point: None, best: INFINITE, second: INFINITE, sum: 0, share: 0 }
    }

    fn consider(&mut self, point: Point, proof: u32, disproof: u32) {
        let (own, other) = if self.is_attack { (proof, disproof) } else { (disproof, proof) };
        self.sum = if other == INFINITE { INFINITE } else { self.sum.saturating_add(other) };
        if own < self.best {
            (self.second, self.best) = (self.best, own);
            (self.point, self.share) = (Some(point), other);
        } else {
            self.second = self.second.min(own);
        }
    }

    fn numbers(&self) -> (u32, u32) {
        let is_solved = self.best == 0 || self.sum == 0;
        let sum = if is_solved { self.sum } else { self.sum.min(MAX_SUM) };
        if self.is_attack { (self.best, sum) } else { (sum, self.best) }
    }

    /// Until when to work on the chosen move: until another one seems clearly easier.
    fn limits(&self, max_proof: u32, max_disproof: u32) -> (u32, u32) {
        let (max_own, max_other) =
            if self.is_attack { (max_proof, max_disproof) } else { (max_disproof, max_proof) };
        let own = max_own.min(self.second.saturating_add(1 + self.second / 4));
        let other = max_other.saturating_sub(self.sum - self.share).max(self.share + 1);
        if self.is_attack { (own, other) } else { (other, own) }
    }
}
