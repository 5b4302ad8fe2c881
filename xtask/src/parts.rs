//! The parts of the tests, in the order in which they run.
//!
//! To add one, write a function that returns its outcome and a line in [`STAGES`].

use crate::npm;
use crate::project::{self, answers, cargo, succeeds, tool};
use crate::python;
use crate::site::{self, WASM};
use crate::suite;
use crate::test::{Needs, Outcome, Part, Stage};
use crate::tidy;

/// Crates that do no I/O and also build for the browser.
pub(crate) const CORE_CRATES: &[&str] = &[
    "stonegate-gdl",
    "stonegate-reference",
    "stonegate-clauses",
    "stonegate-circuit",
    "stonegate-ground",
    "stonegate-lanes",
    "stonegate-protocols",
    "stonegate-board",
    "stonegate-search",
    "stonegate-learning",
    "stonegate-stones",
    "stonegate-othello",
    "stonegate-go",
    "stonegate-gomoku",
    "stonegate-connect6",
    "stonegate-rtl",
    "stonegate-vision",
    "stonegate-compile",
    "stonegate-authoring",
    "stonegate-minds",
    "stonegate-tables",
    "stonegate-arena",
    "stonegate-page",
    "stonegate-statistics",
];

const TYPESCRIPT: &str = "typescript@7.0.2";

/// What is done, and what is done beside it.
pub(crate) const STAGES: &[Stage] = &[
    Stage {
        parts: &[
            Part { name: "shared-data", needs: Needs::Nothing, run: shared_data },
            // The page without a server, which the tests open in a browser.
            Part { name: "site", needs: Needs::Nothing, run: site::build },
            Part { name: "format", needs: Needs::Nothing, run: format },
            Part { name: "tidy", needs: Needs::Nothing, run: tidy::run },
            Part { name: "deny", needs: Needs::Nothing, run: deny },
            Part { name: "lints", needs: Needs::Nothing, run: lints },
        ],
        // What the tests use when it is there, most of which has to be waited for.
        beside: &[
            Part { name: "abc", needs: Needs::Debian(&["berkeley-abc"]), run: abc },
            Part {
                name: "browser",
                needs: Needs::Debian(&["chromium", "chromium-driver"]),
                run: browser,
            },
            Part { name: "gnugo", needs: Needs::Debian(&["gnugo"]), run: gnugo },
            Part { name: "grhino", needs: Needs::Debian(&["grhino"]), run: grhino },
            Part {
                name: "verilog",
                needs: Needs::Debian(&["verilator", "iverilog", "yosys", "ccache"]),
                run: verilog,
            },
        ],
    },
    Stage {
        parts: &[Part { name: "tests", needs: Needs::Nothing, run: tests }],
        // Tests wait for programs that they have started, and leave the processor idle.
        beside: &[
            Part { name: "types", needs: Needs::Npm(TYPESCRIPT), run: types },
            Part { name: "wasm", needs: Needs::Nothing, run: wasm },
            Part { name: "docs", needs: Needs::Nothing, run: docs },
            Part { name: "python", needs: Needs::Python(python::QUICK), run: python::quick },
        ],
    },
];

/// Rule sheets and oracles that are not part of the project.
fn shared_data() -> Outcome {
    let folder = project::root().join("../shared");
    let missing = ["games", "golden"].into_iter().filter(|name| !folder.join(name).is_dir());
    let missing = missing.collect::<Vec<_>>().join(" and ");
    if missing.is_empty() {
        return Outcome::Passed;
    }
    Outcome::Skipped(format!("no {missing} in ../shared: the tests on them skip themselves"))
}

/// Berkeley ABC, the yardstick for our optimization of circuits.
fn abc() -> Outcome {
    let answers = answers(&mut tool("berkeley-abc", &["-q", "version"]));
    outcome(Ok(answers), "berkeley-abc does not run")
}

/// The browser that the tests of the page drive.
fn browser() -> Outcome {
    let answers = answers(&mut tool("chromedriver", &["--version"]));
    outcome(Ok(answers), "chromedriver does not run")
}

/// GNU Go, against which our Go engine plays.
fn gnugo() -> Outcome {
    let answers = answers(&mut tool("/usr/games/gnugo", &["--version"]));
    outcome(Ok(answers), "gnugo does not run")
}

/// An opponent in Othello.
fn grhino() -> Outcome {
    let answers = answers(&mut tool("/usr/games/gtp-rhino", &[]));
    outcome(Ok(answers), "gtp-rhino does not run")
}

/// The tools that look at our Verilog and simulate it.
fn verilog() -> Outcome {
    let answers = answers(&mut tool("verilator", &["--version"]));
    outcome(Ok(answers), "verilator does not run")
}

/// What dependencies may be, where the tool for that is installed. What is known of their
/// vulnerabilities would have to be downloaded.
fn deny() -> Outcome {
    if !answers(&mut cargo(&["deny", "--version"])) {
        let reason = "there is no cargo-deny: run `cargo install --locked cargo-deny`";
        return Outcome::Skipped(reason.to_owned());
    }
    let args = ["deny", "--offline", "check", "licenses", "bans", "sources"];
    outcome(succeeds(&mut cargo(&args)), "see deny.toml")
}

fn format() -> Outcome {
    outcome(succeeds(&mut cargo(&["fmt", "--all", "--check"])), "run `cargo fmt --all`")
}

fn lints() -> Outcome {
    // Behind the dashes the flag reaches our own crates only. In RUSTFLAGS it
    // would have all dependencies built again for the tests.
    let args = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    outcome(succeeds(&mut cargo(&args)), "see the warnings above")
}

fn tests() -> Outcome {
    match suite::run() {
        Ok(tests) => Outcome::Tests(tests),
        Err(error) => Outcome::Failed(format!("{error:#}")),
    }
}

fn docs() -> Outcome {
    let mut doc = cargo(&["doc", "--workspace", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    outcome(succeeds(&mut doc), "see the warnings above")
}

/// The types in the comments of the page. The page itself has no build step.
fn types() -> Outcome {
    let tsc = npm::folder(TYPESCRIPT).join("node_modules/.bin/tsc");
    let mut check = tool(&tsc.to_string_lossy(), &["--project", "xtask/types"]);
    outcome(succeeds(&mut check), "see the errors above")
}

fn wasm() -> Outcome {
    if !answers(&mut tool("rustup", &["target", "add", WASM])) {
        return Outcome::Skipped(format!("`rustup target add {WASM}` fails"));
    }
    outcome(succeeds(&mut site::quickly_built(CORE_CRATES)), "see the errors above")
}

fn outcome(success: anyhow::Result<bool>, advice: &str) -> Outcome {
    match success {
        Ok(true) => Outcome::Passed,
        Ok(false) => Outcome::Failed(advice.to_owned()),
        Err(error) => Outcome::Failed(format!("{error:#}")),
    }
}
