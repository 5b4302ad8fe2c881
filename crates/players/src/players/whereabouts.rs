//! Where a game may be, when what a player is told does not fit.
//!
//! A manager tells the moves of the last turn only. If a message is lost or garbled, the player
//! does not know what happened; but every later message says something about it. So it keeps all
//! lines of play that agree with what it was told, as far as there is room for them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashSet;
use stonegate_compile::{ClauseGame, ClauseState, GameRules};
use stonegate_gdl::{MoveId, RoleId};
use stonegate_search::Game;

use crate::stopwatch::{now, time_of};

/// So many lines are kept.
const MAX_LINES: usize = 64;

/// So many joint moves are tried where one is missing.
const MAX_TRIED: usize = 4096;

/// The lines of play that a player thinks possible, the likeliest first.
#[derive(Debug)]
pub(super) struct Whereabouts {
    game: ClauseGame,
    role: RoleId,
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
struct Line {
    history: Vec<Vec<String>>,
    state: ClauseState,
}

/// What a player makes of the moves that it is told.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Heard {
    /// They are legal.
    Legal,
    /// They are those of the turn before once more.
    Repeated,
    /// They are legal if one turn is missing before them.
    Gap,
    /// They are legal nowhere.
    Nonsense,
}

impl Whereabouts {
    /// After a history that is known. None if it is not legal or takes too long.
    pub(super) fn new(
        rules: &Arc<GameRules>,
        role: RoleId,
        history: &[Vec<String>],
        deadline: Instant,
    ) -> Option<Self> {
        let game = ClauseGame::new(Arc::clone(rules), now);
        game.set_deadline(time_of(deadline));
        let start = Line { history: Vec::new(), state: game.initial() };
        let line = history.iter().try_fold(start, |line, joint| line.after(&game, joint))?;
        Some(Self { game, role, lines: vec![line] })
    }

    /// Takes in the moves of a turn. `answered` is the player's own answer in that turn.
    pub(super) fn hear(
        &mut self,
        told: &[String],
        answered: Option<&str>,
        deadline: Instant,
    ) -> Heard {
        self.game.set_deadline(time_of(deadline));
        let old = std::mem::take(&mut self.lines);
        self.lines = self.after(&old, told);
        if !self.lines.is_empty() {
            return Heard::Legal;
        }
        if old.iter().all(|line| line.history.last().is_some_and(|last| is_alike(last, told))) {
            self.lines = old;
            return Heard::Repeated;
        }
        // Nothing is known of a turn that is missing but what the player has answered in it.
        let n_roles = self.game.n_roles();
        let mut known = vec![None; n_roles];
        known[self.role] = answered;
        for known in [&known, &vec![None; n_roles]] {
            self.lines = self.after(&self.any_after(&old, known), told);
            if !self.lines.is_empty() {
                return Heard::Gap;
            }
        }
        // A part of it may be true. Or nothing has happened yet.
        for (role, (known, text)) in RoleId::first(n_roles).zip(known.iter_mut().zip(told)) {
            if old.iter().any(|line| self.game.find_move(&line.state, role, text).is_some()) {
                *known = Some(text);
            }
        }
        self.lines = self.any_after(&old, &known);
        self.lines.truncate(MAX_LINES);
        self.lines.extend(old);
        Heard::Nonsense
    }

    /// What is not known of the game, in words; nothing if all is.
    pub(super) fn gap(&self, heard: Heard, told: &[String]) -> String {
        let told = told.join(" ");
        let problem = match heard {
            Heard::Legal if self.is_certain() => return String::new(),
            Heard::Legal => format!("what happened before `{told}` is not certain"),
            Heard::Repeated => return format!("`{told}` was told before"),
            Heard::Gap => format!("a turn is missing before `{told}`"),
            Heard::Nonsense => format!("`{told}` cannot have happened"),
        };
        match self.lines.len() {
            1 => format!("{problem}, but there is only one way to get here"),
            n => format!("{problem}, and there are {n} ways to get here"),
        }
    }

    /// Whether there is one line only.
    pub(super) fn is_certain(&self) -> bool {
        self.lines.len() == 1
    }

    /// The joint moves of the likeliest line.
    pub(super) fn history(&self) -> &[Vec<String>] {
        &self.lines[0].history
    }

    /// The player's moves that are legal in most of the lines, and in the likeliest one if some
    /// of them are.
    pub(super) fn legal(&self) -> Vec<String> {
        let mut counts = BTreeMap::<MoveId, usize>::new();
        for line in &self.lines {
            for action in self.game.legal(&line.state, self.role) {
                *counts.entry(action).or_default() += 1;
            }
        }
        let most = counts.values().max().copied().unwrap_or(0);
        let widely = counts.into_iter().filter(|&(_, count)| count == most);
        let widely = widely.map(|(action, _)| action).collect::<Vec<_>>();
        let mut likely = self.game.legal(&self.lines[0].state, self.role);
        likely.retain(|action| widely.contains(action));
        let moves = if likely.is_empty() { widely } else { likely };
        moves.into_iter().map(|action| self.game.move_text(self.role, action)).collect()
    }

    /// The lines in which the moves are legal, with these moves.
    fn after(&self, lines: &[Line], told: &[String]) -> Vec<Line> {
        let mut seen = FxHashSet::default();
        let lines = lines.iter().filter_map(|line| line.after(&self.game, told));
        let different = lines.filter(|line| seen.insert(self.game.hash(&line.state)));
        different.take(MAX_LINES).collect()
    }

    /// The lines with any joint move more. Where a role is known to have made a move, it has, if
    /// it can have.
    fn any_after(&self, lines: &[Line], known: &[Option<&str>]) -> Vec<Line> {
        let mut after = Vec::new();
        for line in lines {
            let options = RoleId::enumerate(known).map(|(role, known)| {
                let found = known.and_then(|text| self.game.find_move(&line.state, role, text));
                found.map_or_else(|| self.game.legal(&line.state, role), |action| vec![action])
            });
            let options = options.collect::<Vec<_>>();
            let n_joint = options.iter().map(Vec::len).try_fold(1, usize::checked_mul);
            let n_left = MAX_TRIED - after.len();
            for number in 0..n_joint.unwrap_or(n_left).min(n_left) {
                let next = line.with(&self.game, &nth_joint_move(&options, number));
                if self.game.is_interrupted() {
                    return after;
                }
                after.push(next);
            }
        }
        after
    }
}

impl Line {
    /// With the moves that these texts mean, if they are legal.
    fn after(&self, game: &ClauseGame, told: &[String]) -> Option<Self> {
        if told.len() != game.n_roles() || game.outcome(&self.state).is_some() {
            return None;
        }
        let found = RoleId::enumerate(told);
        let found = found.map(|(role, text)| game.find_move(&self.state, role, text));
        Some(self.with(game, &found.collect::<Option<Vec<_>>>()?))
    }

    fn with(&self, game: &ClauseGame, joint: &[MoveId]) -> Self {
        let texts = RoleId::enumerate(joint);
        let texts = texts.map(|(role, &action)| game.move_text(role, action));
        let mut history = self.history.clone();
        history.push(texts.collect());
        Self { history, state: game.apply(&self.state, joint) }
    }
}

/// Counts through the joint moves that can be made of these options, like the digits of a number.
fn nth_joint_move(options: &[Vec<MoveId>], mut number: usize) -> Vec<MoveId> {
    let digit = |moves: &Vec<MoveId>| {
        let action = moves[number % moves.len()];
        number /= moves.len();
        action
    };
    options.iter().map(digit).collect()
}

fn is_alike(one: &[String], other: &[String]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| one.eq_ignore_ascii_case(other))
}
