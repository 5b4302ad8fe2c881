//! Counting lines of play.

use anyhow::Context;
use stonegate_compile::Referee;

/// The lines of a certain number of joint moves.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct Ply {
    /// Those that can be played.
    pub nodes: u128,
    /// Shorter lines that cannot be continued.
    pub ended: u128,
}

/// Counts the lines of 1, 2, .. `depth` joint moves from the current state.
/// `visited` is told of each state that is looked at.
pub fn count(
    referee: &mut dyn Referee,
    depth: usize,
    visited: &mut dyn FnMut(),
) -> anyhow::Result<Vec<Ply>> {
    let mut plies = vec![Ply::default(); depth];
    visit(referee, &mut plies, visited)?;
    Ok(plies)
}

fn visit(
    referee: &mut dyn Referee,
    plies: &mut [Ply],
    visited: &mut dyn FnMut(),
) -> anyhow::Result<()> {
    let Some((ply, deeper)) = plies.split_first_mut() else { return Ok(()) };
    visited();
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
    ply.nodes = nodes.context("there are more lines of play than can be counted")?;
    if deeper.is_empty() {
        return Ok(());
    }
    let mut moves = vec![0; counts.len()];
    loop {
        referee.play(&moves)?;
        visit(referee, deeper, visited)?;
        referee.undo();
        let Some(role) = (0..counts.len()).find(|&role| moves[role] + 1 < counts[role]) else {
            return Ok(());
        };
        moves[..role].fill(0);
        moves[role] += 1;
    }
}
