//! The logic of a machine as the lanes need it: for playouts, goals, expansion and advance.

use stonegate_circuit::passes::read_registers;
use stonegate_circuit::{Circuit, InputId, Lit, LoopId, Node, NodeId, RegisterId};
use stonegate_ground::{Machine, MoveId, RoleId};

use crate::chooser::Tree;
use crate::plan::Plan;
use crate::program::{Logic, Root};

/// The outputs of the playout logic that come first.
pub(crate) const TERMINAL: usize = 0;
pub(crate) const STUCK: usize = 1;

/// The logic of random play.
///
/// Phase 0 tells from the state alone who has how many moves; then the inputs get the numbers of
/// the chosen moves, and phase 1 makes them.
#[derive(Clone, Debug)]
pub(crate) struct PlayLogic {
    pub(crate) logic: Logic,
    pub(crate) choosers: Vec<Chooser>,
    /// The registers of the machine that play needs, in the order of the logic's registers.
    pub(crate) registers: Vec<RegisterId>,
    /// The first output of the goals, if they are evaluated in every step.
    pub(crate) goals: Option<usize>,
}

/// Where a chooser's planes are.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    pub(crate) roles: Vec<RoleId>,
    /// The first output and the number of outputs of the count.
    pub(crate) count: (usize, usize),
    /// For each role but the first, the output that says that it is the one who chooses.
    pub(crate) masks: usize,
    /// The first input and the number of inputs of the pick.
    pub(crate) pick: (usize, usize),
}

/// The registers that legal, terminal and goals depend on, be it through others.
pub(crate) fn play_registers(machine: &Machine) -> Vec<RegisterId> {
    let read = read_registers(&machine.circuit);
    (0..read.len()).filter(|&index| read[index]).map(RegisterId::new).collect()
}

/// Random play, with the goals or without, in which these registers are carried along: at least
/// [`play_registers`].
pub(crate) fn play(
    machine: &Machine,
    plan: &Plan,
    registers: Vec<RegisterId>,
    with_goals: bool,
) -> PlayLogic {
    let mut copy = Copy::new(machine, &registers);
    copy.copy_state_functions();

    let mut outputs = vec![copy.image(machine.terminal()), Lit::FALSE];
    let mut does = vec![Lit::FALSE; machine.n_moves()];
    let mut choosers = Vec::new();
    let mut stuck = Vec::new();
    let mut n_inputs = 0;
    for (role, forced) in machine.role_ids().zip(&plan.forced) {
        for &action in forced {
            does[machine.does(role, action).index()] = copy.legal(role, action);
        }
        if !plan.chooses(role) {
            let moves = machine.move_ids(role);
            if moves.len() == 1 {
                does[machine.does(role, MoveId::new(0)).index()] = Lit::TRUE;
            }
            let lits: Vec<Lit> = moves.map(|action| copy.legal(role, action)).collect();
            stuck.push(!copy.new.or_all(lits));
        }
    }
    for roles in &plan.choosers {
        let moves: Vec<Vec<MoveId>> =
            roles.iter().map(|&role| plan.free_moves(machine, role)).collect();
        let n_leaves = moves.iter().map(Vec::len).max().expect("a chooser has roles");
        let leaves: Vec<Lit> = (0..n_leaves)
            .map(|at| {
                let lits: Vec<Lit> = roles
                    .iter()
                    .zip(&moves)
                    .filter_map(|(&role, moves)| Some(copy.legal(role, *moves.get(at)?)))
                    .collect();
                copy.new.or_all(lits)
            })
            .collect();
        let tree = Tree::new(&mut copy.new, &leaves);
        let any = copy.new.or_all(tree.count().iter().copied());
        let free: Vec<Lit> = roles
            .iter()
            .map(|&role| {
                let forced = plan.forced[role].iter().map(|&action| copy.legal(role, action));
                let forced: Vec<Lit> = forced.collect();
                !copy.new.or_all(forced)
            })
            .collect();
        stuck.push(stuck_chooser(&mut copy.new, &free, any));

        let count = (outputs.len(), tree.count().len());
        outputs.extend(tree.count());
        let masks = outputs.len();
        outputs.extend(&free[1..]);
        let pick = (n_inputs, tree.n_pick_bits());
        n_inputs += pick.1;
        let number: Vec<Lit> = (0..pick.1)
            .map(|bit| copy.new.input(format!("pick {} {bit}", choosers.len())))
            .collect();
        // A lone role that always has to choose picks a move that is legal; else none may be.
        let always = roles.len() == 1 && free[0] == Lit::TRUE;
        let select = if roles.len() == 1 && !always { any } else { Lit::TRUE };
        let picked = tree.pick(&mut copy.new, &number, select);
        for (&role, moves) in roles.iter().zip(&moves) {
            for (&action, &picked) in moves.iter().zip(&picked) {
                let legal = if roles.len() == 1 { Lit::TRUE } else { copy.legal(role, action) };
                does[machine.does(role, action).index()] = copy.new.and(picked, legal);
            }
        }
        choosers.push(Chooser { roles: roles.clone(), count, masks, pick });
    }
    outputs[STUCK] = copy.new.or_all(stuck);
    let goals = with_goals.then_some(outputs.len());
    if with_goals {
        outputs.extend(goal_lits(machine).map(|lit| copy.image(lit)));
    }
    copy.copy_rest(&does);

    let first = to_outputs(outputs);
    let next = |(index, &id): (usize, &RegisterId)| {
        let next = machine.circuit.registers()[id.index()].next;
        Root::Next { lit: copy.image(next), register: index }
    };
    let second = registers.iter().enumerate().map(next).collect();
    let logic = Logic { circuit: copy.new, phases: vec![first, second] };
    PlayLogic { logic, choosers, registers, goals }
}

