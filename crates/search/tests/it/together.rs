//! Many positions at once, against one after the other.

use stonegate_ground::{MoveId, RoleId};
use stonegate_search::{Game, Options, Search, work_together};

use crate::sheets::Sheet;

/// What a search finds is the same alone and beside others, be it by `work` or together.
#[test]
fn searches_do_not_depend_on_each_other() {
    for name in ["tic-tac-toe", "connect-four", "rock-paper-scissors", "eight-puzzle"] {
        let sheet = Sheet::own(name);
        let options = |seed| Options { seed, iterations: 300, ..Options::default() };
        let mut states = vec![sheet.game.initial()];
        for step in 0..4 {
            let last = &states[step];
            let legal =
                RoleId::first(sheet.game.n_roles()).map(|role| sheet.game.legal(last, role));
            let joint: Vec<MoveId> = legal.map(|legal| legal[step % legal.len()]).collect();
            if sheet.game.outcome(last).is_none() {
                states.push(sheet.game.apply(last, &joint));
            }
        }
        let search = |seed: usize| {
            Search::from_state(sheet.game.clone(), options(seed as u64), states[seed].clone())
        };
        let together: Vec<_> = (0..states.len()).map(search).collect();
        work_together(&together, &mut sheet.reasoner(&options(7)), &|| false);
        for (at, found) in together.iter().enumerate() {
            let alone = search(at);
            alone.work(&mut sheet.reasoner(&options(7)), &|| false);
            let (found, alone) = (found.report(), alone.report());
            assert_eq!(found.moves, alone.moves, "{name}, position {at}");
            assert_eq!((found.iterations, found.playouts), (alone.iterations, alone.playouts));
        }
    }
}

#[test]
fn all_stop_when_told_to() {
    let sheet = Sheet::own("connect-four");
    let search = |seed| Search::new(sheet.game.clone(), Options { seed, ..Options::default() });
    let searches: Vec<_> = (0..3).map(search).collect();
    let left = std::sync::atomic::AtomicI32::new(50);
    let stop = || left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) < 0;
    work_together(&searches, &mut sheet.reasoner(&Options::default()), &stop);
    assert!(searches.iter().all(|search| search.report().iterations > 0));
}
