//! What was measured of one game, for people and for programs.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};
use stonegate_ground::RoleId;
use stonegate_lanes::{Size, Tally};

use crate::measure::{Measure, Trial};
use crate::profile::Profile;
use crate::ready::{Ready, Stages};
use crate::units::{grouped, si};

#[derive(Debug)]
pub struct Report {
    pub game: String,
    pub backend: String,
    pub trial: Trial,
    pub roles: Vec<String>,
    pub ready: Ready,
    pub measure: Measure,
    /// Nothing if the game was not compiled.
    pub circuit: Option<Circuit>,
    pub jobs: Option<JobReport>,
    pub profile: Option<Profile>,
}

/// What the game is made of.
#[derive(Copy, Clone, Debug)]
pub struct Circuit {
    /// Two-input ANDs of the optimized circuit.
    pub gates: usize,
    pub size: Size,
}

/// The same from many start states.
#[derive(Debug)]
pub struct JobReport {
    pub measure: Measure,
    pub games_per_call: u64,
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 100.0
}

impl Report {
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { measure, trial, .. } = self;
        let total = measure.total();
        writeln!(out, "{}", self.game)?;
        writeln!(out, "  back end       {}", self.backend)?;
        writeln!(out, "  threads        {}", trial.threads)?;
        write!(out, "  states/s       {}", si(measure.states_per_second()))?;
        match measure.states_per_cpu_second() {
            Some(states) => writeln!(out, " ({} per CPU second)", si(states))?,
            None => writeln!(out)?,
        }
        writeln!(out, "  playouts/s     {}", si(measure.playouts_per_second()))?;
        writeln!(out, "  playouts       {}", grouped(measure.playouts() as usize))?;
        writeln!(out, "  mean length    {:.2}", measure.mean_length())?;
        let roles = RoleId::enumerate(&self.roles);
        for (role, name) in roles.filter(|_| total.finished > 0) {
            let (mean, error) = (total.mean(role), total.standard_error(role));
            writeln!(out, "  goal           {name} {mean:.3} ± {error:.3}")?;
        }
        for (what, n) in flaws(&total) {
            writeln!(out, "  {what:<14} {}", grouped(n as usize))?;
        }
        if let Some(Circuit { gates, size }) = self.circuit {
            let tables = size.legal + size.next;
            writeln!(out, "  gates          {}", grouped(gates))?;
            writeln!(out, "  tables         {} in each step", grouped(tables))?;
            if size.deferred_goals > 0 {
                let tables = grouped(size.deferred_goals);
                writeln!(out, "                 {tables} for goals of finished games")?;
            }
            writeln!(out, "  registers      {}", grouped(size.registers))?;
            writeln!(out, "  code           {} bytes", grouped(size.code))?;
            writeln!(out, "  memory         {} bytes for a thread", grouped(64 * size.memory))?;
        }
        self.ready.print(out)?;
        if let Some(jobs) = &self.jobs {
            jobs.print(out, measure)?;
        }
        self.profile.as_ref().map_or(Ok(()), |profile| profile.print(out))
    }

    pub fn to_json(&self) -> Value {
        let Self { measure, trial, .. } = self;
        let total = measure.total();
        let goals = RoleId::enumerate(&self.roles).map(|(role, name)| {
            let (mean, error) = (total.mean(role), total.standard_error(role));
            json!({ "role": name, "mean": mean, "standard_error": error })
        });
        let mut report = json!({
            "game": self.game,
            "backend": self.backend,
            "threads": trial.threads,
            "lanes": trial.settings.lanes,
            "seed": trial.settings.seed,
            "seconds": measure.seconds,
            "cpu_seconds": measure.cpu_seconds,
            "states": measure.states(),
            "playouts": measure.playouts(),
            "states_per_second": measure.states_per_second(),
            "states_per_cpu_second": measure.states_per_cpu_second(),
            "playouts_per_second": measure.playouts_per_second(),
            "mean_length": measure.mean_length(),
            "goals": goals.collect::<Vec<_>>(),
            "unfinished": total.unfinished,
            "stuck": total.stuck,
            "flawed": total.flawed,
            "ready_ms": milliseconds(self.ready.first.total()),
            "ready_cpu_ms": self.ready.first.cpu.map(milliseconds),
            "stages_ms": stages_to_json(&self.ready.first),
        });
        if let Some(stages) = &self.ready.optimized {
            report["optimized_ms"] = milliseconds(stages.total()).into();
            report["optimized_cpu_ms"] = stages.cpu.map(milliseconds).into();
            report["optimized_stages_ms"] = stages_to_json(stages);
        }
        if let Some(Circuit { gates, size }) = self.circuit {
            report["gates"] = gates.into();
            report["tables"] = json!({
                "legal": size.legal,
                "next": size.next,
                "deferred_goals": size.deferred_goals,
            });
            report["registers"] = size.registers.into();
            report["code_bytes"] = size.code.into();
            report["memory_bytes"] = (64 * size.memory).into();
        }
        if let Some(jobs) = &self.jobs {
            report["jobs"] = jobs.to_json();
        }
        if let Some(profile) = &self.profile {
            report["profile"] = profile.to_json();
        }
        report
    }
}

