//! The board of a game, found without compiling it for play.

use std::sync::Arc;
use std::time::{Duration, Instant};

use stonegate_board::{Evidence, Layout};
use stonegate_compile::{Compilation, EvaluatorReferee, RefereeError};
use stonegate_gdl::{Rules, parse};
use stonegate_ground::Budget;
use stonegate_players::Dedicated;
use stonegate_tables::{BoardView, boards, evidence};

use super::PATIENCE;

/// A sheet that was brought and is not grounded by then shows its board by playing.
const GROUND_TIME: Duration = Duration::from_secs(1);

/// More than boards need.
const MAX_ROWS: usize = 500_000;

/// A board with more squares is not drawn: nobody could look at it, and everybody would be sent it.
const MAX_SQUARES: usize = 4_096;

/// Where things are, and how the initial position looks.
#[derive(Debug)]
pub(super) struct Drawing {
    pub(super) layout: Option<Layout>,
    pub(super) boards: Vec<BoardView>,
}

impl Drawing {
    /// The board of a sheet. Built-in games are known to become circuits, so that their boards
    /// look the same on slow machines.
    pub(super) fn of_sheet(text: &str, is_built_in: bool) -> Self {
        let (sheet, _) = parse(text);
        let (rules, _) = Rules::new(&sheet);
        let patience = (!is_built_in).then_some(GROUND_TIME);
        let evidence =
            grounded(&rules, patience).unwrap_or_else(|| played(&rules).unwrap_or_default());
        let layout = Layout::find(&rules, &evidence);
        let initial = evidence.states.first();
        let boards = layout.as_ref().zip(initial).map(|(layout, facts)| boards(layout, facts));
        let boards = boards.unwrap_or_default();
        let n_squares = boards.iter().map(|board| board.rows.len() * board.columns.len());
        if n_squares.sum::<usize>() > MAX_SQUARES {
            return Self { boards: Vec::new(), layout: None };
        }
        Self { layout, boards }
    }

    pub(super) fn of_dedicated(game: &Dedicated) -> Self {
        let layout = game.layout();
        let facts = game.referee().facts().unwrap_or_default();
        Self { boards: boards(&layout, &facts), layout: Some(layout) }
    }
}

/// What a machine knows, if there is one soon.
fn grounded(rules: &Rules, patience: Option<Duration>) -> Option<Evidence> {
    let start = Instant::now();
    let stop = || patience.is_some_and(|patience| start.elapsed() > patience);
    let budget = Budget { stop: &stop, max_rows: MAX_ROWS, ..Budget::default() };
    let compilation = Compilation::new(rules, &budget).ok()?;
    Some(Evidence::of_machine(&Arc::new(compilation.grounded.machine), 1))
}

/// What random play shows.
fn played(rules: &Rules) -> Result<Evidence, RefereeError> {
    let mut referee = EvaluatorReferee::new(rules, PATIENCE)?;
    let start = Instant::now();
    evidence(&mut referee, &|| start.elapsed() > PATIENCE.limit)
}
