//! Games with hidden information: what is believed, and what is found.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stonegate_circuit::Effort;
use stonegate_gdl::analyze;
use stonegate_ground::{Budget, Machine, MoveId, PerceptId, RoleId, State, ground};
use stonegate_lanes::{Backend, Engine};
use stonegate_oracles::own_game;
use stonegate_search::{
    Belief, BeliefSize, Game, HiddenGame, HiddenMachine, InformationSearch, Knowledge,
    LanesReasoner, MachineGame, Options, Origin, Search, Step, uniform,
};

const SIZE: BeliefSize = BeliefSize { kept: 1000, tried: 20_000 };

fn machine(name: &str) -> Arc<Machine> {
    let grounded = ground(&analyze(&own_game(name)).rules, &Budget::default());
    Arc::new(grounded.expect("it grounds").optimize(Effort::QUICK, &|| false).machine)
}

fn hidden(machine: &Arc<Machine>) -> Arc<HiddenMachine> {
    let engine = Arc::new(Engine::new(Arc::clone(machine), Backend::best()));
    Arc::new(HiddenMachine::new(Arc::new(MachineGame::new(Arc::clone(machine))), engine))
}

fn role(machine: &Machine, name: &str) -> RoleId {
    let place = machine.roles.iter().position(|role| role.name == name);
    RoleId::new(place.expect("there is such a role"))
}

fn action(machine: &Machine, role: RoleId, text: &str) -> MoveId {
    let place = machine.roles[role].moves.iter().position(|action| action == text);
    MoveId::new(place.unwrap_or_else(|| panic!("{text} is a move")))
}

fn percepts(machine: &Machine, role: RoleId, texts: &[&str]) -> Vec<PerceptId> {
    let find = |text: &&str| {
        let place = machine.roles[role].percepts.iter().position(|percept| percept == text);
        PerceptId::new(place.unwrap_or_else(|| panic!("{text} is a percept")))
    };
    texts.iter().map(find).collect()
}

/// How likely a fact is, in the eyes of a role.
fn likelihood(machine: &Machine, belief: &Belief<HiddenMachine>, fact: &str) -> f64 {
    let holds = |state: &State| machine.facts_of(state).any(|other| other == fact);
    let particles = belief.particles().iter();
    particles.filter(|particle| holds(&particle.state)).map(|particle| particle.weight).sum()
}

/// The candidate has chosen the first door, and the third is open.
fn monty_hall(machine: &Machine, game: &Arc<HiddenMachine>) -> Belief<HiddenMachine> {
    let candidate = role(machine, "candidate");
    let mut belief = Belief::new(Arc::clone(game), candidate, SIZE, 1);
    for (own, seen) in [
        ("noop", &[][..]),
        ("(choose 1)", &["(chosen 1)"]),
        ("noop", &["(chosen 1)", "(opened 3)"]),
    ] {
        let (own, seen) = (action(machine, candidate, own), percepts(machine, candidate, seen));
        let account = belief.hear(own, &seen, &uniform, &|| false);
        assert_eq!(account.origin, Origin::Exact);
    }
    belief
}

#[test]
fn a_small_belief_is_exact() {
    let machine = machine("monty-hall");
    let belief = monty_hall(&machine, &hidden(&machine));
    assert_eq!(belief.particles().len(), 2);
    let chosen = likelihood(&machine, &belief, "(car 1)");
    let other = likelihood(&machine, &belief, "(car 2)");
    assert!((chosen - 1.0 / 3.0).abs() < 1e-9 && (other - 2.0 / 3.0).abs() < 1e-9);
}

#[test]
fn what_cannot_be_is_said_to_be_so() {
    let machine = machine("monty-hall");
    let candidate = role(&machine, "candidate");
    let mut belief = Belief::new(hidden(&machine), candidate, SIZE, 1);
    let wait = action(&machine, candidate, "noop");
    let seen = percepts(&machine, candidate, &["(opened 2)"]);
    let account = belief.hear(wait, &seen, &uniform, &|| false);
    assert_eq!(account.origin, Origin::Dry);
    assert_eq!(belief.particles().len(), 3, "the car is somewhere all the same");
}

