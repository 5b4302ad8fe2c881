//! The learner: plays, loses, finds out why, and adds a pattern.

use super::arena::{Opening, Score, play_game, score};
use super::growth::{Candidate, Corpus, describe, grow};
use super::study::Study;
use crate::patterns::{Entry, MAX_PATTERNS, PatternFile, PatternMachine, shadows};
use crate::point::Point;
use crate::position::{Outcome, Position};
use crate::random::Random;
use crate::search::MoveRater;
use crate::two_ply::TwoPly;

/// How deep the teacher looks into lost games, beside forced moves and fours.
const DEPTH: u32 = 2;
/// How deep it looks into other games.
const PREPARATION_DEPTH: u32 = 1;
/// The most studies that are kept.
const MAX_STUDIES: usize = 4000;
/// A pattern has to save so much, where throwing a won game away costs 1.
const MIN_SAVINGS: f32 = 1.0;
/// No more positions of a game are studied, from its end on.
const N_STUDIED: usize = 8;
/// How many positions before the decisive one are studied as well.
const N_EARLIER: usize = 2;
/// A move that costs more than this was a mistake.
const MISTAKE: f32 = 0.3;
/// The regression games after each new pattern.
const N_REGRESSION_GAMES: u64 = 30;
/// So many candidates are tried in regression games.
const N_TRIED: usize = 1;
/// Openings of this seed are for regression games.
const REGRESSION_SEED: u64 = 77;

/// One who learns patterns.
#[derive(Debug)]
pub struct Learner {
    file: PatternFile,
    machine: PatternMachine,
    rater: MoveRater,
    studies: Vec<Study>,
    founding: Vec<bool>,
    regression: Option<Score>,
    n_games: usize,
    random: Random,
}

/// What came of a game.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Lesson {
    /// The machine did not lose.
    Held,
    /// It lost, and the teacher does not know better, or no pattern says it.
    Nothing,
    /// A pattern was found, but it loses regression games.
    Rejected,
    /// The entry with this number is new.
    Learned(usize),
}

impl Learner {
    /// A learner who has to be [prepared](Self::prepare).
    pub fn new(file: PatternFile, seed: u64) -> Self {
        let machine = PatternMachine::new(&file);
        Self {
            file,
            machine,
            rater: MoveRater::new(),
            studies: Vec::new(),
            founding: Vec::new(),
            regression: None,
            n_games: 0,
            random: Random::new(seed, 0),
        }
    }

    /// Studies positions of other games, so that patterns are right from the start: games of a
    /// [`TwoPly`] with itself, in which some moves are random.
    pub fn prepare(&mut self, n_studies: usize) {
        const RANDOM_PERCENTAGE: usize = 15;
        const STUDY_PERCENTAGE: usize = 25;
        while self.studies.len() < n_studies {
            let opening = Opening::new(self.random.next_bits(), 0);
            let player = TwoPly::new(self.random.next_bits());
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

    pub fn n_studies(&self) -> usize {
        self.studies.len()
    }

    /// What the machine's moves cost in the studies, on average.
    pub fn mean_cost(&self) -> f32 {
        let costs = self.studies.iter().map(|study| self.current(study).1);
        costs.sum::<f32>() / self.studies.len().max(1) as f32
    }

    /// Plays a game and learns from it if it is lost.
    pub fn play(
        &mut self,
        opening: Opening,
        opponent: &mut dyn FnMut(&Position) -> Option<Point>,
    ) -> Lesson {
        self.n_games += 1;
        let game = play_game(&self.machine, opening, opponent);
        if game.outcome() == Some(Outcome::Win(opening.color())) {
            return Lesson::Held;
        }
        let mistakes = self.study(&game, opening);
        let mut candidates: Vec<(Candidate, usize)> = Vec::new();
        for target in mistakes {
            let grown = self.candidates(target).into_iter().map(|candidate| (candidate, target));
            candidates.extend(grown);
        }
        candidates.sort_by(|(one, _), (other, _)| other.saves.total_cmp(&one.saves));
        candidates.truncate(N_TRIED);
        if candidates.is_empty() { Lesson::Nothing } else { self.adopt(candidates, opponent) }
    }

    /// Studies the end of a lost game, from the last position back to one where a better move
    /// would have held, and some before. Gives the numbers of the studies with a mistake.
    fn study(&mut self, game: &Position, opening: Opening) -> Vec<usize> {
        let mut position = game.clone();
        let n_opening = opening.position().moves().len();
        let mut mistakes = Vec::new();
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
            if study.cost(played) > MISTAKE {
                mistakes.push(self.studies.len());
            }
            self.studies.push(study);
            self.founding.push(false);
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

    /// The patterns that would have prevented a mistake.
    fn candidates(&mut self, target: usize) -> Vec<Candidate> {
        let current: Vec<(usize, f32)> = self.studies.iter().map(|it| self.current(it)).collect();
        let corpus = Corpus {
            studies: &self.studies,
            current: &current,
            founding: &self.founding,
            n_entries: self.file.entries.len(),
        };
        let mut grown = grow(&corpus, &self.studies[target], &mut self.random);
        grown.retain(|candidate| candidate.saves >= MIN_SAVINGS);
        grown
    }

    /// The entry that fires in a study, and what its move costs.
    fn current(&self, study: &Study) -> (usize, f32) {
        let last = self.file.entries.len() - 1;
        match self.machine.fire(study.position().board(), study.color()) {
            Some(firing) => (firing.entry, study.cost(firing.point)),
            None => (last, 1.0),
        }
    }

    /// Takes in the pattern that wins most regression games, unless all win fewer than before.
    fn adopt(
        &mut self,
        candidates: Vec<(Candidate, usize)>,
        opponent: &mut dyn FnMut(&Position) -> Option<Point>,
    ) -> Lesson {
        let mut play = |machine: &PatternMachine| {
            score(machine, REGRESSION_SEED, N_REGRESSION_GAMES, opponent)
        };
        let before = self.regression.unwrap_or_else(|| play(&self.machine));
        self.regression = Some(before);
        let mut best: Option<(Score, PatternFile, Candidate, usize)> = None;
        for (candidate, target) in candidates {
            let file = self.with(&candidate);
            if file.expand().len() > MAX_PATTERNS {
                continue;
            }
            let after = play(&PatternMachine::new(&file));
            if best.as_ref().is_none_or(|(score, ..)| after.rate() > score.rate()) {
                best = Some((after, file, candidate, target));
            }
        }
        match best {
            Some((after, file, candidate, target)) if after.rate() >= before.rate() => {
                self.machine = PatternMachine::new(&file);
                self.file = file;
                self.regression = Some(after);
                self.founding[target] = true;
                Lesson::Learned(candidate.place)
            }
            _ => Lesson::Rejected,
        }
    }

    /// The file with one more pattern, and without those that can never fire any more.
    fn with(&self, candidate: &Candidate) -> PatternFile {
        let mut file = self.file.clone();
        let comment = format!(
            "{}: learned in game {}, saves {:.1} in {} positions",
            describe(&candidate.pattern),
            self.n_games,
            candidate.saves,
            self.studies.len()
        );
        file.entries.insert(candidate.place, Entry::new(candidate.pattern, comment));
        for (number, _) in shadows(&file).into_iter().rev() {
            file.entries.remove(number);
        }
        file
    }
}
