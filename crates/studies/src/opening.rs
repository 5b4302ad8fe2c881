//! How games begin, so that they differ.

mod reading;

use anyhow::Context;
use serde_json::{Value, json};
use stonegate_gdl::RoleId;
use stonegate_lanes::Key;
use stonegate_players::{Rulebook, Ruleset};

/// How the games of a study begin.
#[derive(Clone, Debug)]
pub enum Openings {
    Random(RandomOpening),
    /// Lines of joint moves, one after the other, and from the beginning again.
    Listed(Vec<Vec<Vec<String>>>),
}

/// Some random moves.
#[derive(Copy, Clone, Default, Debug)]
pub struct RandomOpening {
    /// How many moves are made at random.
    pub n_moves: usize,
    /// Whether openings that the machine of the game thinks decided are left out.
    pub is_balanced: bool,
}

impl Openings {
    /// The joint moves that the games with a number begin with.
    pub fn line(
        &self,
        ruleset: &Ruleset,
        rulebook: &Rulebook,
        seed: u64,
        number: u64,
    ) -> anyhow::Result<Vec<Vec<String>>> {
        match self {
            Self::Random(opening) => opening.draw(ruleset, rulebook, seed),
            Self::Listed(lines) => {
                let index = number.checked_rem(lines.len() as u64).unwrap_or_default();
                Ok(lines.get(index as usize).cloned().unwrap_or_default())
            }
        }
    }

    /// Whether all games begin at the beginning.
    pub(crate) fn are_empty(&self) -> bool {
        match self {
            Self::Random(opening) => opening.n_moves == 0,
            Self::Listed(lines) => lines.iter().all(Vec::is_empty),
        }
    }

    /// What a journal says of them.
    pub(crate) fn definition(&self) -> Value {
        match self {
            Self::Random(RandomOpening { n_moves, is_balanced }) => {
                json!({ "random": n_moves, "balanced": is_balanced })
            }
            Self::Listed(lines) => json!({ "lines": lines }),
        }
    }
}

/// The stream of random numbers that openings are drawn from.
const OPENINGS: u64 = 1;

/// So many openings are tried before giving up.
const MAX_TRIES: u64 = 10_000;

impl RandomOpening {
    /// Joint moves to begin with. The same seed gives the same moves.
    fn draw(
        self,
        ruleset: &Ruleset,
        rulebook: &Rulebook,
        seed: u64,
    ) -> anyhow::Result<Vec<Vec<String>>> {
        if self.n_moves == 0 {
            return Ok(Vec::new());
        }
        for attempt in 0..MAX_TRIES {
            let key = Key::new(seed, OPENINGS, attempt);
            let line = self.attempt(rulebook, key).context("drawing an opening")?;
            let is_fit = |line: &Vec<Vec<String>>| match ruleset {
                Ruleset::Dedicated(game) => !self.is_balanced || game.is_balanced(line),
                Ruleset::Sheet(_) => true,
            };
            if let Some(line) = line.filter(is_fit) {
                return Ok(line);
            }
        }
        anyhow::bail!("no opening of {} moves was found: ask for fewer", self.n_moves)
    }

    /// Plays at random; `None` if the game is over by then.
    fn attempt(self, rulebook: &Rulebook, key: Key) -> anyhow::Result<Option<Vec<Vec<String>>>> {
        let mut referee = rulebook.game()?;
        let n_roles = referee.roles().len();
        let mut line = Vec::new();
        while line.len() < self.n_moves {
            let legal = referee.legal()?.to_vec();
            if referee.is_terminal()? || legal.iter().any(Vec::is_empty) {
                return Ok(None);
            }
            let draw = |(role, moves): (RoleId, &Vec<String>)| {
                let index = key.below(moves.len() as u32, line.len() as u32, role, n_roles);
                moves[index as usize].clone()
            };
            let joint = RoleId::enumerate(&legal).map(draw).collect::<Vec<_>>();
            referee.apply(&joint)?;
            line.push(joint);
        }
        Ok((!referee.is_terminal()?).then_some(line))
    }
}
