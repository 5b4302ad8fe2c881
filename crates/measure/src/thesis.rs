//! The six games of the thesis, beside its published numbers.
//!
//! The numbers are those of table 6.1 of C. Siwek, "Hardware acceleration for General
//! Game Playing using FPGA" (Wrocław 2020): states per second of flat Monte Carlo play.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};
use stonegate_lanes::Backend;
use stonegate_workbench::compile::Limits;
use stonegate_workbench::source::Source;

use crate::lanes::LanesPlayer;
use crate::measure::{Measure, Trial};
use crate::ready::{Game, Stages};
use crate::report::milliseconds;
use crate::units::si;

/// What the thesis says of a game, in states per second.
#[derive(Debug)]
struct Published {
    /// Our sheet of the game.
    game: &'static str,
    /// The sheet of the public collections.
    sheet: &'static str,
    fpga: f64,
    /// The best propositional network in software.
    propnet: f64,
    /// The prover of GGP-Base.
    prover: f64,
}

#[rustfmt::skip]
const PUBLISHED: [Published; 6] = [
    Published { game: "horseshoe", sheet: "st_horseshoe", fpga: 8_500_000.0, propnet: 192_583.0, prover: 3_812.0 },
    Published { game: "connect-four", sheet: "st_connectfour", fpga: 7_000_000.0, propnet: 285_908.0, prover: 561.0 },
    Published { game: "pentago", sheet: "st_pentago", fpga: 7_000_000.0, propnet: 119_111.0, prover: 342.0 },
    Published { game: "joint-connect-four", sheet: "st_jointconnectfour", fpga: 4_500_000.0, propnet: 171_575.0, prover: 270.0 },
    Published { game: "breakthrough", sheet: "st_breakthrough", fpga: 1_400_000.0, propnet: 38_015.0, prover: 601.0 },
    Published { game: "reversi", sheet: "reversi", fpga: 1_171_875.0, propnet: 4_806.0, prover: 19.0 },
];

/// All six games.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Row>,
    threads: usize,
}

#[derive(Debug)]
struct Row {
    name: String,
    published: &'static Published,
    gates: usize,
    /// Of the quick tier, and of the optimized one, which is measured.
    ready: Stages,
    optimized: Stages,
    /// On the fastest back end.
    best: Measure,
    /// On a machine without AVX-512, nothing if this one has not even AVX2.
    avx2: Option<Measure>,
    interpreter: Measure,
}

impl Table {
    /// Measures our own sheets, each with that of a folder beside it if one is given.
    pub fn measure(folder: Option<&Path>, trial: &Trial, limits: Limits) -> anyhow::Result<Self> {
        let mut rows = Vec::new();
        for published in &PUBLISHED {
            rows.push(Row::measure(Path::new(published.game), published, trial, limits)?);
            if let Some(folder) = folder {
                let path = folder.join(format!("{}.kif", published.sheet));
                rows.push(Row::measure(&path, published, trial, limits)?);
            }
        }
        Ok(Self { rows, threads: trial.threads })
    }

    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let width = self.rows.iter().map(|row| row.name.len()).max().unwrap_or_default();
        writeln!(
            out,
            "{:width$}  ------- thesis -------  {:-^39}  -- ms until --",
            "states/s",
            format!(" {}, {} threads ", Backend::best(), self.threads)
        )?;
        writeln!(
            out,
            "{:width$}    FPGA propnet prover    best x FPGA  CPU sec.    AVX2 interp.    ready  \
             optim.",
            ""
        )?;
        for row in &self.rows {
            let Published { fpga, propnet, prover, .. } = *row.published;
            let states = |measure: &Measure| si(measure.states_per_second());
            writeln!(
                out,
                "{:width$}  {:>6} {:>7} {:>6}  {:>6} {:>6.1}  {:>8} {:>7} {:>7} {:>8.0} {:>8.0}",
                row.name,
                si(fpga),
                si(propnet),
                si(prover),
                states(&row.best),
                row.ratio(),
                row.best.states_per_cpu_second().map_or("-".to_owned(), si),
                row.avx2.as_ref().map_or("-".to_owned(), states),
                states(&row.interpreter),
                milliseconds(row.ready.total()),
                milliseconds(row.optimized.total()),
            )?;
        }
        writeln!(
            out,
            "\nCPU sec.: states per second of one processor. AVX2: native code without AVX-512.\n\
             Interp.: the interpreter. Ready: from the rules to the first playout, in the\n\
             quick tier. Optim.: from the rules to the optimized circuit, which is measured."
        )
    }

    pub fn to_json(&self) -> Value {
        let rows = self.rows.iter().map(Row::to_json).collect::<Vec<_>>();
        json!({ "threads": self.threads, "backend": Backend::best().to_string(), "games": rows })
    }
}

impl Row {
    fn measure(
        path: &Path,
        published: &'static Published,
        trial: &Trial,
        limits: Limits,
    ) -> anyhow::Result<Self> {
        let source = Source::read(path)?;
        let ready = Game::quick_tier(&source, limits, Backend::best())?;
        let game = Game::compile(&source, limits)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let measure = |backend: Backend| {
            let (engine, stages) = game.engine(backend);
            let what = format!("{name}, {backend}");
            let measure = LanesPlayer::measure(&engine, &[game.machine.initial()], trial, &what)?;
            Ok::<_, anyhow::Error>((stages, measure))
        };
        let (optimized, best) = measure(Backend::best())?;
        let avx2 = Backend::NativeAvx2.is_available().then(|| measure(Backend::NativeAvx2));
        let avx2 = avx2.transpose()?.map(|(_, measure)| measure);
        let (_, interpreter) = measure(Backend::best_interpreter())?;
        let gates = game.gates();
        Ok(Self { name, published, gates, ready, optimized, best, avx2, interpreter })
    }

    /// How many times the states of the FPGA.
    fn ratio(&self) -> f64 {
        self.best.states_per_second() / self.published.fpga
    }

    fn to_json(&self) -> Value {
        let Published { game, fpga, propnet, prover, .. } = *self.published;
        json!({
            "game": game,
            "sheet": self.name,
            "thesis": { "fpga": fpga, "propnet": propnet, "prover": prover },
            "states_per_second": self.best.states_per_second(),
            "states_per_cpu_second": self.best.states_per_cpu_second(),
            "playouts_per_second": self.best.playouts_per_second(),
            "ratio_to_fpga": self.ratio(),
            "avx2_states_per_second": self.avx2.as_ref().map(Measure::states_per_second),
            "interpreter_states_per_second": self.interpreter.states_per_second(),
            "ready_ms": milliseconds(self.ready.total()),
            "ready_cpu_ms": self.ready.cpu.map(milliseconds),
            "optimized_ms": milliseconds(self.optimized.total()),
            "optimized_cpu_ms": self.optimized.cpu.map(milliseconds),
            "gates": self.gates,
        })
    }
}
