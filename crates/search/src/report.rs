//! What a search has found out so far.

use std::sync::atomic::Ordering;

use stonegate_ground::{MoveId, RoleId};

use crate::game::Game;
use crate::line::Line;
use crate::node::Node;
use crate::options::Choice;
use crate::proof::BEST;
use crate::random::Random;
use crate::search::Search;
use crate::stats::Stats;
use crate::tree::Tree;

/// What a search has found out so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Visits of the position since it was set.
    pub iterations: u64,
    /// Random games, and joint moves made in them.
    pub playouts: u64,
    pub states: u64,
    /// Positions in the tree, and the bytes that it uses.
    pub nodes: usize,
    pub memory: usize,
    /// Joint moves from the position to the farthest leaf.
    pub depth: usize,
    /// The moves of each role, the best one first.
    pub moves: Vec<Vec<MoveReport>>,
    /// The goal that each role expects, 0 to 100: the mean of all visits, or what is proven where
    /// none was needed. Unknown if there is neither, and in games without goals.
    pub values: Vec<Option<f64>>,
    /// The joint moves that look best; in a game for one the best line that was found.
    pub principal_variation: Vec<Vec<MoveId>>,
    /// The goal of each role, if it is proven.
    pub proven: Vec<Option<u8>>,
    /// In a game for one, the goal of the best line that was found.
    pub line_goal: Option<u8>,
}

/// What a search thinks of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport {
    pub action: MoveId,
    pub visits: u32,
    /// The mean goal, 0 to 100; the middle if there are no visits.
    pub mean: f64,
    /// The goal that the role can enforce with it, and the goal that it cannot exceed.
    pub lower: u8,
    pub upper: u8,
    /// If all is proven, the steps to the end of the game.
    pub steps_to_end: Option<u16>,
}

impl MoveReport {
    /// The goal that the move leads to, if it is proven.
    pub fn proven(&self) -> Option<u8> {
        (self.lower >= self.upper).then_some(self.lower)
    }
}

/// Principal variations end after so many joint moves.
const MAX_VARIATION: usize = 32;

impl<G: Game> Search<G> {
    pub fn report(&self) -> Report {
        let tree = self.read();
        let n_roles = tree.game().n_roles();
        let root = tree.node(tree.root);
        let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
        let iterations = count(&self.counts.iterations);
        let mean = |role: RoleId| {
            let sum = count(&self.counts.values[role]) as f64 / 1e4;
            (iterations > 0).then(|| sum / iterations as f64)
        };
        let proven = RoleId::first(n_roles).map(|role| root.position().bounds.proven(role));
        let proven = proven.collect::<Vec<_>>();
        let value = |role: RoleId| {
            let value = mean(role).or(proven[role].map(f64::from));
            value.filter(|_| tree.game().has_goals())
        };
        let line = self.best_line();
        Report {
            iterations,
            playouts: count(&self.counts.playouts),
            states: count(&self.counts.states),
            nodes: tree.nodes.len(),
            memory: tree.memory.used(),
            depth: count(&self.counts.depth) as usize,
            moves: RoleId::first(n_roles)
                .map(|role| self.ranked_moves(&tree, root, role))
                .collect(),
            values: RoleId::first(n_roles).map(value).collect(),
            principal_variation: match &line {
                Some(line) => line.joint_moves.clone(),
                None => self.principal_variation(&tree),
            },
            line_goal: line.map(|line| line.goal),
            proven,
        }
    }

    /// The best move of a role. There is none if the game is over or the role has no legal move.
    pub fn best(&self, role: RoleId) -> Option<MoveId> {
        let tree = self.read();
        let root = tree.node(tree.root);
        if let Some(line) = self.best_line()
            && line.goal >= root.position().bounds.of(role).0
        {
            return line.joint_moves.first()?.get(role.index()).copied();
        }
        let policy = self.mixed_policy(&tree, root, role);
        policy.last().map(|&(action, _)| self.draw(role, &policy).unwrap_or(action))
    }

    /// The share of each move with which a role plays it; the best one has all of it, unless other
    /// roles move at the same time.
    pub fn policy(&self, role: RoleId) -> Vec<(MoveId, f64)> {
        let tree = self.read();
        self.mixed_policy(&tree, tree.node(tree.root), role)
    }

    fn mixed_policy(
        &self,
        tree: &Tree<G>,
        node: &Node<G::State>,
        role: RoleId,
    ) -> Vec<(MoveId, f64)> {
        let ranked = self.ranked_moves(tree, node, role);
        let Some(best) = ranked.first() else { return Vec::new() };
        let policy = tree.policy(node, role).filter(|_| best.lower < BEST);
        policy.unwrap_or_else(|| vec![(best.action, 1.0)])
    }

