//! Roles that move at the same time: regret matching.
//!
//! Where several roles have a choice, the best that a role can do is to mix its moves, and UCB1 does
//! not mix. So each role draws a move in proportion to its regret: how much more it would have had
//! if it had made this move instead of the one that it made, the others moving as they did (Hart and
//! Mas-Colell, 2000; in a tree, Lanctot, Lisý and Winands, 2014). Regret never falls below zero
//! (Tammelin, 2014). What the moves would have brought is the mean of the positions that they lead
//! to. The mean of what a role has drawn from, later visits counting more, tends to an equilibrium.

use std::sync::atomic::{AtomicU64, Ordering};

use stonegate_ground::{MoveId, RoleId};

use crate::choice::Choice;
use crate::crew::{Sharing, add};
use crate::formula::ONE;
use crate::game::Game;
use crate::node::{Chooser, Node, NodeId};
use crate::random::Random;
use crate::stats::{Stats, WIDTH};
use crate::tree::Tree;

/// One visit in so many makes any move, so that all of them stay known.
const EXPLORATION_INTERVAL: u32 = 10;

/// What a visit adds to the mean of the policies at least: a part of the visits of a node so small
/// that it makes no difference for a while, and large enough not to be lost in rounding.
const LEAST_WEIGHT: f32 = 2e-6;

/// What the visits of a position have brought to each role.
#[derive(Debug)]
pub(crate) struct Means {
    visits: AtomicU64,
    sums: Box<[AtomicU64]>,
}

impl Means {
    pub(crate) fn new(n_roles: usize) -> Self {
        Self { visits: AtomicU64::new(0), sums: (0..n_roles).map(|_| AtomicU64::new(0)).collect() }
    }

    /// What it has on the heap.
    pub(crate) fn bytes(n_roles: usize) -> usize {
        size_of::<Self>() + n_roles * size_of::<AtomicU64>()
    }

    /// Takes in the values of a visit, 0 to 1.
    pub(crate) fn add(&self, values: &[f32], sharing: Sharing) {
        for (sum, value) in self.sums.iter().zip(values) {
            add(sum, (value * ONE) as u64, sharing);
        }
        add(&self.visits, 1, sharing);
    }

    fn of(&self, role: RoleId) -> Option<f32> {
        let visits = self.visits.load(Ordering::Relaxed);
        let sum = self.sums[role].load(Ordering::Relaxed);
        (visits > 0).then(|| sum as f32 / (visits as f32 * ONE))
    }
}

impl<G: Game> Tree<G> {
    /// Do several roles have to mix their moves in a node that is open?
    #[inline]
    pub(crate) fn is_mixed(&self, node: &Node<G::State>) -> bool {
        self.next_chooser(&node.chooser).is_some() && self.has_two_players(node)
    }

    fn has_two_players(&self, node: &Node<G::State>) -> bool {
        let chance = self.game().chance();
        let mut players = self.choosers(node).filter(|chooser| Some(chooser.role()) != chance);
        self.mixes && players.nth(1).is_some()
    }

    /// Draws a move for one role.
    pub(crate) fn draw(&self, chooser: &Chooser, random: &mut Random) -> Option<Choice> {
        if !chooser.is_all_tried() && random.below(2) == 0 {
            return self.try_next(chooser);
        }
        let regrets = || self.arms(chooser).map(|(record, at)| record.regret(at));
        let all: f32 = regrets().sum();
        if all <= 0.0 || random.below(EXPLORATION_INTERVAL) == 0 {
            return self.draw_any(chooser, random);
        }
        let mut left = all * (random.below(1 << 24) as f32 / (1 << 24) as f32);
        for (slot, regret) in (0..).zip(regrets()) {
            left -= regret;
            if left < 0.0 {
                return self.choice(chooser, slot);
            }
        }
        // Sums of many numbers are not exact.
        self.draw_any(chooser, random)
    }

    /// The moves of a chooser that have been tried.
    fn arms(&self, chooser: &Chooser) -> impl Iterator<Item = (&Stats, usize)> {
        let arms = self.records(chooser).flat_map(|record| (0..WIDTH).map(move |at| (record, at)));
        arms.take(chooser.n_tried() as usize)
    }

    /// Draws one of all legal moves.
    pub(crate) fn draw_any(&self, chooser: &Chooser, random: &mut Random) -> Option<Choice> {
        let slot = random.below(chooser.n_legal());
        while chooser.n_tried() <= slot {
            self.try_next(chooser)?;
        }
        self.choice(chooser, slot)
    }

    /// Lets all roles that had a choice regret what they did not do.
    pub(crate) fn regret(&self, node: &Node<G::State>, choices: &[Choice]) {
        let Some(reached) = self.child_at(choices) else { return };
        let mut joint = choices.to_vec();
        for (number, chooser) in self.choosers(node).enumerate() {
            let (role, chosen) = (chooser.role(), choices[number]);
            let Some(value) = self.value_of(reached, role) else { return };
            if Some(role) == self.game().chance() {
                continue;
            }
            for slot in (0..chooser.n_tried()).filter(|&slot| slot != chosen.slot) {
                let Some(other) = self.choice(chooser, slot) else { continue };
                joint[number] = other;
                let child = self.child_at(&joint);
                if let Some(other_value) = child.and_then(|child| self.value_of(child, role)) {
                    self.stats(other.record).regret_more(other.at as usize, other_value - value);
                }
            }
            joint[number] = chosen;
            self.mix_in(chooser, node.visits.get().over);
        }
    }

    /// Takes what a role draws from into the mean of its policies.
    fn mix_in(&self, chooser: &Chooser, n_visits: u32) {
        let all: f32 = self.arms(chooser).map(|(record, at)| record.regret(at)).sum();
        let weight = (2.0 / (n_visits as f32 + 1.0)).clamp(LEAST_WEIGHT, 1.0);
        for (record, at) in self.arms(chooser) {
            let share = match all {
                0.0 => 1.0 / chooser.n_tried() as f32,
                all => record.regret(at) / all,
            };
            record.mix_in(at, share, weight);
        }
    }

    /// What a role gets in a position, 0 to 1: what is proven, or the mean.
    fn value_of(&self, node: NodeId, role: RoleId) -> Option<f32> {
        let (node, position) = (self.node(node), self.node(node).position());
        if node.is_settled() {
            return Some(f32::from(position.bounds.of(role).0) / 100.0);
        }
        position.means.get()?.of(role)
    }

    /// The share of each move that a role has tried in a node where it has to mix.
    pub(crate) fn policy(&self, node: &Node<G::State>, role: RoleId) -> Option<Vec<(MoveId, f64)>> {
        let chooser = self.choosers(node).find(|chooser| chooser.role() == role)?;
        if !self.is_mixed(node) || Some(role) == self.game().chance() {
            return None;
        }
        let choices = (0..chooser.n_tried()).filter_map(|slot| self.choice(chooser, slot));
        let shares = choices.map(|choice| {
            let share = self.stats(choice.record).share(choice.at as usize);
            (node.action(role, choice.slot), f64::from(share))
        });
        let mut shares: Vec<(MoveId, f64)> = shares.collect();
        let all: f64 = shares.iter().map(|share| share.1).sum();
        for share in &mut shares {
            share.1 /= all;
        }
        (all > 0.0).then_some(shares)
    }
}
