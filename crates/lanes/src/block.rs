//! Positions that stay in the lanes from one call to the next.

use std::collections::VecDeque;
use std::sync::Arc;

use stonegate_ground::{Goal, Machine, RoleId, StateBatch};

use crate::bytes::{write_rows, write_word};
use crate::draw::{Key, Keys, Succession};
use crate::numbering::Numbering;
use crate::transpose::{pack, unpack};
use crate::word::{LANES, Word};

/// What a position does after the end of its game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AfterEnd {
    /// It stays as it is, whatever moves are made.
    Stay,
    /// With the next step it becomes the initial one, whatever moves are made.
    NextStep,
    /// It becomes the initial one at once, and the last one is kept aside.
    SameStep,
}

/// How games are played in a block.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// The random moves of a game follow from the seed, the number of its position and the number
    /// of the game there, as those of the playout of this number in a stream of that number do.
    pub seed: u64,
    pub after_end: AfterEnd,
    /// A game that is not over after so many steps is given up.
    pub step_limit: Option<u32>,
    /// Does a role that makes an illegal move lose? Otherwise it is an error.
    pub illegal_loses: bool,
}

/// Up to 512 positions of a machine, each of which plays one game after the other. Made and changed
/// by [`Lanes`](crate::Lanes).
#[derive(Clone, Debug)]
pub struct Block {
    pub(crate) machine: Arc<Machine>,
    pub(crate) play: Play,
    n: usize,
    /// The number of the first position.
    first: u64,
    /// All registers of the machine.
    pub(crate) registers: Vec<Word>,
    /// What holds in the positions, if it is known: the outputs of the machine, whether play ends
    /// here, and for each role whether it is its turn.
    pub(crate) outputs: Vec<Word>,
    pub(crate) is_known: bool,
    /// What roles have perceived since it was last their turn, that step included, in the order of
    /// the outputs of the machine.
    pub(crate) percepts: Vec<Word>,
    /// What holds in the initial state.
    pub(crate) initial_outputs: Vec<bool>,
    /// The registers as they were before the last step, before the one before it, and so on.
    pub(crate) history: VecDeque<Vec<Word>>,
    /// The numbers of moves, if they are not those of the machine.
    pub(crate) numbering: Option<Arc<Numbering>>,
    /// Is what is written more than the caches hold?
    pub(crate) past_caches: bool,
    pub(crate) keys: Box<Keys>,
    /// The keys of the games of each position, from the present one on, and the step with which it
    /// began.
    games: Vec<Succession>,
    pub(crate) starts: Vec<u64>,
    /// The number of the next step.
    pub(crate) now: u64,
    /// For each role, where it has made an illegal move.
    pub(crate) forfeits: Vec<Word>,
    /// Where the game has been given up.
    pub(crate) expired: Word,
    /// Where the game was over before the last step.
    pub(crate) idle: Word,
    /// The ends that came with the last step, if positions become the initial one at once.
    pub(crate) last: Option<Box<Last>>,
}

/// Positions as they were before those whose game was over became the initial one.
#[derive(Clone, Debug)]
pub(crate) struct Last {
    pub(crate) registers: Vec<Word>,
    pub(crate) outputs: Vec<Word>,
    pub(crate) percepts: Vec<Word>,
    pub(crate) starts: Vec<u64>,
    forfeits: Vec<Word>,
    terminated: Word,
    truncated: Word,
}

impl Block {
    /// So many positions, of which the first has this number, all of them the initial one.
    pub(crate) fn new(machine: &Arc<Machine>, play: Play, first: u64, n: usize) -> Self {
        assert!(n <= LANES, "there are {LANES} lanes");
        let registers = machine.circuit.registers().iter();
        let mut block = Self {
            play,
            n,
            first,
            registers: registers.map(|register| Word::splat(register.init)).collect(),
            outputs: Vec::new(),
            is_known: false,
            percepts: vec![Word::ZERO; machine.outputs().all_percepts().len()],
            initial_outputs: Vec::new(),
            history: VecDeque::new(),
            numbering: None,
            past_caches: false,
            keys: Box::new(Keys::new()),
            games: Vec::new(),
            starts: Vec::new(),
            now: 0,
            forfeits: vec![Word::ZERO; machine.roles.len()],
            expired: Word::ZERO,
            idle: Word::ZERO,
            last: None,
            machine: Arc::clone(machine),
        };
        block.renumber(first, n);
        block
    }

