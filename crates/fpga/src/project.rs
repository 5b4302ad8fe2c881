//! The folder of a game on a board.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use stonegate_compile::Tier;
use stonegate_gdl::Canonical;
use stonegate_ground::Machine;
use stonegate_players::{Prepare, PrepareSettings, Progress, Ready, board_folder};
use stonegate_rtl::{Numbering, Project, Settings};
use stonegate_workbench::compile::Limits;
use stonegate_workbench::engine;
use stonegate_workbench::source::Source;

/// A game as players compile it, and as boards number it.
#[derive(Debug)]
pub struct BoardGame {
    pub machine: Arc<Machine>,
    pub canonical: Canonical,
    pub numbering: Numbering,
}

impl BoardGame {
    pub fn compile(source: &Source, limits: Limits) -> anyhow::Result<Self> {
        let game = Arc::new(engine::rules(source, "compile")?);
        let settings = PrepareSettings {
            ground_time: Some(Duration::from_secs_f64(limits.ground_seconds)),
            max_rows: limits.max_rows,
            ..PrepareSettings::default()
        };
        let prepare = Prepare::start(&game, &settings);
        let machine = match (prepare.wait(None), prepare.progress()) {
            (Ready::Engine { tier: Tier::Optimized, engine, .. }, _) => {
                Arc::clone(engine.machine())
            }
            (_, Progress::Failed(error)) => bail!("{}: {error}", source.name),
            (_, Progress::BrokenOff(reason)) => {
                bail!("{}: compiling broke off: {reason}", source.name)
            }
            _ => bail!("{} is not compiled: {}", source.name, prepare.notes().join("; ")),
        };
        let canonical = prepare.canonical().clone();
        let numbering = Numbering::new(&machine, &canonical);
        Ok(Self { machine, canonical, numbering })
    }
}

/// A game that is ready to be put onto a board.
#[derive(Debug)]
pub struct BoardProject {
    pub name: String,
    pub game: BoardGame,
    pub levels: Option<u32>,
    pub project: Project,
    pub folder: PathBuf,
    /// Whether the folder is that of the library.
    pub is_in_library: bool,
}

impl BoardProject {
    /// Compiles a game for a folder. Without one it is that of the library, where boards of the same
    /// rules are found again whatever their names.
    pub fn new(
        source: &Source,
        folder: Option<&Path>,
        levels: Option<u32>,
        limits: Limits,
    ) -> anyhow::Result<Self> {
        let game = BoardGame::compile(source, limits)?;
        let name = Path::new(&source.name).file_stem().unwrap_or_default().to_string_lossy();
        let settings = Settings { title: &name, canonical: &game.canonical, levels };
        let project = Project::new(game.numbering.board(), &settings)
            .with_context(|| format!("`{}` does not fit a board", source.name))?;
        let is_in_library = folder.is_none();
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None => board_folder(game.canonical.fingerprint())
                .context("there is no home folder: name one with -o")?,
        };
        Ok(Self { name: name.into_owned(), game, levels, project, folder, is_in_library })
    }

    /// Writes the files of the project.
    pub fn write(&self) -> anyhow::Result<()> {
        write_files(&self.folder, &self.project.files)
    }
}

/// Writes the files of a project into its folder.
pub(super) fn write_files(folder: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
    for (file, content) in files {
        let path = folder.join(file);
        write_if_changed(&path, content).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

/// A file that stays as it was need not be built again.
fn write_if_changed(path: &Path, content: &str) -> std::io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, content)
}
