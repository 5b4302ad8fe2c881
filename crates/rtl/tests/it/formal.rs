//! Proofs: what holds for every input, and not only for those that were tried.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use stonegate_oracles::is_slow_run;

use crate::bench::rtl_folder;
use crate::side_by_side::for_each;
use crate::tools::has;

/// A harness in `rtl/formal/` and how far it is followed.
struct Proof {
    harness: &'static str,
    files: &'static [&'static str],
    solver: Solver,
}

/// Who proves it. Harnesses with many small parts are easier for the one, arithmetic and long waits
/// for the other.
enum Solver {
    /// The solver of Yosys, by an induction over at most so many clocks.
    Yosys {
        induction: u32,
        /// Signals that may be anything: what is read from memories, which it does not know.
        cut: &'static [&'static str],
    },
    /// For what has no clock; one half of the harness after the other.
    Cadical,
    Z3 {
        /// Clocks from the start: with a harness that ends, this is all there is.
        clocks: u32,
        /// Clocks of the induction that says that it goes on like this.
        induction: Option<u32>,
    },
}

const QUICK: &[Proof] = &[
    Proof {
        harness: "pruner_formal",
        files: &["go/pruner.v"],
        solver: Solver::Yosys { induction: 4, cut: &[] },
    },
    Proof {
        harness: "updater_formal",
        files: &["go/board_updater.v", "formal/prune_unit_model.v"],
        solver: Solver::Yosys { induction: 4, cut: &[] },
    },
    Proof {
        harness: "game_formal",
        files: &[
            "go/game.v",
            "go/game_fsm.v",
            "go/board_updater.v",
            "go/territory_counter.v",
            "go/tallier.v",
            "formal/prune_unit_model.v",
        ],
        solver: Solver::Yosys { induction: 4, cut: &[] },
    },
    Proof {
        harness: "classic_link_formal",
        files: &["go/classic_link.v"],
        solver: Solver::Yosys { induction: 4, cut: &[] },
    },
    Proof {
        harness: "framed_link_formal",
        files: &["go/framed_link.v", "formal/framed_link_models.v"],
        solver: Solver::Yosys { induction: 4, cut: &["link.read_byte", "link.entry"] },
    },
    Proof {
        harness: "fifo_formal",
        files: &["common/fifo.v"],
        solver: Solver::Z3 { clocks: 8, induction: Some(4) },
    },
    Proof {
        harness: "history_formal",
        files: &["go/history.v"],
        solver: Solver::Z3 { clocks: 12, induction: Some(4) },
    },
    Proof {
        harness: "user_io_formal",
        files: &["go/user_io.v"],
        solver: Solver::Z3 { clocks: 10, induction: Some(8) },
    },
    Proof {
        harness: "gomoku_formal",
        files: &[
            "gomoku/host_link.v",
            "gomoku/main_fsm.v",
            "gomoku/window_counter.v",
            "gomoku/sram_controller.v",
        ],
        solver: Solver::Yosys { induction: 4, cut: &[] },
    },
    Proof {
        harness: "steps_formal",
        files: &[
            "connect6/step1.v",
            "connect6/step2.v",
            "connect6/attack_step.v",
            "connect6/step4.v",
            "connect6/stop_step.v",
            "connect6/step7.v",
            "connect6/fact_scan.v",
        ],
        solver: Solver::Yosys { induction: 4, cut: &[] },
    },
    Proof {
        harness: "comparator_formal",
        files: &["gomoku/row_comparator.v", "gomoku/comparator.v", "gomoku/game_board_window.v"],
        solver: Solver::Z3 { clocks: 9, induction: None },
    },
    Proof {
        harness: "divider_formal",
        files: &["camera/divider.v"],
        solver: Solver::Z3 { clocks: 12, induction: None },
    },
    Proof {
        harness: "stabilizer_formal",
        files: &["camera/stabilizer.v"],
        solver: Solver::Z3 { clocks: 4, induction: Some(3) },
    },
    Proof {
        harness: "k_means_formal",
        files: &["camera/k_means.v", "camera/divider.v"],
        solver: Solver::Yosys { induction: 4, cut: &["k_means.distances", "k_means.weight"] },
    },
    Proof {
        harness: "uart_formal",
        files: &["go/rx.v", "common/uart_receiver.v", "common/uart_transmitter.v"],
        solver: Solver::Yosys { induction: 4, cut: &[] },
    },
];

/// These need a solver of their own.
const SLOW: &[Proof] = &[Proof {
    harness: "closure_formal",
    files: &["go/closure.v", "go/frontier.v", "go/frontier_step.v"],
    solver: Solver::Cadical,
}];

#[test]
fn properties_are_proved() {
    if !has("yosys") || !has("z3") || (is_slow_run() && !has("cadical")) {
        return;
    }
    let slow = SLOW.iter().filter(|_| is_slow_run());
    let proofs = QUICK.iter().chain(slow).collect::<Vec<_>>();
    for_each(&proofs, |_, proof| {
        let start = Instant::now();
        prove(proof);
        eprintln!("{} is proved, {:.0} s", proof.harness, start.elapsed().as_secs_f64());
    });
}

fn prove(proof: &Proof) {
    let Proof { harness, files, solver } = proof;
    let model = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{harness}.smt2"));
    let read = format!(
        "read_verilog -formal -Iformal -Igo -Iconnect6 formal/{harness}.v {}",
        files.join(" ")
    );
    let prepare = format!("prep -top {harness} -flatten; async2sync; dffunmap");
    let yosys = |rest: &str| {
        run(Command::new("yosys").args(["-q", "-p", &format!("{read}; {rest}")]), harness);
    };
    match solver {
        Solver::Yosys { induction, cut } => {
            let cut = cut.iter().map(|signal| format!("cutpoint w:{signal}; ")).collect::<Vec<_>>();
            let cut = cut.concat();
            yosys(&format!(
                "hierarchy -top {harness}; proc; flatten; {cut}opt_clean; {prepare}; \
                 sat -tempinduct -prove-asserts -set-assumes -maxsteps {induction} -verify"
            ));
        }
        Solver::Cadical => {
            let clauses = model.with_extension("cnf");
            for half in 0..2 {
                // Yosys writes the clauses before it tries to solve them itself.
                let dump = format!("-dump_cnf {} -timeout 1", clauses.display());
                yosys(&format!(
                    "chparam -set HALF {half} {harness}; {prepare}; \
                     sat -prove-asserts -set-assumes {dump}"
                ));
                let output = Command::new("cadical").arg("-q").arg(&clauses).output();
                let text = output.expect("cadical runs").stdout;
                let text = String::from_utf8_lossy(&text);
                assert!(text.contains("s UNSATISFIABLE"), "{harness}: {text}");
            }
        }
        Solver::Z3 { clocks, induction } => {
            yosys(&format!("{prepare}; write_smt2 -wires {}", model.display()));
            let solve = |args: &[&str]| {
                let mut command = Command::new("yosys-smtbmc");
                run(command.args(["-s", "z3", "--noprogress"]).args(args).arg(&model), harness);
            };
            solve(&["-t", &clocks.to_string()]);
            if let Some(clocks) = induction {
                solve(&["-i", "-t", &clocks.to_string()]);
            }
        }
    }
}

fn run(command: &mut Command, harness: &str) {
    let output = command.current_dir(rtl_folder()).output().expect("the tool runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{harness}: {text}{errors}");
}
