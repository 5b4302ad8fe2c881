//! Many games at once, one step ahead: each role makes the move after which the position is worth
//! most to it, and now and then any move.

use std::ops::Range;
use std::ptr;
use std::sync::Arc;

use stonegate_ground::{Goal, Machine, MoveId, RoleId, StateBatch};
use stonegate_lanes::{Engine, Expansions, Lanes, Successors};

use crate::evaluator::{Lens, worth_of};
use crate::random::Random;
use crate::weights::Outlook;

/// Where several roles have a choice, so many joint moves are looked at.
const MAX_JOINTS: usize = 48;

/// Longer games are broken off.
const MAX_STEPS: usize = 500;

/// How games are played.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Manner {
    /// The first moves are drawn: up to so many.
    pub(crate) n_random: usize,
    /// How likely any other move is drawn.
    pub(crate) exploration: f32,
}

/// A position of a game, and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Its place in the batch of all positions.
    pub(crate) state: usize,
    /// What the position after the best move is worth to each role.
    pub(crate) best: Vec<f32>,
    /// The move was drawn, so that what follows tells nothing of the position.
    pub(crate) is_drawn: bool,
}

/// A game that was played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Played {
    pub(crate) steps: Vec<Step>,
    /// What each role has at the end; none if the game was broken off.
    pub(crate) goals: Option<Vec<f32>>,
}

/// Games to be played, which follow from the seed.
pub(crate) struct Games<'t> {
    pub(crate) number: usize,
    pub(crate) seed: u64,
    pub(crate) manner: Manner,
    pub(crate) lens: &'t Lens,
    pub(crate) outlook: Outlook,
    /// By which table a role plays in the game of a number.
    pub(crate) tables: &'t dyn Fn(usize, RoleId) -> &'t [f32],
}

/// Plays games on the lanes.
#[derive(Debug)]
pub(crate) struct SelfPlay {
    engine: Arc<Engine>,
    lanes: Lanes,
    values: Vec<u32>,
}

/// A game that is being played.
struct Live {
    number: usize,
    state: usize,
    random: Random,
    n_random: usize,
    legal: Vec<Vec<MoveId>>,
}

/// The positions one step ahead of all games.
struct Ahead {
    /// One move for each role.
    joints: Vec<MoveId>,
    next: Successors,
}

impl SelfPlay {
    pub(crate) fn new(engine: &Arc<Engine>) -> Self {
        let lanes = Lanes::new(Arc::clone(engine));
        Self { engine: Arc::clone(engine), lanes, values: Vec::new() }
    }

    pub(crate) fn machine(&self) -> &Arc<Machine> {
        self.engine.machine()
    }

