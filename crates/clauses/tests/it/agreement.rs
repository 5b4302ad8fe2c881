//! The prover says what the reference evaluator says, in every state of random games.

use std::collections::BTreeSet;

use proptest::prelude::*;
use stonegate_clauses::{Prover, State};
use stonegate_gdl::{Goal, RoleId, TermId, analyze};
use stonegate_oracles::random_sheets::{RandomSheet, sheets};
use stonegate_oracles::{names, own_game, own_names, read, shared};
use stonegate_reference::{Budget, EvaluateError, Evaluator, State as ReferenceState};

/// What one question to the reference may cost: a few sheets are too hard for it.
const MAX_STEPS: u64 = 300_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn on_random_sheets(RandomSheet(sheet) in sheets()) {
        for seed in 0..3 {
            play("", &sheet, seed, 10);
        }
    }
}

#[test]
fn on_our_sheets() {
    for name in own_names() {
        let sheet = own_game(&name);
        assert!(play(&name, &sheet, 1, 60) > 1, "{name}");
    }
}

#[test]
fn on_shared_sheets() {
    let mut n_states = 0;
    for folder in ["games", "games-gdl2"] {
        let Some(folder) = shared(folder) else { return };
        for name in names(&folder, "kif") {
            n_states += play(&name, &read(&folder.join(format!("{name}.kif"))), 1, 6);
        }
    }
    assert!(n_states > 2000, "only {n_states} states");
}

/// Plays a random game and compares what both say of all states. Gives the number of states.
#[track_caller]
fn play(name: &str, sheet: &str, seed: u64, n_steps: usize) -> usize {
    let analysis = analyze(sheet);
    let mut pair = Pair::new(&analysis.rules);
    let mut random = seed;
    let Some((mut expected, mut found)) = pair.initial(name) else { return 0 };
    for step in 0..n_steps {
        let place = format!("{name}, seed {seed}, step {step}");
        let Some(legal) = pair.look(&place, &expected, &found) else { return step };
        let Some(joint) = legal
            .iter()
            .map(|legal| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                legal.get((random >> 33) as usize % legal.len().max(1)).cloned()
            })
            .collect::<Option<Vec<_>>>()
        else {
            return step + 1;
        };
        match pair.make_move(&place, (&expected, &found), &joint) {
            Some(states) => (expected, found) = states,
            None => return step + 1,
        }
    }
    n_steps
}

/// The same game twice.
struct Pair {
    reference: Evaluator,
    prover: Prover,
    budget: Budget<'static>,
}

impl Pair {
    fn new(rules: &stonegate_gdl::Rules) -> Self {
        let budget = Budget { max_steps: MAX_STEPS, ..Budget::default() };
        Self { reference: Evaluator::new(rules), prover: Prover::new(rules), budget }
    }

    #[track_caller]
    fn initial(&mut self, place: &str) -> Option<(ReferenceState, State)> {
        let expected = answer(self.reference.initial(&self.budget))?;
        let found = self.prover.initial(&self.budget).expect("the reference knows it");
        self.compare(place, &expected, &found);
        Some((expected, found))
    }

    /// Compares the facts of two states.
    #[track_caller]
    fn compare(&self, place: &str, expected: &ReferenceState, found: &State) {
        let expected = texts(expected.facts(), |term| self.reference.display(term).to_string());
        let found = texts(found.facts(), |term| self.prover.display(term).to_string());
        assert_eq!(found, expected, "facts of {place}");
    }

    /// Compares what is said of a state, and gives the legal moves if the game goes on. Nothing if
    /// the question is too hard for the reference.
    #[track_caller]
    fn look(
        &mut self,
        place: &str,
        expected: &ReferenceState,
        found: &State,
    ) -> Option<Vec<Vec<String>>> {
        let Self { reference, prover, budget } = self;
        let is_terminal = answer(reference.is_terminal(expected, budget))?;
        assert_eq!(prover.is_terminal(found, budget), Ok(is_terminal), "{place}");
        let mut all = Vec::new();
        for role in reference.role_ids() {
            let goals: Vec<Goal> = answer(reference.goals(expected, role, budget))?;
            assert_eq!(prover.goals(found, role, budget), Ok(goals), "goals of {place}");
            let expected = answer(reference.legal(expected, role, budget))?;
            let found = prover.legal(found, role, budget).expect("the reference knows it").to_vec();
            let expected = texts(&expected, |term| reference.display(term).to_string());
            let found = texts(&found, |term| prover.display(term).to_string());
            assert_eq!(found, expected, "legal moves of {role:?} in {place}");
            all.push(expected.into_iter().collect());
        }
        (!is_terminal).then_some(all)
    }

    /// Makes a joint move and compares what comes of it and what the roles perceive.
    #[track_caller]
    fn make_move(
        &mut self,
        place: &str,
        (before, found_before): (&ReferenceState, &State),
        joint: &[String],
    ) -> Option<(ReferenceState, State)> {
        let Self { reference, prover, budget } = self;
        let moves = reference.parse_terms(&joint.join(" ")).expect("moves are terms");
        let found_moves = joint.iter().map(|text| prover.parse_term(text));
        let found_moves = found_moves.collect::<Option<Vec<_>>>().expect("moves are terms");
        let expected = answer(reference.next(before, &moves, budget))?;
        let found = prover.next(found_before, &found_moves, budget);
        let found = found.expect("the reference knows it");
        for role in RoleId::first(joint.len()) {
            let expected = answer(reference.sees(before, &moves, role, budget))?;
            let found = prover.sees(found_before, &found_moves, role, budget);
            let found = found.expect("the reference knows it").to_vec();
            let expected = texts(&expected, |term| reference.display(term).to_string());
            let found = texts(&found, |term| prover.display(term).to_string());
            assert_eq!(found, expected, "percepts of {role:?} after {place}");
        }
        self.compare(place, &expected, &found);
        Some((expected, found))
    }
}

/// An answer of the reference. Of a sheet with errors and of one that is too hard there is none.
fn answer<T>(answer: Result<T, EvaluateError>) -> Option<T> {
    answer.ok()
}

#[track_caller]
fn texts(terms: &[TermId], text: impl Fn(TermId) -> String) -> BTreeSet<String> {
    let texts = terms.iter().map(|&term| text(term)).collect::<BTreeSet<_>>();
    assert_eq!(texts.len(), terms.len(), "an answer comes once");
    texts
}
