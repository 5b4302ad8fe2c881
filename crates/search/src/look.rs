//! A look at the next two steps: who wins at once, and after which moves the opponent does. Where
//! random games say little, also at the third: after which moves every answer loses at once.
//!
//! Where there are hundreds of moves, a tree needs many thousands of visits to come across all of
//! this. A reasoner that makes many moves at once sees it in some milliseconds.

use std::ptr;

use stonegate_ground::{MoveId, RoleId};

use crate::choice::Choice;
use crate::game::Game;
use crate::moves::MoveLists;
use crate::node::{Node, NodeId};
use crate::proof::BEST;
use crate::reasoner::{Evaluation, Leaf, Reasoner};
use crate::tree::Tree;
use crate::wave::joint_move;

/// The second step is made as long as it leads to no more positions than this.
const MAX_REPLIES: usize = 1 << 17;

/// About so many moves are made at a time.
const BATCH: usize = 1 << 12;

/// A look from the root of a tree.
pub(crate) struct Look<'t, G: Game> {
    pub(crate) tree: &'t Tree<G>,
    pub(crate) reasoner: &'t mut dyn Reasoner<G>,
    pub(crate) stop: &'t dyn Fn() -> bool,
}

/// A joint move in a node, in which one role has a choice.
struct Step<'t, S> {
    node: &'t Node<S>,
    role: RoleId,
    joint: Vec<MoveId>,
}

impl<'t, G: Game> Look<'t, G> {
    /// Proves what there is to see, if the roles move one after the other; nothing if the reasoner
    /// makes one move after the other, or if there is no time or no memory.
    pub(crate) fn take(mut self) -> Option<()> {
        let tree = self.tree;
        let root = tree.node(tree.root);
        let role = self.only_role_with_a_choice(root)?;
        tree.open(root)?;
        let chooser = &root.chooser;
        while !chooser.is_all_tried() {
            tree.try_next(chooser)?;
        }
        let choices = (0..chooser.n_legal()).map(|slot| tree.choice(chooser, slot));
        let choices = choices.collect::<Option<Vec<Choice>>>()?;
        let children = self.children(root, role, &choices)?;
        self.tell_root(&choices, &children);
        if root.is_settled() {
            return Some(());
        }
        let replies = self.winning_replies(&children)?;
        let positions = self.make(&replies)?;
        for (Step { node, joint, .. }, position) in replies.iter().zip(positions) {
            prove(tree, node, joint, position)?;
        }
        self.tell_root(&choices, &children);
        if !root.is_settled() && self.reasoner.looks_far(self.stop) {
            let mut n_left = MAX_REPLIES;
            for &child in &children {
                if self.win_after_all_answers(child, role, &mut n_left)? {
                    break;
                }
            }
            self.tell_root(&choices, &children);
        }
        Some(())
    }