/// A state in which one of a chooser's roles has no legal move.
///
/// `free` says for each role that no forced move of its is legal, so that it has to choose. Roles
/// that share a chooser never choose together: if two would have to, one of them cannot.
fn stuck_chooser(circuit: &mut Circuit, free: &[Lit], any: Lit) -> Lit {
    let (mut once, mut twice) = (Lit::FALSE, Lit::FALSE);
    for &role in free {
        let both = circuit.and(once, role);
        twice = circuit.or(twice, both);
        once = circuit.or(once, role);
    }
    let alone = circuit.and(once, !any);
    circuit.or(twice, alone)
}

/// The goals alone, and the registers that they read.
pub(crate) fn goals(machine: &Machine) -> (Logic, Vec<RegisterId>) {
    let cone = machine.circuit.cone(machine.goal_roots());
    let registers: Vec<RegisterId> = cone
        .into_iter()
        .filter_map(|node| match machine.circuit.node(node) {
            Node::Register(id) => Some(id),
            _ => None,
        })
        .collect();
    let mut copy = Copy::new(machine, &registers);
    copy.copy_state_functions();
    copy.copy_rest(&vec![Lit::FALSE; machine.n_moves()]);
    let roots = to_outputs(goal_lits(machine).map(|lit| copy.image(lit)).collect());
    (Logic { circuit: copy.new, phases: vec![roots] }, registers)
}

/// Legal moves, terminal and goals, in the order of the machine's outputs, from all registers.
pub(crate) fn expand(machine: &Machine) -> Logic {
    let mut copy = Copy::new(machine, &all_registers(machine));
    copy.copy_state_functions();
    copy.copy_rest(&vec![Lit::FALSE; machine.n_moves()]);
    let outputs = machine.circuit.outputs()[..machine.outputs().n_of_state()].iter();
    let lits = outputs.map(|output| copy.image(output.lit)).collect();
    Logic { circuit: copy.new, phases: vec![to_outputs(lits)] }
}

/// What [`expand`] tells, then whether play ends here, be it that a role has no legal move, and for
/// each role whether it is its turn, given what marks the turns.
pub(crate) fn look(machine: &Machine, plan: &Plan, marks: &[Lit]) -> Logic {
    let mut copy = Copy::new(machine, &all_registers(machine));
    copy.copy_state_functions();
    copy.copy_rest(&vec![Lit::FALSE; machine.n_moves()]);
    let outputs = machine.circuit.outputs()[..machine.outputs().n_of_state()].iter();
    let mut lits: Vec<Lit> = outputs.map(|output| copy.image(output.lit)).collect();
    let mut any_legal = |role: RoleId, moves: &mut dyn Iterator<Item = MoveId>| {
        let moves: Vec<Lit> = moves.map(|action| copy.legal(role, action)).collect();
        copy.new.or_all(moves)
    };
    let over: Vec<Lit> = machine
        .role_ids()
        .map(|role| !any_legal(role, &mut machine.move_ids(role)))
        .chain([lits[machine.outputs().terminal()]])
        .collect();
    let free: Vec<Lit> = machine
        .role_ids()
        .map(|role| {
            if plan.chooses(role) {
                any_legal(role, &mut plan.free_moves(machine, role).into_iter())
            } else {
                Lit::FALSE
            }
        })
        .collect();
    lits.push(copy.new.or_all(over));
    let nobody = !copy.new.or_all(free.iter().copied());
    for (free, &mark) in free.iter().zip(marks) {
        let mark = copy.image(mark);
        let waiting = copy.new.and(nobody, mark);
        lits.push(copy.new.or(*free, waiting));
    }
    Logic { circuit: copy.new, phases: vec![to_outputs(lits)] }
}

