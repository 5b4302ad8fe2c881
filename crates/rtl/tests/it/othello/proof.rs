//! The rules as specification: on every board whose squares are each empty, black or white, the
//! modules say what the network of the rule sheet says.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use stonegate_circuit::sat::Prover;
use stonegate_circuit::{Circuit, Constraint, Lit};
use stonegate_gdl::analyze;
use stonegate_ground::{Budget, FactValue, Machine, MoveId, RoleId, ground};

use crate::bench::rtl_folder;
use crate::tools::has;

const REVERSI: &str = include_str!("../../../../../games/reversi.kif");

/// More than any question here takes.
const CONFLICTS: u32 = 10_000_000;

/// A module as gates, with the names of its inputs and outputs.
struct Gates {
    inputs: Vec<(usize, String)>,
    outputs: Vec<(usize, String)>,
    ands: Vec<[usize; 3]>,
}

impl Gates {
    /// Yosys makes gates of a module of the Othello machine in a folder.
    fn of(module: &str, root: &Path) -> Self {
        let of = root.file_name().unwrap_or_default().display();
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{module}-{of}.aag"));
        let script = format!(
            "read_verilog -Iothello othello/{module}.v; prep -top {module} -flatten; aigmap; \
             write_aiger -ascii -symbols {}",
            path.display()
        );
        let mut yosys = Command::new("yosys");
        yosys.args(["-q", "-p", &script]).current_dir(root);
        let output = yosys.output().expect("yosys runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Self::read(&std::fs::read_to_string(path).expect("yosys has written it"))
    }

    /// Reads AIGER as text.
    fn read(text: &str) -> Self {
        let numbers = |line: &str| {
            line.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<usize>>()
        };
        let mut lines = text.lines();
        let header = numbers(lines.next().expect("a header"));
        let [_, n_inputs, 0, n_outputs, n_ands] = header[..] else { panic!("{header:?}") };
        let mut take = |count: usize| lines.by_ref().take(count).map(numbers).collect::<Vec<_>>();
        let (inputs, outputs, ands) = (take(n_inputs), take(n_outputs), take(n_ands));
        let mut names = HashMap::new();
        for line in lines.take_while(|&line| line != "c") {
            let (symbol, name) = line.split_once(' ').expect("a symbol has a name");
            names.insert(symbol, name);
        }
        let named = |kind: &str, lits: Vec<Vec<usize>>| {
            let name = |number| names[format!("{kind}{number}").as_str()].to_owned();
            lits.iter().enumerate().map(|(number, lit)| (lit[0], name(number))).collect()
        };
        Self {
            inputs: named("i", inputs),
            outputs: named("o", outputs),
            ands: ands.iter().map(|and| [and[0], and[1], and[2]]).collect(),
        }
    }

    /// Adds the gates to a circuit, whose literals are the inputs; gives the outputs by name.
    fn add(&self, circuit: &mut Circuit, input: impl Fn(&str) -> Lit) -> HashMap<String, Lit> {
        let mut lits = HashMap::from([(0, Lit::constant(false))]);
        let get = |lits: &HashMap<usize, Lit>, lit: usize| {
            let positive = lits[&(lit & !1)];
            if lit & 1 == 1 { !positive } else { positive }
        };
        for (lit, name) in &self.inputs {
            lits.insert(*lit, input(name));
        }
        for &[and, a, b] in &self.ands {
            let (a, b) = (get(&lits, a), get(&lits, b));
            lits.insert(and, circuit.and(a, b));
        }
        self.outputs.iter().map(|(lit, name)| (name.clone(), get(&lits, *lit))).collect()
    }
}

/// The set and the number in `set[number]`.
fn bit(name: &str) -> (&str, usize) {
    let (set, number) = name.split_once('[').expect("a bit of a set");
    (set, number.trim_end_matches(']').parse().expect("a number"))
}

/// The network of the rule sheet as grounded, and its facts and moves by number of the square.
struct Sheet {
    machine: Machine,
    circuit: Circuit,
    /// For black and white, the discs and the control.
    discs: [Vec<Lit>; 2],
    control: [Lit; 2],
}

impl Sheet {
    fn new() -> Self {
        let grounded = ground(&analyze(REVERSI).rules, &Budget::default());
        let machine = grounded.expect("the sheet is small").machine;
        let circuit = machine.circuit.clone();
        let fact = |name: &str| {
            let fact = machine.facts.iter().find(|fact| fact.name == name);
            match fact.unwrap_or_else(|| panic!("{name}")).value {
                FactValue::Constant(value) => Lit::constant(value),
                FactValue::Register { register, inverted } => {
                    Lit::new(circuit.registers()[register.index()].node, inverted)
                }
            }
        };
        let disc = |color, square| fact(&format!("(cell {} {color})", place(square)));
        let discs = ["black", "white"].map(|color| (0..64).map(|n| disc(color, n)).collect());
        let control = ["black", "white"].map(|color| fact(&format!("(control {color})")));
        Self { machine, circuit, discs, control }
    }

    /// Each square is empty, black or white; one player is in control; each makes one move.
    fn constraints(&self) -> Vec<Constraint> {
        let [black, white] = &self.discs;
        let squares = black.iter().zip(white);
        let squares = squares.map(|(&black, &white)| Constraint::AtMostOne(vec![black, white]));
        let moves = self.machine.role_ids().map(|role| {
            let moves = self.machine.move_ids(role).map(|action| self.does(role, action));
            Constraint::ExactlyOne(moves.collect())
        });
        let control = Constraint::ExactlyOne(self.control.to_vec());
        squares.chain(moves).chain([control]).collect()
    }

