//! Monte Carlo tree search by as many threads as the caller has.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::{Mutex, RwLock, RwLockReadGuard};
use stonegate_ground::MoveId;

use crate::crew::Crew;
use crate::game::Game;
use crate::landing::Landing;
use crate::line::Line;
use crate::look::Look;
use crate::options::Options;
use crate::random::Random;
use crate::reasoner::{Evaluations, Leaf, Reasoner, look_at};
use crate::tree::Tree;
use crate::wave::{Log, Wave};

/// The least memory that a tree gets.
const MIN_MEMORY: usize = 1 << 20;

/// A part of the memory is for waves and for cleaning up: one in so many bytes.
const WORKING_PART: usize = 16;

/// Waves in a row that may come to nothing before a thread gives up.
pub(crate) const MAX_IDLE_WAVES: u32 = 1000;

/// A search for good moves in one position after the other.
///
/// Threads that want to help call [`work`](Self::work) with a reasoner of their own each; one of
/// them or another may ask for a report at any time.
pub struct Search<G: Game> {
    game: Arc<G>,
    pub(crate) options: Options,
    /// Threads that search share it, whoever changes the position or makes room has it for himself.
    tree: RwLock<Tree<G>>,
    pub(crate) crew: Crew,
    pub(crate) counts: Counts,
    /// For games with one role.
    pub(crate) line: Mutex<Line>,
}

/// What has been done for the position.
#[derive(Debug)]
pub(crate) struct Counts {
    waves: AtomicU64,
    /// Visits that have been given out, and those that have landed.
    claimed: AtomicU64,
    pub(crate) iterations: AtomicU64,
    pub(crate) playouts: AtomicU64,
    pub(crate) states: AtomicU64,
    pub(crate) depth: AtomicU64,
    /// Whether a thread has looked at the next steps.
    has_looked: AtomicBool,
    /// For each role, the sum of the values of all visits, in millionths.
    pub(crate) values: Box<[AtomicU64]>,
}

