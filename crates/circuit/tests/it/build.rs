//! Gates: hashing, the laws of one and two levels, wide gates, and the shape of what comes out.

use expect_test::{Expect, expect};
use stonegate_circuit::{Circuit, Lit, LoopId, Origin, VerifyError, passes};

use crate::circuit;

/// Folds a circuit on inputs `a` to `d` whose last gate is the output, and prints its gates.
#[track_caller]
fn check(gates: &str, expect: Expect) {
    let inputs = ["a", "b", "c", "d"].map(|name| format!("{name} = input \"{name}\"\n")).concat();
    let root =
        gates.lines().last().and_then(|line| line.split_whitespace().next()).expect("a gate");
    let circuit = circuit(&format!("{inputs}{gates}\noutput \"f\" {root}"));
    let never: &dyn Fn() -> bool = &|| false;
    let folded = passes::fold(&circuit, never).expect("nobody stops it").circuit;
    let folded = passes::remove_dead(&folded, never).expect("nobody stops it").circuit;
    let text = folded.to_string();
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains("input")).collect();
    expect.assert_eq(&lines.join("; "));
}

#[test]
fn and_with_false() {
    check("f = and 0 a", expect![[r#"output "f" 0"#]]);
}

#[test]
fn and_with_true() {
    check("f = and 1 a", expect![[r#"output "f" n1"#]]);
}

#[test]
fn and_with_itself() {
    check("f = and a a", expect![[r#"output "f" n1"#]]);
}

#[test]
fn and_with_complement() {
    check("f = and a !a", expect![[r#"output "f" 0"#]]);
}

#[test]
fn equal_gates_are_shared() {
    check(
        "x = and a b\ny = and b a\nf = and !x !y",
        expect![[r#"n5 = and n1 n2; output "f" !n5"#]],
    );
}

#[test]
fn contradiction_below() {
    check("x = and a b\nf = and x !a", expect![[r#"output "f" 0"#]]);
}

#[test]
fn absorption() {
    check("x = and a b\nf = and x a", expect![[r#"n5 = and n1 n2; output "f" n5"#]]);
}

#[test]
fn subsumption() {
    check("x = and a b\nf = and !x !a", expect![[r#"output "f" !n1"#]]);
}

#[test]
fn substitution() {
    check("x = and a b\nf = and !x a", expect![[r#"n5 = and n1 !n2; output "f" n5"#]]);
}

#[test]
fn contradiction_on_both_sides() {
    check("x = and a b\ny = and !a c\nf = and x y", expect![[r#"output "f" 0"#]]);
}

#[test]
fn common_operand() {
    check(
        "x = and a b\ny = and a c\nf = and x y",
        expect![[r#"n5 = and n1 n2; n6 = and n3 n5; output "f" n6"#]],
    );
}

#[test]
fn subsumption_on_both_sides() {
    check("x = and a b\ny = and !a c\nf = and x !y", expect![[r#"n5 = and n1 n2; output "f" n5"#]]);
}

#[test]
fn substitution_on_both_sides() {
    check(
        "x = and a b\ny = and a c\nf = and x !y",
        expect![[r#"n5 = and n1 n2; n6 = and !n3 n5; output "f" n6"#]],
    );
}

#[test]
fn resolution() {
    check("x = and a b\ny = and a !b\nf = and !x !y", expect![[r#"output "f" !n1"#]]);
}

#[test]
fn wide_gates_are_flat() {
    let mut circuit = Circuit::new();
    let inputs: Vec<Lit> = (0..100).map(|i| circuit.input(format!("{i}"))).collect();
    let all = circuit.and_all(inputs.iter().copied());
    assert_eq!(circuit.levels()[all.node().index()], 7);
    assert_eq!(circuit.gates([all]), 99);
    assert_eq!(circuit.and_all(inputs.iter().rev().copied()), all, "the order does not matter");
    assert_eq!(circuit.and_all([]), Lit::TRUE);
    assert_eq!(circuit.or_all([]), Lit::FALSE);
    assert_eq!(circuit.or_all([inputs[0], !inputs[0]]), Lit::TRUE);
}

#[test]
fn cones_end_at_registers() {
    let circuit = circuit(
        r#"
        a = input "a"
        r = register "r" init 0 next x
        x = and a r
        y = and !a !r
        z = and !x !y
        output "z" z
    "#,
    );
    let next = circuit.registers()[0].next;
    assert_eq!(circuit.cone([next]).len(), 3);
    assert!(circuit.has_small_cone([next], 3) && !circuit.has_small_cone([next], 2));
    assert_eq!(circuit.gates(circuit.roots()), 3);
    assert_eq!(circuit.fanout_counts(), [0, 2, 2, 2, 1, 1]);
}

#[test]
fn passes_keep_origins() {
    let mut circuit = Circuit::new();
    let (a, b) = (circuit.input("a"), circuit.input("b"));
    circuit.set_origin(Origin(5));
    let both = circuit.and(a, b);
    circuit.output("both", both);
    for rebuilt in [
        passes::fold(&circuit, &|| false),
        passes::balance(&circuit, &|| false),
        passes::factor(&circuit, &|| false),
        passes::rewrite(&circuit, true, &|| false),
    ] {
        let rebuilt = rebuilt.expect("nobody stops it");
        let image = rebuilt.map.get(both).expect("an output is not dead");
        assert_eq!(rebuilt.circuit.origin(image.node()), Origin(5));
    }
}

#[test]
fn verify_finds_feeds_from_later_components() {
    let mut circuit = Circuit::new();
    let a = circuit.loop_atom("a", 0);
    let b = circuit.loop_atom("b", 1);
    circuit.set_feed(LoopId::new(1), a);
    assert_eq!(circuit.verify(), Ok(()));
    circuit.set_feed(LoopId::new(0), b);
    assert_eq!(circuit.verify(), Err(VerifyError::ComponentOrder { atom: LoopId::new(0) }));
}
