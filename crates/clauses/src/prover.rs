//! The questions that a game answers.

use std::fmt;
use std::sync::Arc;

use stonegate_gdl::{
    Goal, Phase, RoleId, Rules, Sheet, Symbol, Symbols, Syntax, Term, TermId, TermKind, TermNode,
    parse_as,
};
use stonegate_reference::{Budget, EvaluateError};

use crate::memory::Memory;
use crate::plan::{Query, QueryId};
use crate::planner::{Planner, facts_of};
use crate::proof::{Proof, Stacks};

/// A game straight from its clauses, for play.
///
/// It answers what `stonegate_reference::Evaluator` answers, many times as fast, but for the order:
/// answers come in the order in which they are found.
/// Questions about one state share work if they are asked one after the other.
#[derive(Debug)]
pub struct Prover {
    queries: Vec<Query>,
    memory: Memory,
    stacks: Stacks,
    symbols: Symbols,
    roles: Vec<TermId>,
    questions: Questions,
    /// The state and the moves that `memory` is about.
    state: Option<State>,
    moves: Vec<TermId>,
}

/// The facts that are true at one moment of a game, each once and in an order that is the same for
/// all states of a prover. A clone is cheap.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    facts: Arc<[TermId]>,
}

/// What is asked of a game, as far as it has rules for it.
#[derive(Debug)]
struct Questions {
    init: Option<QueryId>,
    legal: Option<QueryId>,
    next: Option<QueryId>,
    terminal: Option<QueryId>,
    goal: Option<QueryId>,
    sees: Option<QueryId>,
}

impl State {
    fn new(mut facts: Vec<TermId>) -> Self {
        facts.sort_unstable();
        facts.dedup();
        Self { facts: facts.into() }
    }

    pub fn facts(&self) -> &[TermId] {
        &self.facts
    }
}

impl Prover {
    /// The game of these rules. Rules that break the specification are taken as far as they make
    /// sense; an error comes with the question that does not.
    pub fn new(rules: &Rules) -> Self {
        let mut planner = Planner::new(rules);
        let relation = |name, arity| rules.relations.get(name, arity);
        let mut query =
            |name, given: &[bool]| Some(planner.query(relation(name, given.len())?, given));
        let questions = Questions {
            init: query(Symbol::INIT, &[false]),
            legal: query(Symbol::LEGAL, &[true, false]),
            next: query(Symbol::NEXT, &[false]),
            terminal: query(Symbol::TERMINAL, &[]),
            goal: query(Symbol::GOAL, &[true, false]),
            sees: query(Symbol::SEES, &[true, false]),
        };
        planner.plan();
        let roles = relation(Symbol::ROLE, 1).map(|role| {
            let table = &planner.facts[facts_of(role).0];
            (0..table.len() as u32).map(|row| table.row(row)[0]).collect()
        });
        let (truths, does) = (relation(Symbol::TRUE, 1), relation(Symbol::DOES, 2));
        let (memory, queries) = Memory::new(rules.terms.clone(), planner, truths, does);
        Self {
            queries,
            memory,
            stacks: Stacks::default(),
            symbols: rules.symbols.clone(),
            roles: roles.unwrap_or_default(),
            questions,
            state: None,
            moves: Vec::new(),
        }
    }

    /// The roles, in the order of the sheet.
    pub fn roles(&self) -> &[TermId] {
        &self.roles
    }

    /// The numbers of the roles.
    pub fn role_ids(&self) -> impl ExactSizeIterator<Item = RoleId> + Clone + use<> {
        RoleId::first(self.roles.len())
    }

    /// The state in which the game begins.
    pub fn initial(&mut self, budget: &Budget<'_>) -> Result<State, EvaluateError> {
        let facts = self.answers(self.questions.init, None, budget)?.to_vec();
        Ok(State::new(facts))
    }

    /// The legal moves of a role.
    pub fn legal(
        &mut self,
        state: &State,
        role: RoleId,
        budget: &Budget<'_>,
    ) -> Result<&[TermId], EvaluateError> {
        self.turn_to(state, &[]);
        self.answers(self.questions.legal, Some(role), budget)
    }

    /// The state after each role has made its move. Whether the moves are legal is not looked at.
    ///
    /// # Panics
    /// If there is not one move for each role.
    pub fn next(
        &mut self,
        state: &State,
        moves: &[TermId],
        budget: &Budget<'_>,
    ) -> Result<State, EvaluateError> {
        assert_eq!(moves.len(), self.roles.len(), "each role makes one move");
        self.turn_to(state, moves);
        let facts = self.answers(self.questions.next, None, budget)?.to_vec();
        Ok(State::new(facts))
    }

