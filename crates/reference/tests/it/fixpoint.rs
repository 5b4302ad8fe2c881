//! Random programs mean what a naive evaluation bottom-up says.

use std::collections::BTreeSet;
use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use stonegate_gdl::RoleId;
use stonegate_reference::Budget;

use crate::play::{evaluator, texts};

const CONSTANTS: [&str; 3] = ["a", "b", "c"];
const VARIABLES: [&str; 3] = ["?x", "?y", "?z"];

/// Relations have two arguments. The first is the state, each further pair of
/// relations is a stratum.
const N_RELATIONS: usize = 5;

#[derive(Copy, Clone, Debug)]
enum Arg {
    Variable(usize),
    Constant(usize),
}

#[derive(Copy, Clone, Debug)]
struct Atom {
    relation: usize,
    args: [Arg; 2],
}

#[derive(Clone, Debug)]
struct Rule {
    head: Atom,
    conditions: Vec<Atom>,
    negated: Vec<Atom>,
}

/// A relation and two constants.
type Fact = (usize, [usize; 2]);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn top_down_is_bottom_up(state in vec(pair(), 0..6), rules in vec(rule(), 1..12)) {
        let sheet = sheet(&state, &rules);
        let mut evaluator = evaluator(&sheet);
        let state = state.into_iter().map(|args| (0, args)).collect();
        let expected = answers(&least_model(state, &rules));
        let budget = Budget::default();
        let state = evaluator.initial(&budget).expect("these are facts");
        let role = RoleId::new(0);
        let legal = evaluator.legal(&state, role, &budget);
        let legal = legal.expect("the rules are safe and stratified");
        let legal = texts(&evaluator, &legal).into_iter().collect::<BTreeSet<_>>();
        prop_assert_eq!(legal, expected, "{}", sheet);
    }
}

fn pair() -> impl Strategy<Value = [usize; 2]> {
    [0..CONSTANTS.len(), 0..CONSTANTS.len()]
}

fn atom(relations: std::ops::Range<usize>) -> impl Strategy<Value = Atom> {
    let arg = || {
        prop_oneof![
            4 => (0..VARIABLES.len()).prop_map(Arg::Variable),
            1 => (0..CONSTANTS.len()).prop_map(Arg::Constant),
        ]
    };
    (relations, [arg(), arg()]).prop_map(|(relation, args)| Atom { relation, args })
}

/// A safe rule that keeps to the strata.
fn rule() -> impl Strategy<Value = Rule> {
    (1..=N_RELATIONS / 2).prop_flat_map(|stratum| {
        let top = 2 * stratum;
        let parts =
            (atom(top - 1..top + 1), vec(atom(0..top + 1), 1..4), vec(atom(0..top - 1), 0..2));
        parts.prop_map(|(mut head, conditions, mut negated)| {
            let bound = conditions.iter().flat_map(|atom| atom.args).collect::<Vec<_>>();
            for arg in negated.iter_mut().flat_map(|atom| &mut atom.args).chain(&mut head.args) {
                if let Arg::Variable(variable) = *arg
                    && !bound.iter().any(|arg| matches!(arg, Arg::Variable(v) if *v == variable))
                {
                    *arg = Arg::Constant(variable);
                }
            }
            Rule { head, conditions, negated }
        })
    })
}

/// The program as a sheet whose legal moves tell what holds, asked in several ways.
fn sheet(state: &[[usize; 2]], rules: &[Rule]) -> String {
    let mut sheet = "(role r)\n".to_owned();
    for [x, y] in state {
        let _ = writeln!(sheet, "(init (p0 {} {}))", CONSTANTS[*x], CONSTANTS[*y]);
    }
    for rule in rules {
        let _ = write!(sheet, "(<= {}", sentence(rule.head));
        for &atom in &rule.conditions {
            let _ = write!(sheet, " {}", sentence(atom));
        }
        for &atom in &rule.negated {
            let _ = write!(sheet, " (not {})", sentence(atom));
        }
        sheet.push_str(")\n");
    }
    for relation in 1..N_RELATIONS {
        let _ = writeln!(
            sheet,
            "(<= (legal r (ground {relation})) (p{relation} b c))
             (<= (legal r (right {relation} ?y)) (p{relation} a ?y))
             (<= (legal r (left {relation} ?x)) (p{relation} ?x b))
             (<= (legal r (same {relation} ?x)) (p{relation} ?x ?x))
             (<= (legal r (all {relation} ?x ?y)) (p{relation} ?x ?y))"
        );
    }
    sheet
}

fn sentence(atom: Atom) -> String {
    let [x, y] = atom.args.map(|arg| match arg {
        Arg::Variable(variable) => VARIABLES[variable],
        Arg::Constant(constant) => CONSTANTS[constant],
    });
    match atom.relation {
        0 => format!("(true (p0 {x} {y}))"),
        relation => format!("(p{relation} {x} {y})"),
    }
}

fn least_model(mut facts: BTreeSet<Fact>, rules: &[Rule]) -> BTreeSet<Fact> {
    for stratum in 1..=N_RELATIONS / 2 {
        let rules = rules.iter().filter(|rule| rule.head.relation.div_ceil(2) == stratum);
        let rules = rules.collect::<Vec<_>>();
        loop {
            let n_facts = facts.len();
            for rule in &rules {
                conclude(rule, &mut facts);
            }
            if facts.len() == n_facts {
                break;
            }
        }
    }
    facts
}

fn conclude(rule: &Rule, facts: &mut BTreeSet<Fact>) {
    for assignment in 0..CONSTANTS.len().pow(VARIABLES.len() as u32) {
        let value = |arg| match arg {
            Arg::Variable(variable) => {
                assignment / CONSTANTS.len().pow(variable as u32) % CONSTANTS.len()
            }
            Arg::Constant(constant) => constant,
        };
        let instance = |atom: &Atom| (atom.relation, atom.args.map(value));
        if rule.conditions.iter().all(|atom| facts.contains(&instance(atom)))
            && !rule.negated.iter().any(|atom| facts.contains(&instance(atom)))
        {
            facts.insert(instance(&rule.head));
        }
    }
}

/// The legal moves of a sheet with this model.
fn answers(model: &BTreeSet<Fact>) -> BTreeSet<String> {
    let mut answers = BTreeSet::new();
    for &(relation, args) in model.iter().filter(|(relation, _)| *relation > 0) {
        let [x, y] = args.map(|constant| CONSTANTS[constant]);
        answers.insert(format!("(all {relation} {x} {y})"));
        if (x, y) == ("b", "c") {
            answers.insert(format!("(ground {relation})"));
        }
        if x == "a" {
            answers.insert(format!("(right {relation} {y})"));
        }
        if y == "b" {
            answers.insert(format!("(left {relation} {x})"));
        }
        if x == y {
            answers.insert(format!("(same {relation} {x})"));
        }
    }
    answers
}