impl Counts {
    fn new(n_roles: usize, waves: u64) -> Self {
        Self {
            waves: AtomicU64::new(waves),
            claimed: AtomicU64::new(0),
            iterations: AtomicU64::new(0),
            playouts: AtomicU64::new(0),
            states: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            has_looked: AtomicBool::new(false),
            values: (0..n_roles).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn reset(&self) {
        for count in [&self.claimed, &self.iterations, &self.playouts, &self.states, &self.depth] {
            count.store(0, Ordering::Relaxed);
        }
        self.has_looked.store(false, Ordering::Relaxed);
        for value in &self.values {
            value.store(0, Ordering::Relaxed);
        }
    }
}

impl<G: Game> Search<G> {
    /// A search from the initial state.
    pub fn new(game: Arc<G>, options: Options) -> Self {
        let initial = game.initial();
        Self::from_state(game, options, initial)
    }

    /// A search from any state.
    pub fn from_state(game: Arc<G>, mut options: Options, state: G::State) -> Self {
        if game.n_roles() == 1 {
            options.playouts = 1;
        }
        let memory = options.memory.max(MIN_MEMORY);
        let limit = memory - memory / WORKING_PART;
        let tree = Tree::new(Arc::clone(&game), &options, limit, state);
        Self {
            crew: Crew::default(),
            counts: Counts::new(game.n_roles(), 0),
            line: Mutex::default(),
            tree: RwLock::new(tree),
            options,
            game,
        }
    }

    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What the tree takes of its memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.read().memory.used()
    }

    /// The position that is searched.
    pub fn state(&self) -> G::State {
        let tree = self.read();
        tree.node(tree.root).position().state.clone()
    }

    /// Goes on to the position after a joint move, which has to be legal, and keeps what is known of
    /// it.
    pub fn advance(&self, joint: &[MoveId]) {
        let mut tree = self.tree.write();
        let next = tree.child_after(joint).unwrap_or_else(|| {
            let state = self.game.apply(&tree.node(tree.root).position().state, joint);
            let hash = tree.hash(&state);
            let position = look_at(&*self.game, state);
            loop {
                if let Some(node) = tree.add(position.clone(), hash) {
                    return node;
                }
                tree.make_room(&|| false);
            }
        });
        tree.root = next;
        // It was about what the old root needs.
        tree.sweep = None;
        self.line.lock().advance(joint);
        self.counts.reset();
    }

    /// Searches until `stop` says so, until the goals of all roles are proven, or until the position
    /// has had as many iterations as the options allow. `stop` is asked between waves, within random
    /// games and while room is made: it must not ask the search anything, which may be locked. A
    /// wave that is stopped is forgotten.
    pub fn work(&self, reasoner: &mut dyn Reasoner<G>, stop: &(dyn Fn() -> bool + Sync)) {
        let _member = self.crew.join();
        let mut log = Log::default();
        let mut n_idle = 0;
        while n_idle < MAX_IDLE_WAVES && !stop() && self.begin(reasoner, stop) {
            let tree = self.read();
            let wave = self.take_off(&tree, &mut log);
            if wave.log.ends.is_empty() {
                return;
            }
            let leaves = wave.leaves(self.options.playouts);
            let evaluations = if leaves.is_empty() {
                Some(Evaluations::default())
            } else {
                reasoner.evaluate(&leaves, stop)
            };
            drop(leaves);
            let is_idle = self.bring_home(&tree, wave, evaluations, reasoner);
            n_idle = if is_idle { n_idle + 1 } else { 0 };
            if is_idle {
                // All leaves are under way in other threads, which may need the processor.
                std::thread::yield_now();
            }
            self.tidy(tree, stop);
        }
    }

    /// Looks at the next steps if nobody has; tells whether there is anything left to do.
    pub(crate) fn begin(
        &self,
        reasoner: &mut dyn Reasoner<G>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let tree = self.read();
        if tree.node(tree.root).is_settled() {
            return false;
        }
        if self.options.look && !self.counts.has_looked.swap(true, Ordering::Relaxed) {
            // What it does not see, visits find.
            let _ = Look { tree: &tree, reasoner, stop }.take();
        }
        let claimed = self.counts.claimed.load(Ordering::Relaxed);
        !tree.node(tree.root).is_settled() && claimed < self.options.iterations
    }

    /// How many visits the next wave has.
    fn claim(&self, tree: &Tree<G>) -> usize {
        let root_visits = tree.node(tree.root).visits.get().all();
        let wanted = (root_visits / self.options.visits_per_leaf).max(1) as usize;
        let wanted = wanted.min(self.options.max_leaves()) as u64;
        let claimed = self.counts.claimed.fetch_add(wanted, Ordering::Relaxed);
        let granted = self.options.iterations.saturating_sub(claimed).min(wanted);
        self.counts.claimed.fetch_sub(wanted - granted, Ordering::Relaxed);
        granted as usize
    }

    /// The next wave; it has no visits if all have been given out.
    pub(crate) fn take_off<'t>(&'t self, tree: &'t Tree<G>, log: &'t mut Log) -> Wave<'t, G> {
        let n_visits = self.claim(tree);
        let number = self.counts.waves.fetch_add(1, Ordering::Relaxed);
        let random = Random::new(self.options.seed, number);
        Wave::new(tree, &self.crew, log, random, n_visits)
    }

    /// Takes what has come of a wave, or takes the wave back if nothing has; tells whether it was
    /// for nothing.
    pub(crate) fn bring_home(
        &self,
        tree: &Tree<G>,
        wave: Wave<'_, G>,
        evaluations: Option<Evaluations<G::State>>,
        reasoner: &mut dyn Reasoner<G>,
    ) -> bool {
        let n_visits = wave.log.ends.len() as u64;
        let landing = match evaluations {
            Some(evaluations) if !self.game.is_interrupted() => {
                self.land(wave, evaluations, reasoner)
            }
            _ => wave.turn_around(),
        };
        self.counts.claimed.fetch_sub(n_visits - landing.n_visits, Ordering::Relaxed);
        landing.n_visits == 0 && tree.sweep.is_none()
    }

    fn land(
        &self,
        wave: Wave<'_, G>,
        evaluations: Evaluations<G::State>,
        reasoner: &mut dyn Reasoner<G>,
    ) -> Landing {
        if self.game.n_roles() == 1 {
            let leaves = wave.leaves(self.options.playouts);
            self.keep_best_line(&wave, &leaves, &evaluations, reasoner);
        }
        self.counts.states.fetch_add(evaluations.steps, Ordering::Relaxed);
        let mut sums = vec![0.0; self.game.n_roles()];
        let landing = wave.land(evaluations, self.options.playouts, &mut sums);
        self.counts.iterations.fetch_add(landing.n_visits, Ordering::Relaxed);
        self.counts.playouts.fetch_add(landing.n_playouts, Ordering::Relaxed);
        self.counts.depth.fetch_max(landing.depth as u64, Ordering::Relaxed);
        for (value, sum) in self.counts.values.iter().zip(sums) {
            value.fetch_add((sum * 1e6) as u64, Ordering::Relaxed);
        }
        landing
    }

    /// Keeps the line of a playout that is better than all before.
    fn keep_best_line(
        &self,
        wave: &Wave<'_, G>,
        leaves: &[Leaf<'_, G::State>],
        evaluations: &Evaluations<G::State>,
        reasoner: &mut dyn Reasoner<G>,
    ) {
        for (number, (leaf, &sum)) in leaves.iter().zip(&evaluations.goals).enumerate() {
            let mut line = self.line.lock();
            if sum <= u32::from(line.goal) {
                continue;
            }
            let mut playouts = (0..leaf.playouts).map(|playout| reasoner.replay(leaf, playout));
            if let Some(playout) = playouts.find(|playout| playout.goals[0] > line.goal) {
                let mut joint_moves = wave.joint_moves_to(number);
                joint_moves.extend(playout.joint_moves);
                *line = Line { goal: playout.goals[0], joint_moves };
            }
        }
    }

    /// Makes room or a larger table, if need be, while no other thread uses the tree.
    pub(crate) fn tidy(&self, tree: RwLockReadGuard<'_, Tree<G>>, stop: &dyn Fn() -> bool) {
        let is_tidy = |tree: &Tree<G>| {
            let is_full = tree.is_full.load(Ordering::Relaxed);
            !is_full && tree.sweep.is_none() && !tree.is_table_small()
        };
        let was_tidy = is_tidy(&tree);
        drop(tree);
        if !was_tidy {
            let mut tree = self.tree.write();
            if tree.is_full.load(Ordering::Relaxed) {
                tree.make_room(stop);
            } else {
                tree.sweep_slice();
            }
            tree.grow_table();
        }
    }

    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Tree<G>> {
        self.tree.read()
    }
}

impl<G: Game> fmt::Debug for Search<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("options", &self.options)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}
