//! Proven values: what a role can enforce, and what it cannot exceed.
//!
//! In each position each role has a lower bound on its goal, which it can enforce whatever the
//! others do, and an upper bound, which no play exceeds. In a zero-sum game what one role enforces
//! bounds the other. Ends of the game have equal bounds, and bounds go up the tree with the visits:
//! this is MCTS-Solver (Winands, Björnsson, Saito, 2008) for any number of roles. It holds for
//! simultaneous moves as well, because a move counts only what all joint moves that contain it
//! have in common, and for positions that repeat, because bounds only follow from ends of the game.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

use stonegate_ground::RoleId;

use crate::choice::Choice;
use crate::game::Game;
use crate::node::{Chooser, Node, NodeId};
use crate::stats::{Stats, WIDTH};
use crate::tree::Tree;

/// The best goal there is.
pub(crate) const BEST: u8 = 100;

/// Nodes with more joint moves than this wait for no proof that needs all of them.
const MAX_JOINT_MOVES: usize = 4096;

/// The bounds of all roles in a position.
#[derive(Debug, Default)]
pub(crate) struct Bounds {
    /// Lower bound and upper bound of each role, a byte each, once something is known.
    goals: OnceLock<Box<[AtomicU16]>>,
}

impl Bounds {
    pub(crate) fn exact(goals: &[u8]) -> Self {
        let goals = goals.iter().map(|&goal| AtomicU16::new(u16::from(goal) * 0x101));
        let goals: Box<[AtomicU16]> = goals.collect();
        Self { goals: goals.into() }
    }

    /// What a role can enforce, and what it cannot exceed.
    #[inline]
    pub(crate) fn of(&self, role: RoleId) -> (u8, u8) {
        let Some(goals) = self.goals.get() else { return (0, BEST) };
        let [lower, upper] = goals[role].load(Ordering::Relaxed).to_be_bytes();
        (lower, upper)
    }

    /// The goal of a role if it is proven.
    pub(crate) fn proven(&self, role: RoleId) -> Option<u8> {
        let (lower, upper) = self.of(role);
        (lower >= upper).then_some(lower)
    }

    /// Narrows the bounds of one of `n_roles` roles; tells whether that changed them.
    #[inline]
    fn narrow(&self, role: RoleId, (lower, upper): (u8, u8), n_roles: usize) -> bool {
        let (old_lower, old_upper) = self.of(role);
        if lower <= old_lower && upper >= old_upper {
            return false;
        }
        let unknown = || (0..n_roles).map(|_| AtomicU16::new(u16::from(BEST))).collect();
        let narrow = |bits: u16| {
            let [old_lower, old_upper] = bits.to_be_bytes();
            let bounds = [old_lower.max(lower), old_upper.min(upper)];
            let bits_after = u16::from_be_bytes(bounds);
            (bits_after != bits).then_some(bits_after)
        };
        let goals = &self.goals.get_or_init(unknown)[role];
        goals.fetch_update(Ordering::Relaxed, Ordering::Relaxed, narrow).is_ok()
    }

    /// What bounds have on the heap.
    pub(crate) fn bytes(n_roles: usize) -> usize {
        n_roles * size_of::<AtomicU16>()
    }
}

/// What the children of a node have in common.
#[derive(Debug)]
pub(crate) struct Summary {
    /// For each role, the bounds of all children together.
    overall: Vec<(u8, u8)>,
    /// For each role that has a choice and each of its moves, the bounds of the role.
    pub(crate) by_move: Vec<Vec<(u8, u8)>>,
}

impl<G: Game> Tree<G> {
    /// Learns from the child that these choices lead to, and from all others if it should be
    /// thorough; tells whether anything is news.
    pub(crate) fn learn(
        &self,
        node: &Node<G::State>,
        choices: &[Choice],
        child: NodeId,
        is_thorough: bool,
    ) -> bool {
        let n_roles = self.game().n_roles();
        let bounds = &node.position().bounds;
        let mut news = false;
        if let [choice] = choices
            && Some(choice.role) != self.game().chance()
        {
            let role = choice.role;
            let (lower, upper) = self.node(child).position().bounds.of(role);
            news |= bounds.narrow(role, (lower, BEST), n_roles);
            judge(self.stats(choice.record), choice.at as usize, (lower, upper), bounds.of(role).0);
        }
        if (is_thorough || news) && self.all_tried(node) {
            news |= self.compare_children(node);
        }
        if self.game().is_zero_sum() {
            news |= self.share_sum(bounds);
        }
        if news {
            node.has_proof.store(true, Ordering::Relaxed);
        }
        if news && !node.is_settled() && self.is_decided(bounds) {
            node.n_steps.store(self.steps_to_end(node), Ordering::Relaxed);
            node.settled.store(true, Ordering::Release);
        }
        news
    }

