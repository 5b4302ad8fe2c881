//! Rule sheets, and what is known of their games.

use std::fs;
use std::path::{Path, PathBuf};

use stonegate_board::{Board, Evidence, Layout};
use stonegate_gdl::{analyze, decode};
use stonegate_ground::{Budget, Machine, State, Stepper, ground};

/// A game and its board.
pub(crate) struct Game {
    pub(crate) machine: Machine,
    pub(crate) evidence: Evidence,
    pub(crate) layout: Option<Layout>,
}

impl Game {
    /// Grounds a sheet and looks for its board; `None` if it is too large for a test.
    pub(crate) fn new(sheet: &str) -> Option<Self> {
        let analysis = analyze(sheet);
        let budget = Budget { max_rows: 300_000, ..Budget::default() };
        let machine = ground(&analysis.rules, &analysis.dependencies, &budget).ok()?.machine;
        let evidence = Evidence::of_machine(&machine, 1);
        let layout = Layout::find(&analysis.rules, &evidence);
        Some(Self { machine, evidence, layout })
    }

    /// One of our own games.
    pub(crate) fn own(name: &str) -> Self {
        Self::new(&read(&own_games().join(format!("{name}.kif")))).expect("our games are small")
    }

    pub(crate) fn layout(&self) -> &Layout {
        self.layout.as_ref().expect("there is a board")
    }

    pub(crate) fn draw(&self, state: &State) -> Board {
        self.layout().draw(self.machine.facts_of(state))
    }

    /// The state after some joint moves, of which those of waiting roles are left out.
    pub(crate) fn play(&self, moves: &[&str]) -> State {
        let mut stepper = Stepper::new(&self.machine);
        let mut state = self.machine.initial();
        for wanted in moves {
            let legal = stepper.position(&state).legal;
            let roles = self.machine.roles.iter().zip(legal);
            let joint = roles.map(|(role, legal)| {
                let is_wanted = |action: &&usize| role.moves[**action] == *wanted;
                let found = legal.iter().find(is_wanted).or(legal.first());
                *found.expect("every role has a legal move")
            });
            let joint = joint.collect::<Vec<_>>();
            state = stepper.next(&state, &joint);
        }
        state
    }
}

pub(crate) fn own_games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// The rule sheets beside the repository. Says so if they are not there.
#[expect(clippy::print_stderr, reason = "the one way to tell that a test was skipped")]
pub(crate) fn shared_games() -> Option<PathBuf> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games");
    if !shared.exists() {
        eprintln!("skipped: ../shared is not there");
        return None;
    }
    Some(shared)
}

/// The sheets in a folder, by name.
pub(crate) fn sheets(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
    let mut paths =
        paths.filter(|path| path.extension().is_some_and(|e| e == "kif")).collect::<Vec<_>>();
    paths.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), read(path))).collect()
}

fn read(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    decode(&bytes).0.into_owned()
}