    /// Makes a block of which nothing has been done yet one of so many other positions, of which the
    /// first has this number. That is quicker than to make another one.
    pub fn renumber(&mut self, first: u64, n: usize) {
        assert!(n <= LANES, "there are {LANES} lanes");
        (self.first, self.n) = (first, n);
        self.starts = vec![0; n];
        self.games = (0..n as u64).map(|at| Succession::new(self.play.seed, first + at)).collect();
        for lane in 0..n {
            self.begin(lane, self.now);
        }
    }

    /// Lets a block of which nothing has been done yet remember so many steps.
    pub fn remember(&mut self, n_steps: usize) {
        self.history = vec![self.registers.clone(); n_steps].into();
    }

    /// Gives the moves other numbers.
    pub fn number_moves(&mut self, numbering: Arc<Numbering>) {
        self.numbering = Some(numbering);
    }

    /// Says that what is written about this block and others is more than the caches hold, so that
    /// it had better not pass through them. Only arrays that begin at a multiple of 64 bytes can be
    /// written so.
    pub fn write_past_caches(&mut self, past_caches: bool) {
        self.past_caches = past_caches;
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.n
    }

    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The bytes that the block takes.
    pub fn bytes(&self) -> usize {
        let n_seen = self.registers.len() + self.outputs.len() + self.percepts.len();
        let words = n_seen + self.forfeits.len() + self.history.len() * self.registers.len();
        let last = if self.last.is_some() { n_seen } else { 0 };
        size_of::<Self>()
            + size_of::<Keys>()
            + size_of::<Word>() * (words + last)
            + size_of::<Succession>() * self.games.len()
            + size_of::<u64>() * self.starts.len()
    }

    /// The states of all positions.
    pub fn states(&self) -> StateBatch {
        let mut states = StateBatch::new(self.registers.len().div_ceil(64));
        let stride = states.stride();
        let rows = states.grow(self.n);
        if stride > 0 {
            unpack(&self.registers, stride, rows);
        }
        states
    }

    /// Puts states into all positions, whose games begin there.
    pub fn set_states(&mut self, states: &[&[u64]]) {
        assert_eq!(states.len(), self.n, "a state for each position");
        for (part, states) in states.chunks(64).enumerate() {
            let rows: Vec<(usize, &[u64])> = states.iter().copied().enumerate().collect();
            pack(part, &rows, 0..self.registers.len(), &mut self.registers);
        }
        self.begin_next(self.lanes(), self.now);
        self.percepts.fill(Word::ZERO);
        (self.is_known, self.idle, self.last) = (false, Word::ZERO, None);
    }

    /// Lets some positions become the initial one; with a seed their games are numbered anew.
    pub fn reset(&mut self, which: Word, seed: Option<u64>) {
        let which = which & self.lanes();
        if let Some(seed) = seed {
            for lane in which.lanes() {
                self.games[lane] = Succession::new(seed, self.first + lane as u64);
                self.begin(lane, self.now);
            }
            self.forget_ends(which);
        } else {
            self.begin_next(which, self.now);
        }
        self.become_initial(which);
        self.idle = self.idle & !which;
        self.last = None;
    }

    /// The role whose turn it is in each position, by its number. Of several it is the first, but
    /// chance only if it is alone.
    ///
    /// # Panics
    /// If it is not known what holds in the positions, as in all that follow.
    pub fn movers(&self) -> [u8; LANES] {
        let mut movers = [0; LANES];
        self.write_movers(&mut movers[..self.n]);
        movers.map(|mover| mover as u8)
    }

    /// Writes the role whose turn it is, a number for each position.
    pub fn write_movers(&self, movers: &mut [i32]) {
        movers.fill(0);
        for (role, lanes) in self.turns_of_movers().into_iter().filter(|(it, _)| it.index() > 0) {
            for lane in (lanes & self.lanes()).lanes() {
                movers[lane] = role.index() as i32;
            }
        }
    }

