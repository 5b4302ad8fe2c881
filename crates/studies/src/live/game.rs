//! A game of a study, as those see it who watch.

use std::sync::Arc;

use stonegate_arena::{Drawing, ENGINE};
use stonegate_board::Layout;
use stonegate_compile::{Referee, RefereeError, Tier};
use stonegate_gdl::Syntax;
use stonegate_matches::Record;
use stonegate_matches::notation::Line;
use stonegate_players::{Rulebook, Ruleset, now};
use stonegate_tables::{
    GameView, Kind, Over, Play, Reason, Refusal, SeatRequest, Sitter, StoredStatus, Table,
    TableView, TokenHash, new_seats,
};

use super::{id, rules};
use crate::study::{Study, StudyGame};
use crate::venue::PATIENCE;

/// The rules of a game and where things are on its board.
#[derive(Debug)]
pub(super) struct LiveGame {
    name: String,
    ruleset: Ruleset,
    roles: Vec<String>,
    rulebook: Rulebook,
    drawing: Drawing,
}

impl LiveGame {
    /// Gets a game ready to be drawn. The players wait for the same circuit.
    pub(super) fn open(study: &Study, index: usize) -> Result<Self, RefereeError> {
        let StudyGame { name, ruleset, .. } = &study.games[index];
        let rulebook = Rulebook::new(ruleset, &study.resources.to_prepare(), PATIENCE);
        let roles = rulebook.game()?.roles().to_vec();
        let drawing = match (ruleset, &rulebook) {
            (Ruleset::Dedicated(game), _) => Drawing::of_dedicated(game),
            (Ruleset::Sheet(game), Rulebook::Machine { machine, .. }) => {
                Drawing::of_machine(&game.rules, machine)
            }
            (Ruleset::Sheet(game), _) => {
                Drawing::of_sheet(&game.sheet.print(Syntax::Kif), false, now)
            }
        };
        Ok(Self { name: name.clone(), ruleset: ruleset.clone(), roles, rulebook, drawing })
    }
}

impl stonegate_tables::Game for LiveGame {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn layout(&self) -> Option<&Layout> {
        self.drawing.layout.as_ref()
    }

    fn hides_moves(&self) -> bool {
        self.ruleset.hides_moves()
    }

    fn view(&self) -> GameView {
        let (id, kind) = match &self.ruleset {
            Ruleset::Sheet(_) => (self.name.clone(), Kind::Rules),
            Ruleset::Dedicated(game) => (format!("{ENGINE}{game}"), Kind::Engine),
        };
        GameView { id, kind, title: self.name.clone(), roles: self.roles.clone() }
    }

    fn tier(&self) -> Tier {
        match &self.rulebook {
            Rulebook::Machine { .. } | Rulebook::Dedicated(_) => Tier::Optimized,
            Rulebook::Clauses { .. } => Tier::Reference,
        }
    }

    fn referee(&self) -> Result<(Tier, Box<dyn Referee>), RefereeError> {
        Ok((self.tier(), self.rulebook.game()?))
    }

    /// Whoever plays in a study sits at its tables.
    fn sitter(&self, player: &str) -> Result<Sitter, Refusal> {
        Ok(Sitter::Engine(player.to_owned()))
    }
}

/// What is known of a game that is being played or was.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The number of its rules in the study.
    pub(super) index: usize,
    /// Who plays each role.
    pub(super) players: Vec<String>,
    pub(super) moves: Vec<Vec<String>>,
    pub(super) n_opening: usize,
    pub(super) end: Option<End>,
}

/// How a game has ended.
#[derive(Clone, Debug)]
pub(super) struct End {
    /// Empty if it has no result.
    pub(super) goals: Vec<u8>,
    /// Why it did not end by its rules.
    pub(super) note: String,
}

impl Game {
    /// A table with the game before its first move.
    pub(super) fn table(&self, rules: Arc<LiveGame>) -> Result<Table, Refusal> {
        let seat = |player: &String| SeatRequest { player: player.clone(), seconds: None };
        let requests = self.players.iter().map(seat).collect::<Vec<_>>();
        // Nobody has a seat.
        let tokens = vec![TokenHash::of(""); requests.len()];
        let seats = new_seats(&*rules, &requests, &tokens)?;
        let status = StoredStatus::new(seats, None);
        let play = Play::resume(rules, &status, Vec::new(), 0, 0.0);
        Ok(Table::new(play.map_err(|error| super::rules(&error))?))
    }

    /// Whether this is the game at a table, perhaps some moves later.
    pub(super) fn follows(&self, table: &Table) -> bool {
        let play = table.play();
        play.ply() <= self.moves.len() && play.moves().zip(&self.moves).all(|(one, two)| one == two)
    }

    /// Makes the moves that are missing at a table.
    pub(super) fn catch_up(&self, table: &mut Table) -> Result<(), Refusal> {
        for joint in self.moves.iter().skip(table.play().ply()) {
            table.play_mut().follow(joint.clone()).map_err(|error| rules(&error))?;
        }
        Ok(())
    }

    /// The game at its table, as a page wants it.
    pub(super) fn view(&self, number: u64, table: &Table) -> TableView {
        let mut view = table.view(&id(number), 0);
        for (seat, player) in view.seats.iter_mut().zip(&self.players) {
            seat.player.clone_from(player);
            seat.seconds = None;
        }
        view.over = self.over(view.over.take());
        view
    }

    /// How the game ended, where the rules say `by_rules`.
    pub(super) fn over(&self, by_rules: Option<Over>) -> Option<Over> {
        let End { goals, note } = self.end.as_ref()?;
        if goals.is_empty() {
            let goals = vec![None; self.players.len()];
            return Some(Over { goals, reason: Reason::TooLong, points: None });
        }
        let goals = goals.iter().copied().map(Some).collect();
        match by_rules {
            Some(over) if note.is_empty() => Some(Over { goals, ..over }),
            _ => Some(Over { goals, reason: Reason::Adjudicated, points: None }),
        }
    }

    pub(super) fn record(
        &self,
        study: &Study,
        rules: &LiveGame,
        number: u64,
    ) -> Result<Record, RefereeError> {
        let StudyGame { name, ruleset, .. } = &study.games[self.index];
        let match_id = format!("{}.{}", study.name, id(number));
        let record = Record::new(&match_id, name, ruleset, study.conditions.clock);
        let (moves, n_opening_moves) = (self.moves.clone(), self.n_opening);
        let line = Line { moves, n_opening_moves, is_over: self.end.is_some() };
        let mut record = record.of_line(&mut *rules.rulebook.game()?, &line)?;
        record.players.clone_from(&self.players);
        if let Some(End { goals, note }) = &self.end {
            record.is_adjudicated = !note.is_empty() && !goals.is_empty();
            record.is_completed = !goals.is_empty();
            record.goal_values.clone_from(goals);
            record.note.clone_from(note);
        }
        Ok(record)
    }
}
