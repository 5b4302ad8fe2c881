//! Counting lines of play.

use crate::referee::{Referee, RefereeError};

/// The lines of a certain number of joint moves.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct Ply {
    /// Those that can be played.
    pub nodes: u128,
    /// Shorter lines that cannot be continued.
    pub ended: u128,
}

/// Why lines were not counted.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum PerftError {
    /// The caller had enough.
    #[error("stopped before all lines were counted")]
    Stopped,
    /// There are more than numbers can tell.
    #[error("there are more lines of play than can be counted")]
    TooMany,
    #[error(transparent)]
    Referee(#[from] RefereeError),
}

/// Counts the lines of 1, 2, .. `depth` joint moves from the current state. `stop` is asked at
/// each state whether to go no further; the referee is then left somewhere on the way.
pub fn perft(
    referee: &mut dyn Referee,
    depth: usize,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<Ply>, PerftError> {
    let mut plies = vec![Ply::default(); depth];
    visit(referee, &mut plies, stop)?;
    Ok(plies)
}

fn visit(
    referee: &mut dyn Referee,
    plies: &mut [Ply],
    stop: &mut dyn FnMut() -> bool,
) -> Result<(), PerftError> {
    let Some((ply, deeper)) = plies.split_first_mut() else { return Ok(()) };
    if stop() {
        return Err(PerftError::Stopped);
    }
    let is_over = referee.is_terminal()?;
    let counts = if is_over { Vec::new() } else { referee.n_legal()? };
    if counts.contains(&0) || counts.is_empty() {
        for ply in plies {
            ply.ended += 1;
        }
        return Ok(());
    }
    // The last ply is a product: with many roles there are too many joint moves
    // to go through them.
    let product = counts.iter().try_fold(1, |product: u128, &n| product.checked_mul(n as u128));
    let nodes = product.and_then(|product| ply.nodes.checked_add(product));
    ply.nodes = nodes.ok_or(PerftError::TooMany)?;
    if deeper.is_empty() {
        return Ok(());
    }
    let mut moves = vec![0; counts.len()];
    loop {
        referee.play(&moves)?;
        visit(referee, deeper, stop)?;
        referee.undo();
        let Some(role) = (0..counts.len()).find(|&role| moves[role] + 1 < counts[role]) else {
            return Ok(());
        };
        moves[..role].fill(0);
        moves[role] += 1;
    }
}
