//! Which facts exclude each other in every state that play can reach.
//!
//! Groups of facts that differ only in some arguments are candidates: the contents
//! of a cell, the player in control, the place of a piece. Random play rules most
//! of them out. The others are proved by induction, all at once: if every group
//! holds in a state, and the moves are legal ones, then it holds in the next state.
//! A group whose proof fails is dropped and the others are proved again without it.
//!
//! Where that takes too long, nothing is proved by it. Then groups that follow from little, such as the
//! player in control, are proved without the others.

use rustc_hash::FxHashMap;
use stonegate_circuit::sat::Prover;
use stonegate_circuit::{Circuit, Constraint, Lit, Pattern};
use stonegate_gdl::{TermId, TermNode, Terms};

/// Facts with more arguments than this are not grouped: the ways grow as 2^n.
const MAX_ARGS: usize = 6;

/// In larger circuits, proofs do not follow moves back to why they are legal, and
/// give up early.
const MAX_FULL_PROOF: usize = 30_000;

/// All proofs together may cost this, counted in variables of the solver; past it,
/// nothing is taken for proved.
const MAX_WORK: usize = 30_000_000;

/// The conflicts that a proof may cost.
const CONFLICTS: u32 = 1000;
const FEW_CONFLICTS: u32 = 50;

/// Groups whose next values have up to so many gates and leaves can be proved without the others, up to
/// so many of them.
const SMALL_CONE: usize = 64;
const MAX_SMALL_GROUPS: usize = 32;

/// The candidates: lists of registers, without doubles.
pub(crate) fn candidate_groups(terms: &Terms, facts: &[TermId]) -> Vec<Vec<usize>> {
    let mut groups: FxHashMap<GroupKey, Vec<usize>> = FxHashMap::default();
    for (index, &fact) in facts.iter().enumerate() {
        if let TermNode::Function(functor, args) = terms.get(fact) {
            if args.len() > MAX_ARGS {
                continue;
            }
            // The same arguments under different names.
            groups
                .entry((None, args.len(), args.iter().copied().map(Some).collect()))
                .or_default()
                .push(index);
            for kept in 0..(1_u32 << args.len()) - 1 {
                let key = args.iter().enumerate();
                let key = key.map(|(at, &arg)| (kept >> at & 1 == 1).then_some(arg)).collect();
                groups.entry((Some(*functor), args.len(), key)).or_default().push(index);
            }
        } else {
            groups.entry((None, 0, Vec::new())).or_default().push(index);
        }
    }
    let mut groups = groups.into_values().filter(|group| group.len() > 1).collect::<Vec<_>>();
    groups.sort();
    groups.dedup();
    groups
}

/// A functor, or any; how many arguments; the arguments that members share.
type GroupKey = (Option<stonegate_gdl::Symbol>, usize, Vec<Option<TermId>>);

/// Finds and proves the groups that hold in every reachable state. The circuit has
/// the constraints on moves, and the patterns come from real play.
pub(crate) fn prove_groups(
    circuit: &Circuit,
    candidates: &[Vec<usize>],
    patterns: &[Pattern],
    stop: &dyn Fn() -> bool,
) -> Vec<Constraint> {
    let proved = prove_all(circuit, candidates, patterns, stop);
    let groups = proved.unwrap_or_else(|| small_groups(circuit, candidates, patterns));
    let groups = without_subsets(groups);
    groups.iter().map(|group| group.constraint(circuit)).collect()
}

/// Those groups that are proved by themselves, because they follow from little.
fn small_groups(circuit: &Circuit, candidates: &[Vec<usize>], patterns: &[Pattern]) -> Vec<Group> {
    let is_small = |members: &&Vec<usize>| {
        let next = members.iter().map(|&member| circuit.registers()[member].next);
        members.len() <= SMALL_CONE && circuit.has_small_cone(next, SMALL_CONE)
    };
    let small = candidates.iter().filter(is_small);
    let small = small.filter_map(|members| Group::surviving(members.clone(), circuit, patterns));
    let groups: Vec<Group> = small.take(MAX_SMALL_GROUPS).collect();
    if groups.is_empty() {
        return groups;
    }
    let mut scratch = circuit.clone();
    induction(&mut scratch, groups, &|| false).unwrap_or_default()
}

