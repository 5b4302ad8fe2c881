//! Gates against time, over many sheets, as a picture.

mod svg;

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::{Value, json};
use stonegate_lanes::{Backend, LANES};
use stonegate_workbench::compile::Limits;
use stonegate_workbench::progress::Progress;
use stonegate_workbench::source::Source;

use crate::lanes::LanesPlayer;
use crate::measure::Trial;
use crate::ready::Game;
use crate::units::grouped;

/// What many sheets cost.
#[derive(Debug)]
pub struct Plot {
    points: Vec<Point>,
    /// The sheets that were not measured, and why.
    skipped: Vec<(String, String)>,
    backend: Backend,
}

#[derive(Debug)]
struct Point {
    sheet: String,
    /// Tables that are evaluated in each step.
    tables: usize,
    /// The time of a processor for one step in one lane.
    nanoseconds: f64,
    /// Some tables are evaluated until nothing changes, more than once in a step.
    has_loops: bool,
}

impl Plot {
    /// Measures each sheet on one thread. A sheet that cannot be measured is left out.
    pub fn measure(sheets: &[PathBuf], backend: Backend, trial: &Trial, limits: Limits) -> Self {
        let mut plot = Self { points: Vec::new(), skipped: Vec::new(), backend };
        let mut progress = Progress::new();
        for (number, path) in (1..).zip(sheets) {
            let sheet = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            progress.show(|| format!("{number}/{} {sheet}", sheets.len()));
            let point = Source::read(path)
                .and_then(|source| Point::measure(&source, sheet.clone(), backend, trial, limits));
            match point {
                Ok(point) => plot.points.push(point),
                Err(error) => plot.skipped.push((sheet, format!("{error:#}"))),
            }
        }
        plot.points.sort_by_key(|point| point.tables);
        plot
    }

    pub fn to_svg(&self) -> String {
        let points = self.points.iter().map(|point| svg::Point {
            name: &point.sheet,
            x: point.tables as f64,
            y: point.nanoseconds,
            is_apart: point.has_loops,
        });
        svg::draw(&points.collect::<Vec<_>>(), &self.backend.to_string())
    }

    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let width = self.points.iter().map(|point| point.sheet.len()).max().unwrap_or(5).max(5);
        writeln!(out, "{:width$}   tables  ns/step and lane  ns/table and pass", "sheet")?;
        for point in &self.points {
            let Point { sheet, tables, nanoseconds, has_loops } = point;
            let tables = grouped(*tables);
            let per_table = point.per_table();
            let loops = if *has_loops { "  loops" } else { "" };
            writeln!(
                out,
                "{sheet:width$} {tables:>8} {nanoseconds:>17.3} {per_table:>18.3}{loops}"
            )?;
        }
        for (sheet, why) in &self.skipped {
            writeln!(out, "{sheet:width$} left out: {why}")?;
        }
        Ok(())
    }

    pub fn to_json(&self) -> Value {
        let points = self.points.iter().map(|point| {
            json!({
                "sheet": point.sheet,
                "tables": point.tables,
                "ns_per_step_and_lane": point.nanoseconds,
                "ns_per_table_and_pass": point.per_table(),
                "has_loops": point.has_loops,
            })
        });
        let skipped = self.skipped.iter().map(|(sheet, why)| json!({ "sheet": sheet, "why": why }));
        json!({
            "backend": self.backend.to_string(),
            "sheets": points.collect::<Vec<_>>(),
            "left_out": skipped.collect::<Vec<_>>(),
        })
    }
}

impl Point {
    fn measure(
        source: &Source,
        sheet: String,
        backend: Backend,
        trial: &Trial,
        limits: Limits,
    ) -> anyhow::Result<Self> {
        let game = Game::compile(source, limits)?;
        let (engine, _) = game.engine(backend);
        let measure = LanesPlayer::measure(&engine, &[game.machine.initial()], trial, &sheet)?;
        anyhow::ensure!(measure.states() > 0, "the game is over before it begins");
        let seconds = measure.cpu_seconds.unwrap_or(measure.seconds);
        let nanoseconds = seconds * 1e9 / measure.states() as f64;
        let size = engine.size();
        let has_loops = !game.machine.circuit.loops().is_empty();
        Ok(Self { sheet, tables: size.legal + size.next, nanoseconds, has_loops })
    }

    /// The time for one table in all lanes, with all that a step needs besides tables.
    fn per_table(&self) -> f64 {
        self.nanoseconds * LANES as f64 / self.tables as f64
    }
}
