//! A testbench for the network: a few random games, and what must be seen in each state.

use std::fmt::Write;
use std::sync::Arc;

use stonegate_ground::{Goal, Machine, MoveId, PerceptId, RoleId, State, Stepper};

use crate::model::Random;
use crate::shape::Shape;
use crate::timing::Clocks;

/// How many states the testbench visits.
const STATES: usize = 100;

/// The module `testbench`.
pub(crate) fn testbench(
    machine: &Arc<Machine>,
    shape: &Shape,
    clocks: &Clocks,
    title: &str,
) -> String {
    let Shape { roles, moves, move_bits, state_bits, score_bits, .. } = *shape;
    let n_percepts = machine.outputs().all_percepts().len();
    let (percepts, check_percepts) = if n_percepts > 0 {
        (
            format!("\n    reg  [{}:0] expected_percepts = 0;", n_percepts - 1),
            "\n                if (propnet.percepts !== expected_percepts) fail(\"a percept\");",
        )
    } else {
        (String::new(), "")
    };
    let mut text = format!(
        "\
// Plays {title} on the network, and compares what it says with what was computed before.
//
// Made from the rules by `stonegate rtl`; do not edit. For Icarus Verilog.

`timescale 1ns / 1ps
`default_nettype none

module testbench;
    localparam STATE_BITS = {state_bits}, STATE_BYTES = {state_bytes};
    localparam LEGAL_BITS = {legal_bits}, MOVES_BITS = {moves_bits}, SCORES_BITS = {scores_bits};

    reg clk = 0, reset = 0, restart = 0, step = 0, start_write = 0;
    reg  [{address_high}:0] address = 0;
    reg  [7:0] start_byte = 0;
    reg  [MOVES_BITS-1:0] moves = 0;
    wire [7:0] state_byte;
    wire [LEGAL_BITS-1:0] legal;
    wire [SCORES_BITS-1:0] scores;
    /* verilator lint_off UNUSED */
    wire [2*SCORES_BITS-1:0] squares;
    /* verilator lint_on UNUSED */
    wire terminal, flawed, settled;{percepts}

    propnet propnet (
        .clk(clk), .reset(reset), .restart(restart), .step(step), .clear(1'b0),
        .start_write(start_write), .address(address), .start_byte(start_byte),
        .state_byte(state_byte), .moves(moves), .legal(legal), .terminal(terminal),
        .scores(scores), .squares(squares), .flawed(flawed), .settled(settled)
    );

    integer checks = 0, errors = 0, i;

    task tick;
        begin
            #5 clk = 1;
            #5 clk = 0;
        end
    endtask

    task settle;
        begin
            repeat ({settle}) tick;
            while (~settled) tick;
        end
    endtask

    task fail(input [8*16-1:0] what);
        begin
            errors = errors + 1;
            $display(\"state %0d: %0s is wrong\", checks, what);
        end
    endtask

    task load(input [8*STATE_BYTES-1:0] state);
        begin
            start_write = 1;
            for (i = 0; i < STATE_BYTES; i = i + 1) begin
                address = i;
                start_byte = state[8*i +: 8];
                tick;
            end
            start_write = 0;
        end
    endtask

    task check_state(input [8*STATE_BYTES-1:0] state);
        for (i = 0; i < STATE_BYTES; i = i + 1) begin
            address = i;
            #1 if (state_byte !== state[8*i +: 8]) fail(\"the state\");
        end
    endtask

    // Loads a state, looks at it, and makes a joint move if the game is not over.
    task check(
        input [8*STATE_BYTES-1:0] state,
        input [LEGAL_BITS-1:0]    expected_legal,
        input                     expected_terminal,
        input [SCORES_BITS-1:0]   expected_scores,
        input                     expected_flawed,
        input [MOVES_BITS-1:0]    joint_move,
        input [8*STATE_BYTES-1:0] next
    );
        begin
            checks = checks + 1;
            load(state);
            moves = joint_move;
            restart = 1;
            tick;
            restart = 0;
            settle;
            check_state(state);
            if (legal !== expected_legal) fail(\"legal\");
            if (terminal !== expected_terminal) fail(\"terminal\");
            if (scores !== expected_scores) fail(\"a score\");
            if (flawed !== expected_flawed) fail(\"flawed\");
            if (~expected_terminal) begin{check_percepts}
                step = 1;
                tick;
                step = 0;
                check_state(next);
            end
        end
    endtask

    initial begin
        if ($test$plusargs(\"wave\")) begin
            $dumpfile(\"build/testbench.vcd\");
            $dumpvars(0, testbench);
        end
        reset = 1;
        tick;
        reset = 0;
",
        state_bytes = shape.state_bytes(),
        legal_bits = roles * moves,
        moves_bits = roles * move_bits as usize,
        scores_bits = roles * score_bits as usize,
        address_high = shape.address_bits() - 1,
        settle = clocks.settle,
    );
    for visit in visits(machine, STATES) {
        visit.write(&mut text, machine, shape);
    }
    text.push_str(
        "\
        if (errors == 0) $display(\"%0d states: all is well\", checks);
        else $display(\"%0d states: %0d errors\", checks, errors);
        $finish;
    end
endmodule

`default_nettype wire
",
    );
    text
}

/// A state, and a move made there.
struct Visit {
    state: State,
    position: stonegate_ground::Position,
    joint: Vec<MoveId>,
    /// What each role perceives of it.
    percepts: Vec<Vec<PerceptId>>,
    next: State,
}

/// States of random games, one game after the other.
fn visits(machine: &Arc<Machine>, n_states: usize) -> Vec<Visit> {
    let mut stepper = Stepper::new(machine);
    let mut random = Random::new(0);
    let mut state = machine.initial();
    let mut visits = Vec::new();
    while visits.len() < n_states {
        let position = stepper.position(&state);
        let is_over = position.terminal || position.legal.iter().any(Vec::is_empty);
        let mut joint = vec![MoveId::new(0); machine.roles.len()];
        let mut percepts = vec![Vec::new(); machine.roles.len()];
        let mut next = state.clone();
        if !is_over {
            for (choice, legal) in joint.iter_mut().zip(&position.legal) {
                *choice = legal[random.below(legal.len() as u32, 16) as usize];
            }
            percepts = stepper.percepts(&state, &joint);
            next = stepper.next(&state, &joint);
        }
        let following = if is_over { machine.initial() } else { next.clone() };
        // A state in which a role is stuck has nothing to step to.
        if position.terminal || !is_over {
            visits.push(Visit { state, position, joint, percepts, next });
        } else if visits.is_empty() {
            break;
        }
        state = following;
    }
    visits
}

impl Visit {
    fn write(&self, text: &mut String, machine: &Machine, shape: &Shape) {
        let Shape { roles, moves, move_bits, score_bits, .. } = *shape;
        let mut legal = vec![false; roles * moves];
        for (role, list) in self.position.legal.iter().enumerate() {
            for &action in list {
                legal[role * moves + action.index()] = true;
            }
        }
        let field = |numbers: &[u32], bits: u32| {
            let bits = bits as usize;
            numbers.iter().flat_map(|n| (0..bits).map(move |bit| n >> bit & 1 == 1)).collect()
        };
        let scores = self.position.goals.iter().cloned();
        let scores = scores.map(|goals| u32::from(Goal::of_role(goals).value()));
        let scores: Vec<bool> = field(&scores.collect::<Vec<_>>(), score_bits);
        let joint: Vec<u32> = self.joint.iter().copied().map(u32::from).collect();
        let joint: Vec<bool> = field(&joint, move_bits);
        let state = |state: &State| {
            let n_bits = machine.circuit.registers().len();
            let bits = (0..n_bits).map(|bit| state.words()[bit / 64] >> (bit % 64) & 1 == 1);
            let mut bits = bits.collect::<Vec<_>>();
            bits.resize(8 * shape.state_bytes(), false);
            hex(&bits)
        };
        if !machine.outputs().all_percepts().is_empty() {
            let first = machine.outputs().all_percepts().start;
            let mut bits = vec![false; machine.outputs().all_percepts().len()];
            for (role, percepts) in RoleId::enumerate(&self.percepts) {
                for percept in percepts {
                    bits[machine.outputs().percepts(role).start - first + percept.index()] = true;
                }
            }
            let _ = writeln!(text, "        expected_percepts = {};", hex(&bits));
        }
        let flawed = self.position.goals.iter().any(|goals| goals.len() != 1);
        let _ = writeln!(
            text,
            "        check({}, {}, 1'b{}, {}, 1'b{}, {}, {});",
            state(&self.state),
            hex(&legal),
            u8::from(self.position.terminal),
            hex(&scores),
            u8::from(flawed),
            hex(&joint),
            state(&self.next),
        );
    }
}

/// Bits as a number of Verilog, the first bit being the lowest.
fn hex(bits: &[bool]) -> String {
    let digits = bits.chunks(4).rev().map(|chunk| {
        let digit = chunk.iter().rev().fold(0, |digit, &bit| digit << 1 | u32::from(bit));
        char::from_digit(digit, 16).expect("four bits make a digit")
    });
    format!("{}'h{}", bits.len(), digits.collect::<String>())
}
