//! The seats of a table, and who may do what.

use serde::Serialize;
use stonegate_matches::CHANCE_ROLE;
use stonegate_players::{Method, PlayerSpec, Resources, Ruleset};
use stonegate_search::Options;

use super::message::{Refusal, SeatRequest};
use super::token::{Token, TokenHash, random_seed};
use super::{Guest, allowed};
use crate::store::StoredSeat;
use crate::view::PositionView;

/// The shortest and the longest time for a move, in seconds.
const SECONDS: std::ops::RangeInclusive<f64> = 0.05..=600.0;

const DEFAULT_SECONDS: f64 = 1.0;

/// A description of a player has at most so many bytes.
const MAX_PLAYER_BYTES: usize = 200;

/// What an engine may take for one question, in bytes.
const MEMORY: usize = 256 << 20;

/// Who sits on a seat.
#[derive(Clone, Debug)]
pub(super) enum Sitter {
    Human,
    Random,
    /// An engine, with its description.
    Engine(PlayerSpec, Engine),
}

/// How an engine finds its moves.
#[derive(Clone, Debug)]
pub(super) enum Engine {
    /// On the circuit that all tables of the game share.
    Method(Method),
    /// As a player of its own, for games that have a machine of their own.
    Player(PlayerSpec),
}

/// A seat. What is on it moves on as a whole when people swap.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) sitter: Sitter,
    /// The time for a move.
    pub(super) seconds: f64,
    pub(super) key: SeatKey,
}

/// What tells a seat from others, whichever role it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SeatKey {
    pub(super) token: TokenHash,
    /// Which role the seat had when the table was made.
    pub(super) chair: usize,
    /// Whether the bearer of the token has come to the table.
    pub(super) is_taken: bool,
}

/// Somebody who plays: one of those who have come to a seat, or the host, who plays for
/// all persons that have not come.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Party {
    Host,
    Chair(usize),
}

impl SeatKey {
    fn party(&self) -> Party {
        if self.is_taken { Party::Chair(self.chair) } else { Party::Host }
    }

    /// Whether a guest plays for the person on the seat.
    fn is_of(&self, guest: &Guest) -> bool {
        let is_bearer = guest.token.as_ref() == Some(&self.token);
        is_bearer || (guest.is_host && !self.is_taken)
    }
}

/// A seat as all may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatView {
    pub role: String,
    pub player: String,
    /// Which role the seat had when the table was made, and its token belongs to.
    pub chair: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// What one who looks at a table may do there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rights {
    pub host: bool,
    /// The roles to move for.
    pub roles: Vec<String>,
}

/// The rights of a guest: to move for the persons whose token it has. The host moves
/// for all persons that have not come. `seats` are the roles, with the keys of persons.
pub(super) fn rights<'a>(
    guest: &Guest,
    seats: impl Iterator<Item = (&'a String, Option<&'a SeatKey>)>,
) -> Rights {
    let mine = seats.filter(|(_, key)| key.is_some_and(|key| key.is_of(guest)));
    Rights { host: guest.is_host, roles: mine.map(|(role, _)| role.clone()).collect() }
}

/// The seats of a table, with a token for each.
pub(crate) fn new_seats(
    ruleset: &Ruleset,
    roles: &[String],
    requests: &[SeatRequest],
) -> Result<(Vec<StoredSeat>, Vec<Token>), Refusal> {
    if roles.len() != requests.len() {
        let (roles, seats) = (roles.len(), requests.len());
        let message = format!("the game has {roles} roles, and there are {seats} seats");
        return Err(Refusal::new("wrong-seats", message));
    }
    let tokens = roles.iter().map(|_| Token::random()).collect::<Vec<_>>();
    let seats = roles.iter().zip(requests).zip(&tokens).enumerate();
    let seats = seats.map(|(chair, ((role, request), token))| {
        let key = SeatKey { token: token.hash(), chair, is_taken: false };
        Seat::new(ruleset, role, request, key)
    });
    let seats = seats.map(|seat| seat.map(|seat| seat.stored()));
    Ok((seats.collect::<Result<_, _>>()?, tokens))
}

/// What may sit on a seat of a game that begins so: `human` first, then the engines.
pub fn players(ruleset: &Ruleset, start: &PositionView) -> Vec<&'static str> {
    // Alpha-beta is for two roles that take turns.
    let takes_turns = start.legal.len() == 2 && start.choosing.len() == 1;
    let plays = |&name: &&str| name != "human" && (takes_turns || name != "alphabeta");
    let engines = PlayerSpec::engines_for(ruleset).filter(plays);
    ["human"].into_iter().chain(engines).collect()
}

/// Who gives hints and analyzes.
pub(super) fn adviser(ruleset: &Ruleset) -> Engine {
    match ruleset {
        Ruleset::Sheet(_) => {
            Engine::Method(Method::Mcts(Options { memory: MEMORY, ..Options::default() }))
        }
        Ruleset::Dedicated(game) => {
            Engine::Player(game.name().parse().expect("a machine is called as its game"))
        }
    }
}

/// What an engine may use for one question.
pub(super) fn resources() -> Resources {
    Resources { memory: MEMORY, ..Resources::new(random_seed()) }
}

