//! A game that is played in the terminal.

use std::sync::Arc;
use std::time::{Duration, Instant};

use stonegate_board::{Board, Evidence, Layout};
use stonegate_compile::{GameRules, Referee, RefereeError, Tier};
use stonegate_players::{Dedicated, Rulebook, Ruleset};
use stonegate_tables::{GameView, Kind, Refusal, Sitter, evidence};

/// How long random play may take to show what the facts look like, where there is no
/// machine to tell.
const SAMPLE_TIME: Duration = Duration::from_secs(2);

const SEED: u64 = 1;

/// The rules of a game, and its board.
#[derive(Debug)]
pub struct Game {
    pub name: String,
    pub ruleset: Ruleset,
    pub roles: Vec<String>,
    pub(super) layout: Option<Layout>,
    rulebook: Rulebook,
}

impl Game {
    /// The game of a rule sheet, by the rules that were made of it.
    pub fn of_sheet(
        name: &str,
        game: &Arc<GameRules>,
        rulebook: Rulebook,
    ) -> Result<Self, RefereeError> {
        let evidence = if let Rulebook::Machine { machine, .. } = &rulebook {
            Evidence::of_machine(machine, SEED)
        } else {
            let start = Instant::now();
            evidence(&mut *rulebook.game()?, &|| start.elapsed() > SAMPLE_TIME)?
        };
        let layout = Layout::find(&game.rules, &evidence);
        Self::new(name.to_owned(), Ruleset::Sheet(Arc::clone(game)), rulebook, layout)
    }

    /// A game that has a machine of its own.
    pub fn of_dedicated(dedicated: Dedicated) -> Result<Self, RefereeError> {
        let (name, layout) = (dedicated.to_string(), dedicated.layout());
        Self::new(name, dedicated.clone().into(), Rulebook::Dedicated(dedicated), Some(layout))
    }

    fn new(
        name: String,
        ruleset: Ruleset,
        rulebook: Rulebook,
        layout: Option<Layout>,
    ) -> Result<Self, RefereeError> {
        let roles = rulebook.game()?.roles().to_vec();
        Ok(Self { name, ruleset, roles, layout, rulebook })
    }

    /// Facts on the board, if there is one.
    pub(super) fn board(&self, facts: &[String]) -> Option<Board> {
        Some(self.layout.as_ref()?.draw(facts.iter().map(String::as_str)))
    }
}

impl stonegate_tables::Game for Game {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    fn has_percepts(&self) -> bool {
        self.ruleset.has_percepts()
    }

    fn view(&self) -> GameView {
        let kind = match self.ruleset {
            Ruleset::Sheet(_) => Kind::Rules,
            Ruleset::Dedicated(_) => Kind::Engine,
        };
        let (id, title) = (self.name.clone(), self.name.clone());
        GameView { id, kind, title, roles: self.roles.clone() }
    }

    fn tier(&self) -> Tier {
        match self.rulebook {
            Rulebook::Clauses { .. } => Tier::Reference,
            Rulebook::Machine { .. } => Tier::Quick,
            Rulebook::Dedicated(_) => Tier::Optimized,
        }
    }

    fn referee(&self) -> Result<(Tier, Box<dyn Referee>), RefereeError> {
        Ok((self.tier(), self.rulebook.game()?))
    }

    /// A person, or whoever the person wants to play against.
    fn sitter(&self, player: &str) -> Result<Sitter, Refusal> {
        Ok(match player {
            "human" => Sitter::Human,
            engine => Sitter::Engine(engine.to_owned()),
        })
    }
}
