//! The seats of a table, and who sits on them.

use serde::Serialize;
use stonegate_compile::CHANCE_ROLE;

use crate::game::Game;
use crate::message::{Refusal, SeatRequest};
use crate::people::Party;
use crate::stored::StoredSeat;
use crate::token::TokenHash;

/// The shortest and the longest time for a move, in seconds.
const SECONDS: std::ops::RangeInclusive<f64> = 0.05..=600.0;

const DEFAULT_SECONDS: f64 = 1.0;

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    Human,
    /// The table draws the moves.
    Random,
    /// An engine, by its description.
    Engine(String),
}

impl Sitter {
    fn name(&self) -> &str {
        match self {
            Self::Human => "human",
            Self::Random => "random",
            Self::Engine(description) => description,
        }
    }
}

/// A seat. What is on it moves on as a whole when people swap.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) sitter: Sitter,
    /// The time for a move.
    pub(crate) seconds: f64,
    pub(crate) key: SeatKey,
}

/// What tells a seat from others, whichever role it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatKey {
    pub(crate) token: TokenHash,
    /// Which role the seat had when the table was made.
    pub(crate) chair: usize,
    /// Whether the bearer of the token has come to the table.
    pub(crate) is_taken: bool,
    /// What the person on it wants to be called.
    pub(crate) name: Option<String>,
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
    /// What the person on it wants to be called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The seats of a new table, by their tokens.
pub fn new_seats(
    game: &dyn Game,
    requests: &[SeatRequest],
    tokens: &[TokenHash],
) -> Result<Vec<StoredSeat>, Refusal> {
    let roles = game.roles();
    if roles.len() != requests.len() {
        let (roles, seats) = (roles.len(), requests.len());
        let message = format!("the game has {roles} roles, and there are {seats} seats");
        return Err(Refusal::new("wrong-seats", message));
    }
    let seats = roles.iter().zip(requests).zip(tokens).enumerate();
    let seats = seats.map(|(chair, ((role, request), token))| {
        let key = SeatKey { token: token.clone(), chair, is_taken: false, name: None };
        Seat::new(game, role, request, key).map(|seat| seat.stored())
    });
    seats.collect()
}

impl Seat {
    /// The seat that somebody asks for.
    pub(crate) fn new(
        game: &dyn Game,
        role: &str,
        request: &SeatRequest,
        key: SeatKey,
    ) -> Result<Self, Refusal> {
        let mut sitter = game.sitter(&request.player)?;
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
    pub(crate) fn restore(
        game: &dyn Game,
        (number, role): (usize, &str),
        stored: &StoredSeat,
    ) -> Self {
        let chair = stored.chair.unwrap_or(number);
        let (token, name) = (stored.token.clone(), stored.name.clone());
        let key = SeatKey { token, chair, is_taken: stored.is_taken, name };
        let request = SeatRequest { player: stored.player.clone(), seconds: Some(stored.seconds) };
        // An engine whose options are not allowed any more plays without them, and one that there
        // is no more is replaced by one that there always is.
        let (name, _) = stored.player.split_once(':').unwrap_or((&stored.player, ""));
        let plain = SeatRequest { player: name.to_owned(), ..request.clone() };
        let seat = Self::new(game, role, &request, key.clone());
        let seat = seat.or_else(|_| Self::new(game, role, &plain, key.clone()));
        seat.unwrap_or(Self { sitter: Sitter::Random, seconds: DEFAULT_SECONDS, key })
    }

    pub(crate) fn stored(&self) -> StoredSeat {
        StoredSeat {
            player: self.sitter.name().to_owned(),
            seconds: self.seconds,
            token: self.key.token.clone(),
            chair: Some(self.key.chair),
            is_taken: self.key.is_taken,
            name: self.name().cloned(),
        }
    }

    pub(crate) fn view(&self, role: &str) -> SeatView {
        let thinks = matches!(self.sitter, Sitter::Engine(_));
        SeatView {
            role: role.to_owned(),
            player: self.sitter.name().to_owned(),
            chair: self.key.chair,
            seconds: thinks.then_some(self.seconds),
            name: self.name().cloned(),
        }
    }

    /// What the person on it wants to be called.
    fn name(&self) -> Option<&String> {
        self.key.name.as_ref().filter(|_| self.is_human())
    }

    pub(crate) fn is_human(&self) -> bool {
        matches!(self.sitter, Sitter::Human)
    }

    /// Who plays here, if it is a person.
    pub(crate) fn party(&self) -> Option<Party> {
        self.is_human().then(|| self.key.party())
    }

    pub(crate) fn is_random(&self) -> bool {
        matches!(self.sitter, Sitter::Random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{TIC_TAC_TOE, sheet};

    fn seat(role: &str, player: &str, seconds: Option<f64>) -> Result<Seat, Refusal> {
        let request = SeatRequest { player: player.to_owned(), seconds };
        let token = TokenHash::of("secret");
        let key = SeatKey { token, chair: 0, is_taken: false, name: Some("Ann".to_owned()) };
        Seat::new(&*sheet(TIC_TAC_TOE), role, &request, key)
    }

    #[test]
    fn seats_are_taken_by_people_and_engines() {
        let human = seat("xplayer", "human", None).expect("people can sit");
        assert!(human.is_human());
        assert_eq!(human.view("xplayer").name.as_deref(), Some("Ann"));
        assert_eq!(human.view("xplayer").seconds, None);
        let random = seat("xplayer", "random", Some(1e9)).expect("engines can sit");
        assert!(random.is_random());
        assert!(random.seconds <= 600.0);
        let restored = Seat::restore(&*sheet(TIC_TAC_TOE), (1, "xplayer"), &random.stored());
        assert_eq!(restored.stored(), random.stored());
        let mcts = seat("xplayer", "mcts:c=0.7", None).expect("engines can sit");
        assert_eq!(mcts.view("xplayer").player, "mcts:c=0.7");
        assert_eq!(mcts.view("xplayer").name, None, "only people have names");
        assert!(seat("xplayer", "pope", None).is_err());
        assert!(seat("xplayer", "human", Some(f64::NAN)).is_err());
    }

    #[test]
    fn who_has_left_is_replaced() {
        let mut stored = seat("xplayer", "mcts", None).expect("engines can sit").stored();
        for (player, expected) in [("mcts:gone=1", "mcts"), ("gone", "random")] {
            stored.player = player.to_owned();
            let restored = Seat::restore(&*sheet(TIC_TAC_TOE), (0, "xplayer"), &stored);
            assert_eq!(restored.sitter.name(), expected);
        }
    }

    #[test]
    fn chance_plays_its_own_role() {
        let seat = seat(CHANCE_ROLE, "human", None).expect("somebody sits");
        assert!(seat.is_random());
    }
}
