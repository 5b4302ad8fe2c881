//! Rule sheets that nobody has written: safe and stratified, and without a sense that a person
//! would see in them.

use std::fmt::{self, Write};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// What conditions and heads of rules look like; `$` stands for an argument.
/// A rule for a sentence of one layer may ask for sentences of its own layer and
/// of those below, and negate the latter.
const LAYERS: [&[&str]; 9] = [
    &["(edge $ $)"],
    &["(linked $ $)", "(joined $ $)"],
    &["(lonely $)", "(apart $ $)", "(between $ $ $)"],
    &[
        "(true flag)",
        "(true (p $))",
        "(true (q $ $))",
        "(true (r $ $ $))",
        "(true (at (pos $ (deep $))))",
    ],
    &["(near $ $)", "(lit $)", "(line $ $ $)", "calm"],
    &["(far $ $)", "(dark $)"],
    &[
        "(does $ noop)",
        "(does red noop)",
        "(does $ (go $))",
        "(does red (put $ $))",
        "(legal $ (go $))",
    ],
    &["(struck $ $)", "(hit $)"],
    &["(safe $)"],
];

/// The layers whose sentences have rules.
const DERIVED: [usize; 6] = [1, 2, 4, 5, 7, 8];
/// The last layer that knows nothing of the moves.
const STATE: usize = 5;
const MOVES: usize = 8;

const STATE_HEADS: [&str; 7] = [
    "(legal red (go $))",
    "(legal $ (go $))",
    "(legal red (put $ $))",
    "(legal $ (put b $))",
    "terminal",
    "(goal $ 100)",
    "(goal red 50)",
];

const NEXT_HEADS: [&str; 5] = [
    "(next flag)",
    "(next (p $))",
    "(next (q $ $))",
    "(next (r $ $ $))",
    "(next (at (pos $ (deep $))))",
];

const INITIAL: [&str; 11] = [
    "flag",
    "(p a)",
    "(p b)",
    "(p red)",
    "(q a b)",
    "(q b c)",
    "(q c c)",
    "(r a b c)",
    "(r b b red)",
    "(at (pos a (deep b)))",
    "(at (pos b (deep b)))",
];

const EDGES: [&str; 6] = ["a b", "b c", "c a", "b b", "red a", "a red"];

/// Rules that real games have and random ones seldom hit upon.
const COMMON: [&str; 16] = [
    "(<= (legal ?r noop) (role ?r))",
    "(<= (legal red noop) (not (true flag)))",
    "(<= (next (p ?x)) (true (p ?x)) (not (does red (go ?x))))",
    "(<= (next (q ?x ?y)) (true (q ?x ?y)) (does ?r (go ?z)) (distinct ?x ?z))",
    "(<= (next (q ?x b)) (does ?r (go ?x)) (true (q ?x ?y)) (distinct ?y b))",
    "(<= (next (at ?where)) (true (at ?where)) (not (hit b)))",
    "(<= (next ?fact) (true ?fact) (does ?r noop))",
    "(<= (next (p ?x)) (does red (go ?x)) (does blue (go ?y)) (distinct ?x ?y))",
    "(<= (linked ?x ?z) (linked ?x ?y) (edge ?y ?z))",
    "(<= (near ?x ?z) (near ?x ?y) (true (q ?y ?z)))",
    "(<= (line ?x ?y ?z) (true (q ?x ?y)) (edge ?y ?z) (not (true (r ?x ?y ?z))))",
    "(<= (next (r ?x ?y ?z)) (true (q ?x ?y)) (true (q ?y ?z)) (not (line ?x ?y ?z)))",
    "(<= (next (p ?x)) (edge ?x ?y) (edge ?y ?z) (not (near ?x ?z)) (not (line ?z ?y ?x)))",
    "(<= (next (r ?x ?y ?z)) (true (r ?x ?y ?z)) (not (does red (put ?y ?z))))",
    "(<= (goal ?r 0) (role ?r) (true (p ?x)) (not (goal ?r 100)))",
    "(<= (goal ?r ?n) (role ?r) (score ?n) (true flag)) (score 30) (score 70)",
];

