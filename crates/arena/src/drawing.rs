//! The board of a game, found without compiling it for play.

use std::sync::Arc;
use std::time::Duration;

use stonegate_board::{Evidence, Layout};
use stonegate_compile::{Compilation, EvaluatorReferee, Now, Patience, RefereeError};
use stonegate_gdl::{Rules, parse};
use stonegate_ground::{Budget, Machine};
use stonegate_minds::Dedicated;
use stonegate_tables::{BoardView, boards, evidence};

/// A sheet that was brought and is not grounded by then shows its board by playing.
const GROUND_TIME: Duration = Duration::from_secs(1);

/// How long the game is played where that is too much.
const PLAY_TIME: Duration = Duration::from_secs(2);

/// More than boards need.
const MAX_ROWS: usize = 500_000;

/// A board with more squares is not drawn: nobody could look at it, and everybody would be sent it.
const MAX_SQUARES: usize = 4_096;

/// Where things are, and how the initial position looks.
#[derive(Debug)]
pub struct Drawing {
    pub layout: Option<Layout>,
    pub boards: Vec<BoardView>,
}

impl Drawing {
    /// The board of a sheet. Built-in games are known to become circuits, so that their boards
    /// look the same on slow machines.
    pub fn of_sheet(text: &str, is_built_in: bool, now: Now) -> Self {
        let (sheet, _) = parse(text);
        let (rules, _) = Rules::new(&sheet);
        let patience = (!is_built_in).then_some(GROUND_TIME);
        let evidence = grounded(&rules, patience, now)
            .unwrap_or_else(|| played(&rules, now).unwrap_or_default());
        Self::find(&rules, &evidence)
    }

    /// The board of a game that has been compiled.
    pub fn of_machine(rules: &Rules, machine: &Arc<Machine>) -> Self {
        Self::find(rules, &Evidence::of_machine(machine, 1))
    }

    fn find(rules: &Rules, evidence: &Evidence) -> Self {
        let layout = Layout::find(rules, evidence);
        let initial = evidence.states.first();
        let boards = layout.as_ref().zip(initial).map(|(layout, facts)| boards(layout, facts));
        let boards = boards.unwrap_or_default();
        let n_squares = boards.iter().map(|board| board.rows.len() * board.columns.len());
        if n_squares.sum::<usize>() > MAX_SQUARES {
            return Self { boards: Vec::new(), layout: None };
        }
        Self { layout, boards }
    }

    pub fn of_dedicated(game: &Dedicated) -> Self {
        let layout = game.layout();
        let facts = game.referee().facts().unwrap_or_default();
        Self { boards: boards(&layout, &facts), layout: Some(layout) }
    }
}

/// What a machine knows, if there is one soon.
fn grounded(rules: &Rules, patience: Option<Duration>, now: Now) -> Option<Evidence> {
    let start = now();
    let stop = || patience.is_some_and(|patience| now().saturating_sub(start) > patience);
    let budget = Budget { stop: &stop, max_rows: MAX_ROWS, ..Budget::default() };
    let compilation = Compilation::new(rules, &budget).ok()?;
    Some(Evidence::of_machine(&Arc::new(compilation.grounded.machine), 1))
}

/// What random play shows.
fn played(rules: &Rules, now: Now) -> Result<Evidence, RefereeError> {
    let mut referee = EvaluatorReferee::new(rules, Patience { limit: PLAY_TIME, now })?;
    let start = now();
    evidence(&mut referee, &|| now().saturating_sub(start) > PLAY_TIME)
}
