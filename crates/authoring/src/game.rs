//! A first look at how a game is played: lines of play, and a game at random.

use stonegate_compile::{PerftError, Ply, Referee, RefereeError, perft};
use stonegate_stones::Random;

/// Counting ends after so many states.
const MAX_STATES: usize = 20_000;
const MAX_DEPTH: usize = 8;

/// A random game is over after so many steps, or goes on forever.
const MAX_STEPS: usize = 500;

/// A game that was played at random.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RandomGame {
    /// The joint moves.
    pub moves: Vec<Vec<String>>,
    pub end: End,
}

/// How a game ended.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum End {
    /// With these goals of the roles.
    Goals(Vec<Option<u8>>),
    /// This role had no legal move.
    Stuck(String),
    /// It goes on.
    Open,
}

/// The lines of play as deep as they are soon counted.
pub fn lines_of_play(
    referee: &mut dyn Referee,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Ply>, RefereeError> {
    let mut counted = Vec::new();
    let mut n_states = 0;
    for depth in 1..=MAX_DEPTH {
        let mut enough = || {
            n_states += 1;
            n_states > MAX_STATES || stop()
        };
        match perft(referee, depth, &mut enough) {
            Ok(plies) => counted = plies,
            Err(PerftError::Referee(error)) => return Err(error),
            Err(PerftError::Stopped | PerftError::TooMany) => break,
        }
    }
    // A count that was broken off leaves the referee on the way.
    while referee.undo() {}
    Ok(counted)
}

/// Plays a game at random from the current state on, and goes back to the first.
pub fn random_game(
    referee: &mut dyn Referee,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Result<RandomGame, RefereeError> {
    let mut random = Random::new(seed, 0);
    let roles = referee.roles().to_vec();
    let mut moves = Vec::new();
    let end = loop {
        if referee.is_terminal()? {
            break End::Goals(referee.goals()?);
        }
        if moves.len() == MAX_STEPS || stop() {
            break End::Open;
        }
        let legal = referee.legal()?;
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            break End::Stuck(roles[role].clone());
        }
        let places = legal.iter().map(|legal| random.below(legal.len())).collect::<Vec<_>>();
        let joint = legal.iter().zip(&places).map(|(legal, &place)| legal[place].clone());
        moves.push(joint.collect());
        referee.play(&places)?;
    };
    while referee.undo() {}
    Ok(RandomGame { moves, end })
}