    /// The roles, and where each is the mover.
    pub(crate) fn turns_of_movers(&self) -> Vec<(RoleId, Word)> {
        let chance = self.machine.chance();
        let players = self.machine.role_ids().filter(|&role| Some(role) != chance);
        let mut taken = Word::ZERO;
        let mover = |role| {
            let turn = self.turn(role) & !taken;
            taken = taken | turn;
            (role, turn)
        };
        players.chain(chance).map(mover).collect()
    }

    /// Where it is the turn of a role: it has a choice, or nobody has and it is to move.
    pub fn turn(&self, role: RoleId) -> Word {
        self.output(self.machine.outputs().n_of_state() + 1 + role.index())
    }

    /// Where the game is over.
    pub fn over(&self) -> Word {
        let over = self.output(self.machine.outputs().n_of_state());
        (self.forfeits.iter().fold(over | self.expired, |over, &word| over | word)) & self.lanes()
    }

    /// Where the last step has led to the end of a game by the rules, or to an illegal move. A game
    /// that stays over is terminated after every step.
    pub fn terminated(&self) -> Word {
        if let Some(last) = &self.last {
            return last.terminated;
        }
        let terminal = self.output(self.machine.outputs().terminal());
        self.forfeits.iter().fold(terminal, |over, &word| over | word) & self.lanes()
    }

    /// Where the game is over otherwise: it has been given up, or a role has no legal move.
    pub fn truncated(&self) -> Word {
        match &self.last {
            Some(last) => last.truncated,
            None => self.over() & !self.terminated(),
        }
    }

    /// Writes where the last step has led to the end of a game by the rules, a byte for each position.
    pub fn write_terminated(&self, bytes: &mut [u8]) {
        write_word(self.terminated(), bytes);
    }

    /// Writes where the game is over otherwise, a byte for each position.
    pub fn write_truncated(&self, bytes: &mut [u8]) {
        write_word(self.truncated(), bytes);
    }

    /// Writes what each role has won with the last step, role by role: nothing unless a game is
    /// terminated by it, and then -1 for a goal of 0, 1 for a goal of 100. A role that makes an
    /// illegal move has -1, and the others share 1.
    pub fn write_rewards(&self, rewards: &mut [f32]) {
        let n_roles = self.machine.roles.len();
        assert_eq!(rewards.len(), self.n * n_roles, "a number for each position and role");
        rewards.fill(0.0);
        let ended = self.terminated() & !self.idle;
        if !ended.any() {
            return;
        }
        let (outputs, forfeits) = match &self.last {
            Some(last) => (&last.outputs, &last.forfeits),
            None => (&self.outputs, &self.forfeits),
        };
        for role in self.machine.role_ids() {
            for lane in ended.lanes() {
                rewards[lane * n_roles + role.index()] = reward(Goal::WORST);
            }
            // Ascending: of several goals the highest counts.
            let names = self.machine.outputs();
            for (output, &goal) in names.goals(role).zip(names.goal_values(role)) {
                for lane in (outputs[output] & ended).lanes() {
                    rewards[lane * n_roles + role.index()] = reward(goal);
                }
            }
        }
        for (role, forfeit) in forfeits.iter().enumerate() {
            for lane in (*forfeit & ended).lanes() {
                let row = &mut rewards[lane * n_roles..][..n_roles];
                row.fill(1.0 / (n_roles - 1).max(1) as f32);
                row[role] = -1.0;
            }
        }
    }

