//! The folder of a game on a board.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use stonegate_arena::{Cache, Prepare, PrepareSettings, Progress, Ready, Tier};
use stonegate_gdl::Canonical;
use stonegate_ground::Machine;
use stonegate_rtl::{Project, Settings};

use crate::compile::Limits;
use crate::source::Source;

/// A game that is ready to be put onto a board.
pub(crate) struct BoardProject {
    pub(crate) name: String,
    pub(crate) machine: Arc<Machine>,
    pub(crate) project: Project,
    pub(crate) folder: PathBuf,
}

impl BoardProject {
    /// Compiles a game as players do, so that the registers of the board are those that a player
    /// expects, and writes its project. Without a folder it goes into the library, where boards of
    /// the same rules are found again whatever their names.
    pub(crate) fn write(
        source: &Source,
        folder: Option<&Path>,
        levels: Option<u32>,
        limits: Limits,
    ) -> anyhow::Result<Self> {
        let machine = machine(source, limits)?;
        let rules = &source.analyze().rules;
        let fingerprint = Canonical::new(rules).fingerprint().to_string();
        let name = Path::new(&source.name).file_stem().unwrap_or_default().to_string_lossy();
        let settings = Settings { title: &name, fingerprint: &fingerprint, levels };
        let project = Project::new(&machine, &settings)
            .with_context(|| format!("`{}` does not fit a board", source.name))?;
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None => library(&fingerprint)?,
        };
        for (file, content) in &project.files {
            let path = folder.join(file);
            write_if_changed(&path, content)
                .with_context(|| format!("writing {}", path.display()))?;
        }
        Ok(Self { name: name.into_owned(), machine, project, folder })
    }
}

/// Where boards are kept, by the hash of the rules.
fn library(fingerprint: &str) -> anyhow::Result<PathBuf> {
    let caches = Cache::default_directory().context("there is no home folder: name one with -o")?;
    Ok(caches.join("boards").join(fingerprint))
}

/// A file that stays as it was need not be built again.
fn write_if_changed(path: &Path, content: &str) -> std::io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, content)
}

/// The optimized machine of a game.
pub(crate) fn machine(source: &Source, limits: Limits) -> anyhow::Result<Arc<Machine>> {
    let analysis = source.analyze();
    let settings = PrepareSettings {
        ground_time: Duration::from_secs_f64(limits.ground_seconds),
        max_rows: limits.max_rows,
        ..PrepareSettings::default()
    };
    let limit = settings.ground_time + settings.optimize_time + Duration::from_secs(10);
    let prepare = Prepare::start(&analysis.rules, &analysis.dependencies, settings);
    match (prepare.wait(Instant::now() + limit), prepare.progress()) {
        (Ready::Engine { tier: Tier::Optimized, engine }, _) => Ok(Arc::clone(engine.machine())),
        (_, Progress::Failed(error)) => bail!("{}: {error}", source.name),
        _ => bail!("{} is not compiled in {} s", source.name, limit.as_secs()),
    }
}