    /// Proves that a role wins with its next move after every answer in a node, if that is so and no
    /// more positions than are left have to be looked at; tells whether it is.
    fn win_after_all_answers(
        &mut self,
        id: NodeId,
        role: RoleId,
        n_left: &mut usize,
    ) -> Option<bool> {
        let tree = self.tree;
        let node = tree.node(id);
        let answers = self.joints(&node.position().legal, |mover| mover != role);
        if node.is_settled() || answers.is_empty() {
            return Some(false);
        }
        let answers = answers.into_iter().map(|joint| Step { node, role, joint });
        let answers = answers.collect::<Vec<_>>();
        let positions = self.make(&answers)?;
        let mut seconds = Vec::new();
        for (number, position) in positions.iter().enumerate() {
            let joints = self.joints(&position.legal, |mover| mover == role);
            let is_won = position.outcome.as_ref().is_some_and(|goals| goals[role] == BEST);
            if joints.is_empty() && !is_won {
                return Some(false);
            }
            seconds.extend(joints.into_iter().map(|joint| (number, joint)));
        }
        let Some(rest) = n_left.checked_sub(seconds.len()) else { return Some(false) };
        *n_left = rest;
        let leaves = seconds.iter().map(|(number, joint)| Leaf {
            state: &positions[*number].state,
            joint,
            playouts: 0,
            stream: 0,
        });
        let leaves = leaves.collect::<Vec<_>>();
        let outcomes = self.reasoner.outcomes(&leaves)?;
        let mut wins = vec![None; positions.len()];
        for ((number, joint), outcome) in seconds.iter().zip(outcomes) {
            if outcome.is_some_and(|goals| goals[role] == BEST) {
                wins[*number].get_or_insert(joint);
            }
        }
        let is_won = |(position, win): (&Evaluation<G::State>, &Option<_>)| {
            win.is_some() || position.outcome.is_some()
        };
        if !positions.iter().zip(&wins).all(is_won) {
            return Some(false);
        }
        tree.open(node)?;
        let chooser = &node.chooser;
        while !chooser.is_all_tried() {
            tree.try_next(chooser)?;
        }
        for slot in 0..chooser.n_legal() {
            let choice = tree.choice(chooser, slot)?;
            let joint = joint_move(tree, id, &[choice]).collect::<Vec<_>>();
            let number = answers.iter().position(|answer| answer.joint == joint)?;
            let child = link(tree, &choice, positions[number].clone())?;
            if let Some(win) = wins[number] {
                let step = Step { node: tree.node(child), role, joint: win.clone() };
                let position = self.make(std::slice::from_ref(&step))?.pop()?;
                prove(tree, step.node, win, position)?;
            }
            tree.learn(node, &[choice], child, slot + 1 == chooser.n_legal());
        }
        Some(true)
    }

