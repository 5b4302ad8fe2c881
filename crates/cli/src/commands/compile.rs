//! `stonegate compile`: the rules of a game as a circuit.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;
use stonegate_ground::Machine;
use stonegate_workbench::compile::{Compiled, Limits, compile};
use stonegate_workbench::engine;
use stonegate_workbench::source::Source;

/// Compile a game to a circuit and show what became of it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate compile tic-tac-toe
  stonegate compile my-game.kif --json --blif my-game.blif

Gates are two-input ANDs, inverters are free. `core` is what play needs: legal,
next and terminal; `goals` is what the goals need on top of it.")]
pub(crate) struct Compile {
    /// A file, the name of a built-in game, or - for standard input
    game: PathBuf,

    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,

    /// Write the circuit for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,

    /// Write the circuit as ASCII AIGER
    #[arg(long, value_name = "FILE")]
    aiger: Option<PathBuf>,

    /// Write the circuit as BLIF
    #[arg(long, value_name = "FILE")]
    blif: Option<PathBuf>,

    /// Write roles, moves, facts and circuit as text
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(args: &Compile) -> anyhow::Result<ExitCode> {
    let source = Source::read(&args.game)?;
    let start = Instant::now();
    let rules = engine::rules(&source, "compile")?.rules;
    let parse_time = start.elapsed();
    let compiled = compile(&source, &rules, args.limits)?;
    let machine = &compiled.optimized.machine;
    write_file(args.dot.as_deref(), || machine.circuit.to_dot())?;
    write_file(args.aiger.as_deref(), || machine.circuit.to_aiger())?;
    write_file(args.blif.as_deref(), || machine.circuit.to_blif())?;
    write_file(args.text.as_deref(), || machine.to_string())?;
    if args.json {
        print_json(&source.name, parse_time, &compiled)?;
    } else {
        print_table(&source.name, parse_time, &compiled)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_file(path: Option<&Path>, contents: impl FnOnce() -> String) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    fs::write(path, contents()).with_context(|| format!("writing {}", path.display()))
}

/// Gates by what they are for.
struct Gates {
    core: usize,
    phase1: usize,
    phase2: usize,
    goals: usize,
}

impl Gates {
    fn of(machine: &Machine) -> Self {
        let count = |roots| machine.circuit.gates(roots);
        let core = count(machine.core_roots());
        let phase1 = count(machine.phase1_roots());
        let mut all = machine.core_roots();
        all.extend(machine.goal_roots());
        Self { core, phase1, phase2: core - phase1, goals: count(all) - core }
    }
}

/// The number of levels of the circuit, over everything it computes.
fn n_levels(machine: &Machine) -> u32 {
    let roots = machine.circuit.roots();
    roots.iter().map(|root| machine.circuit.levels()[root.node().index()]).max().unwrap_or(0)
}

fn n_components(machine: &Machine) -> usize {
    let loops = machine.circuit.loops().iter();
    let mut components = loops.map(|atom| atom.component).collect::<Vec<_>>();
    components.sort_unstable();
    components.dedup();
    components.len()
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 100.0
}

fn print_table(name: &str, parse_time: Duration, compiled: &Compiled) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let quick = &compiled.grounded.machine;
    let machine = &compiled.optimized.machine;
    let (before, after) = (Gates::of(quick), Gates::of(machine));
    writeln!(out, "{name}")?;
    for role in &machine.roles {
        writeln!(out, "  role           {} ({} moves)", role.name, role.moves.len())?;
    }
    writeln!(out, "  facts          {}", machine.facts.len())?;
    writeln!(out, "  registers      {}", machine.circuit.registers().len())?;
    writeln!(out, "  atoms          {}", compiled.grounded.n_atoms)?;
    writeln!(out, "  rule instances {}", compiled.grounded.n_instances)?;
    writeln!(out, "  invariants     {}", compiled.optimized.n_invariants)?;
    writeln!(out, "  levels         {}", n_levels(machine))?;
    writeln!(
        out,
        "  loops          {} ({} atoms)",
        n_components(machine),
        machine.circuit.loops().len()
    )?;
    writeln!(out, "\n  gates               quick  optimized")?;
    for (what, before, after) in [
        ("core", before.core, after.core),
        ("  legal, terminal", before.phase1, after.phase1),
        ("  next", before.phase2, after.phase2),
        ("goals", before.goals, after.goals),
    ] {
        writeln!(out, "  {what:<17} {before:>7}    {after:>7}")?;
    }
    writeln!(out, "\n  pass                                 gates")?;
    for step in &compiled.optimized.steps {
        writeln!(out, "  {:<35} {:>6}", step.pass, step.gates)?;
    }
    writeln!(out, "\n  time                     ms")?;
    for (stage, time) in [
        ("read", parse_time),
        ("ground", compiled.ground_time),
        ("optimize", compiled.optimize_time),
    ] {
        writeln!(out, "  {stage:<15} {:>11.2}", milliseconds(time))?;
    }
    Ok(())
}

fn print_json(name: &str, parse_time: Duration, compiled: &Compiled) -> io::Result<()> {
    let machine = &compiled.optimized.machine;
    let (before, after) = (Gates::of(&compiled.grounded.machine), Gates::of(machine));
    let roles = machine.roles.iter();
    let roles = roles.map(|role| json!({ "name": role.name, "moves": role.moves.len() }));
    let passes = compiled.optimized.steps.iter();
    let passes = passes.map(|step| json!({ "pass": step.pass, "gates": step.gates }));
    let report = json!({
        "game": name,
        "roles": roles.collect::<Vec<_>>(),
        "facts": machine.facts.len(),
        "registers": machine.circuit.registers().len(),
        "atoms": compiled.grounded.n_atoms,
        "rule_instances": compiled.grounded.n_instances,
        "invariants": compiled.optimized.n_invariants,
        "levels": n_levels(machine),
        "loops": { "components": n_components(machine), "atoms": machine.circuit.loops().len() },
        "gates": {
            "core": after.core,
            "goals": after.goals,
            "legal_terminal": after.phase1,
            "next": after.phase2,
            "quick": { "core": before.core, "goals": before.goals },
        },
        "passes": passes.collect::<Vec<_>>(),
        "milliseconds": {
            "read": milliseconds(parse_time),
            "ground": milliseconds(compiled.ground_time),
            "optimize": milliseconds(compiled.optimize_time),
        },
    });
    writeln!(io::stdout().lock(), "{report:#}")
}