#[test]
fn the_candidate_switches() {
    let machine = machine("monty-hall");
    let (game, candidate) = (hidden(&machine), role(&machine, "candidate"));
    let belief = monty_hall(&machine, &game);
    for seed in 0..5 {
        let options = Options { seed, ..Options::default() };
        let mut search = InformationSearch::new(Arc::clone(&game), &options);
        search.search(&belief, 400, &|| false);
        let legal = game.legal(&belief.particles()[0].state, candidate);
        let rated = search.rated(candidate, belief.knowledge(), &legal);
        assert_eq!(machine.roles[candidate].moves[rated[0].action], "switch", "{rated:?}");
        assert!((55.0..78.0).contains(&rated[0].value), "{rated:?}");
    }
}

/// Random games of a sheet, in which each player believes in what has really happened.
#[test]
fn the_truth_is_among_what_is_believed() {
    for name in ["krieg-tic-tac-toe", "blind-tic-tac-toe", "kuhn-poker", "leduc-poker", "meier"] {
        let machine = machine(name);
        let game = hidden(&machine);
        let mut n_turns = 0;
        for seed in 0..3_u64 {
            let roles = machine.role_ids().filter(|&role| Some(role) != game.chance());
            let mut beliefs = roles
                .map(|role| (role, Belief::new(Arc::clone(&game), role, SIZE, seed)))
                .collect::<Vec<_>>();
            let mut state = game.initial();
            let mut number = seed;
            while game.outcome(&state).is_none() {
                let joint = machine.role_ids().map(|role| {
                    let legal = game.legal(&state, role);
                    number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    legal[(number >> 33) as usize % legal.len()]
                });
                let joint = joint.collect::<Vec<_>>();
                let steps = [Step { state: &state, joint: &joint }];
                let passage = game.make_moves(&steps).pop().expect("one for each");
                state = passage.state;
                for (role, belief) in &mut beliefs {
                    let seen = &passage.percepts[*role];
                    let account = belief.hear(joint[*role], seen, &uniform, &|| false);
                    assert_ne!(account.origin, Origin::Dry, "{name}, seed {seed}");
                    if account.origin == Origin::Exact {
                        let mut states = belief.particles().iter();
                        assert!(states.any(|particle| particle.state == state), "{name}");
                    }
                    n_turns += 1;
                }
            }
        }
        assert!(n_turns > 10, "{name}");
    }
}

type Infoset = (RoleId, Knowledge);

/// How likely each move is of a role that knows this.
type Strategy<'a> = dyn Fn(Infoset, &[MoveId]) -> Vec<f64> + 'a;

/// A game that may have got as far as this.
struct Line {
    state: State,
    /// What each role knows.
    knowledge: Vec<Knowledge>,
    weight: f64,
}

impl Line {
    fn start(game: &HiddenMachine) -> Self {
        let knowledge = vec![Knowledge::default(); game.n_roles()];
        Self { state: game.initial(), knowledge, weight: 1.0 }
    }

    /// What it has earned a player in points above 50, and its weight, if the game is over.
    fn earned(&self, game: &HiddenMachine, player: RoleId) -> Option<f64> {
        let goals = game.outcome(&self.state)?;
        Some(self.weight * (f64::from(goals[player]) - 50.0))
    }

    /// The lines that are longer by a step, with moves that are possible at all.
    fn longer(&self, game: &HiddenMachine, strategy: &Strategy<'_>) -> Vec<Self> {
        let mut joints = vec![(Vec::new(), self.weight)];
        for role in RoleId::first(game.n_roles()) {
            let legal = game.legal(&self.state, role);
            let likely = if Some(role) == game.chance() || legal.len() == 1 {
                uniform(role, Knowledge::default(), &legal)
            } else {
                strategy((role, self.knowledge[role]), &legal)
            };
            let mut longer = Vec::new();
            for (joint, weight) in &joints {
                let moves = legal.iter().zip(&likely).filter(|(_, likely)| **likely > 0.0);
                for (&action, likely) in moves {
                    let mut joint: Vec<MoveId> = joint.clone();
                    joint.push(action);
                    longer.push((joint, weight * likely));
                }
            }
            joints = longer;
        }
        let steps = joints.iter().map(|(joint, _)| Step { state: &self.state, joint });
        let passages = game.make_moves(&steps.collect::<Vec<_>>());
        let lines = passages.into_iter().zip(&joints).map(|(passage, (joint, weight))| {
            let known = RoleId::enumerate(&passage.percepts);
            let known = known.map(|(role, seen)| self.knowledge[role].after(joint[role], seen));
            Self { knowledge: known.collect(), state: passage.state, weight: *weight }
        });
        lines.collect()
    }
}

