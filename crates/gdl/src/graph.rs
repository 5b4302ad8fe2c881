//! Which relation depends on which.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::rules::{Literal, RelationId, Rules};
use crate::symbol::Symbol;

/// The dependency graph of the relations of a game: a relation depends on those
/// in the bodies of its rules.
#[derive(Clone, Default, Debug)]
pub struct Dependencies {
    edges: Vec<Edge>,
    /// The edges out of each relation, as ranges of `edges`.
    first_edge: Vec<usize>,
    component: Vec<usize>,
    components: Vec<Vec<RelationId>>,
    stratum: Vec<usize>,
    phase: Vec<Phase>,
}

/// Rule `rule` concludes `from` from `to`, its literal number `literal`.
#[derive(Copy, Clone, Debug)]
pub struct Edge {
    pub from: RelationId,
    pub to: RelationId,
    pub negative: bool,
    pub rule: usize,
    pub literal: usize,
}

/// What must be known before a relation can be computed.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Phase {
    /// Nothing: it is the same in every state.
    Static,
    /// The state: it depends on `true`.
    State,
    /// The state and the moves: it depends on `does`.
    Moves,
}

impl Dependencies {
    pub(crate) fn new(rules: &Rules) -> Self {
        let mut edges = Vec::new();
        for (rule_index, rule) in rules.rules.iter().enumerate() {
            for (literal_index, literal) in rule.body.iter().enumerate() {
                let Some(sentence) = literal.sentence() else { continue };
                edges.push(Edge {
                    from: rule.head.relation,
                    to: sentence.relation,
                    negative: matches!(literal, Literal::Negative(_)),
                    rule: rule_index,
                    literal: literal_index,
                });
            }
        }
        edges.sort_by_key(|edge| edge.from);
        let n_relations = rules.relations.len();
        let first_edge = (0..=n_relations)
            .map(|relation| edges.partition_point(|edge| edge.from.index() < relation))
            .collect();
        let mut graph = Self {
            edges,
            first_edge,
            component: vec![usize::MAX; n_relations],
            components: Vec::new(),
            stratum: vec![0; n_relations],
            phase: vec![Phase::Static; n_relations],
        };
        graph.find_components(rules);
        graph.assign_strata(rules);
        graph
    }

    /// The strongly connected components, each after those it depends on.
    pub fn components(&self) -> &[Vec<RelationId>] {
        &self.components
    }

    /// The index of a relation's component.
    pub fn component(&self, relation: RelationId) -> usize {
        self.component[relation.index()]
    }

    /// The stratum of a relation: above every relation that it negates, where
    /// rules are stratified.
    pub fn stratum(&self, relation: RelationId) -> usize {
        self.stratum[relation.index()]
    }

    pub fn phase(&self, relation: RelationId) -> Phase {
        self.phase[relation.index()]
    }

    /// Whether a relation depends on itself.
    pub fn is_recursive(&self, relation: RelationId) -> bool {
        let component = self.component(relation);
        self.components[component].len() > 1
            || self.edges_of(relation).iter().any(|edge| edge.to == relation)
    }

    /// What a relation depends on directly.
    pub fn edges_of(&self, relation: RelationId) -> &[Edge] {
        let index = relation.index();
        &self.edges[self.first_edge[index]..self.first_edge[index + 1]]
    }

    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// A shortest chain of dependencies from a relation to one that is wanted.
    pub fn path(&self, from: RelationId, wanted: impl Fn(RelationId) -> bool) -> Option<Vec<Edge>> {
        let mut reached_by = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        while let Some(relation) = queue.pop_front() {
            for &edge in self.edges_of(relation) {
                if reached_by.contains_key(&edge.to) {
                    continue;
                }
                reached_by.insert(edge.to, edge);
                if wanted(edge.to) {
                    return Some(unwind(&reached_by, edge, from));
                }
                queue.push_back(edge.to);
            }
        }
        None
    }

    /// Tarjan's algorithm, with its recursion unrolled.
    fn find_components(&mut self, rules: &Rules) {
        const UNSEEN: usize = usize::MAX;
        let n = self.component.len();
        let mut order = vec![UNSEEN; n];
        let mut low = vec![0; n];
        let mut stack = Vec::new();
        let mut n_seen = 0;
        for root in rules.relations.ids() {
            if order[root.index()] != UNSEEN {
                continue;
            }
            let mut calls = vec![(root, self.first_edge[root.index()])];
            while let Some((relation, edge)) = calls.last_mut() {
                let index = relation.index();
                if order[index] == UNSEEN {
                    order[index] = n_seen;
                    low[index] = n_seen;
                    n_seen += 1;
                    stack.push(*relation);
                }
                if *edge < self.first_edge[index + 1] {
                    let to = self.edges[*edge].to;
                    if order[to.index()] == UNSEEN {
                        calls.push((to, self.first_edge[to.index()]));
                        continue;
                    }
                    if self.component[to.index()] == UNSEEN {
                        low[index] = low[index].min(low[to.index()]);
                    }
                    *edge += 1;
                } else {
                    let relation = *relation;
                    calls.pop();
                    if low[index] == order[index] {
                        let start = stack
                            .iter()
                            .rposition(|&member| member == relation)
                            .expect("a relation stays on the stack until its component is found");
                        let mut members = stack.split_off(start);
                        members.sort_unstable();
                        for member in &members {
                            self.component[member.index()] = self.components.len();
                        }
                        self.components.push(members);
                    }
                }
            }
        }
    }

    fn assign_strata(&mut self, rules: &Rules) {
        for members in self.components.clone() {
            let mut stratum = 0;
            let mut phase = Phase::Static;
            for &member in &members {
                phase = phase.max(match rules.relations.name(member) {
                    Symbol::TRUE => Phase::State,
                    Symbol::DOES => Phase::Moves,
                    _ => Phase::Static,
                });
                for edge in self.edges_of(member) {
                    let below = self.stratum[edge.to.index()] + usize::from(edge.negative);
                    let inside = self.component(edge.to) == self.component(member);
                    stratum = stratum.max(if inside { 0 } else { below });
                    phase = phase.max(self.phase(edge.to));
                }
            }
            for &member in &members {
                self.stratum[member.index()] = stratum;
                self.phase[member.index()] = phase;
            }
        }
    }
}

fn unwind(reached_by: &FxHashMap<RelationId, Edge>, last: Edge, from: RelationId) -> Vec<Edge> {
    let mut path = vec![last];
    let mut first = last.from;
    while first != from {
        let edge = reached_by[&first];
        path.push(edge);
        first = edge.from;
    }
    path.reverse();
    path
}
