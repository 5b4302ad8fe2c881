//! The learner: plays, loses, finds out why, and adds a pattern.

use std::collections::HashSet;

use super::arena::{Opening, Opponent, play_game};
use super::growth::{Candidate, Corpus, describe, grow};
use super::revision::{Revision, revise};
use super::study::Study;
use super::trial::{Demand, Trial, Verdict};
use crate::patterns::{Entry, Pattern, PatternFile, PatternMachine, shadows};
use crate::point::Point;
use crate::position::Position;
use crate::search::MoveRater;
use crate::two_ply::TwoPly;
use stonegate_stones::Outcome;
use stonegate_stones::Random;

/// How deep the teacher looks into lost games, beside forced moves and fours.
const DEPTH: u32 = 2;
/// How deep it looks into other games.
const PREPARATION_DEPTH: u32 = 1;
/// The most studies that are kept.
const MAX_STUDIES: usize = 2500;
/// A pattern has to save so much, where throwing a won game away costs 1.
const MIN_SAVINGS: f32 = 0.3;
/// No more positions of a game are studied, from its end on.
const N_STUDIED: usize = 12;
/// How many positions before the decisive one are studied as well.
const N_EARLIER: usize = 6;
/// A move that costs more than this was a mistake.
const MISTAKE: f32 = 0.3;
/// Patterns are made for so many mistakes of a game, and for as many of earlier games.
const N_TARGETS: usize = 2;
/// So many candidates are tried in regression games after a lost game.
const N_TRIED: usize = 6;
/// Openings of regression games have this in their seed, and those of lessons do not.
const REGRESSION: u64 = 1 << 62;
/// So many changes of the file are tried after each game.
const N_REVISIONS: usize = 10;

/// One who learns patterns.
#[derive(Debug)]
pub struct Learner {
    file: PatternFile,
    /// So many patterns fit into the memory, each with its symmetries.
    most_patterns: usize,
    /// Whether patterns are made that seldom fire, to fill a large memory.
    takes_rare: bool,
    machine: PatternMachine,
    rater: MoveRater,
    studies: Vec<Study>,
    founding: Vec<bool>,
    trial: Trial,
    /// Patterns that did not stand the test since the last one that did.
    rejected: HashSet<Pattern>,
    n_games: usize,
    random: Random,
}

/// What came of a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Lesson {
    pub is_won: bool,
    /// The number of the entry that was learned, if one was.
    pub learned: Option<usize>,
    /// How many other changes the file has taken.
    pub n_revisions: usize,
}

impl Learner {
    /// A learner who has to be [prepared](Self::prepare), for a memory of so many patterns, and who
    /// tries changes in at most so many regression games.
    pub fn new(
        file: PatternFile,
        most_patterns: usize,
        seed: u64,
        n_regression_games: usize,
    ) -> Self {
        let machine = PatternMachine::new(&file);
        Self {
            file,
            most_patterns,
            takes_rare: false,
            machine,
            rater: MoveRater::new(),
            studies: Vec::new(),
            founding: Vec::new(),
            trial: Trial::new(seed | REGRESSION, n_regression_games),
            rejected: HashSet::new(),
            n_games: 0,
            random: Random::new(seed, 0),
        }
    }

    /// The same learner, who fills a large memory: patterns are whole windows as they were when a
    /// mistake was made, and are taken in if they make no difference in regression games. What is in
    /// the file already stays as it is.
    #[must_use]
    pub fn with_rare_patterns(self, takes_rare: bool) -> Self {
        Self { takes_rare, ..self }
    }

    /// Studies positions of other games, so that patterns are right from the start: games of a
    /// [`TwoPly`] with itself, in which some moves are random.
    pub fn prepare(&mut self, n_studies: usize) {
        const RANDOM_PERCENTAGE: usize = 15;
        const STUDY_PERCENTAGE: usize = 25;
        while self.studies.len() < n_studies {
            let opening = Opening::new(self.random.bits(), 0);
            let player = TwoPly::new(self.random.bits());
            let mut position = opening.position();
            while position.outcome().is_none() && self.studies.len() < n_studies {
                if self.random.below(100) < STUDY_PERCENTAGE {
                    let study = Study::new(&position, &mut self.rater, PREPARATION_DEPTH);
                    self.founding.extend(study.as_ref().map(|_| false));
                    self.studies.extend(study);
                }
                let is_random = self.random.below(100) < RANDOM_PERCENTAGE;
                let legal: Vec<Point> = position.legal_moves().collect();
                let drawn = legal[self.random.below(legal.len())];
                let point = player.choose(&position).filter(|_| !is_random).unwrap_or(drawn);
                position.play(point).expect("both are legal");
            }
        }
    }

