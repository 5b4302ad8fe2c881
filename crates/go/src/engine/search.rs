//! Threads that grow one tree.

use parking_lot::Mutex;

use super::amaf::{Amaf, black_value};
use super::node::Tree;
use super::prior;
use crate::game::Game;
use crate::lanes::{BLOCK, BlockResult, Lanes, N_BLOCKS, Policy};
use crate::point::Move;
use crate::rules::Rules;
use stonegate_stones::Color;

/// Bytes of a node and of what goes with it.
const NODE_BYTES: usize = size_of::<super::node::Node>();

/// A position that is being thought about.
#[derive(Debug)]
pub struct Search {
    game: Game,
    shared: Mutex<Shared>,
}

/// What threads share.
#[derive(Debug)]
struct Shared {
    tree: Tree,
    n_games: u64,
    /// How many games of the blocks from the root end with a point Black's, less those with it
    /// White's.
    ownership: Vec<i64>,
    n_owned: i64,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The moves that were looked at, the most visited first.
    pub candidates: Vec<Candidate>,
    /// How likely the player to move wins, from 0 to 1.
    pub value: f64,
    /// How many games were played.
    pub n_games: u64,
    pub n_nodes: usize,
    /// For each point in the order of [`crate::Size::points`]: 1 if it becomes Black's, -1 if
    /// White's.
    pub ownership: Vec<f64>,
}

/// A move that was looked at.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub action: Move,
    /// Random games behind the move.
    pub n_games: u64,
    /// How likely the player wins who makes the move, from 0 to 1.
    pub value: f64,
    /// What should follow, this move first.
    pub line: Vec<Move>,
}

/// A descent whose games are being played.
struct Descent {
    /// Nodes from the root to the leaf.
    path: Vec<usize>,
    /// Players and moves between them.
    moves: Vec<(Color, Move)>,
    /// Whether the leaf has no children.
    is_new: bool,
}

impl Search {
    /// Thinks about the position of a game, with at most so many bytes of memory.
    pub fn new(game: &Game, n_bytes: usize) -> Self {
        let max_nodes = (n_bytes / NODE_BYTES).clamp(1 << 10, u32::MAX as usize / 2);
        Self::with_tree(game.clone(), Tree::new(max_nodes))
    }

    fn with_tree(game: Game, tree: Tree) -> Self {
        let ownership = vec![0; game.size().n_points()];
        Self { game, shared: Mutex::new(Shared { tree, n_games: 0, ownership, n_owned: 0 }) }
    }

    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Goes on with another position, and keeps what is known of it if it follows from this one.
    pub fn advance(&mut self, game: &Game) {
        let mut shared = self.shared.lock();
        let max_nodes = shared.tree.max_nodes();
        let tree = std::mem::replace(&mut shared.tree, Tree::new(max_nodes));
        drop(shared);
        let moves = game.moves_since(&self.game);
        let tree = moves
            .and_then(|mut moves| moves.try_fold(tree, |tree, action| tree.below(action)))
            .unwrap_or_else(|| Tree::new(max_nodes));
        *self = Self::with_tree(game.clone(), tree);
    }

    /// Plays games until `stop` says so, together with all threads that do the same. The moves of
    /// the position are known in any case. `seed` is different for each thread.
    pub fn work(&self, seed: u64, stop: &dyn Fn() -> bool) {
        let mut worker = Worker {
            lanes: Lanes::new(self.game.size(), Policy::Tactical, seed),
            game: self.game.clone(),
            descents: [const { None }; N_BLOCKS],
        };
        'games: loop {
            while let Some(block) = worker.lanes.free_block()
                && self.start(&mut worker, block)
            {
                if stop() {
                    break 'games;
                }
            }
            self.finish(&mut worker, stop);
            if stop() {
                break;
            }
        }
        let mut shared = self.shared.lock();
        for descent in worker.descents.into_iter().flatten() {
            shared.give_up(&descent);
        }
    }

    /// Descends to a leaf and starts games there. An end of the game is counted at once; after
    /// a few of these the threads are asked whether to stop.
    fn start(&self, worker: &mut Worker, block: usize) -> bool {
        const MAX_ENDS: usize = 16;
        let game = &mut worker.game;
        for _ in 0..MAX_ENDS {
            let descent = self.shared.lock().descend(game);
            for &(color, action) in &descent.moves {
                game.play_as(color, action).expect("the tree has legal moves only");
            }
            let is_over = is_end(game.rules(), game.n_passes());
            if is_over {
                let lead = game.score().lead();
                let value = black_value(lead, game.size());
                let mut shared = self.shared.lock();
                shared.count_end(&descent, value, self.game.to_move());
                // It stands for a block of games that all end like this.
                shared.n_games += BLOCK as u64;
            } else {
                if let Some(&leaf) = descent.path.last().filter(|_| descent.is_new) {
                    let moves = prior::moves(game);
                    self.shared.lock().tree.expand(leaf, moves);
                }
                let ko = game.ko_point();
                worker.lanes.start(block, game.board(), game.to_move(), ko);
            }
            descent.moves.iter().for_each(|_| {
                game.undo();
            });
            if !is_over {
                worker.descents[block] = Some(descent);
                return true;
            }
        }
        false
    }

    /// Waits for blocks of games and takes their results to the tree.
    fn finish(&self, worker: &mut Worker, stop: &dyn Fn() -> bool) {
        let mut results = Vec::new();
        worker.lanes.run(stop, |block, result| results.push((block, result)));
        for (block, result) in results {
            let descent = worker.descents[block].take().expect("the block was started");
            let amaf = Amaf::new(self.game.size(), &result, self.game.rules().komi);
            self.shared.lock().count(&descent, amaf, &result, self.game.to_move());
        }
    }

    /// How many games were played.
    pub fn n_games(&self) -> u64 {
        self.shared.lock().n_games
    }

    /// What is known so far.
    pub fn report(&self) -> Report {
        let shared = self.shared.lock();
        let tree = &shared.tree;
        let root = &tree.nodes[Tree::ROOT];
        let mut visited =
            root.children().filter(|&child| tree.nodes[child].n > 0.0).collect::<Vec<_>>();
        visited.sort_by(|&a, &b| tree.nodes[b].n.total_cmp(&tree.nodes[a].n));
        if visited.is_empty() && root.is_expanded() {
            // No games are behind any move so far: the one that wants them most.
            visited.push(tree.select(Tree::ROOT));
        }
        let candidates = visited.into_iter().map(|child| {
            let node = &tree.nodes[child];
            Candidate {
                action: node.action,
                n_games: (f64::from(node.n) * BLOCK as f64) as u64,
                value: f64::from(node.mean(0.5)),
                line: shared.line(child),
            }
        });
        let n_owned = shared.n_owned.max(1) as f64;
        let ownership = shared.ownership.iter().map(|&balance| balance as f64 / n_owned).collect();
        Report {
            candidates: candidates.collect(),
            value: 1.0 - f64::from(root.mean(0.5)),
            n_games: shared.n_games,
            n_nodes: tree.nodes.len(),
            ownership,
        }
    }
}