    /// What a role perceives when each role makes its move. Whether the moves are legal is not
    /// looked at.
    ///
    /// # Panics
    /// If there is not one move for each role.
    pub fn sees(
        &mut self,
        state: &State,
        moves: &[TermId],
        role: RoleId,
        budget: &Budget<'_>,
    ) -> Result<&[TermId], EvaluateError> {
        assert_eq!(moves.len(), self.roles.len(), "each role makes one move");
        self.turn_to(state, moves);
        self.answers(self.questions.sees, Some(role), budget)
    }

    pub fn is_terminal(
        &mut self,
        state: &State,
        budget: &Budget<'_>,
    ) -> Result<bool, EvaluateError> {
        self.turn_to(state, &[]);
        let Some(query) = self.questions.terminal else { return Ok(false) };
        let entry = self.prove(query, &[], budget)?;
        Ok(self.memory.answers[query.0].len(entry) > 0)
    }

    /// All goal values that hold for a role, sorted. Values that are not whole numbers are left out.
    pub fn goals(
        &mut self,
        state: &State,
        role: RoleId,
        budget: &Budget<'_>,
    ) -> Result<Vec<Goal>, EvaluateError> {
        self.turn_to(state, &[]);
        let values = self.answers(self.questions.goal, Some(role), budget)?.to_vec();
        let mut goals = values.iter().filter_map(|&value| self.goal(value)).collect::<Vec<_>>();
        goals.sort_unstable();
        Ok(goals)
    }

    /// A fact, move or role as text: `(cell 1 1 b)`.
    pub fn display(&self, term: TermId) -> impl fmt::Display + '_ {
        self.memory.terms.terms.display(&self.symbols, term)
    }

    /// Reads a ground term in KIF.
    pub fn parse_term(&mut self, text: &str) -> Option<TermId> {
        // As the argument of a sentence, a term is read as it is in a sheet. The line break ends a
        // comment.
        let (Sheet { clauses, symbols, .. }, errors) =
            parse_as(&format!("(term {text}\n)"), Syntax::Kif);
        match &clauses[..] {
            [clause] if errors.is_empty() => match &clause.head.args[..] {
                [arg] => self.intern(&symbols, arg),
                _ => None,
            },
            _ => None,
        }
    }

    fn intern(&mut self, names: &Symbols, term: &Term) -> Option<TermId> {
        let node = match &term.kind {
            TermKind::Variable(_) => return None,
            TermKind::Constant(symbol) => {
                TermNode::Constant(self.symbols.intern(names.name(*symbol)))
            }
            TermKind::Function(symbol, args) => {
                let args = args.iter().map(|arg| self.intern(names, arg));
                let args = args.collect::<Option<_>>()?;
                TermNode::Function(self.symbols.intern(names.name(*symbol)), args)
            }
        };
        Some(self.memory.terms.terms.intern(node))
    }

    /// Makes `memory` be about a state and moves; no moves if there are none.
    fn turn_to(&mut self, state: &State, moves: &[TermId]) {
        if self.state.as_ref() != Some(state) {
            self.memory.set_state(state.facts());
            self.state = Some(state.clone());
        }
        if self.moves != moves {
            let roles = self.roles.iter().zip(moves);
            self.memory.set_moves(roles.map(|(&role, &action)| [role, action]));
            self.moves = moves.to_vec();
        }
    }

    /// The values of the one free argument of a query; the other one, if there is one, is a role.
    fn answers(
        &mut self,
        query: Option<QueryId>,
        role: Option<RoleId>,
        budget: &Budget<'_>,
    ) -> Result<&[TermId], EvaluateError> {
        let Some(query) = query else { return Ok(&[]) };
        let key = role.map(|role| self.roles[role]);
        let entry = self.prove(query, key.as_slice(), budget)?;
        Ok(self.memory.answers[query.0].rows(entry))
    }

    /// The entry of a query for a key, complete.
    fn prove(
        &mut self,
        query: QueryId,
        key: &[TermId],
        budget: &Budget<'_>,
    ) -> Result<usize, EvaluateError> {
        if self.memory.bytes() > budget.max_bytes / 2 {
            self.memory.forget(Phase::Static);
        }
        let entry = self.memory.entry(query, key);
        if !self.memory.answers[query.0].is_complete(entry) {
            let proof = Proof::new(&self.queries, &mut self.memory, &mut self.stacks);
            proof.run(query, entry, budget).inspect_err(|_| {
                // Entries of an unfinished proof are in no state to be used again.
                self.memory.forget(Phase::Static);
            })?;
        }
        Ok(entry)
    }

    fn goal(&self, term: TermId) -> Option<Goal> {
        match self.memory.terms.terms.get(term) {
            TermNode::Constant(symbol) => self.symbols.name(*symbol).parse().ok(),
            _ => None,
        }
    }
}