    /// All joint moves where no more than one role has a choice, which must be a certain one and not
    /// chance.
    fn joints(&self, legal: &MoveLists, is_it: impl Fn(RoleId) -> bool) -> Vec<Vec<MoveId>> {
        let game = self.tree.game();
        let firsts = RoleId::first(game.n_roles()).map(|role| legal.of_role(role).next());
        let Some(firsts) = firsts.collect::<Option<Vec<MoveId>>>() else { return Vec::new() };
        let mut choosers = RoleId::enumerate(legal.counts(game.n_roles())).filter(|&(_, n)| n > 1);
        match (choosers.next(), choosers.next()) {
            (None, _) => vec![firsts],
            (Some((role, _)), None) if is_it(role) && Some(role) != game.chance() => {
                let joint = |action| {
                    let mut joint = firsts.clone();
                    joint[role] = action;
                    joint
                };
                legal.of_role(role).map(joint).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The role that has a choice in a node, if it is only one and not chance.
    fn only_role_with_a_choice(&self, node: &Node<G::State>) -> Option<RoleId> {
        let game = self.tree.game();
        let counts = node.position().legal.counts(game.n_roles());
        let mut roles = RoleId::enumerate(counts).filter(|&(_, n)| n > 1).map(|(role, _)| role);
        let (first, second) = (roles.next()?, roles.next());
        (second.is_none() && Some(first) != game.chance()).then_some(first)
    }

    /// The children of the root after these choices.
    fn children(
        &mut self,
        root: &'t Node<G::State>,
        role: RoleId,
        choices: &[Choice],
    ) -> Option<Vec<NodeId>> {
        let tree = self.tree;
        let mut children = Vec::with_capacity(choices.len());
        for choices in choices.chunks(BATCH) {
            let joint = |choice: &Choice| joint_move(tree, tree.root, &[*choice]).collect();
            let steps =
                choices.iter().map(|choice| Step { node: root, role, joint: joint(choice) });
            let positions = self.make(&steps.collect::<Vec<_>>())?;
            for (choice, position) in choices.iter().zip(positions) {
                children.push(link(tree, choice, position)?);
            }
        }
        Some(children)
    }

    /// For each child a move that wins for the role that makes it, if there is one.
    fn winning_replies(&mut self, children: &[NodeId]) -> Option<Vec<Step<'t, G::State>>> {
        let tree = self.tree;
        let mut winning: Vec<Step<'t, G::State>> = Vec::new();
        let mut n_left = MAX_REPLIES;
        let mut replies = Vec::with_capacity(BATCH);
        for node in children.iter().map(|&child| tree.node(child)) {
            let Some(role) = self.only_role_with_a_choice(node) else { continue };
            let legal = &node.position().legal;
            let Some(rest) = n_left.checked_sub(legal.of_role(role).len()) else { break };
            n_left = rest;
            for action in legal.of_role(role) {
                let firsts =
                    RoleId::first(tree.game().n_roles()).map(|other| legal.of_role(other).next());
                let mut joint = firsts.collect::<Option<Vec<MoveId>>>()?;
                joint[role] = action;
                replies.push(Step { node, role, joint });
            }
            if replies.len() >= BATCH {
                winning.extend(self.wins_among(&mut replies)?);
            }
        }
        winning.extend(self.wins_among(&mut replies)?);
        Some(winning)
    }

    /// The first reply to each move that wins.
    fn wins_among(
        &mut self,
        replies: &mut Vec<Step<'t, G::State>>,
    ) -> Option<Vec<Step<'t, G::State>>> {
        if (self.stop)() {
            return None;
        }
        let outcomes = self.reasoner.outcomes(&leaves(replies))?;
        let mut wins: Vec<Step<'t, G::State>> = Vec::new();
        for (reply, outcome) in replies.drain(..).zip(outcomes) {
            let is_first = wins.last().is_none_or(|last| !ptr::eq(last.node, reply.node));
            if is_first && outcome.is_some_and(|goals| goals[reply.role] == BEST) {
                wins.push(reply);
            }
        }
        Some(wins)
    }

    /// The positions after some moves.
    fn make(&mut self, steps: &[Step<'_, G::State>]) -> Option<Vec<Evaluation<G::State>>> {
        if (self.stop)() {
            return None;
        }
        self.reasoner.make_moves(&leaves(steps))
    }

    /// Tells the root what is proven of its children.
    fn tell_root(&self, choices: &[Choice], children: &[NodeId]) {
        let root = self.tree.node(self.tree.root);
        for (number, (choice, &child)) in choices.iter().zip(children).enumerate() {
            let is_last = number + 1 == choices.len();
            self.tree.learn(root, &[*choice], child, is_last);
        }
    }
}

fn leaves<'s, S>(steps: &'s [Step<'_, S>]) -> Vec<Leaf<'s, S>> {
    let leaf = |step: &'s Step<'_, S>| Leaf {
        state: &step.node.position().state,
        joint: &step.joint,
        playouts: 0,
        stream: 0,
    };
    steps.iter().map(leaf).collect()
}

/// The node of a position after a choice.
fn link<G: Game>(
    tree: &Tree<G>,
    choice: &Choice,
    position: Evaluation<G::State>,
) -> Option<NodeId> {
    let cell = tree.cell(&[*choice])?;
    tree.follow(cell).or_else(|| {
        let hash = tree.hash(&position.state);
        let child = tree.add(position, hash)?;
        tree.link_to(child).store(cell);
        Some(child)
    })
}

/// Puts a move that wins into the tree.
fn prove<G: Game>(
    tree: &Tree<G>,
    node: &Node<G::State>,
    joint: &[MoveId],
    position: Evaluation<G::State>,
) -> Option<()> {
    tree.open(node)?;
    let chooser = &node.chooser;
    let action = joint[chooser.role()];
    let mut slots = 0..chooser.n_legal();
    let slot = slots.find(|&slot| node.action(chooser.role(), slot) == action)?;
    while chooser.n_tried() <= slot {
        tree.try_next(chooser)?;
    }
    let choice = tree.choice(chooser, slot)?;
    let child = link(tree, &choice, position)?;
    tree.learn(node, &[choice], child, false);
    Some(())
}