/// Where dead stones are taken off, two passes do not tell who has won: what matters is whether
/// anybody could still do something by playing on.
fn is_end(rules: &Rules, n_passes: u32) -> bool {
    const MAX_PASSES: u32 = 4;
    n_passes >= if rules.removes_dead { MAX_PASSES } else { 2 }
}

/// One thread at work.
struct Worker {
    lanes: Lanes,
    game: Game,
    descents: [Option<Descent>; N_BLOCKS],
}

impl Shared {
    /// Goes down to a leaf, from the root, at which the game stands.
    fn descend(&mut self, game: &Game) -> Descent {
        let (mut color, mut n_passes) = (game.to_move(), game.n_passes());
        let mut node = Tree::ROOT;
        let mut descent = Descent { path: vec![node], moves: Vec::new(), is_new: false };
        self.tree.nodes[node].n_pending += 1;
        while self.tree.nodes[node].is_expanded() && !is_end(game.rules(), n_passes) {
            node = self.tree.select(node);
            let action = self.tree.nodes[node].action;
            descent.moves.push((color, action));
            color = !color;
            n_passes = if action == Move::Pass { n_passes + 1 } else { 0 };
            self.tree.nodes[node].n_pending += 1;
            descent.path.push(node);
        }
        descent.is_new = !self.tree.nodes[node].is_expanded();
        descent
    }

    fn count(&mut self, descent: &Descent, mut amaf: Amaf, result: &BlockResult, root: Color) {
        self.n_games += BLOCK as u64;
        self.n_owned += BLOCK as i64;
        for (balance, plays) in self.ownership.iter_mut().zip(&result.points) {
            *balance += i64::from(plays.black_area.count_ones());
            *balance -= i64::from(plays.white_area.count_ones());
        }
        for depth in (0..descent.path.len()).rev() {
            let color = descent.moves.get(depth).map(|&(color, _)| color);
            let color = color.or_else(|| descent.moves.last().map(|&(color, _)| !color));
            self.count_later(descent.path[depth], color.unwrap_or(root), &amaf);
            if let Some(&(color, action)) = depth.checked_sub(1).map(|i| &descent.moves[i]) {
                amaf.precede(color, action);
            }
        }
        self.count_end(descent, amaf.black_value, root);
    }

    /// Tells the children of a node what became of games in which their moves were made later.
    fn count_later(&mut self, node: usize, color: Color, amaf: &Amaf) {
        let children = self.tree.nodes[node].children();
        for child in &mut self.tree.nodes[children] {
            if let Move::Place(point) = child.action {
                let (n, sum) = amaf.of(color, point);
                child.amaf_n += n;
                child.amaf_sum += sum;
            }
        }
    }

    /// Counts a value for all nodes of a descent.
    fn count_end(&mut self, descent: &Descent, black_value: f32, root: Color) {
        let value = |color| if color == Color::Black { black_value } else { 1.0 - black_value };
        for (depth, &index) in descent.path.iter().enumerate() {
            let node = &mut self.tree.nodes[index];
            node.n_pending = node.n_pending.saturating_sub(1);
            node.n += 1.0;
            // The value of the root is that of the player who is not to move there.
            node.sum += match depth.checked_sub(1) {
                Some(i) => value(descent.moves[i].0),
                None => value(!root),
            };
        }
    }

    fn give_up(&mut self, descent: &Descent) {
        for &index in &descent.path {
            let node = &mut self.tree.nodes[index];
            node.n_pending = node.n_pending.saturating_sub(1);
        }
    }

    /// The moves that were looked at most, from a node on.
    fn line(&self, start: usize) -> Vec<Move> {
        const MAX_LINE: usize = 20;
        let mut line = vec![self.tree.nodes[start].action];
        let mut node = start;
        while line.len() < MAX_LINE
            && let Some(child) = self.tree.best_child(node)
            && self.tree.nodes[child].n > 0.0
        {
            line.push(self.tree.nodes[child].action);
            node = child;
        }
        line
    }
}