    /// Plays games and gives them with all their positions. There is nothing if `stop` says so.
    pub(crate) fn play(
        &mut self,
        games: &Games<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Option<(StateBatch, Vec<Played>)> {
        let machine = Arc::clone(self.machine());
        let mut played = vec![Played::default(); games.number];
        let mut states = machine.batch([&machine.initial()]);
        let mut live = self.begin(games, &states);
        for step in 0..MAX_STEPS {
            if live.is_empty() {
                break;
            }
            if stop() {
                return None;
            }
            let (ahead, ends) = self.look_ahead(&mut live, &states);
            let mut still = Vec::with_capacity(live.len());
            let mut start = 0;
            for (mut game, end) in live.into_iter().zip(ends) {
                let worths = self.worths(games, &game, &ahead, start..end);
                let is_drawn =
                    step < game.n_random || game.random.unit() < games.manner.exploration;
                let best = start + self.choose(&mut game, &ahead, start, &worths);
                let chosen = if is_drawn { start + game.random.below(end - start) } else { best };
                let n_roles = machine.roles.len();
                let worth = |at: usize| worths[(at - start) * n_roles..][..n_roles].to_vec();
                let record = &mut played[game.number];
                record.steps.push(Step { state: game.state, best: worth(best), is_drawn });
                let after = &ahead.next.expansions;
                if after.is_terminal(chosen) {
                    record.goals = Some(worth(chosen));
                } else if !after.is_stuck(chosen) {
                    game.state = states.len();
                    game.legal = legal(&machine, after, chosen);
                    states.push(ahead.next.states.row(chosen));
                    still.push(game);
                }
                start = end;
            }
            live = still;
        }
        Some((states, played))
    }

    /// All games in the initial state, unless it is the end already.
    fn begin(&mut self, games: &Games<'_>, initial: &StateBatch) -> Vec<Live> {
        let first = self.lanes.expand(initial);
        if first.is_terminal(0) || first.is_stuck(0) {
            return Vec::new();
        }
        let begin = |number| {
            let mut random = Random::new(games.seed, number as u64);
            let n_random = random.below(games.manner.n_random + 1);
            Live { number, state: 0, random, n_random, legal: legal(self.machine(), &first, 0) }
        };
        (0..games.number).map(begin).collect()
    }

    /// The positions after the joint moves of all games, and where those of each game end.
    fn look_ahead(&mut self, live: &mut [Live], states: &StateBatch) -> (Ahead, Vec<usize>) {
        let n_roles = self.machine().roles.len();
        let mut joints: Vec<MoveId> = Vec::new();
        let mut ends = Vec::with_capacity(live.len());
        let mut batch = StateBatch::new(states.stride());
        for game in live {
            joint_moves(&game.legal, &mut game.random, &mut joints);
            while batch.len() < joints.len() / n_roles {
                batch.push(states.row(game.state));
            }
            ends.push(batch.len());
        }
        let next = self.lanes.advance(&batch, &joints);
        (Ahead { joints, next }, ends)
    }

    /// What each of the positions ahead of a game is worth to each role: to those who have a
    /// choice, by the tables that they play by.
    fn worths(
        &mut self,
        games: &Games<'_>,
        game: &Live,
        ahead: &Ahead,
        range: Range<usize>,
    ) -> Vec<f32> {
        let machine = Arc::clone(self.machine());
        let n_roles = machine.roles.len();
        let has_choice = |&role: &RoleId| game.legal[role].len() > 1;
        let choosers: Vec<RoleId> = machine.role_ids().filter(has_choice).collect();
        let mover = choosers.first().copied().unwrap_or(RoleId::new(0));
        let table = (games.tables)(game.number, mover);
        let mut worths = vec![0.0; range.len() * n_roles];
        let mut other = vec![0.0; n_roles];
        for (index, worth) in range.zip(worths.chunks_exact_mut(n_roles)) {
            if ahead.next.expansions.is_terminal(index) {
                for role in machine.role_ids() {
                    let goal = Goal::of_role(ahead.next.expansions.goals(index, role));
                    worth[role] = f32::from(goal.value()) / 100.0;
                }
                continue;
            }
            let words = ahead.next.states.row(index);
            let values = &mut self.values;
            worth_of(games.lens, table, games.outlook, words, values, worth);
            for &role in choosers.iter().skip(1) {
                let own = (games.tables)(game.number, role);
                if !ptr::eq(own, table) {
                    worth_of(games.lens, own, games.outlook, words, values, &mut other);
                    worth[role] = other[role];
                }
            }
        }
        worths
    }

    /// The joint move of the best moves of all roles, by its number: a move is worth the mean of
    /// the joint moves with it. Equals are drawn from, and chance draws.
    fn choose(&self, game: &mut Live, ahead: &Ahead, start: usize, worths: &[f32]) -> usize {
        let n_roles = self.machine().roles.len();
        let n_joints = worths.len() / n_roles;
        let joint = |number: usize| &ahead.joints[(start + number) * n_roles..][..n_roles];
        let mut best = Vec::with_capacity(n_roles);
        for (role, moves) in RoleId::enumerate(&game.legal) {
            if Some(role) == self.machine().chance() {
                best.push(moves[game.random.below(moves.len())]);
                continue;
            }
            let mut sums: Vec<(MoveId, f32, f32)> = Vec::with_capacity(moves.len());
            for number in 0..n_joints {
                let (action, worth) =
                    (joint(number)[role], worths[number * n_roles + role.index()]);
                match sums.iter_mut().find(|sum| sum.0 == action) {
                    Some((_, sum, n)) => (*sum, *n) = (*sum + worth, *n + 1.0),
                    None => sums.push((action, worth, 1.0)),
                }
            }
            let mut most = (f32::MIN, 0, moves[0]);
            for (action, sum, n) in sums {
                let value = (sum / n, game.random.next());
                if value > (most.0, most.1) {
                    most = (value.0, value.1, action);
                }
            }
            best.push(most.2);
        }
        // Where joint moves are drawn, the best moves together may not be among them.
        (0..n_joints).find(|&number| joint(number) == best).unwrap_or(0)
    }
}

/// The legal moves of each role.
fn legal(machine: &Machine, expansions: &Expansions, index: usize) -> Vec<Vec<MoveId>> {
    machine.role_ids().map(|role| expansions.legal(index, role).collect()).collect()
}

/// The joint moves to look at: all of them, or some that are drawn, each move of each role at least
/// once.
fn joint_moves(legal: &[Vec<MoveId>], random: &mut Random, joints: &mut Vec<MoveId>) {
    let mut choosers = legal.iter().enumerate().filter(|(_, moves)| moves.len() > 1);
    let (first, second) = (choosers.next(), choosers.next());
    let product = legal.iter().fold(1, |product: usize, moves| product.saturating_mul(moves.len()));
    match (first, second) {
        (Some((role, moves)), None) => {
            for &action in moves {
                joints.extend(legal.iter().map(|moves| moves[0]));
                let at = joints.len() - legal.len() + role;
                joints[at] = action;
            }
        }
        _ if product <= MAX_JOINTS => {
            for mut number in 0..product {
                joints.extend(legal.iter().map(|moves| {
                    let action = moves[number % moves.len()];
                    number /= moves.len();
                    action
                }));
            }
        }
        _ => {
            let most = legal.iter().map(Vec::len).max().unwrap_or(1);
            for round in 0..most.max(MAX_JOINTS) {
                joints.extend(legal.iter().map(|moves| match () {
                    () if moves.len() == most => moves[round % moves.len()],
                    () => moves[random.below(moves.len())],
                }));
            }
        }
    }
}