    pub const fn file(&self) -> &PatternFile {
        &self.file
    }

    pub const fn machine(&self) -> &PatternMachine {
        &self.machine
    }

    /// Plays a game, learns from it, and tries some changes of the file.
    pub fn play(&mut self, opening: Opening, opponent: &mut dyn Opponent) -> Lesson {
        self.n_games += 1;
        let game = play_game(&self.machine, opening, opponent);
        let is_won = game.outcome() == Some(Outcome::Win(opening.color()));
        let mut targets = if is_won { Vec::new() } else { self.study(&game, opening) };
        targets.truncate(N_TARGETS);
        let candidates = self.candidates(targets);
        let learned = self.adopt(candidates, opponent);
        let mut change = |learner: &mut Self| {
            if learner.takes_rare { learner.learn_more(opponent) } else { learner.revise(opponent) }
        };
        let n_revisions = (0..N_REVISIONS).filter(|_| change(self)).count();
        Lesson { is_won, learned, n_revisions }
    }

    /// Studies the end of a lost game, from the last position back to one where a better move
    /// would have held, and some before. Gives the numbers of the studies with a mistake; where no
    /// single move was to blame, of the one with the move that cost most.
    fn study(&mut self, game: &Position, opening: Opening) -> Vec<usize> {
        let mut position = game.clone();
        let n_opening = opening.position().moves().len();
        let mut mistakes = Vec::new();
        let mut costliest: Option<(f32, usize)> = None;
        let mut n_earlier = 0;
        if self.studies.len() > MAX_STUDIES {
            self.forget();
        }
        let n_before = self.studies.len();
        while position.moves().len() > n_opening
            && n_earlier < N_EARLIER
            && self.studies.len() < n_before + N_STUDIED
        {
            let Some((played, color)) = position.take_back() else { break };
            if color != opening.color() {
                continue;
            }
            let Some(study) = Study::new(&position, &mut self.rater, DEPTH) else { continue };
            n_earlier += usize::from(!mistakes.is_empty());
            let cost = study.cost(played);
            if cost > MISTAKE {
                mistakes.push(self.studies.len());
            }
            if cost > costliest.map_or(0.0, |(most, _)| most) {
                costliest = Some((cost, self.studies.len()));
            }
            self.studies.push(study);
            self.founding.push(false);
        }
        if mistakes.is_empty() {
            mistakes.extend(costliest.map(|(_, number)| number));
        }
        mistakes
    }

    /// Forgets the oldest studies that no pattern was made for.
    fn forget(&mut self) {
        let mut n_extra = self.studies.len() / 4;
        let studies = std::mem::take(&mut self.studies).into_iter();
        let kept = studies.zip(std::mem::take(&mut self.founding)).filter(|&(_, is_founding)| {
            let is_kept = is_founding || n_extra == 0;
            n_extra -= usize::from(!is_kept);
            is_kept
        });
        (self.studies, self.founding) = kept.unzip();
    }

    /// Patterns that would have prevented mistakes, those that save most first, with the studies
    /// that they are made for: some that are given, and some of earlier games.
    fn candidates(&mut self, mut targets: Vec<usize>) -> Vec<(Candidate, usize)> {
        let current: Vec<(usize, f32)> = self.studies.iter().map(|it| self.current(it)).collect();
        let is_mistake = |&number: &usize| current[number].1 > MISTAKE;
        let mut earlier: Vec<usize> = (0..current.len()).filter(is_mistake).collect();
        self.random.shuffle(&mut earlier);
        targets.extend(earlier.into_iter().take(N_TARGETS));
        let patterns: Vec<Pattern> = self.file.entries.iter().map(|entry| entry.pattern).collect();
        let corpus = Corpus {
            studies: &self.studies,
            current: &current,
            founding: &self.founding,
            patterns: &patterns,
        };
        let mut candidates: Vec<(Candidate, usize)> = Vec::new();
        for target in targets {
            let promoted = if self.takes_rare { Vec::new() } else { corpus.promote(target) };
            let grown = grow(&corpus, &self.studies[target], self.takes_rare, &mut self.random);
            let both = promoted.into_iter().chain(grown);
            candidates.extend(both.map(|candidate| (candidate, target)));
        }
        candidates.retain(|(candidate, _)| {
            let is_rejected = self.rejected.contains(&candidate.pattern.canonical());
            candidate.saves >= MIN_SAVINGS && !is_rejected
        });
        candidates.sort_by(|(one, _), (other, _)| other.saves.total_cmp(&one.saves));
        candidates.truncate(N_TRIED);
        candidates
    }