/// The groups that hold if all others do; nothing if that takes too long.
fn prove_all(
    circuit: &Circuit,
    candidates: &[Vec<usize>],
    patterns: &[Pattern],
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Group>> {
    let mut groups = Vec::new();
    for members in candidates {
        if stop() {
            return None;
        }
        groups.extend(Group::surviving(members.clone(), circuit, patterns));
    }
    induction(&mut circuit.clone_unless(stop)?, groups, stop)
}

/// Drops groups until those that are left hold after a step if they hold before it.
fn induction(
    scratch: &mut Circuit,
    mut groups: Vec<Group>,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Group>> {
    for group in &mut groups {
        if stop() {
            return None;
        }
        group.violation = group.next_violation(scratch);
    }
    let mut work = 0;
    loop {
        let assumed = groups.iter().map(|group| group.constraint(scratch)).collect::<Vec<_>>();
        let constraints = scratch.constraints().iter().chain(&assumed);
        let mut prover = Prover::under(scratch, constraints).unless(stop);
        let mut conflicts = FEW_CONFLICTS;
        if scratch.nodes().len() <= MAX_FULL_PROOF {
            conflicts = CONFLICTS;
            prover.load_constraints();
        }
        let mut proved = Vec::with_capacity(groups.len());
        for group in &groups {
            work += prover.n_vars();
            if stop() || work > MAX_WORK {
                return None;
            }
            let holds = group.violation == Lit::FALSE
                || prover.refute(&[group.violation], conflicts).is_yes();
            proved.push(holds);
        }
        if proved.iter().all(|&holds| holds) {
            return Some(groups);
        }
        let mut proved = proved.into_iter();
        groups.retain(|_| proved.next() == Some(true));
    }
}

/// Registers of which at most one, or exactly one, holds.
struct Group {
    members: Vec<usize>,
    exactly: bool,
    /// Says that the group does not hold in the next state.
    violation: Lit,
}

impl Group {
    /// The group, if it holds in the initial state and no state of the patterns
    /// speaks against it.
    fn surviving(members: Vec<usize>, circuit: &Circuit, patterns: &[Pattern]) -> Option<Self> {
        let initial = members.iter().filter(|&&member| circuit.registers()[member].init).count();
        if initial > 1 {
            return None;
        }
        let mut exactly = initial == 1;
        for pattern in patterns {
            let (mut once, mut twice) = (0, 0);
            for &member in &members {
                twice |= once & pattern.registers[member];
                once |= pattern.registers[member];
            }
            if twice != 0 {
                return None;
            }
            exactly &= once == !0;
        }
        Some(Self { members, exactly, violation: Lit::TRUE })
    }

    fn next_violation(&self, circuit: &mut Circuit) -> Lit {
        let (mut once, mut twice) = (Lit::FALSE, Lit::FALSE);
        for &member in &self.members {
            let next = circuit.registers()[member].next;
            let both = circuit.and(once, next);
            twice = circuit.or(twice, both);
            once = circuit.or(once, next);
        }
        if self.exactly { circuit.or(twice, !once) } else { twice }
    }

    fn constraint(&self, circuit: &Circuit) -> Constraint {
        let lits = self.members.iter().map(|&member| circuit.registers()[member].node.into());
        if self.exactly {
            Constraint::ExactlyOne(lits.collect())
        } else {
            Constraint::AtMostOne(lits.collect())
        }
    }
}

/// Drops the groups that others imply.
fn without_subsets(mut groups: Vec<Group>) -> Vec<Group> {
    groups.sort_by_key(|group| (std::cmp::Reverse(group.members.len()), !group.exactly));
    let mut kept: Vec<Group> = Vec::new();
    for group in groups {
        let implied = kept.iter().any(|other| {
            let within =
                group.members.iter().all(|member| other.members.binary_search(member).is_ok());
            within && (!group.exactly || group.members.len() == other.members.len())
        });
        if !implied {
            kept.push(group);
        }
    }
    kept
}