/// What a player can expect, in points above 50, if all follow a strategy.
fn expect(game: &HiddenMachine, line: &Line, player: RoleId, strategy: &Strategy<'_>) -> f64 {
    line.earned(game, player).unwrap_or_else(|| {
        let longer = line.longer(game, strategy);
        longer.iter().map(|line| expect(game, line, player, strategy)).sum()
    })
}

/// What a player can expect in lines that are all the same to it, if it knows the strategy of the
/// others and makes the best of it.
fn best_response(
    game: &HiddenMachine,
    lines: &[Line],
    player: RoleId,
    strategy: &Strategy<'_>,
) -> f64 {
    let earned = lines.iter().filter_map(|line| line.earned(game, player)).sum::<f64>();
    let open = lines.iter().filter(|line| game.outcome(&line.state).is_none()).collect::<Vec<_>>();
    let Some(first) = open.first() else { return earned };
    let values = game.legal(&first.state, player).into_iter().map(|own| {
        let with_own = |infoset: Infoset, legal: &[MoveId]| {
            if infoset.0 == player {
                legal.iter().map(|&action| f64::from(u8::from(action == own))).collect()
            } else {
                strategy(infoset, legal)
            }
        };
        let mut alike = FxHashMap::<Knowledge, Vec<Line>>::default();
        for line in open.iter().flat_map(|line| line.longer(game, &with_own)) {
            alike.entry(line.knowledge[player]).or_default().push(line);
        }
        alike.values().map(|lines| best_response(game, lines, player, strategy)).sum()
    });
    earned + values.fold(f64::MIN, f64::max)
}

/// How many points could be won on average by somebody who knows the strategy of both players, the
/// mean of what each could win.
fn exploitability(game: &HiddenMachine, strategy: &Strategy<'_>) -> f64 {
    let players = RoleId::first(game.n_roles()).filter(|&role| Some(role) != game.chance());
    let players = players.collect::<Vec<_>>();
    let sum: f64 = players
        .iter()
        .map(|&player| best_response(game, &[Line::start(game)], player, strategy))
        .sum();
    sum / players.len() as f64
}

fn at_random(_: Infoset, legal: &[MoveId]) -> Vec<f64> {
    vec![1.0 / legal.len() as f64; legal.len()]
}

/// How well what a search from the start finds can be exploited.
fn exploitability_of_search(name: &str, first: &str, n_iterations: u64) -> f64 {
    let machine = machine(name);
    let game = hidden(&machine);
    let belief = Belief::new(Arc::clone(&game), role(&machine, first), SIZE, 1);
    let mut search = InformationSearch::new(Arc::clone(&game), &Options::default());
    search.search(&belief, n_iterations, &|| false);
    let strategy = |(role, knowledge): Infoset, legal: &[MoveId]| {
        let rated = search.rated(role, knowledge, legal);
        let of = |action: &MoveId| rated.iter().find(|rated| rated.action == *action);
        legal.iter().map(|action| of(action).expect("all are rated").likelihood).collect()
    };
    exploitability(&game, &strategy)
}

/// A chip of Kuhn poker is 25 points.
#[test]
fn kuhn_poker_is_hard_to_exploit() {
    let random = exploitability(&hidden(&machine("kuhn-poker")), &at_random) / 25.0;
    assert!((random - 0.458_333).abs() < 1e-6, "as is known of this game: {random}");
    let found = exploitability_of_search("kuhn-poker", "first", 20_000) / 25.0;
    eprintln!("exploitability {found}");
    assert!(found < 0.15, "{found}");
}

/// A chip of Leduc poker is three points.
#[test]
fn leduc_poker_can_be_exploited_less_and_less() {
    let random = exploitability(&hidden(&machine("leduc-poker")), &at_random) / 3.0;
    assert!((random - 2.373_611).abs() < 1e-6, "as is known of this game: {random}");
    let mut last = random;
    let longest = if stonegate_oracles::is_slow_run() { 1_000_000 } else { 20_000 };
    for n_iterations in [20_000, 200_000, 1_000_000].into_iter().filter(|&n| n <= longest) {
        let found = exploitability_of_search("leduc-poker", "first", n_iterations) / 3.0;
        eprintln!("exploitability after {n_iterations} iterations: {found}");
        assert!(found < last, "{found} after {n_iterations} iterations");
        last = found;
    }
}

