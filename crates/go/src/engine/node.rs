//! The tree.

use crate::point::Move;

/// How fast the games behind a move take over from those in which it was made later: with this
/// many blocks both count the same.
const EQUIVALENCE: f32 = 30.0;

/// How many blocks the value of the parent stands for, where a move was hardly made later.
const PARENT_BLOCKS: f32 = 0.1;

/// How many blocks a bonus stands for.
const BONUS_BLOCKS: f32 = 2.0;

/// A node of the tree: a move, and what became of it. Values are those of who made the move.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node {
    pub(super) action: Move,
    first_child: u32,
    n_children: u16,
    /// Descents that have not come back.
    pub(super) n_pending: u16,
    /// Blocks of games behind the move, and the sum of their values.
    pub(super) n: f32,
    pub(super) sum: f32,
    /// The same for games in which the move was made later.
    pub(super) amaf_n: f32,
    pub(super) amaf_sum: f32,
    /// What knowledge adds to the value as long as there are few games.
    pub(super) bonus: f32,
}

impl Node {
    pub(super) const fn new(action: Move, bonus: f32) -> Self {
        let (n, sum, amaf_n, amaf_sum) = (0.0, 0.0, 0.0, 0.0);
        Self {
            action,
            first_child: 0,
            n_children: 0,
            n_pending: 0,
            n,
            sum,
            amaf_n,
            amaf_sum,
            bonus,
        }
    }

    pub(super) const fn is_expanded(&self) -> bool {
        self.n_children > 0
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.n_children)
    }

    /// The mean value, or `otherwise` if there is none.
    pub(super) fn mean(&self, otherwise: f32) -> f32 {
        if self.n > 0.0 { self.sum / self.n } else { otherwise }
    }

    /// How much the move wants to be looked at, below a node of value `parent` (for the same
    /// player). Nothing is added for moves with few visits: games in which they were made later
    /// tell enough of them.
    fn urgency(&self, parent: f32) -> f32 {
        // Descents on their way count as lost, so that threads spread.
        let n = self.n + f32::from(self.n_pending);
        let amaf = (self.amaf_sum + PARENT_BLOCKS * parent) / (self.amaf_n + PARENT_BLOCKS);
        let weight = self.amaf_n / (self.amaf_n + n + self.amaf_n * n / EQUIVALENCE + 1e-6);
        let value = if n > 0.0 { (1.0 - weight) * (self.sum / n) + weight * amaf } else { amaf };
        let bonus = self.bonus * BONUS_BLOCKS / (BONUS_BLOCKS + n);
        value + bonus
    }
}

/// All nodes. The first is the root.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    max_nodes: usize,
}

impl Tree {
    pub(super) const ROOT: usize = 0;

    pub(super) fn new(max_nodes: usize) -> Self {
        Self { nodes: vec![Node::new(Move::Pass, 0.0)], max_nodes }
    }

    pub(super) const fn max_nodes(&self) -> usize {
        self.max_nodes
    }

    /// Gives a leaf its children, if there is room and no other thread was faster.
    pub(super) fn expand(&mut self, leaf: usize, children: Vec<(Move, f32)>) {
        if self.nodes.len() < self.max_nodes && !self.nodes[leaf].is_expanded() {
            let first = self.nodes.len();
            let children = children.into_iter();
            self.nodes.extend(children.map(|(action, bonus)| Node::new(action, bonus)));
            self.nodes[leaf].first_child = first as u32;
            self.nodes[leaf].n_children = (self.nodes.len() - first) as u16;
        }
    }

    /// The child to look at next. The node is expanded.
    pub(super) fn select(&self, parent: usize) -> usize {
        let node = &self.nodes[parent];
        let value = 1.0 - node.mean(0.5);
        let urgency = |&child: &usize| self.nodes[child].urgency(value);
        let best = node.children().map(|child| (child, urgency(&child)));
        let best = best.max_by(|a, b| a.1.total_cmp(&b.1));
        best.expect("an expanded node has children").0
    }

    /// The child that was looked at most.
    pub(super) fn best_child(&self, parent: usize) -> Option<usize> {
        let visits = |&child: &usize| (self.nodes[child].n, self.nodes[child].sum);
        self.nodes[parent].children().max_by(|a, b| {
            let (a, b) = (visits(a), visits(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
    }

    /// The tree below a child of the root, which becomes the root.
    pub(super) fn below(&self, action: Move) -> Option<Self> {
        let children = self.nodes[Self::ROOT].children();
        let start = children.into_iter().find(|&child| self.nodes[child].action == action)?;
        let mut nodes = vec![self.nodes[start]];
        let mut next = 0;
        while next < nodes.len() {
            let children = nodes[next].children();
            nodes[next].first_child = nodes.len() as u32;
            nodes.extend(children.map(|child| self.nodes[child]));
            next += 1;
        }
        for node in &mut nodes {
            node.n_pending = 0;
        }
        Some(Self { nodes, max_nodes: self.max_nodes })
    }
}
