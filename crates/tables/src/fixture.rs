//! Games for tests.

use std::sync::Arc;
use std::time::Duration;

use stonegate_board::Layout;
use stonegate_compile::{GameRules, Referee, RefereeError, Tier};
use stonegate_gdl::RoleId;
use stonegate_players::{Dedicated, PlayerSpec, PrepareSettings, Rulebook, Ruleset};

use crate::game::Game;
use crate::message::Refusal;
use crate::play::Play;
use crate::seat::Sitter;
use crate::stored::{StoredSeat, StoredStatus};
use crate::table_view::{GameView, Kind};
use crate::token::TokenHash;
use crate::view::evidence;

pub(crate) const TIC_TAC_TOE: &str = include_str!("../../../games/tic-tac-toe.kif");
pub(crate) const ROCK_PAPER_SCISSORS: &str = include_str!("../../../games/rock-paper-scissors.kif");

/// The roles of a game for two.
pub(crate) const FIRST: RoleId = RoleId::new(0);
pub(crate) const SECOND: RoleId = RoleId::new(1);

#[derive(Debug)]
struct TestGame {
    kind: Kind,
    roles: Vec<String>,
    layout: Option<Layout>,
    rulebook: Rulebook,
}

/// The game of a rule sheet.
pub(crate) fn sheet(text: &str) -> Arc<dyn Game> {
    let rules = Arc::new(GameRules::read(text).expect("the sheet is right"));
    let ruleset = Ruleset::Sheet(Arc::clone(&rules));
    let rulebook = Rulebook::new(&ruleset, &PrepareSettings::default(), Duration::from_secs(10));
    let mut referee = rulebook.game().expect("the sheet is right");
    let evidence = evidence(&mut *referee, &|| false).expect("the rules can be followed");
    game(Kind::Rules, Layout::find(&rules.rules, &evidence), rulebook)
}

/// A game that has a machine of its own.
pub(crate) fn dedicated(name: &str) -> Arc<dyn Game> {
    let game = name.parse::<Dedicated>().expect("it is a game");
    self::game(Kind::Engine, Some(game.layout()), Rulebook::Dedicated(game))
}

fn game(kind: Kind, layout: Option<Layout>, rulebook: Rulebook) -> Arc<dyn Game> {
    let roles = rulebook.game().expect("the rules are right").roles().to_vec();
    Arc::new(TestGame { kind, roles, layout, rulebook })
}

impl Game for TestGame {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    fn hides_moves(&self) -> bool {
        self.rulebook.game().is_ok_and(|referee| referee.has_percepts())
    }

    fn view(&self) -> GameView {
        let (id, title) = ("game".to_owned(), "A game".to_owned());
        GameView { id, kind: self.kind, title, roles: self.roles.clone() }
    }

    fn tier(&self) -> Tier {
        Tier::Optimized
    }

    fn referee(&self) -> Result<(Tier, Box<dyn Referee>), RefereeError> {
        Ok((Tier::Optimized, self.rulebook.game()?))
    }

    fn sitter(&self, player: &str) -> Result<Sitter, Refusal> {
        let spec = player.parse::<PlayerSpec>();
        spec.map_err(|error| Refusal::new("bad-player", error.to_string()))?;
        Ok(match player {
            "human" => Sitter::Human,
            "random" => Sitter::Random,
            engine => Sitter::Engine(engine.to_owned()),
        })
    }
}

/// The status of a table at which nobody has moved. The token of a seat is its number.
pub(crate) fn status(players: &[&str]) -> StoredStatus {
    let seats = players.iter().enumerate().map(|(number, &player)| StoredSeat {
        player: player.to_owned(),
        seconds: 1.0,
        token: TokenHash::of(&number.to_string()),
        chair: None,
        is_taken: false,
        name: None,
    });
    StoredStatus::new(seats.collect(), None)
}

/// A game at which nobody has moved.
pub(crate) fn play(game: Arc<dyn Game>, players: &[&str]) -> Play {
    let play = Play::resume(game, &status(players), Vec::new(), 1, 0.0);
    play.expect("the rules can be followed")
}