    /// Draws a move by its share: the same one as long as nothing more is known.
    fn draw(&self, role: RoleId, policy: &[(MoveId, f64)]) -> Option<MoveId> {
        let stream = self.counts.iterations.load(Ordering::Relaxed);
        let mut random = Random::new(self.options.seed ^ role.index() as u64, stream);
        let mut left = f64::from(random.below(u32::MAX)) / f64::from(u32::MAX);
        let drawn = policy.iter().find(|(_, share)| {
            left -= share;
            left < 0.0
        });
        drawn.map(|&(action, _)| action)
    }

    /// The best line of a game for one, if there is any.
    fn best_line(&self) -> Option<Line> {
        let line = self.line.lock();
        (!line.joint_moves.is_empty()).then(|| line.clone())
    }

    /// The legal moves of a role in a node, the best one first.
    fn ranked_moves(&self, tree: &Tree<G>, node: &Node<G::State>, role: RoleId) -> Vec<MoveReport> {
        let legal = node.position().legal.of_role(role);
        let unvisited = |action| MoveReport {
            action,
            visits: 0,
            mean: 50.0,
            lower: 0,
            upper: 100,
            steps_to_end: None,
        };
        let mut moves: Vec<MoveReport> = legal.map(unvisited).collect();
        let summary = tree.summarize_children(node);
        for (number, chooser) in tree.choosers(node).enumerate() {
            if chooser.role() != role {
                continue;
            }
            let choices = (0..chooser.n_tried()).filter_map(|slot| tree.choice(chooser, slot));
            for choice in choices {
                let (record, at) = (tree.stats(choice.record), choice.at as usize);
                let action = node.action(role, choice.slot);
                let place = moves.binary_search_by_key(&action, |report| report.action);
                let place = place.expect("only legal moves are tried");
                let of_role = summary.as_ref().map(|summary| &summary.by_move[number]);
                let bounds = of_role.and_then(|bounds| bounds.get(choice.slot as usize)).copied();
                let (lower, upper) = bounds.unwrap_or((0, 100));
                moves[place] = MoveReport {
                    visits: record.visits(at),
                    mean: 100.0 * f64::from(record.mean(at).unwrap_or(0.5)),
                    lower,
                    upper,
                    steps_to_end: steps_after(tree, node, record, at),
                    ..moves[place]
                };
            }
        }
        let bounds = node.position().bounds.of(role);
        // What is known of the position is known of its only move.
        if let [only] = &mut moves[..] {
            (only.lower, only.upper) = bounds;
        }
        let least_visits = moves.iter().map(|report| report.visits).max().unwrap_or(0) / 10;
        moves.sort_by(|a, b| {
            let rank = |report: &MoveReport| self.rank(report, bounds, least_visits);
            rank(b).partial_cmp(&rank(a)).expect("no rank is NaN")
        });
        moves
    }

    /// What is compared: first what is proven, a win the sooner the better and a loss the later the
    /// better, then what has been seen.
    fn rank(&self, report: &MoveReport, bounds: (u8, u8), least_visits: u32) -> (f64, f64, f64) {
        let (enforced, most) = bounds;
        let steps = f64::from(report.steps_to_end.unwrap_or(0));
        let is_worse = report.upper <= enforced && report.lower < enforced;
        let is_settled = enforced >= most && report.lower < enforced;
        if report.lower == 100 {
            (2.0, -steps, 0.0)
        } else if report.upper == 0 || is_worse || is_settled {
            (0.0, f64::from(report.lower), steps)
        } else {
            match self.options.choice {
                Choice::Visits => (1.0, f64::from(report.visits), report.mean),
                Choice::Mean if report.visits >= least_visits => (1.0, report.mean, 0.0),
                Choice::Mean => (1.0, -1.0, report.mean),
            }
        }
    }

    fn principal_variation(&self, tree: &Tree<G>) -> Vec<Vec<MoveId>> {
        let mut variation = Vec::new();
        let mut id = Some(tree.root);
        while let Some(node) = id.map(|id| tree.node(id))
            && variation.len() < MAX_VARIATION
            && node.is_open()
        {
            let best = |role| self.ranked_moves(tree, node, role).first().map(|best| best.action);
            let roles = RoleId::first(tree.game().n_roles());
            let Some(joint) = roles.map(best).collect::<Option<Vec<MoveId>>>() else {
                break;
            };
            id = tree.child_of(node, &joint);
            variation.push(joint);
        }
        variation
    }
}

/// The steps to the end of the game after a move, if no other role has a choice and all is proven.
fn steps_after<G: Game>(
    tree: &Tree<G>,
    node: &Node<G::State>,
    record: &Stats,
    at: usize,
) -> Option<u16> {
    if tree.choosers(node).count() > 1 {
        return None;
    }
    let child = tree.node(tree.follow(record.link(at))?);
    child.is_settled().then(|| child.n_steps().saturating_add(1))
}