impl Ready {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let tiers = [Some(self.first), self.optimized];
        let tiers = tiers.into_iter().flatten().collect::<Vec<_>>();
        let optimized = if self.optimized.is_some() { "   optimized" } else { "" };
        writeln!(out, "\n  time, ms         ready{optimized}")?;
        let mut row = |name: &str, time: &dyn Fn(&Stages) -> Option<Duration>| {
            write!(out, "  {name:<10}")?;
            for time in tiers.iter().filter_map(time) {
                write!(out, " {:>11.2}", milliseconds(time))?;
            }
            writeln!(out)
        };
        for (number, (stage, _)) in self.first.named().into_iter().enumerate() {
            row(stage, &|stages| Some(stages.named()[number].1))?;
        }
        row("all", &|stages| Some(stages.total()))?;
        row("CPU time", &|stages| stages.cpu)
    }
}

fn stages_to_json(stages: &Stages) -> Value {
    let stages = stages.named().into_iter();
    stages.map(|(stage, time)| (stage.to_owned(), Value::from(milliseconds(time)))).collect()
}

/// What a sound game does not have.
fn flaws(total: &Tally) -> impl Iterator<Item = (&'static str, u64)> {
    let flaws =
        [("unfinished", total.unfinished), ("stuck", total.stuck), ("flawed", total.flawed)];
    flaws.into_iter().filter(|&(_, n)| n > 0)
}

impl JobReport {
    fn print(&self, out: &mut impl Write, flat: &Measure) -> io::Result<()> {
        let Self { measure, games_per_call } = self;
        let n_jobs = measure.tallies.len();
        writeln!(out, "\n  {n_jobs} start states, {games_per_call} playouts of each in a call")?;
        let (states, ratio) = (si(measure.states_per_second()), measure.ratio(flat));
        writeln!(out, "  states/s       {states} ({ratio:.2} of those from one state)")?;
        writeln!(out, "  playouts/s     {}", si(measure.playouts_per_second()))?;
        writeln!(out, "  mean length    {:.2}", measure.mean_length())?;
        let mut means =
            measure.tallies.iter().map(|tally| tally.mean(RoleId::new(0))).collect::<Vec<_>>();
        means.sort_by(f64::total_cmp);
        if let [least, .., most] = means[..] {
            let median = means[means.len() / 2];
            writeln!(out, "  first role     {least:.1} to {most:.1}, median {median:.1}")?;
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        let results = self.measure.tallies.iter().map(|tally| {
            let roles = RoleId::first(tally.goals.len());
            json!({
                "playouts": tally.playouts(),
                "states": tally.steps,
                "means": roles.clone().map(|role| tally.mean(role)).collect::<Vec<_>>(),
                "standard_errors": roles.map(|role| tally.standard_error(role)).collect::<Vec<_>>(),
            })
        });
        json!({
            "start_states": self.measure.tallies.len(),
            "playouts_per_call": self.games_per_call,
            "states_per_second": self.measure.states_per_second(),
            "states_per_cpu_second": self.measure.states_per_cpu_second(),
            "playouts_per_second": self.measure.playouts_per_second(),
            "results": results.collect::<Vec<_>>(),
        })
    }
}
