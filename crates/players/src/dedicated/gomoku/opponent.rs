//! Players as opponents of a pattern machine that learns.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use stonegate_gomoku::{Color, Point, Position, Setup, learning::Opponent};

use crate::clock::Clock;
use crate::dedicated::{Dedicated, WAIT};
use crate::player::{Briefing, Player, Turn};
use crate::ruleset::Ruleset;
use crate::spec::{PlayerSpec, Resources, SpecError};

/// How long a move may take.
const TIME: Duration = Duration::from_secs(1);

/// A player by its name, who sits down anew for each game.
#[derive(Debug)]
pub struct SparringPartner {
    spec: PlayerSpec,
    game: Option<Game>,
}

#[derive(Debug)]
struct Game {
    player: Box<dyn Player>,
    /// How many moves the player knows of, and what it answered to the last one.
    n_known: usize,
    answer: String,
}

impl SparringPartner {
    /// Fails if there is no such player.
    pub fn new(spec: PlayerSpec) -> Result<Self, SpecError> {
        spec.player(&Resources::new(0))?;
        Ok(Self { spec, game: None })
    }
}

impl Opponent for SparringPartner {
    fn begin(&mut self, position: &Position, color: Color, seed: u64) {
        self.game = Game::start(&self.spec, position, color, seed);
    }

    fn choose(&mut self, position: &Position) -> Option<Point> {
        let game = self.game.as_mut()?;
        for &moved in &position.moves()[game.n_known..] {
            game.answer = ask(|turn| game.player.play(Some(&joint(moved)), turn))?;
        }
        game.n_known = position.moves().len();
        game.answer.parse().ok()
    }
}

impl Game {
    fn start(spec: &PlayerSpec, position: &Position, color: Color, seed: u64) -> Option<Self> {
        let mut player = spec.player(&Resources::new(seed)).ok()?;
        let setup = Setup { size: position.size(), rule: position.rule() };
        let briefing = Briefing {
            match_id: "learning".to_owned(),
            role: color.to_string().to_lowercase(),
            ruleset: Ruleset::Dedicated(Dedicated::new::<Position>(setup)),
            opening: position.moves().iter().copied().map(joint).collect(),
            clock: Clock { start: TIME, play: TIME },
        };
        ask(|turn| player.start(&briefing, turn))?;
        let answer = ask(|turn| player.play(None, turn))?;
        Some(Self { player, n_known: position.moves().len(), answer })
    }
}

/// What a player says within its time.
fn ask<T, E>(question: impl FnOnce(&Turn<'_>) -> Result<T, E>) -> Option<T> {
    let canceled = AtomicBool::new(false);
    question(&Turn { deadline: Instant::now() + TIME, canceled: &canceled, thoughts: &|_| {} }).ok()
}

/// A move as players of the arena are told of it.
fn joint((point, color): (Point, Color)) -> Vec<String> {
    let mut joint = vec![WAIT.to_owned(); 2];
    joint[usize::from(color == Color::White)] = point.to_string();
    joint
}

#[cfg(test)]
mod tests {
    use stonegate_gomoku::TwoPly;
    use stonegate_gomoku::learning::{Opening, play_game};
    use stonegate_gomoku::patterns::{PatternFile, PatternMachine};

    use super::*;

    #[test]
    fn a_player_of_the_arena_plays_as_it_does_elsewhere() {
        let machine = PatternMachine::new(&PatternFile::minimal());
        let spec = "gomoku:depth=2".parse().expect("it is a player");
        let mut player = SparringPartner::new(spec).expect("its options are right");
        for number in 0..4 {
            let opening = Opening::new(8, number);
            let expected = play_game(&machine, opening, &mut TwoPly::new(0));
            assert_eq!(play_game(&machine, opening, &mut player).moves(), expected.moves());
        }
    }

    #[test]
    fn a_player_of_another_game_has_no_move() {
        let machine = PatternMachine::new(&PatternFile::minimal());
        let spec = "othello".parse().expect("it is a player");
        let mut player = SparringPartner::new(spec).expect("its options are right");
        let game = play_game(&machine, Opening::new(8, 0), &mut player);
        assert_eq!(game.outcome(), None);
    }
}
