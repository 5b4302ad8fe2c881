//! Engines between two questions, so that what they found out is not lost.

use std::collections::VecDeque;

use parking_lot::Mutex;
use stonegate_gdl::RoleId;
use stonegate_players::{TablePlayer, Thinker};
use stonegate_tables::Aim;

use super::seating::PLAYER_MEMORY;

/// All that is kept takes at most so many bytes.
const MAX_BYTES: usize = 512 << 20;

/// So many are kept at most, as an engine is more than what it knows.
const MAX_KEPT: usize = 64;

/// The engines that were used last, the latest at the end.
#[derive(Debug, Default)]
pub(super) struct KeptEngines(Mutex<VecDeque<Kept>>);

#[derive(Debug)]
struct Kept {
    place: Place,
    mind: Mind,
    bytes: usize,
}

/// What thinks in a seat.
#[derive(Debug)]
pub(super) enum Mind {
    Thinker(Thinker),
    Player(TablePlayer),
}

impl Mind {
    /// What it takes in memory, about.
    fn bytes(&self) -> usize {
        match self {
            Self::Thinker(thinker) => thinker.bytes(),
            // A player does not tell: it may be all that it was allowed.
            Self::Player(_) => PLAYER_MEMORY,
        }
    }
}

/// Where an engine sits, or what else it is kept for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) table: String,
    pub(super) role: RoleId,
    pub(super) aim: Aim,
    /// The description of the engine, if it is no adviser.
    pub(super) player: Option<String>,
}

impl KeptEngines {
    /// The engine of a place, if it is still there.
    pub(super) fn take(&self, place: &Place) -> Option<Mind> {
        let mut kept = self.0.lock();
        let index = kept.iter().position(|kept| kept.place == *place)?;
        kept.remove(index).map(|kept| kept.mind)
    }

    /// Keeps an engine, and lets go of those that were not used for the longest time.
    pub(super) fn keep(&self, place: Place, mind: Mind) {
        let bytes = mind.bytes();
        let mut forgotten = Vec::new();
        {
            let mut kept = self.0.lock();
            // An engine that nobody waited for any more may come back late.
            let same = kept.iter().position(|kept| kept.place == place);
            forgotten.extend(same.and_then(|index| kept.remove(index)));
            kept.push_back(Kept { place, mind, bytes });
            let mut sum = kept.iter().map(|kept| kept.bytes).sum::<usize>();
            while (sum > MAX_BYTES || kept.len() > MAX_KEPT)
                && let Some(oldest) = kept.pop_front()
            {
                sum -= oldest.bytes;
                forgotten.push(oldest);
            }
        }
        // A large tree takes a moment to go, while others want theirs.
        drop(forgotten);
    }

    /// Forgets what was thought at a table.
    pub(super) fn forget(&self, table: &str) {
        let mut kept = self.0.lock();
        let (gone, rest) = kept.drain(..).partition(|kept| kept.place.table == table);
        *kept = rest;
        drop(kept);
        drop::<VecDeque<_>>(gone);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use stonegate_players::{Briefing, Clock, Dedicated};

    use super::super::seating::resources;
    use super::*;

    fn place(number: usize) -> Place {
        Place { table: number.to_string(), role: RoleId::new(0), aim: Aim::Move, player: None }
    }

    /// A player that says nothing of its size.
    fn player() -> Mind {
        let game = Dedicated::all().into_iter().next().expect("there is a dedicated game");
        let briefing = Briefing {
            match_id: "m".to_owned(),
            role: "black".to_owned(),
            ruleset: game.into(),
            opening: Vec::new(),
            clock: Clock { start: Duration::ZERO, play: Duration::ZERO },
        };
        let spec = "random".parse().expect("there is such a player");
        Mind::Player(TablePlayer::new(spec, resources(), briefing))
    }

    #[test]
    fn engines_that_were_not_used_for_long_go_when_all_take_too_much() {
        let kept = KeptEngines::default();
        let n_fit = MAX_BYTES / PLAYER_MEMORY;
        for number in 0..n_fit {
            kept.keep(place(number), player());
        }
        // Who is used again is not the oldest any more.
        let first = kept.take(&place(0)).expect("there is room for it");
        kept.keep(place(0), first);
        kept.keep(place(n_fit), player());
        assert!(kept.take(&place(1)).is_none(), "it was not used for the longest time");
        assert!(kept.take(&place(0)).is_some() && kept.take(&place(n_fit)).is_some());
        kept.forget("2");
        assert!(kept.take(&place(2)).is_none());
        assert!(kept.0.lock().iter().map(|kept| kept.bytes).sum::<usize>() <= MAX_BYTES);
    }
}