    /// The entry that fires in a study, and what its move costs.
    fn current(&self, study: &Study) -> (usize, f32) {
        let last = self.file.entries.len() - 1;
        match self.machine.fire(study.position().board(), study.color()) {
            Some(firing) => (firing.entry, study.cost(firing.point)),
            None => (last, 1.0),
        }
    }

    /// Takes in the first pattern that stands the test of regression games, and gives its number.
    fn adopt(
        &mut self,
        candidates: Vec<(Candidate, usize)>,
        opponent: &mut dyn Opponent,
    ) -> Option<usize> {
        for (Candidate { pattern, place, .. }, target) in candidates {
            let mut file = self.file.clone();
            file.entries.insert(place, Entry::new(pattern, ""));
            let shadowed = shadows(&file);
            if shadowed.iter().any(|&(number, _)| number == place) {
                continue;
            }
            // What the pattern shadows stands below it.
            for (number, _) in shadowed.into_iter().rev() {
                file.entries.remove(number);
            }
            let demand = if self.takes_rare { Demand::BetterOrHarmless } else { Demand::NotWorse };
            let Some(verdict) = self.try_file(&file, demand, opponent) else {
                self.rejected.insert(pattern.canonical());
                continue;
            };
            self.rejected.clear();
            let (purpose, game) = (describe(&pattern), self.n_games);
            let comment = format!("{purpose}: learned in game {game}, {}", verdict.describe());
            file.entries[place].comments = vec![comment];
            self.founding[target] = true;
            self.take(file, verdict);
            return Some(place);
        }
        None
    }

    /// Learns from a mistake of an earlier game, and tells whether a pattern was found.
    fn learn_more(&mut self, opponent: &mut dyn Opponent) -> bool {
        let candidates = self.candidates(Vec::new());
        self.adopt(candidates, opponent).is_some()
    }

    /// Tries a small change of the file, and tells whether it was taken.
    fn revise(&mut self, opponent: &mut dyn Opponent) -> bool {
        let revision = revise(&self.file, &self.machine, &self.studies, &mut self.random);
        let Some(Revision { mut file, entry, kind }) = revision else { return false };
        let Some(verdict) = self.try_file(&file, kind.demand(), opponent) else { return false };
        if let Some(entry) = entry.map(|number| &mut file.entries[number]) {
            let (change, verdict) = (kind.describe(), verdict.describe());
            let comment = format!("{change} in game {}, {verdict}", self.n_games);
            if kind.adds() {
                entry.comments = vec![format!("{}: {comment}", describe(&entry.pattern))];
            } else {
                entry.comments.truncate(1);
                entry.comments.push(comment);
            }
        }
        self.take(file, verdict);
        true
    }

    /// Plays regression games with another file, if it fits into the memory.
    fn try_file(
        &mut self,
        file: &PatternFile,
        demand: Demand,
        opponent: &mut dyn Opponent,
    ) -> Option<Verdict> {
        let machine = PatternMachine::new(file);
        if machine.patterns().count() > self.most_patterns {
            return None;
        }
        self.trial.hold(&self.machine, &machine, demand, &mut self.random, opponent)
    }

    fn take(&mut self, file: PatternFile, verdict: Verdict) {
        self.machine = PatternMachine::new(&file);
        self.file = file;
        self.trial.adopt(verdict);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::{MAX_PATTERNS, check};

    fn learn(seed: u64, takes_rare: bool) -> PatternFile {
        let learner = Learner::new(PatternFile::minimal(), MAX_PATTERNS, seed, 20);
        let mut learner = learner.with_rare_patterns(takes_rare);
        learner.prepare(40);
        for number in 0..2 {
            learner.play(Opening::new(seed, number), &mut TwoPly::new(0));
        }
        learner.file().clone()
    }

    #[test]
    fn learning_depends_on_its_seed_alone_and_leaves_a_good_file() {
        for takes_rare in [false, true] {
            let file = learn(1, takes_rare);
            assert_ne!(file, PatternFile::minimal());
            assert_eq!(check(&file, MAX_PATTERNS), []);
            assert_eq!(learn(1, takes_rare), file);
        }
    }
}
