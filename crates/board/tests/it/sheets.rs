//! Rule sheets, and what is known of their games.

use std::path::Path;
use std::sync::Arc;

use stonegate_board::{Board, Evidence, Layout};
use stonegate_gdl::analyze;
use stonegate_ground::{Budget, Machine, MoveId, State, Stepper, ground};
use stonegate_oracles::{names, own_game, read};

/// A game and its board.
pub(crate) struct Game {
    pub(crate) machine: Arc<Machine>,
    pub(crate) evidence: Evidence,
    pub(crate) layout: Option<Layout>,
}

impl Game {
    /// Grounds a sheet and looks for its board; `None` if it is too large for a test.
    pub(crate) fn new(sheet: &str) -> Option<Self> {
        let analysis = analyze(sheet);
        let budget = Budget { max_rows: 300_000, ..Budget::default() };
        let machine = Arc::new(ground(&analysis.rules, &budget).ok()?.machine);
        let evidence = Evidence::of_machine(&machine, 1);
        let layout = Layout::find(&analysis.rules, &evidence);
        Some(Self { machine, evidence, layout })
    }

    /// One of our own games.
    pub(crate) fn own(name: &str) -> Self {
        Self::new(&own_game(name)).expect("our games are small")
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
                let is_wanted = |action: &&MoveId| role.moves[**action] == *wanted;
                let found = legal.iter().find(is_wanted).or(legal.first());
                *found.expect("every role has a legal move")
            });
            let joint = joint.collect::<Vec<_>>();
            state = stepper.next(&state, &joint);
        }
        state
    }
}

/// The sheets in a folder, by name.
pub(crate) fn sheets(folder: &Path) -> Vec<(String, String)> {
    let sheet = |name: String| {
        let text = read(&folder.join(format!("{name}.kif")));
        (name, text)
    };
    names(folder, "kif").into_iter().map(sheet).collect()
}