    /// What one role enforces the other cannot get.
    fn share_sum(&self, bounds: &Bounds) -> bool {
        let (chance, n_roles) = (self.game().chance(), self.game().n_roles());
        let mut roles = RoleId::first(n_roles).filter(|&role| Some(role) != chance);
        let (Some(first), Some(second)) = (roles.next(), roles.next()) else { return false };
        let mut news = false;
        for (role, other) in [(first, second), (second, first)] {
            let (lower, upper) = bounds.of(role);
            news |= bounds.narrow(other, (BEST - upper, BEST - lower), n_roles);
        }
        news
    }

    fn is_decided(&self, bounds: &Bounds) -> bool {
        let chance = self.game().chance();
        RoleId::first(self.game().n_roles())
            .all(|role| Some(role) == chance || bounds.proven(role).is_some())
    }

    fn all_tried(&self, node: &Node<G::State>) -> bool {
        self.choosers(node).all(Chooser::is_all_tried)
    }

    /// Derives the bounds of a node, all of whose moves have been tried, from all its children.
    fn compare_children(&self, node: &Node<G::State>) -> bool {
        let Some(summary) = self.summarize_children(node) else { return false };
        let n_roles = self.game().n_roles();
        let bounds = &node.position().bounds;
        let mut news = false;
        for (role, overall) in RoleId::enumerate(summary.overall) {
            news |= bounds.narrow(role, overall, n_roles);
        }
        for (chooser, moves) in self.choosers(node).zip(&summary.by_move) {
            let role = chooser.role();
            if Some(role) == self.game().chance() {
                continue;
            }
            let enforced = moves.iter().map(|&(lower, _)| lower).max().unwrap_or(0);
            news |= bounds.narrow(role, (enforced, BEST), n_roles);
            let lower = bounds.of(role).0;
            for (record, moves) in self.records(chooser).zip(moves.chunks(WIDTH)) {
                for (at, &of_move) in moves.iter().enumerate() {
                    judge(record, at, of_move, lower);
                }
            }
        }
        news
    }

    /// What the children of a node have in common, as far as joint moves have been tried; nothing
    /// if there are too many of them.
    pub(crate) fn summarize_children(&self, node: &Node<G::State>) -> Option<Summary> {
        let choosers: Vec<&Chooser> = self.choosers(node).collect();
        let counts = choosers.iter().map(|chooser| chooser.n_tried() as usize);
        let counts: Vec<usize> = counts.collect();
        let n_joint = counts.iter().try_fold(1, |product: usize, &n| product.checked_mul(n))?;
        if n_joint > MAX_JOINT_MOVES {
            return None;
        }
        let mut overall = vec![(BEST, 0); self.game().n_roles()];
        let mut by_move: Vec<Vec<_>> = counts.iter().map(|&n| vec![(BEST, 0); n]).collect();
        self.for_each_child(node, &counts, &mut |slots, child| {
            let bounds = |role| match child {
                Some(child) => self.node(child).position().bounds.of(role),
                None => (0, BEST),
            };
            for (role, sum) in RoleId::enumerate(&mut overall) {
                include(sum, bounds(role));
            }
            for ((chooser, moves), &slot) in choosers.iter().zip(&mut by_move).zip(slots) {
                include(&mut moves[slot], bounds(chooser.role()));
            }
        });
        let n_incomplete = choosers.iter().filter(|chooser| !chooser.is_all_tried()).count();
        for (chooser, moves) in choosers.iter().zip(&mut by_move) {
            // What others have not tried may be anything.
            if n_incomplete > usize::from(!chooser.is_all_tried()) {
                moves.fill((0, BEST));
            }
        }
        Some(Summary { overall, by_move })
    }

    /// How long a settled game still takes: who gets something hurries, who gets nothing delays.
    fn steps_to_end(&self, node: &Node<G::State>) -> u16 {
        let mut choosers = self.choosers(node);
        let (first, is_only) = (choosers.next(), choosers.next().is_none());
        let role = first.map_or(RoleId::new(0), Chooser::role);
        let goal = node.position().bounds.of(role).0;
        let delays = goal == 0 || !is_only;
        let counts = self.choosers(node).map(|chooser| chooser.n_tried() as usize);
        let counts: Vec<usize> = counts.collect();
        let mut steps: Option<u16> = None;
        self.for_each_child(node, &counts, &mut |_, child| {
            let Some(child) = child.map(|child| self.node(child)) else { return };
            let bounds = &child.position().bounds;
            if !child.is_settled() || (!delays && bounds.of(role).0 < goal) {
                return;
            }
            let n = child.n_steps().saturating_add(1);
            steps = Some(match steps {
                Some(most) if delays => most.max(n),
                Some(least) => least.min(n),
                None => n,
            });
        });
        steps.unwrap_or(0)
    }
}

/// The common bounds of several children, of which the others choose one.
fn include((lower, upper): &mut (u8, u8), (other_lower, other_upper): (u8, u8)) {
    *lower = (*lower).min(other_lower);
    *upper = (*upper).max(other_upper);
}

/// Marks a move that need not be tried again.
#[inline]
fn judge(stats: &Stats, at: usize, (lower, upper): (u8, u8), enforced: u8) {
    if lower == BEST {
        stats.win(at);
    } else if upper == 0 || (upper <= enforced && lower < enforced) {
        stats.close(at);
    }
}
