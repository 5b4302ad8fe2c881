//! What other tools get to read.

use expect_test::expect;
use stonegate_circuit::Circuit;

use crate::circuit;

fn sample() -> Circuit {
    circuit(
        r#"
        a = input "does red (mark 1 1)"
        r = register "control" init 1 next !x
        l = loop "reach" component 0 feed y
        x = and a r
        y = and !x l
        output "terminal" !y
    "#,
    )
}

#[test]
fn dot() {
    expect![[r#"
        digraph circuit {
          rankdir=BT;
          node [shape=circle];
          n0 [label=0];
          n1 [shape=invtriangle label="does red (mark 1 1)"];
          n2 [shape=box label="control"];
          n4 -> n2 [style=dotted constraint=false arrowtail=odot dir=both];
          n3 [shape=octagon label="reach"];
          n5 -> n3 [style=dotted constraint=false];
          n4 [label=and];
          n1 -> n4 [];
          n2 -> n4 [];
          n5 [label=and];
          n3 -> n5 [];
          n4 -> n5 [style=dashed];
          o0 [shape=triangle label="terminal"];
          n5 -> o0 [style=dashed];
        }
    "#]]
    .assert_eq(&sample().to_dot());
}

#[test]
fn aiger() {
    expect![[r"
        aag 5 2 1 2 2
        2
        4
        6 9 1
        11
        10
        8 6 2
        10 9 4
        i0 does red (mark 1 1)
        i1 loop reach
        l0 control
        o0 terminal
        o1 feed reach
    "]]
    .assert_eq(&sample().to_aiger());
}

#[test]
fn blif() {
    expect![[r"
        .model circuit
        .inputs i0_does_red__mark_1_1_
        .inputs l0_loop_reach
        .outputs o0_terminal
        .outputs f0_feed_reach
        .latch next0 r0_control 1
        .names n0
        .names i0_does_red__mark_1_1_ r0_control n4
        11 1
        .names l0_loop_reach n4 n5
        10 1
        .names n4 next0
        0 1
        .names n5 o0_terminal
        0 1
        .names n5 f0_feed_reach
        1 1
        .end
    "]]
    .assert_eq(&sample().to_blif());
}
