//! What a game became: its circuit in numbers.

use std::collections::BTreeMap;

use serde::Serialize;
use stonegate_circuit::Lit;
use stonegate_gdl::{Rules, Sheet, Span};
use stonegate_ground::{Machine, OutputKind};

use super::{Place, Ruler};

/// Counting the gates behind each output takes a look at every node for each of them.
/// Beyond so many looks it is left out.
const MAX_LOOKS: usize = 200_000_000;

/// How long a game took to get ready.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Times {
    /// From the rules to the first circuit, in milliseconds.
    pub ready_ms: f64,
    /// From there to the small one.
    pub optimize_ms: f64,
    /// Whether the circuit was already made at an earlier time.
    pub from_cache: bool,
}

/// A circuit in numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CircuitView {
    pub registers: usize,
    pub gates: usize,
    pub levels: u32,
    /// How many groups of facts are known to exclude each other.
    pub invariants: usize,
    #[serde(flatten)]
    pub times: Times,
    pub relations: Vec<RelationView>,
    pub by_level: Vec<LevelView>,
    pub outputs: Vec<OutputView>,
}

/// The rules of a relation and the gates that come from them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RelationView {
    pub name: String,
    pub rules: Vec<Place>,
    pub gates: usize,
}

/// The gates that are equally far from the registers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LevelView {
    pub level: u32,
    pub gates: Vec<LevelGates>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LevelGates {
    pub relation: String,
    pub gates: usize,
}

/// Something that the circuit computes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OutputView {
    pub name: String,
    pub kind: &'static str,
    /// How many gates compute it; `None` where counting would take too long.
    pub gates: Option<usize>,
}

/// What gates are said to come from that no rule is named for.
const NO_RULE: &str = "";

impl CircuitView {
    /// The numbers of a machine that was made of these rules, the rules of this text.
    pub fn new(machine: &Machine, rules: &Rules, sheet: &Sheet, text: &str, times: Times) -> Self {
        let circuit = &machine.circuit;
        let roots = circuit.roots();
        let cone = circuit.cone(roots.iter().copied());
        let gates = cone.iter().filter(|&&node| circuit.fanins(node).is_some());
        let mut by_relation: BTreeMap<&str, usize> = BTreeMap::new();
        let mut by_level: BTreeMap<u32, BTreeMap<&str, usize>> = BTreeMap::new();
        let mut n_gates = 0;
        for &gate in gates {
            let relation =
                machine.provenance(gate).map_or(NO_RULE, |provenance| &provenance.relation);
            let level = circuit.levels()[gate.index()];
            *by_relation.entry(relation).or_default() += 1;
            *by_level.entry(level).or_default().entry(relation).or_default() += 1;
            n_gates += 1;
        }
        let outputs = outputs(machine);
        let counts_gates = outputs.len().saturating_mul(circuit.nodes().len()) <= MAX_LOOKS;
        Self {
            registers: circuit.registers().len(),
            gates: n_gates,
            levels: by_level.keys().next_back().copied().unwrap_or(0),
            invariants: machine.groups().count(),
            times,
            relations: relations(rules, sheet, text, &by_relation),
            by_level: by_level.into_iter().map(level_view).collect(),
            outputs: outputs
                .into_iter()
                .map(|(name, kind, lit)| OutputView {
                    name,
                    kind,
                    gates: counts_gates.then(|| circuit.gates([lit])),
                })
                .collect(),
        }
    }
}

fn level_view((level, gates): (u32, BTreeMap<&str, usize>)) -> LevelView {
    let gates = gates
        .into_iter()
        .map(|(relation, gates)| LevelGates { relation: relation.to_owned(), gates });
    LevelView { level, gates: gates.collect() }
}

/// All that a machine computes: name, kind and literal.
pub(super) fn outputs(machine: &Machine) -> Vec<(String, &'static str, Lit)> {
    let outputs = machine.circuit.outputs().iter().enumerate().map(|(index, output)| {
        let kind = match machine.outputs().kind(index) {
            OutputKind::Legal { .. } => "legal",
            OutputKind::Terminal => "terminal",
            OutputKind::Goal { .. } => "goal",
            OutputKind::Percept { .. } => "percept",
        };
        (term(&output.name), kind, output.lit)
    });
    let registers = machine.circuit.registers().iter();
    let nexts =
        registers.map(|register| (format!("(next {})", register.name), "next", register.next));
    outputs.chain(nexts).collect()
}

/// The name of a node as a term: the circuit leaves out the outer parentheses.
pub(super) fn term(name: &str) -> String {
    if name.contains(' ') && !name.starts_with('(') { format!("({name})") } else { name.to_owned() }
}

/// Relations in the order in which the sheet first defines them; facts of the sheet
/// are no rules.
fn relations(
    rules: &Rules,
    sheet: &Sheet,
    text: &str,
    gates: &BTreeMap<&str, usize>,
) -> Vec<RelationView> {
    let ruler = Ruler::new(text);
    let mut views: Vec<RelationView> = Vec::new();
    let mut last_clause = None;
    for rule in rules.rules.iter().filter(|rule| !rule.body.is_empty()) {
        let name = rules.relation_name(rule.head.relation);
        let index = views.iter().position(|view| view.name == name).unwrap_or_else(|| {
            let gates = gates.get(name).copied().unwrap_or(0);
            views.push(RelationView { name: name.to_owned(), rules: Vec::new(), gates });
            views.len() - 1
        });
        // The alternatives of a clause are rules of their own.
        if last_clause.replace(rule.clause) != Some(rule.clause) {
            views[index].rules.push(ruler.place(sheet.clauses[rule.clause].span));
        }
    }
    if let Some(&gates) = gates.get(NO_RULE) {
        views.push(RelationView { name: NO_RULE.to_owned(), rules: Vec::new(), gates });
    }
    views
}

/// The whole clause that a head belongs to.
pub(super) fn clause_span(rules: &Rules, sheet: &Sheet, head: Span) -> Span {
    let rule = rules.rules.iter().find(|rule| rule.head.span == head);
    rule.map_or(head, |rule| sheet.clauses[rule.clause].span)
}
