//! A wave: leaves are selected one after the other, evaluated together, and backed up.

use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use crate::game::Game;
use crate::random::Random;
use crate::simulator::{Evaluation, Evaluations, Leaf};
use crate::stats::WIDTH;
use crate::tree::{Choice, Tree};

/// Visits that have taken off and not yet landed.
pub(crate) struct Wave<'t, G: Game> {
    tree: &'t Tree<G>,
    random: Random,
    paths: Vec<Path>,
    /// The steps of all paths, and the choices of all steps.
    steps: Vec<Step>,
    choices: Vec<Choice>,
    targets: Vec<Target<'t>>,
    /// The joint moves of all targets.
    moves: Vec<u32>,
    /// The targets by the address of their link.
    by_cell: FxHashMap<usize, u32>,
}

/// From the root to the end of a visit.
struct Path {
    steps: Range<usize>,
    end: End,
}

#[derive(Copy, Clone)]
enum End {
    /// A node whose goals are known.
    Settled(u32),
    /// The target of this number.
    Target(u32),
}

/// A node, and the choices made there.
struct Step {
    node: u32,
    choices: Range<usize>,
}

/// The position after a joint move that is to be evaluated.
struct Target<'t> {
    parent: u32,
    cell: &'t AtomicU64,
    moves: Range<usize>,
    /// A target that is selected several times gets as many times the playouts.
    n_visits: u32,
    stream: u64,
}

/// What a wave has done.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Landing {
    pub(crate) n_visits: u64,
    pub(crate) n_playouts: u64,
    pub(crate) depth: usize,
}

impl<'t, G: Game> Wave<'t, G> {
    /// The random numbers follow from the seed and the number of the wave.
    pub(crate) fn new(tree: &'t Tree<G>, seed: u64, number: u64) -> Self {
        Self {
            tree,
            random: Random::new(seed, number),
            paths: Vec::new(),
            steps: Vec::new(),
            choices: Vec::new(),
            targets: Vec::new(),
            moves: Vec::new(),
            by_cell: FxHashMap::default(),
        }
    }

    /// Selects a leaf, or a node whose goals are known. Without memory for the nodes on the way it
    /// does nothing.
    pub(crate) fn select(&mut self) {
        let first_step = self.steps.len();
        if let Some(end) = self.descend(first_step) {
            self.paths.push(Path { steps: first_step..self.steps.len(), end });
        } else {
            self.turn_back(first_step);
        }
    }

    fn descend(&mut self, first_step: usize) -> Option<End> {
        let tree = self.tree;
        let mut id = tree.root;
        loop {
            let node = tree.node(id);
            if node.is_settled() {
                return Some(End::Settled(id));
            }
            let mut chooser = tree.open(node)?;
            node.flights.fetch_add(1, Ordering::Relaxed);
            let first_choice = self.choices.len();
            self.steps.push(Step { node: id, choices: first_choice..first_choice });
            let exploration = tree.formula.exploration(node.all_visits());
            let is_simultaneous = tree.stats(chooser).next_role.load(Ordering::Relaxed) != 0;
            while chooser != 0 {
                let exploration =
                    if is_simultaneous { exploration * self.caprice() } else { exploration };
                let choice = self.choose(id, chooser, exploration)?;
                tree.stats(choice.stats).depart(choice.at as usize, &tree.formula);
                self.choices.push(choice);
                let step = self.steps.last_mut().expect("pushed above");
                step.choices.end = self.choices.len();
                chooser = tree.stats(chooser).next_role.load(Ordering::Relaxed);
            }
            let cell = tree.cell(&self.choices[first_choice..])?;
            match tree.follow(cell) {
                // A position that repeats is an end: its playouts count, its node is left alone.
                Some(child) if self.steps[first_step..].iter().all(|step| step.node != child) => {
                    id = child;
                }
                _ => return Some(End::Target(self.aim_at(id, cell, first_choice))),
            }
        }
    }

    /// Roles that move at the same time explore now more, now less: otherwise they would fall into
    /// step and never see most of their joint moves.
    fn caprice(&mut self) -> f32 {
        0.5 + self.random.below(1 << 16) as f32 / f32::from(u16::MAX)
    }

