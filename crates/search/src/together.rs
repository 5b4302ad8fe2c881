//! Searches of many positions at once: each has a tree of its own, and their leaves fill the same
//! waves, so that small trees keep all lanes busy.

use crate::game::Game;
use crate::reasoner::{Evaluations, Leaf, Reasoner};
use crate::search::{MAX_IDLE_WAVES, Search};
use crate::wave::Log;

/// Searches until `stop` says so, or each of the searches has come to its end. What a search finds
/// does not depend on the others.
pub fn work_together<G: Game>(
    searches: &[Search<G>],
    reasoner: &mut dyn Reasoner<G>,
    stop: &(dyn Fn() -> bool + Sync),
) {
    let mut open: Vec<(&Search<G>, u32)> = searches.iter().map(|search| (search, 0)).collect();
    let mut logs: Vec<Log> = searches.iter().map(|_| Log::default()).collect();
    while !open.is_empty() && !stop() {
        open.retain_mut(|(search, n_idle)| {
            search.begin(reasoner, stop) && *n_idle < MAX_IDLE_WAVES
        });
        if !send_waves(&mut open, &mut logs, reasoner, stop) {
            return;
        }
    }
}

/// Sends a wave of each search, counts those in a row that come to nothing, and tells whether the
/// waves came home.
fn send_waves<G: Game>(
    open: &mut [(&Search<G>, u32)],
    logs: &mut [Log],
    reasoner: &mut dyn Reasoner<G>,
    stop: &(dyn Fn() -> bool + Sync),
) -> bool {
    let trees: Vec<_> = open.iter().map(|(search, _)| search.read()).collect();
    let waves: Vec<_> = open
        .iter()
        .zip(&trees)
        .zip(logs)
        .map(|(((search, _), tree), log)| search.take_off(tree, log))
        .collect();
    let leaves: Vec<Vec<Leaf<'_, G::State>>> = open
        .iter()
        .zip(&waves)
        .map(|((search, _), wave)| wave.leaves(search.options.playouts))
        .collect();
    let sizes: Vec<usize> = leaves.iter().map(Vec::len).collect();
    let all: Vec<Leaf<'_, G::State>> = leaves.into_iter().flatten().collect();
    let evaluations = match () {
        () if all.is_empty() => Some(Evaluations::default()),
        () => reasoner.evaluate(&all, stop),
    };
    let n_playouts: u64 = all.iter().map(|leaf| u64::from(leaf.playouts)).sum();
    drop(all);
    let is_home = evaluations.is_some();
    let Evaluations { positions, goals, steps } = evaluations.unwrap_or_default();
    let mut positions = positions.into_iter();
    let mut goals = goals.into_iter();
    for ((((search, n_idle), tree), wave), size) in
        open.iter_mut().zip(&trees).zip(waves).zip(sizes)
    {
        let n_roles = search.game().n_roles();
        let evaluations = is_home.then(|| {
            let played = wave.n_playouts(search.options.playouts);
            Evaluations {
                positions: positions.by_ref().take(size).collect(),
                goals: goals.by_ref().take(size * n_roles).collect(),
                // All that is known is how many there were in all playouts.
                steps: steps * played / n_playouts.max(1),
            }
        });
        let is_idle = search.bring_home(tree, wave, evaluations, reasoner);
        *n_idle = if is_idle { *n_idle + 1 } else { 0 };
    }
    for ((search, _), tree) in open.iter().zip(trees) {
        search.tidy(tree, stop);
    }
    is_home
}
