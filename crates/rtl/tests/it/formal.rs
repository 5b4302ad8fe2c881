//! Proofs: what holds for every input, and not only for those that were tried.

use std::path::Path;
use std::process::Command;

use stonegate_oracles::is_slow_run;

use crate::bench::rtl_folder;
use crate::tools::has;

/// A harness in `rtl/formal/` and how far it is followed.
struct Proof {
    harness: &'static str,
    files: &'static [&'static str],
    /// Clocks from the start: with a harness that ends, this is all there is.
    clocks: u32,
    /// Clocks of the induction that says that it goes on like this.
    induction: Option<u32>,
}

const PRUNERS: &[&str] = &["go/pruner.v", "go/closure_pruner.v"];

const QUICK: &[Proof] = &[Proof {
    harness: "user_io_formal",
    files: &["go/user_io.v"],
    clocks: 10,
    induction: Some(8),
}];

const SLOW: &[Proof] = &[
    Proof { harness: "pruner_formal", files: PRUNERS, clocks: 4, induction: Some(3) },
    Proof {
        harness: "updater_formal",
        files: &["go/board_updater.v", "go/prune_unit.v", "go/pruner.v", "go/closure_pruner.v"],
        clocks: 28,
        induction: None,
    },
    Proof {
        harness: "uart_formal",
        files: &["go/rx.v", "common/uart_transmitter.v"],
        clocks: 382,
        induction: None,
    },
    Proof { harness: "fifo_formal", files: &["common/fifo.v"], clocks: 16, induction: None },
];

#[test]
fn properties_are_proved() {
    if !has("yosys") || !has("z3") {
        return;
    }
    let slow = SLOW.iter().filter(|_| is_slow_run());
    for proof in QUICK.iter().chain(slow) {
        prove(proof);
    }
}

fn prove(proof: &Proof) {
    let Proof { harness, files, clocks, induction } = proof;
    let model = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{harness}.smt2"));
    let script = format!(
        "read_verilog -formal -Iformal -Igo formal/{harness}.v {}; prep -top {harness} -flatten; \
         async2sync; dffunmap; write_smt2 -wires {}",
        files.join(" "),
        model.display()
    );
    run(Command::new("yosys").args(["-q", "-p", &script]), harness);
    let solve = |args: &[&str]| {
        let mut command = Command::new("yosys-smtbmc");
        run(command.args(["-s", "z3", "--noprogress"]).args(args).arg(&model), harness);
    };
    solve(&["-t", &clocks.to_string()]);
    if let Some(clocks) = induction {
        solve(&["-i", "-t", &clocks.to_string()]);
    }
}

fn run(command: &mut Command, harness: &str) {
    let output = command.current_dir(rtl_folder()).output().expect("the tool runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{harness}: {text}{errors}");
}