    /// Chooses a move for one role in a node.
    fn choose(&mut self, node: u32, first: u32, exploration: f32) -> Option<Choice> {
        let tree = self.tree;
        let head = tree.stats(first);
        let role = head.role.load(Ordering::Relaxed);
        let n_legal = head.n_legal.load(Ordering::Relaxed);
        if Some(role as usize) == tree.game().chance() {
            let slot = self.random.below(n_legal);
            while head.n_tried.load(Ordering::Acquire) <= slot {
                tree.try_next(tree.node(node), first)?;
            }
            return self.choice(first, slot);
        }
        let n_tried = head.n_tried.load(Ordering::Acquire);
        let best = self.best(first, n_tried as usize, exploration);
        let is_better = |&(_, ucb): &(Choice, f32)| ucb >= tree.formula.unvisited(exploration);
        if n_tried == n_legal || best.as_ref().is_some_and(is_better) {
            return best.map(|(choice, _)| choice);
        }
        match tree.try_next(tree.node(node), first) {
            Some(slot) => self.choice(first, slot),
            None => best.map(|(choice, _)| choice),
        }
    }

    /// The move of a slot that has been tried.
    fn choice(&self, first: u32, slot: u32) -> Option<Choice> {
        let role = self.tree.stats(first).role.load(Ordering::Relaxed);
        let mut stats = first;
        for _ in 0..slot as usize / WIDTH {
            stats = self.tree.stats(stats).next.load(Ordering::Acquire);
        }
        let at = slot % WIDTH as u32;
        // Another thread may be about to make it ready.
        self.tree.stats(stats).is_ready(at as usize).then_some(Choice { stats, at, slot, role })
    }

    /// The best of the moves that have been tried, and its UCB1.
    fn best(&self, first: u32, n_tried: usize, exploration: f32) -> Option<(Choice, f32)> {
        let role = self.tree.stats(first).role.load(Ordering::Relaxed);
        let mut best: Option<(Choice, f32)> = None;
        let mut stats = first;
        for from in (0..n_tried).step_by(WIDTH) {
            let record = self.tree.stats(stats);
            if let Some((at, ucb)) = record.best((n_tried - from).min(WIDTH), exploration)
                && best.is_none_or(|(_, most)| ucb > most)
            {
                let slot = (from + at) as u32;
                best = Some((Choice { stats, at: at as u32, slot, role }, ucb));
            }
            stats = record.next.load(Ordering::Acquire);
        }
        best
    }

    /// The target of a link; a visit more if it is one already.
    fn aim_at(&mut self, parent: u32, cell: &'t AtomicU64, first_choice: usize) -> u32 {
        let address = ptr::from_ref(cell).addr();
        if let Some(&target) = self.by_cell.get(&address) {
            self.targets[target as usize].n_visits += 1;
            return target;
        }
        let number = self.targets.len() as u32;
        self.by_cell.insert(address, number);
        let first_move = self.moves.len();
        let joint = self.joint_move(parent, &self.choices[first_choice..]);
        self.moves.extend(joint);
        self.targets.push(Target {
            parent,
            cell,
            moves: first_move..self.moves.len(),
            n_visits: 1,
            stream: self.random.next(),
        });
        number
    }

    /// The moves of all roles in a node: those chosen, and those without a choice.
    fn joint_move(&self, node: u32, choices: &[Choice]) -> Vec<u32> {
        let n_roles = self.tree.game().n_roles();
        let legal = &self.tree.node(node).position().legal;
        let mut chosen = choices.iter().peekable();
        let action = |role: usize| {
            if let Some(choice) = chosen.next_if(|choice| choice.role as usize == role) {
                return self.tree.stats(choice.stats).action(choice.at as usize);
            }
            legal.of_role(role, n_roles).next().expect("a role without a choice has one move")
        };
        (0..n_roles).map(action).collect()
    }

    /// Takes back a visit that could not be finished.
    fn turn_back(&mut self, first_step: usize) {
        for step in self.steps.drain(first_step..) {
            self.tree.node(step.node).flights.fetch_sub(1, Ordering::Relaxed);
            for choice in &self.choices[step.choices] {
                self.tree.stats(choice.stats).abort(choice.at as usize, &self.tree.formula);
            }
        }
    }