#[test]
fn leduc_poker_is_the_game_that_others_know() {
    let game = hidden(&machine("leduc-poker"));
    let infosets = std::cell::RefCell::new(FxHashMap::<Infoset, usize>::default());
    let uniform = |infoset: Infoset, legal: &[MoveId]| {
        infosets.borrow_mut().insert(infoset, legal.len());
        at_random(infoset, legal)
    };
    let start = Line::start(&game);
    let values = RoleId::first(2).map(|player| expect(&game, &start, player, &uniform));
    let values = values.collect::<Vec<_>>();
    // As OpenSpiel has it: so many information states, and what the first player has in chips, of
    // which each is worth three points, if both play at random.
    assert_eq!(infosets.into_inner().len(), 936);
    assert!((values[0] / 3.0 + 0.078_125).abs() < 1e-9, "{values:?}");
    assert!((values[0] + values[1]).abs() < 1e-9, "what one has the other has not: {values:?}");
}

/// The move that most searches choose, each of which sees everything in one of the states that may
/// be: what a search over what roles know is to be better than.
fn vote(
    game: &Arc<MachineGame>,
    engine: &Arc<Engine>,
    belief: &Belief<HiddenMachine>,
    role: RoleId,
    seed: u64,
) -> MoveId {
    const N_VOTERS: usize = 30;
    let options = Options {
        iterations: N_ITERATIONS / N_VOTERS as u64,
        memory: 1 << 22,
        playouts: 1,
        seed,
        ..Options::default()
    };
    let mut votes = FxHashMap::<MoveId, usize>::default();
    let particles = belief.particles();
    for voter in 0..N_VOTERS {
        // Evenly over the weights.
        let mut place = (voter as f64 + 0.5) / N_VOTERS as f64;
        let drawn = particles.iter().find(|particle| {
            place -= particle.weight;
            place < 0.0
        });
        let state = drawn.unwrap_or(&particles[0]).state.clone();
        let search = Search::from_state(Arc::clone(game), options.clone(), state);
        search.work(&mut LanesReasoner::new(Arc::clone(engine), &options), &|| false);
        if let Some(action) = search.best(role) {
            *votes.entry(action).or_default() += 1;
        }
    }
    let most = votes.into_iter().max_by_key(|&(action, n)| (n, std::cmp::Reverse(action)));
    most.expect("somebody votes").0
}

const N_ITERATIONS: u64 = 1500;

/// The score of the search over what roles know against the vote, with the same belief and as many
/// random games.
fn score_against_voters(name: &str, n_games: u64) -> f64 {
    let machine = machine(name);
    let game = hidden(&machine);
    let open = Arc::new(MachineGame::new(Arc::clone(&machine)));
    let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
    let mut sum = 0.0;
    for number in 0..n_games {
        let ours = RoleId::new(number as usize % 2);
        let mut beliefs = machine
            .role_ids()
            .map(|role| Belief::new(Arc::clone(&game), role, SIZE, number))
            .collect::<Vec<_>>();
        let options = Options { seed: number, ..Options::default() };
        let mut search = InformationSearch::new(Arc::clone(&game), &options);
        let mut state = game.initial();
        while game.outcome(&state).is_none() {
            let mut joint = Vec::new();
            for role in machine.role_ids() {
                let legal = game.legal(&state, role);
                let belief = &beliefs[role];
                joint.push(if legal.len() == 1 {
                    legal[0]
                } else if role == ours {
                    search.search(belief, N_ITERATIONS, &|| false);
                    search.choose(role, belief.knowledge(), &legal).expect("there are moves")
                } else {
                    vote(&open, &engine, belief, role, number)
                });
            }
            let passage = game.make_moves(&[Step { state: &state, joint: &joint }]).pop();
            let passage = passage.expect("one for each");
            for (role, belief) in RoleId::enumerate(&mut beliefs) {
                belief.hear(joint[role], &passage.percepts[role], &uniform, &|| false);
            }
            state = passage.state;
        }
        let goals = game.outcome(&state).expect("it is over");
        sum += f64::from(goals[ours]) / 100.0;
    }
    sum / n_games as f64
}

#[test]
fn who_knows_what_it_does_not_know_beats_those_who_cheat() {
    if !stonegate_oracles::may_be_slow() {
        return;
    }
    for (name, n_games) in [("krieg-tic-tac-toe", 60), ("blind-breakthrough", 40)] {
        let score = score_against_voters(name, n_games);
        eprintln!("{name}: {score:.3}");
        assert!(score > 0.5, "{name}: {score}");
    }
}
