//! Learning small games.

use std::cell::Cell;
use std::sync::Arc;

use stonegate_gdl::Canonical;
use stonegate_ground::Machine;
use stonegate_lanes::Engine;
use stonegate_learning::{
    Evaluator, LearnedReasoner, PLAYOUTS, Trainer, Weights, WeightsError, options,
};
use stonegate_search::{Game, LanesReasoner, MachineGame, Options, Search};

use crate::{built_in, compile};

/// The weights of tic-tac-toe after so many games.
fn train(n_games: u64) -> (Canonical, Arc<Engine>, Trainer) {
    let (canonical, grounded, engine) = compile(built_in("tic-tac-toe"));
    let mut trainer = Trainer::new(&canonical, &grounded, &engine, 1);
    while trainer.n_games() < n_games {
        assert!(trainer.round(&|| false));
    }
    (canonical, engine, trainer)
}

/// The machine of an engine with the names of the sheet.
fn named(engine: &Engine, canonical: &Canonical) -> Arc<Machine> {
    Arc::new(engine.machine().renamed(&|text| canonical.rename(text)))
}

/// What the initial position and those after each first move are worth to the first role.
fn first_values(weights: &Weights, canonical: &Canonical, machine: &Arc<Machine>) -> Vec<f32> {
    let game = MachineGame::new(Arc::clone(machine));
    let mut evaluator =
        Evaluator::new(&Arc::new(weights.clone()), machine, canonical).expect("they fit");
    let initial = game.initial();
    let [first, second] = [0, 1].map(|role| game.legal(&initial, stonegate_gdl::RoleId::new(role)));
    let mut states = vec![initial.clone()];
    states.extend(first.iter().map(|&action| game.apply(&initial, &[action, second[0]])));
    let value = |state: &stonegate_ground::State| {
        let mut worth = [0.0; 2];
        evaluator.evaluate(state.words(), &mut worth);
        assert!((worth[0] + worth[1] - 1.0).abs() < 1e-6, "it is a game of zero sum");
        worth[0]
    };
    states.iter().map(value).collect()
}

#[test]
fn tic_tac_toe_is_learned() {
    let (canonical, engine, trainer) = train(8192);
    let last = trainer.curve().last().expect("there were stages");
    assert!(last.elo > 150.0, "it beats the one that knows nothing: {last:?}");
    let values = first_values(trainer.weights(), &canonical, &named(&engine, &canonical));
    let [_, corner, edge, _, _, center, ..] = values[..] else { panic!("nine moves") };
    assert!(center > edge && corner > edge, "{values:?}");
    // Symmetric positions share their weights.
    for (one, other) in [(1, 3), (1, 7), (1, 9), (2, 4), (2, 6), (2, 8)] {
        assert!((values[one] - values[other]).abs() < 1e-5, "{values:?}");
    }
}

#[test]
fn interrupted_training_ends_with_the_same_weights() {
    let (canonical, engine, whole) = train(4096);
    let (_, grounded, _) = compile(built_in("tic-tac-toe"));
    let mut parts = Trainer::new(&canonical, &grounded, &engine, 1);
    let mut n_interruptions = 0;
    for patience in (1..).map(|number| number * 7 % 23) {
        let n_left = Cell::new(patience);
        let stop = || n_left.replace(n_left.get() - 1) <= 0;
        while parts.n_games() < 4096 && parts.round(&stop) {}
        if parts.n_games() >= 4096 {
            break;
        }
        n_interruptions += 1;
        let bytes = parts.to_bytes();
        parts = Trainer::resume(&bytes, &canonical, &engine).expect("it is whole");
        assert_eq!(parts.to_bytes(), bytes);
    }
    assert!(n_interruptions > 5);
    assert_eq!(parts.to_bytes(), whole.to_bytes());
}

#[test]
fn bad_weights_are_refused() {
    let (canonical, engine, trainer) = train(256);
    let bytes = trainer.weights().to_bytes();
    assert_eq!(Weights::from_bytes(&bytes).as_ref(), Ok(trainer.weights()));
    assert_eq!(Weights::from_bytes(b"(role white)"), Err(WeightsError::NoWeights));
    for length in [20, 24, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(Weights::from_bytes(&bytes[..length]), Err(WeightsError::Damaged));
    }
    for place in [25, 100, bytes.len() / 2, bytes.len() - 2] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        assert_eq!(Weights::from_bytes(&damaged), Err(WeightsError::Damaged));
    }
    // Whole, but whoever is judged is judged in a way that there is not.
    let rules = u32::from_le_bytes(bytes[20..24].try_into().expect("four bytes"));
    let mut strange = bytes[..bytes.len() - 4].to_vec();
    strange[24 + rules as usize] = 2;
    strange.extend(crc32fast::hash(&strange).to_le_bytes());
    assert_eq!(Weights::from_bytes(&strange), Err(WeightsError::Damaged));
    let (other, ..) = compile(built_in("nim"));
    let weights = Arc::new(trainer.weights().clone());
    let refused = Evaluator::new(&weights, engine.machine(), &other);
    assert!(matches!(refused, Err(WeightsError::OtherRules { .. })));
    let resumed = Trainer::resume(&trainer.to_bytes(), &other, &engine);
    assert!(matches!(resumed, Err(WeightsError::OtherRules { .. })));
    assert!(matches!(Trainer::resume(&bytes, &canonical, &engine), Err(WeightsError::NoWeights)));
}

#[test]
fn other_names_have_the_same_weights() {
    let (canonical, engine, trainer) = train(1024);
    let mut scrambled = built_in("tic-tac-toe").to_owned();
    for (name, word) in
        [("cell", "zq"), ("mark", "ab"), ("control", "m"), ("xplayer", "yp"), ("oplayer", "xo")]
    {
        scrambled = scrambled.replace(name, word);
    }
    let (other, _, other_engine) = compile(&scrambled);
    let values = first_values(trainer.weights(), &canonical, &named(&engine, &canonical));
    let others = first_values(trainer.weights(), &other, &named(&other_engine, &other));
    assert_eq!(values, others);
}

#[test]
fn a_search_with_weights_repeats_itself() {
    let (canonical, engine, trainer) = train(1024);
    let machine = named(&engine, &canonical);
    let engine = Arc::new(Engine::new(Arc::clone(&machine), engine.backend()));
    let weights = Arc::new(trainer.weights().clone());
    let search = || {
        let options = options(&Options { iterations: 300, ..Options::default() });
        let search = Search::new(Arc::new(MachineGame::new(Arc::clone(&machine))), options.clone());
        let evaluator = Evaluator::new(&weights, &machine, &canonical).expect("they fit");
        let lanes = LanesReasoner::new(Arc::clone(&engine), &options);
        search.work(&mut LearnedReasoner::new(lanes, evaluator, PLAYOUTS, 2), &|| false);
        format!("{:?}", search.report().moves)
    };
    assert_eq!(search(), search());
}

/// Roles that move at the same time, a role alone, and chance.
#[test]
fn games_of_all_kinds_are_learned() {
    for name in ["rock-paper-scissors", "lights-out", "tron", "sheep-and-wolf"] {
        let (canonical, grounded, engine) = compile(built_in(name));
        let mut trainer = Trainer::new(&canonical, &grounded, &engine, 1);
        assert!(trainer.round(&|| false), "{name}");
        assert!(!trainer.weights().is_empty(), "{name}");
    }
}