    /// The leaves to evaluate, with this many playouts for each visit.
    pub(crate) fn leaves(&self, playouts: u32) -> Vec<Leaf<'_, G::State>> {
        let leaf = |target: &Target<'_>| Leaf {
            state: &self.tree.node(target.parent).position().state,
            joint: &self.moves[target.moves.clone()],
            playouts: playouts * target.n_visits,
            stream: target.stream,
        };
        self.targets.iter().map(leaf).collect()
    }

    /// The joint moves from the root to a leaf, on one of the ways to it.
    pub(crate) fn joint_moves_to(&self, leaf: usize) -> Vec<Vec<u32>> {
        let leads_there =
            |path: &&Path| matches!(path.end, End::Target(target) if target as usize == leaf);
        let path = self.paths.iter().find(leads_there).expect("every leaf has a path");
        let joint = |step: &Step| self.joint_move(step.node, &self.choices[step.choices.clone()]);
        self.steps[path.steps.clone()].iter().map(joint).collect()
    }

    /// Brings all visits home. `sums` has for each role the sum of the values of all visits.
    pub(crate) fn land(
        self,
        evaluations: Evaluations<G::State>,
        playouts: u32,
        sums: &mut [f64],
    ) -> Landing {
        let n_roles = self.tree.game().n_roles();
        let values = self.values(&evaluations.goals, playouts);
        let children = self.link(evaluations.positions);
        let mut landing = Landing::default();
        let mut settled = vec![0.0; n_roles];
        for path in &self.paths {
            let (values, child) = match path.end {
                End::Target(target) => {
                    let target = target as usize;
                    landing.n_playouts += u64::from(playouts);
                    (&values[target * n_roles..][..n_roles], children[target])
                }
                End::Settled(id) => {
                    let node = self.tree.node(id);
                    for (role, value) in settled.iter_mut().enumerate() {
                        *value = f32::from(node.position().bounds.of(role).0) / 100.0;
                    }
                    node.visits.fetch_add(1, Ordering::Relaxed);
                    (&settled[..], Some(id))
                }
            };
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += f64::from(*value);
            }
            landing.n_visits += 1;
            landing.depth = landing.depth.max(path.steps.len());
            self.back_up(path, values);
            self.prove(path, child);
        }
        landing
    }

    /// For each target and each role, the mean goal of its playouts, 0 to 1.
    fn values(&self, goals: &[u32], playouts: u32) -> Vec<f32> {
        let by_target = goals.chunks_exact(self.tree.game().n_roles());
        let values = by_target.zip(&self.targets).flat_map(|(goals, target)| {
            let most = 100.0 * (playouts * target.n_visits) as f32;
            goals.iter().map(move |&sum| sum as f32 / most)
        });
        values.collect()
    }

    /// Puts the positions of all targets into the tree, as far as there is memory.
    fn link(&self, positions: Vec<Evaluation<G::State>>) -> Vec<Option<u32>> {
        let link = |(position, target): (Evaluation<G::State>, &Target<'_>)| {
            // Another thread may have been faster.
            let child = self.tree.follow(target.cell).or_else(|| {
                let child = self.tree.add(position)?;
                target.cell.store(self.tree.link_to(child), Ordering::Release);
                Some(child)
            })?;
            self.tree.node(child).visits.fetch_add(target.n_visits, Ordering::Relaxed);
            Some(child)
        };
        positions.into_iter().zip(&self.targets).map(link).collect()
    }

    fn back_up(&self, path: &Path, values: &[f32]) {
        for step in &self.steps[path.steps.clone()] {
            let node = self.tree.node(step.node);
            node.visits.fetch_add(1, Ordering::Relaxed);
            node.flights.fetch_sub(1, Ordering::Relaxed);
            for choice in &self.choices[step.choices.clone()] {
                let value = values[choice.role as usize];
                self.tree.stats(choice.stats).arrive(choice.at as usize, value, &self.tree.formula);
            }
        }
    }

    /// Carries what is proven up the path. A node may also have news from another path, so each
    /// step is made, and now and then with care.
    fn prove(&self, path: &Path, mut child: Option<u32>) {
        /// A node compares all its children once in so many visits.
        const CARE_INTERVAL: u32 = 8;
        let mut news = true;
        for step in self.steps[path.steps.clone()].iter().rev() {
            let node = self.tree.node(step.node);
            let has_proof = |id: &u32| self.tree.node(*id).has_proof.load(Ordering::Relaxed);
            news = child.filter(has_proof).is_some_and(|child| {
                let visits = node.visits.load(Ordering::Relaxed);
                let is_thorough = news || visits.is_multiple_of(CARE_INTERVAL);
                self.tree.learn(node, &self.choices[step.choices.clone()], child, is_thorough)
            });
            child = Some(step.node);
        }
    }
}