    fn does(&self, role: RoleId, action: MoveId) -> Lit {
        let input = self.machine.does(role, action);
        self.circuit.inputs()[input.index()].node.into()
    }

    /// The role of a color, and its moves by name.
    fn role(&self, color: usize) -> RoleId {
        let name = ["black", "white"][color];
        let index = self.machine.roles.iter().position(|role| role.name == name);
        self.machine.role_ids().nth(index.expect("the sheet has the role")).expect("it is there")
    }

    fn action(&self, role: RoleId, name: &str) -> Option<MoveId> {
        let moves = &self.machine.roles[role.index()].moves;
        let index = moves.iter().position(|action| action == name)?;
        self.machine.move_ids(role).nth(index)
    }

    /// What a fact that is in a register becomes.
    fn next(&self, lit: Lit) -> Lit {
        let mut registers = self.circuit.registers().iter();
        let register = registers.find(|register| register.node == lit.node()).expect("a register");
        if lit.is_inverted() { !register.next } else { register.next }
    }
}

/// Column and row of a square as the sheet has them.
fn place(square: usize) -> String {
    format!("{} {}", square % 8 + 1, square / 8 + 1)
}

/// The sheet has no moves onto the four squares in the middle, which are never empty.
fn is_middle(square: usize) -> bool {
    [27, 28, 35, 36].contains(&square)
}

/// Whether the legal moves of the module are proved to be those of the sheet.
pub(crate) fn legal_moves_are_proved(root: &Path) -> bool {
    let mut sheet = Sheet::new();
    let gates = Gates::of("legal_moves", root);
    let mut questions = Vec::new();
    for color in 0..2 {
        let (own, other) = (sheet.discs[color].clone(), sheet.discs[1 - color].clone());
        let outputs = gates.add(&mut sheet.circuit, |name| match bit(name) {
            ("mover", number) => own[number],
            (_, number) => other[number],
        });
        let role = sheet.role(color);
        let mut legal = Vec::new();
        for square in (0..64).filter(|&square| !is_middle(square)) {
            let ours = outputs[&format!("legal[{square}]")];
            legal.push(ours);
            let action = sheet.action(role, &format!("(place {})", place(square)));
            let theirs = sheet.machine.legal(role, action.expect("the sheet has the move"));
            questions.push((color, ours, theirs));
        }
        let pass = sheet.action(role, "pass").expect("the sheet has the move");
        let none = !sheet.circuit.or_all(legal);
        questions.push((color, none, sheet.machine.legal(role, pass)));
    }
    let constraints = sheet.constraints();
    let mut prover = Prover::under(&sheet.circuit, &constraints);
    questions.into_iter().all(|(color, ours, theirs)| {
        let control = sheet.control[color];
        let differ = [[control, ours, !theirs], [control, !ours, theirs]];
        differ.iter().all(|lits| prover.refute(lits, CONFLICTS).is_yes())
    })
}

/// Whether the flips of the module are proved to be those of the sheet, for every legal move.
pub(crate) fn flips_are_proved(root: &Path) -> bool {
    let mut sheet = Sheet::new();
    let gates = Gates::of("flipper", root);
    let mut questions = Vec::new();
    for color in 0..2 {
        let (own, other) = (sheet.discs[color].clone(), sheet.discs[1 - color].clone());
        let (role, opponent) = (sheet.role(color), sheet.role(1 - color));
        let noop = sheet.action(opponent, "noop").expect("the sheet has the move");
        for square in (0..64).filter(|&square| !is_middle(square)) {
            let outputs = gates.add(&mut sheet.circuit, |name| match bit(name) {
                ("mover", number) => own[number],
                ("opponent", number) => other[number],
                (_, number) => Lit::constant(number == square),
            });
            let action = sheet.action(role, &format!("(place {})", place(square)));
            let action = action.expect("the sheet has the move");
            let assumed = [
                sheet.control[color],
                sheet.does(role, action),
                sheet.does(opponent, noop),
                sheet.machine.legal(role, action),
            ];
            for number in 0..64 {
                let flip = outputs[&format!("flips[{number}]")];
                let gained = if number == square { Lit::constant(true) } else { flip };
                let expected = [
                    (own[number], sheet.circuit.or(own[number], gained)),
                    (other[number], sheet.circuit.and(other[number], !flip)),
                ];
                questions.extend(expected.map(|(disc, ours)| (assumed, ours, sheet.next(disc))));
            }
        }
    }
    let constraints = sheet.constraints();
    let mut prover = Prover::under(&sheet.circuit, &constraints);
    questions.into_iter().all(|(assumed, ours, theirs)| {
        [[ours, !theirs], [!ours, theirs]].iter().all(|differ| {
            let lits = [&assumed[..], differ].concat();
            prover.refute(&lits, CONFLICTS).is_yes()
        })
    })
}

#[test]
fn legal_moves_are_those_of_the_rule_sheet() {
    if has("yosys") {
        assert!(legal_moves_are_proved(&rtl_folder()));
    }
}

#[test]
fn flips_are_those_of_the_rule_sheet() {
    if has("yosys") {
        assert!(flips_are_proved(&rtl_folder()));
    }
}