/// The next values of all registers as outputs, and then what the roles perceive; the moves are the
/// inputs.
pub(crate) fn advance(machine: &Machine) -> Logic {
    let mut copy = Copy::new(machine, &all_registers(machine));
    copy.copy_state_functions();
    let inputs = machine.circuit.inputs().iter();
    let does: Vec<Lit> = inputs.map(|input| copy.new.input(input.name.as_str())).collect();
    copy.copy_rest(&does);
    let registers = machine.circuit.registers().iter();
    let percepts = machine.circuit.outputs()[machine.outputs().all_percepts()].iter();
    let lits = registers.map(|register| register.next).chain(percepts.map(|output| output.lit));
    let lits = lits.map(|lit| copy.image(lit)).collect();
    Logic { circuit: copy.new, phases: vec![to_outputs(lits)] }
}

pub(crate) fn all_registers(machine: &Machine) -> Vec<RegisterId> {
    (0..machine.circuit.registers().len()).map(RegisterId::new).collect()
}

fn goal_lits(machine: &Machine) -> impl Iterator<Item = Lit> {
    machine.circuit.outputs()[machine.outputs().all_goals()].iter().map(|output| output.lit)
}

fn to_outputs(lits: Vec<Lit>) -> Vec<Root> {
    lits.into_iter().enumerate().map(|(output, lit)| Root::Output { lit, output }).collect()
}

/// A copy of a machine's circuit with other inputs and perhaps fewer registers.
struct Copy<'m> {
    machine: &'m Machine,
    new: Circuit,
    images: Vec<Option<Lit>>,
}

impl<'m> Copy<'m> {
    /// Copies the registers; the others must not be read by what is wanted.
    fn new(machine: &'m Machine, registers: &[RegisterId]) -> Self {
        let old = &machine.circuit;
        let mut new = Circuit::new();
        let mut images = vec![None; old.nodes().len()];
        images[0] = Some(Lit::FALSE);
        for register in old.registers() {
            images[register.node.index()] = Some(Lit::FALSE);
        }
        for &id in registers {
            let register = &old.registers()[id.index()];
            images[register.node.index()] =
                Some(new.register(register.name.as_str(), register.init));
        }
        for atom in old.loops() {
            images[atom.node.index()] = Some(new.loop_atom(atom.name.as_str(), atom.component));
        }
        Self { machine, new, images }
    }

    /// Copies the gates that no input reaches.
    fn copy_state_functions(&mut self) {
        let supports = self.machine.circuit.supports();
        for (node, a, b) in self.machine.circuit.ands() {
            if !supports[node.index()].inputs {
                self.copy_gate(node, a, b);
            }
        }
    }

    /// Copies the other gates, with these literals for the inputs.
    fn copy_rest(&mut self, does: &[Lit]) {
        let old = &self.machine.circuit;
        for (index, input) in old.inputs().iter().enumerate() {
            self.images[input.node.index()] = Some(does[InputId::new(index).index()]);
        }
        for (node, a, b) in old.ands() {
            if self.images[node.index()].is_none() {
                self.copy_gate(node, a, b);
            }
        }
        for (index, atom) in old.loops().iter().enumerate() {
            let feed = self.image(atom.feed);
            self.new.set_feed(LoopId::new(index), feed);
        }
    }

    fn copy_gate(&mut self, node: NodeId, a: Lit, b: Lit) {
        let (a, b) = (self.image(a), self.image(b));
        self.images[node.index()] = Some(self.new.and(a, b));
    }

    fn image(&self, lit: Lit) -> Lit {
        self.images[lit.node().index()].expect("copied before it is used") ^ lit.is_inverted()
    }

    fn legal(&self, role: RoleId, action: MoveId) -> Lit {
        self.image(self.machine.legal(role, action))
    }
}
