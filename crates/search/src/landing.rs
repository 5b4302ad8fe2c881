//! How a wave comes home: what it has found goes up the tree, level by level.

use std::sync::atomic::Ordering;

use stonegate_ground::RoleId;

use crate::game::Game;
use crate::node::NodeId;
use crate::reasoner::{Evaluation, Evaluations};
use crate::wave::{End, Step, Target, Wave};

/// A node compares all its children once in so many visits.
const CARE_INTERVAL: u32 = 8;

/// What a wave has done.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Landing {
    pub(crate) n_visits: u64,
    pub(crate) n_playouts: u64,
    pub(crate) depth: usize,
}

/// What a visit knows on its way up.
struct Finding {
    /// Where it comes from.
    child: Option<NodeId>,
    /// There is news of the child.
    has_news: bool,
}

impl<G: Game> Wave<'_, G> {
    /// Brings all visits home. `sums` has for each role the sum of the values of all visits.
    pub(crate) fn land(
        self,
        evaluations: Evaluations<G::State>,
        playouts: u32,
        sums: &mut [f64],
    ) -> Landing {
        let n_roles = self.tree.game().n_roles();
        let children = self.link(evaluations.positions);
        let values = self.values(&evaluations.goals, playouts);
        self.keep_means(&children, &values);
        let mut findings = self.findings(&children);
        for step in self.log.steps.iter().rev() {
            if self.log.ends[step.visit as usize].is_some() {
                self.back_up(step, &values[step.visit as usize * n_roles..][..n_roles]);
                self.prove(step, &mut findings[step.visit as usize]);
            } else {
                self.turn_back(step);
            }
        }
        let mut landing = Landing { depth: self.depth, ..Landing::default() };
        for (end, values) in self.log.ends.iter().zip(values.chunks_exact(n_roles)) {
            landing.n_visits += u64::from(end.is_some());
            if let Some(End::Target(_)) = end {
                landing.n_playouts += u64::from(playouts);
            }
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += f64::from(*value);
            }
        }
        landing
    }

    /// Takes back all visits, as if the wave had never been sent.
    pub(crate) fn turn_around(self) -> Landing {
        for step in &self.log.steps {
            self.turn_back(step);
        }
        Landing::default()
    }

    /// For each visit and each role the value of its end, 0 to 1.
    fn values(&self, goals: &[u32], playouts: u32) -> Vec<f32> {
        let n_roles = self.tree.game().n_roles();
        let mut values = Vec::with_capacity(self.log.ends.len() * n_roles);
        for end in &self.log.ends {
            match *end {
                Some(End::Target(number)) => {
                    let target = &self.log.targets[number as usize];
                    let most = 100.0 * (playouts * target.n_visits) as f32;
                    let goals = &goals[number as usize * n_roles..][..n_roles];
                    values.extend(goals.iter().map(|&sum| sum as f32 / most));
                }
                Some(End::Settled(id)) => {
                    let bounds = &self.tree.node(id).position().bounds;
                    let roles = RoleId::first(n_roles);
                    values.extend(roles.map(|role| f32::from(bounds.of(role).0) / 100.0));
                }
                None => values.extend((0..n_roles).map(|_| 0.0)),
            }
        }
        values
    }

    /// Puts the positions of all targets into the tree, as far as there is memory.
    fn link(&self, positions: Vec<Evaluation<G::State>>) -> Vec<Option<NodeId>> {
        let hashes = positions.iter().map(|position| self.tree.hash(&position.state));
        let hashes: Vec<u64> = hashes.collect();
        self.tree.table.warm(&hashes);
        let link = |((position, hash), target): ((Evaluation<G::State>, u64), &Target)| {
            let cell =
                self.tree.cell(self.log.choices_of(&self.log.steps[target.step as usize]))?;
            // Another thread may have been faster.
            let child = self.tree.follow(cell).or_else(|| {
                let child = self.tree.add(position, hash)?;
                self.tree.link_to(child).store(cell);
                Some(child)
            })?;
            self.tree.node(child).visits.add(target.n_visits, self.sharing);
            Some(child)
        };
        positions.into_iter().zip(hashes).zip(&self.log.targets).map(link).collect()
    }

    /// Keeps what visits have brought where roles that move at the same time have led them.
    fn keep_means(&self, children: &[Option<NodeId>], values: &[f32]) {
        let n_roles = self.tree.game().n_roles();
        for (end, values) in self.log.ends.iter().zip(values.chunks_exact(n_roles)) {
            let &Some(End::Target(number)) = end else { continue };
            let Some(child) = children[number as usize] else { continue };
            let step = self.log.targets[number as usize].step;
            let node = self.log.steps[step as usize].node;
            if self.tree.is_mixed(self.tree.node(node)) {
                self.tree.keep_mean(child, values, self.sharing);
            }
        }
    }

    /// What visits know at their ends.
    fn findings(&self, children: &[Option<NodeId>]) -> Vec<Finding> {
        let child = |end: &Option<End>| match *end {
            Some(End::Target(target)) => children[target as usize],
            Some(End::Settled(id)) => {
                self.tree.node(id).visits.add(1, self.sharing);
                Some(id)
            }
            None => None,
        };
        self.log.ends.iter().map(|end| Finding { child: child(end), has_news: true }).collect()
    }

    fn back_up(&self, step: &Step, values: &[f32]) {
        let node = self.tree.node(step.node);
        let is_mixed = self.tree.is_mixed(node);
        node.visits.arrive(self.sharing);
        for choice in self.log.choices_of(step) {
            let (at, value) = (choice.at as usize, values[choice.role]);
            let stats = self.tree.stats(choice.record);
            if is_mixed {
                stats.arrive_mixed(at, value, self.sharing);
            } else {
                stats.arrive(at, value, &self.tree.formula, self.sharing);
            }
        }
        if let Some(means) = node.position().means.get() {
            means.add(values, self.sharing);
        }
        if is_mixed {
            self.tree.regret(node, self.log.choices_of(step));
        }
    }

    /// Takes back a step of a visit that could not be finished.
    fn turn_back(&self, step: &Step) {
        let node = self.tree.node(step.node);
        let is_mixed = self.tree.is_mixed(node);
        node.visits.abort(self.sharing);
        for choice in self.log.choices_of(step) {
            let stats = self.tree.stats(choice.record);
            if is_mixed {
                stats.abort_mixed(choice.at as usize, self.sharing);
            } else {
                stats.abort(choice.at as usize, &self.tree.formula, self.sharing);
            }
        }
    }

    /// Carries what is proven of a child up to the node of a step. A node may also have news from
    /// another visit, so each step is made, and now and then with care.
    fn prove(&self, step: &Step, finding: &mut Finding) {
        let node = self.tree.node(step.node);
        let has_proof = |id: &NodeId| self.tree.node(*id).has_proof.load(Ordering::Relaxed);
        finding.has_news = finding.child.filter(has_proof).is_some_and(|child| {
            let visits = node.visits.get().over;
            let is_thorough = finding.has_news || visits.is_multiple_of(CARE_INTERVAL);
            self.tree.learn(node, self.log.choices_of(step), child, is_thorough)
        });
        finding.child = Some(step.node);
    }
}
