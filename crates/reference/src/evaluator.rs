//! The questions that a game answers.

use std::fmt;

use stonegate_gdl::{Goal, RelationId, RoleId, Rules, Symbol, Symbols, TermId, TermNode};

use crate::budget::{Budget, EvaluateError};
use crate::calls::Cell;
use crate::knowledge::Knowledge;
use crate::program::Program;
use crate::state::{State, sort_terms};
use crate::text::{ParseTermError, parse_terms};

/// A game, straight from its clauses.
///
/// Questions about one state share work if they are asked one after the other.
/// A relation that the sheet does not define is false, and a keyword with an
/// unusual number of arguments is a relation like any other.
///
/// Lists of terms are sorted as their text is: by name, functions before
/// constants. The order does not depend on what was asked before.
#[derive(Debug)]
pub struct Evaluator {
    program: Program,
    symbols: Symbols,
    knowledge: Knowledge,
    roles: Vec<TermId>,
    /// The state and the moves that `knowledge` is about.
    state: Option<State>,
    moves: Vec<TermId>,
}

impl Evaluator {
    /// The game of these rules. Rules that break the specification are taken as
    /// far as they make sense; an error comes with the question that does not.
    pub fn new(rules: &Rules) -> Self {
        let program = Program::new(rules);
        let role = rules.relations.get(Symbol::ROLE, 1);
        let is_role = |(relation, _): &&(RelationId, _)| Some(*relation) == role;
        let roles = program.facts().iter().filter(is_role).map(|(_, args)| args[0]).collect();
        Self {
            knowledge: Knowledge::new(&program, rules.terms.clone()),
            symbols: rules.symbols.clone(),
            program,
            roles,
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
        let facts = self.answers(Symbol::INIT, &[Cell::Free(0)], budget)?;
        Ok(self.state(facts))
    }

    /// The legal moves of a role.
    pub fn legal(
        &mut self,
        state: &State,
        role: RoleId,
        budget: &Budget<'_>,
    ) -> Result<Vec<TermId>, EvaluateError> {
        self.turn_to(state, &[]);
        let call = [Cell::Ground(self.roles[role]), Cell::Free(0)];
        let mut moves = self.answers(Symbol::LEGAL, &call, budget)?;
        sort_terms(&self.knowledge.terms, &self.symbols, &mut moves);
        Ok(moves)
    }

    /// The state after each role has made its move. Whether the moves are legal
    /// is not looked at.
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
        let facts = self.answers(Symbol::NEXT, &[Cell::Free(0)], budget)?;
        Ok(self.state(facts))
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
    ) -> Result<Vec<TermId>, EvaluateError> {
        assert_eq!(moves.len(), self.roles.len(), "each role makes one move");
        self.turn_to(state, moves);
        let call = [Cell::Ground(self.roles[role]), Cell::Free(0)];
        let mut percepts = self.answers(Symbol::SEES, &call, budget)?;
        sort_terms(&self.knowledge.terms, &self.symbols, &mut percepts);
        Ok(percepts)
    }

    pub fn is_terminal(
        &mut self,
        state: &State,
        budget: &Budget<'_>,
    ) -> Result<bool, EvaluateError> {
        self.turn_to(state, &[]);
        let Some(relation) = self.relation(Symbol::TERMINAL, 0) else { return Ok(false) };
        Ok(self.knowledge.prove(&self.program, relation, &[], budget)?.len() > 0)
    }

    /// All goal values that hold for a role, sorted. Values that are not whole
    /// numbers are left out.
    pub fn goals(
        &mut self,
        state: &State,
        role: RoleId,
        budget: &Budget<'_>,
    ) -> Result<Vec<Goal>, EvaluateError> {
        self.turn_to(state, &[]);
        let call = [Cell::Ground(self.roles[role]), Cell::Free(0)];
        let values = self.answers(Symbol::GOAL, &call, budget)?;
        let mut goals: Vec<Goal> = values.iter().filter_map(|&value| self.goal(value)).collect();
        goals.sort_unstable();
        Ok(goals)
    }

    /// The state in which exactly these facts are true.
    pub fn state(&self, facts: Vec<TermId>) -> State {
        State::new(&self.knowledge.terms, &self.symbols, facts)
    }

    /// A fact, move or role as text: `(cell 1 1 b)`.
    pub fn display(&self, term: TermId) -> impl fmt::Display + '_ {
        self.knowledge.terms.display(&self.symbols, term)
    }

    /// Reads facts, moves or roles in KIF, any number of them.
    pub fn parse_terms(&mut self, text: &str) -> Result<Vec<TermId>, ParseTermError> {
        parse_terms(&mut self.knowledge.terms, &mut self.symbols, text)
    }

    /// Makes `knowledge` be about a state and moves; no moves if there are none.
    fn turn_to(&mut self, state: &State, moves: &[TermId]) {
        if self.state.as_ref() != Some(state) {
            self.knowledge.set_state(&self.program, state.facts());
            self.state = Some(state.clone());
        }
        if self.moves != moves {
            if let Some(does) = self.relation(Symbol::DOES, 2) {
                let facts = self.roles.iter().zip(moves).map(|(&role, &action)| [role, action]);
                self.knowledge.set_moves(&self.program, Program::facts_of(does), facts);
            }
            self.moves = moves.to_vec();
        }
    }

    /// The values of the one free variable of a call.
    fn answers(
        &mut self,
        keyword: Symbol,
        call: &[Cell],
        budget: &Budget<'_>,
    ) -> Result<Vec<TermId>, EvaluateError> {
        let Some(relation) = self.relation(keyword, call.len()) else { return Ok(Vec::new()) };
        let answers = self.knowledge.prove(&self.program, relation, call, budget)?;
        Ok(answers.iter().map(|row| row[0]).collect())
    }

    fn relation(&self, keyword: Symbol, arity: usize) -> Option<RelationId> {
        self.program.relations.get(keyword, arity)
    }

    fn goal(&self, term: TermId) -> Option<Goal> {
        match self.knowledge.terms.get(term) {
            TermNode::Constant(symbol) => self.symbols.name(*symbol).parse().ok(),
            _ => None,
        }
    }
}