#[derive(Clone, Debug)]
struct Rule {
    head: Sentence,
    conditions: Vec<Sentence>,
    negated: Vec<Sentence>,
    distinct: Option<[&'static str; 2]>,
}

#[derive(Clone, Debug)]
struct Sentence {
    text: &'static str,
    args: [&'static str; 3],
}

/// The text of a random sheet.
pub struct RandomSheet(pub String);

/// The sheet of a number, always the same.
pub fn numbered(seed: u64, number: u64) -> RandomSheet {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    sheets().new_tree(&mut runner).expect("nothing is ruled out").current()
}

/// A failure shows the sheet as text to copy.
impl fmt::Debug for RandomSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Any such sheet. Those that fail can be made smaller.
pub fn sheets() -> impl Strategy<Value = RandomSheet> {
    let parts = (
        subsequence(&["red", "blue"][..], 1..=2),
        subsequence(&INITIAL[..], 0..=INITIAL.len()),
        subsequence(&EDGES[..], 0..=EDGES.len()),
        subsequence(&COMMON[..], 0..=COMMON.len()),
        vec(rule(), 0..16),
    );
    parts.prop_map(|(roles, initial, edges, common, rules)| {
        let mut lines = Vec::new();
        lines.extend(roles.iter().map(|role| format!("(role {role})")));
        lines.extend(initial.iter().map(|fact| format!("(init {fact})")));
        lines.extend(edges.iter().map(|edge| format!("(edge {edge})")));
        lines.extend(common.iter().map(|&rule| rule.to_owned()));
        lines.extend(rules.iter().map(Rule::text));
        RandomSheet(lines.join("\n"))
    })
}

fn rule() -> impl Strategy<Value = Rule> {
    let derived = select(&DERIVED[..]).prop_flat_map(|layer| (select(LAYERS[layer]), Just(layer)));
    let head = prop_oneof![
        3 => derived,
        2 => select(&STATE_HEADS[..]).prop_map(|text| (text, STATE + 1)),
        3 => select(&NEXT_HEADS[..]).prop_map(|text| (text, MOVES + 1)),
    ];
    head.prop_flat_map(|(text, layer)| {
        // Heads above all layers of their kind stand in no condition.
        let (below, within) = match layer {
            6 => (STATE, STATE),
            9 => (MOVES, MOVES),
            _ => (layer - 1, layer),
        };
        let parts = (
            args(),
            vec(sentence(within), 0..4),
            vec(sentence(below), 0..3),
            proptest::option::weighted(0.3, [arg(), arg()]),
        );
        parts.prop_map(move |(args, conditions, negated, distinct)| {
            safe(Rule { head: Sentence { text, args }, conditions, negated, distinct })
        })
    })
}

/// A sentence of one of the first layers, more often of a high one.
fn sentence(last: usize) -> impl Strategy<Value = Sentence> {
    let layer = prop_oneof![0..=last, last.saturating_sub(2)..=last];
    let text = layer.prop_flat_map(|layer| select(LAYERS[layer]));
    (text, args()).prop_map(|(text, args)| Sentence { text, args })
}

fn args() -> impl Strategy<Value = [&'static str; 3]> {
    [arg(), arg(), arg()]
}

fn arg() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        8 => select(&["?x", "?y", "?z"][..]),
        3 => select(&["a", "b", "c", "red"][..]),
    ]
}

/// The same rule with constants for the variables that no condition binds.
fn safe(mut rule: Rule) -> Rule {
    let bound = rule.conditions.iter().flat_map(Sentence::shown).collect::<Vec<_>>();
    let distinct = rule.distinct.iter_mut().flatten();
    let others = rule.negated.iter_mut().chain([&mut rule.head]);
    for arg in others.flat_map(|sentence| &mut sentence.args).chain(distinct) {
        if !bound.contains(arg) {
            *arg = match *arg {
                "?x" => "a",
                "?y" => "b",
                "?z" => "c",
                constant => constant,
            };
        }
    }
    rule
}

impl Rule {
    fn text(&self) -> String {
        let mut text = format!("(<= {}", self.head.text());
        for condition in &self.conditions {
            let _ = write!(text, " {}", condition.text());
        }
        for negated in &self.negated {
            let _ = write!(text, " (not {})", negated.text());
        }
        if let Some([left, right]) = self.distinct {
            let _ = write!(text, " (distinct {left} {right})");
        }
        text.push(')');
        text
    }
}

impl Sentence {
    fn text(&self) -> String {
        self.args.iter().fold(self.text.to_owned(), |text, arg| text.replacen('$', arg, 1))
    }

    /// The arguments that it has room for.
    fn shown(&self) -> Vec<&'static str> {
        self.args[..self.text.matches('$').count()].to_vec()
    }
}
