//! The chores of the project: `cargo xtask test`, `cargo xtask dist`, `cargo xtask fuzz`.

#![forbid(unsafe_code)]
#![allow(clippy::print_stderr)]

mod test;

mod parts;
mod suite;

mod layers;
mod links;
mod texts;
mod tidy;

mod client;
mod usage;

mod browser;
mod chaos;
mod dist;
mod fuzz;
mod golden;
mod limits;
mod miri;
mod python;
mod rtl;
mod sanitize;
mod sbom;
mod sheets;
mod site;

mod debian;
mod nightly;
mod npm;
mod project;
mod test_programs;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;

const USAGE: &str = "\
The chores of the project.

  cargo xtask test [--no-install] [PART]..
                               run all parts of the tests, or the named ones; packages that
                               tests use are installed if they can be, unless told not to
  cargo xtask browser          play a game of every built-in rule sheet through the page, in Chromium,
                               and look at its screens with axe, a package that is installed
  cargo xtask dist             make a release archive for this platform, in target/dist
  cargo xtask fuzz [SECONDS [TARGET]..]
                               feed random input to whatever reads, 60 seconds of a processor each
  cargo xtask golden [--program FILE] [SHEET]..
                               replay what another prover recorded of all shared rule sheets, or
                               of some, and compare
  cargo xtask miri             run small cases of the lanes on Miri
  cargo xtask python           build the Python package and test it with the libraries of others
  cargo xtask rtl              compare simulated boards of many games with their rules
  cargo xtask rtl bitstreams [GAME]..   make bitstreams of the games of the thesis
  cargo xtask sanitize [address] [thread]
                               test unsafe code and threads with the sanitizers of nightly Rust
  cargo xtask sheets [N] [SEED]
                               play random rule sheets, 1000 or N, by the reference, the circuit
                               and all back ends of the lanes, and compare
  cargo xtask chaos [--seeds N] [--first SEED] [--seconds S] [--tables N] [--kill] [--program FILE]
                               play on a server that is killed, stopped, attacked and left without
                               a disk, memory or its engines, and see that nothing is lost: 60
                               seeds of 10 seconds with 6 tables; with --kill it is only killed
  cargo xtask site             write the arena as static files, in target/page, and test them
  cargo xtask limits           list what the program promises of time and memory
  cargo xtask limits NAME.. [--seconds N] [--sheet FILE] [--program FILE]
                               measure it on a release build, or on another program
";

/// What each fuzz target gets of a processor, unless told otherwise.
const FUZZ_TIME: Duration = Duration::from_mins(1);

fn main() -> ExitCode {
    let args = std::env::args().skip(1).collect::<Vec<_>>();
    let args = args.iter().map(String::as_str).collect::<Vec<_>>();
    match run(&args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[&str]) -> anyhow::Result<ExitCode> {
    match args {
        ["test", names @ ..] => test::run(names),
        ["browser"] => browser::run(),
        ["dist"] => dist::run(),
        ["fuzz"] => fuzz::run(FUZZ_TIME, &[]),
        ["fuzz", seconds, names @ ..] => {
            let seconds = seconds.parse().with_context(|| format!("`{seconds}` is no number"))?;
            fuzz::run(Duration::from_secs(seconds), names)
        }
        ["golden", args @ ..] => golden::run(args),
        ["miri"] => miri::run(),
        ["python"] => python::run(),
        ["rtl"] => rtl::simulations(),
        ["rtl", "bitstreams", games @ ..] => rtl::bitstreams(games),
        ["sanitize", names @ ..] => sanitize::run(names),
        ["sheets", args @ ..] => sheets::run(args),
        ["chaos", args @ ..] => chaos::run(args),
        // Started by `chaos` alone.
        ["board", port] => chaos::be_board(port.parse().context("the port of a board")?),
        ["site"] => site::run(),
        ["limits", args @ ..] => limits::run(args),
        [] | ["help" | "--help" | "-h"] => {
            project::say(USAGE.trim_end());
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            eprint!("{USAGE}");
            Ok(ExitCode::from(2))
        }
    }
}