impl Sitter {
    /// The player of a description.
    pub(super) fn parse(ruleset: &Ruleset, text: &str) -> Result<Self, Refusal> {
        let bad = |message: String| Refusal::new("bad-player", message);
        if text.len() > MAX_PLAYER_BYTES {
            return Err(bad("the description of the player is too long".to_owned()));
        }
        let spec = text.parse::<PlayerSpec>().map_err(|error| bad(error.to_string()))?;
        if !spec.suits(ruleset) {
            return Err(bad(format!("`{spec}` does not play this game")));
        }
        match &spec {
            PlayerSpec::Engine { name: "human", .. } => Ok(Self::Human),
            PlayerSpec::Engine { name: "random", .. } => Ok(Self::Random),
            PlayerSpec::Engine { name, options } => {
                allowed::check(name, options)?;
                let made = spec.method(&resources());
                let engine = if let Some(method) = made.map_err(|error| bad(error.to_string()))? {
                    Engine::Method(method)
                } else {
                    // Options are read here, so that a mistake shows at once.
                    spec.player(&resources()).map_err(|error| bad(error.to_string()))?;
                    Engine::Player(spec.clone())
                };
                Ok(Self::Engine(spec, engine))
            }
            // The server neither calls addresses nor starts programs that guests give it.
            PlayerSpec::Remote { .. } | PlayerSpec::Program { .. } => {
                Err(bad("players from outside cannot sit at a table".to_owned()))
            }
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Human => "human".to_owned(),
            Self::Random => "random".to_owned(),
            Self::Engine(spec, _) => spec.to_string(),
        }
    }
}

impl Seat {
    /// The seat that somebody asks for.
    pub(super) fn new(
        ruleset: &Ruleset,
        role: &str,
        request: &SeatRequest,
        key: SeatKey,
    ) -> Result<Self, Refusal> {
        let mut sitter = Sitter::parse(ruleset, &request.player)?;
        if role == CHANCE_ROLE {
            sitter = Sitter::Random;
        }
        let seconds = request.seconds.unwrap_or(DEFAULT_SECONDS);
        if !seconds.is_finite() {
            return Err(Refusal::new("bad-player", "the seconds are no number"));
        }
        Ok(Self { sitter, seconds: seconds.clamp(*SECONDS.start(), *SECONDS.end()), key })
    }

    /// The seat of the role with this number, as it was stored.
    pub(super) fn restore(
        ruleset: &Ruleset,
        (number, role): (usize, &str),
        stored: &StoredSeat,
    ) -> Self {
        let chair = stored.chair.unwrap_or(number);
        let key = SeatKey { token: stored.token.clone(), chair, is_taken: stored.is_taken };
        let request = SeatRequest { player: stored.player.clone(), seconds: Some(stored.seconds) };
        // An engine whose options are not allowed any more plays without them, and one that there
        // is no more is replaced by one that there always is.
        let (name, _) = stored.player.split_once(':').unwrap_or((&stored.player, ""));
        let plain = SeatRequest { player: name.to_owned(), ..request.clone() };
        let seat = Self::new(ruleset, role, &request, key.clone());
        let seat = seat.or_else(|_| Self::new(ruleset, role, &plain, key.clone()));
        seat.unwrap_or(Self { sitter: Sitter::Random, seconds: DEFAULT_SECONDS, key })
    }

    pub(super) fn stored(&self) -> StoredSeat {
        StoredSeat {
            player: self.sitter.name(),
            seconds: self.seconds,
            token: self.key.token.clone(),
            chair: Some(self.key.chair),
            is_taken: self.key.is_taken,
        }
    }

    pub(super) fn view(&self, role: &str) -> SeatView {
        let thinks = matches!(self.sitter, Sitter::Engine(..));
        SeatView {
            role: role.to_owned(),
            player: self.sitter.name(),
            chair: self.key.chair,
            seconds: thinks.then_some(self.seconds),
        }
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self.sitter, Sitter::Human)
    }

    /// Who plays here, if it is a person.
    pub(super) fn party(&self) -> Option<Party> {
        self.is_human().then(|| self.key.party())
    }

    pub(super) fn is_random(&self) -> bool {
        matches!(self.sitter, Sitter::Random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(role: &str, player: &str, seconds: Option<f64>) -> Result<Seat, Refusal> {
        let request = SeatRequest { player: player.to_owned(), seconds };
        let key = SeatKey { token: Token::random().hash(), chair: 0, is_taken: false };
        Seat::new(&sheet(), role, &request, key)
    }

    fn sheet() -> Ruleset {
        Ruleset::try_from(stonegate_gdl::parse("(role red)").0).expect("it can be played")
    }

    #[test]
    fn seats_are_taken_by_people_and_engines() {
        let human = seat("red", "human", None).expect("people can sit");
        assert!(human.is_human());
        assert_eq!(human.view("red").seconds, None);
        let random = seat("red", "random", Some(1e9)).expect("engines can sit");
        assert!(random.is_random());
        assert!(random.seconds <= 600.0);
        let restored = Seat::restore(&sheet(), (1, "red"), &random.stored());
        assert_eq!(restored.stored(), random.stored());
        let mcts = seat("red", "mcts:c=0.7", None).expect("engines can sit");
        assert_eq!(mcts.view("red").player, "mcts:c=0.7");
    }

    #[test]
    fn chance_plays_its_own_role() {
        let seat = seat(CHANCE_ROLE, "human", None).expect("somebody sits");
        assert!(seat.is_random());
    }

    #[test]
    fn others_are_refused() {
        for player in
            ["", "pope", "http://localhost:1", "mcts:threads=64", "othello", &"x".repeat(1000)]
        {
            let refusal = seat("red", player, None).expect_err("this is nobody");
            assert_eq!(refusal.code, "bad-player", "{player}");
        }
        assert!(seat("red", "human", Some(f64::NAN)).is_err());
    }
}