    /// Writes which moves are legal, a byte for each move, rows of `width` bytes: those of the
    /// movers, or of a role. Where the game is over, all moves do nothing and are fine.
    pub fn write_legal(&self, role: Option<RoleId>, width: usize, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), self.n * width, "a byte for each move");
        if width == 0 {
            return;
        }
        let over = self.over();
        let outputs = self.machine.outputs();
        let legal = |role: RoleId, action: usize| {
            let legal = &self.outputs[outputs.legal(role)];
            match &self.numbering {
                None => legal.get(action).copied().unwrap_or(Word::ZERO),
                Some(numbering) => {
                    let moves = numbering.moves(role, action).iter();
                    moves.fold(Word::ZERO, |any, action| any | legal[action.index()])
                }
            }
        };
        if let Some(role) = role {
            let words = (0..width).map(|action| legal(role, action) | over);
            write_rows(words, self.past_caches, bytes);
            return;
        }
        let movers = self.turns_of_movers();
        let words = (0..width).map(|action| {
            let words = movers.iter().map(|&(role, turn)| turn & legal(role, action));
            words.fold(over, |any, word| any | word)
        });
        write_rows(words, self.past_caches, bytes);
    }

    /// The key of the game of a position.
    pub(crate) fn key(&self, lane: usize) -> Key {
        self.games[lane].key()
    }

    /// All positions.
    pub(crate) fn lanes(&self) -> Word {
        Word::first(self.n)
    }

    /// The next game of some positions begins with this step, in the initial state.
    pub(crate) fn begin_next(&mut self, which: Word, step: u64) {
        if !which.any() {
            return;
        }
        for (part, lanes) in which.0.into_iter().enumerate() {
            let mut left = lanes;
            while left != 0 {
                let lane = part * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                self.games[lane].advance();
                self.begin(lane, step);
            }
        }
        self.forget_ends(which);
    }

    /// Puts the initial state into some positions.
    pub(crate) fn become_initial(&mut self, which: Word) {
        let put = |word: &mut Word, value: bool| {
            *word = if value { *word | which } else { *word & !which };
        };
        for (word, register) in self.registers.iter_mut().zip(self.machine.circuit.registers()) {
            put(word, register.init);
        }
        for (word, &value) in self.outputs.iter_mut().zip(&self.initial_outputs) {
            put(word, value);
        }
        for word in &mut self.percepts {
            put(word, false);
        }
    }

    /// Keeps the registers as they are before a step.
    pub(crate) fn keep(&mut self) {
        if let Some(mut oldest) = self.history.pop_back() {
            oldest.copy_from_slice(&self.registers);
            self.history.push_front(oldest);
        }
    }

    /// Takes in what is perceived of a step in some positions. What was perceived before its last
    /// turn is known to a role already.
    pub(crate) fn perceive(&mut self, step: &[Word], active: Word) {
        let outputs = Arc::clone(self.machine.outputs());
        let first = outputs.all_percepts().start;
        for role in self.machine.role_ids() {
            let old = !(self.turn(role) & active);
            for percept in outputs.percepts(role).map(|output| output - first) {
                let word = &mut self.percepts[percept];
                *word = *word & old | step[percept] & active;
            }
        }
    }

    /// Gives games up that have lasted too long.
    pub(crate) fn expire(&mut self) {
        let Some(limit) = self.play.step_limit else { return };
        for (lane, &start) in self.starts.iter().enumerate() {
            if self.now >= start + u64::from(limit) {
                self.expired.set_lane(lane, true);
            }
        }
    }

    /// Puts aside what has ended with this step, and begins the next games there.
    pub(crate) fn restart_at_once(&mut self) {
        let over = self.over();
        self.last = Some(Box::new(Last {
            terminated: self.terminated(),
            truncated: self.truncated(),
            registers: self.registers.clone(),
            outputs: self.outputs.clone(),
            percepts: self.percepts.clone(),
            starts: self.starts.clone(),
            forfeits: self.forfeits.clone(),
        }));
        if over.any() {
            self.begin_next(over, self.now);
            self.become_initial(over);
        }
    }

    /// The game of a position begins with this step.
    #[inline(always)]
    fn begin(&mut self, lane: usize, step: u64) {
        self.starts[lane] = step;
        let n_roles = self.machine.roles.len() as u32;
        self.keys.set(lane, self.key(lane), (step as u32).wrapping_mul(n_roles));
    }

    fn forget_ends(&mut self, which: Word) {
        self.expired = self.expired & !which;
        for forfeit in &mut self.forfeits {
            *forfeit = *forfeit & !which;
        }
    }

    fn output(&self, output: usize) -> Word {
        assert!(self.is_known, "somebody has looked at the positions");
        self.outputs[output]
    }
}

/// What a goal is worth, from -1 to 1.
fn reward(goal: Goal) -> f32 {
    f32::from(goal.value()) / 50.0 - 1.0
}
