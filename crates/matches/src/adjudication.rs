//! Games that are decided before they are over.

use serde::{Deserialize, Serialize};
use stonegate_players::Thoughts;

/// When a game need not be played to its end. By default it is.
///
/// All but the forfeit are for games of two, and by what the players themselves say of the
/// position.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudication {
    /// Who answers late, with an illegal move or not at all has lost. Otherwise a random move is
    /// made for it.
    pub forfeit: bool,
    /// A value that a player has proven is the result.
    pub proven: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
}

/// Who expects so little is taken to have given up.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// In so many moves of its own in a row ..
    pub moves: u32,
    /// .. the player expects this goal at most, from 0 to 100, and its opponent sees it no better.
    pub value: f64,
}

/// What both think even is a draw.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// After so many joint moves of the game, ..
    pub after: usize,
    /// .. in so many joint moves in a row ..
    pub moves: u32,
    /// .. nobody expects a goal that is farther from 50 than this.
    pub margin: f64,
}

/// What a player has said of a position.
#[derive(Clone, Default, Debug)]
pub(crate) struct Said {
    /// What the player has to do without.
    pub(crate) fault: String,
    /// The goals that it expects for each role; empty if it has not said any since it was asked.
    values: Vec<f64>,
    /// The goal that it has proven for itself.
    proven: Option<f64>,
    /// How many iterations a second it has searched.
    pub(crate) speed: u64,
}

impl Said {
    pub(crate) fn hear(&mut self, thoughts: &Thoughts) {
        self.fault.clone_from(&thoughts.fault);
        self.values.clone_from(&thoughts.values);
        let seconds = thoughts.elapsed.as_secs_f64();
        self.speed = if seconds > 0.0 { (thoughts.iterations as f64 / seconds) as u64 } else { 0 };
        let mut opinions = thoughts.opinions.iter();
        let best = thoughts.opinions.first().filter(|best| best.is_proven);
        // A move that is proven not to win may be worse than one of which less is known.
        let best = best.filter(|best| best.value >= 100.0 || opinions.all(|it| it.is_proven));
        self.proven = best.map(|best| best.value);
    }

    /// Forgets what was said of the position before.
    pub(crate) fn forget(&mut self) {
        self.values.clear();
        self.speed = 0;
        self.proven = None;
    }
}

/// Keeps count of what the rules of adjudication ask for.
#[derive(Debug)]
pub(crate) struct Umpire {
    rules: Adjudication,
    /// For how many moves of its own each of the two has expected little.
    hopeless: [u32; 2],
    /// For how many joint moves both have thought the position even.
    even: u32,
}

/// How a game was decided.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) goals: Vec<u8>,
    pub(crate) why: String,
}

impl Umpire {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self { rules, hopeless: [0; 2], even: 0 }
    }

    /// What follows from the answers of a turn, if it is the end of the game.
    pub(crate) fn judge_faults(&self, errors: &[String], roles: &[String]) -> Option<Decision> {
        let is_fault = |error: &String| !error.is_empty() && !error.starts_with("BO");
        if !self.rules.forfeit || roles.len() != 2 {
            return None;
        }
        let goals = match [is_fault(&errors[0]), is_fault(&errors[1])] {
            [false, false] => return None,
            [true, false] => vec![0, 100],
            [false, true] => vec![100, 0],
            [true, true] => vec![50, 50],
        };
        let loser = errors.iter().position(is_fault).unwrap_or_default();
        let why = format!("{} forfeits: {}", roles[loser], errors[loser]);
        Some(Decision { goals, why })
    }

    /// What follows from what the players have said, after so many joint moves.
    pub(crate) fn judge(&mut self, said: &[Said], n_moves: usize) -> Option<Decision> {
        let [first, second] = said else { return None };
        let said = [first, second];
        self.judge_proofs(said).or_else(|| self.judge_hope(said)).or_else(|| {
            let rule = self.rules.draw?;
            let mut values = said.iter().flat_map(|said| &said.values).peekable();
            let is_even = values.peek().is_some()
                && values.all(|value| (value - 50.0).abs() <= rule.margin)
                && n_moves > rule.after;
            self.even = if is_even { self.even + 1 } else { 0 };
            (self.even >= rule.moves).then(|| Decision {
                goals: vec![50, 50],
                why: format!("a draw by {} even moves", self.even),
            })
        })
    }

    fn judge_proofs(&self, said: [&Said; 2]) -> Option<Decision> {
        let proof = |role: usize| Some((role, said[role].proven?, &said[role].values));
        let (role, goal, values) = (0..2).find_map(proof).filter(|_| self.rules.proven)?;
        // What one wins the other loses, or the proof says nothing of the other.
        let is_zero_sum = values.len() == 2 && (values[0] + values[1] - 100.0).abs() < 0.5;
        let own = goal.round() as u8;
        is_zero_sum.then(|| Decision {
            goals: if role == 0 { vec![own, 100 - own] } else { vec![100 - own, own] },
            why: "the result is proven".to_owned(),
        })
    }

    fn judge_hope(&mut self, said: [&Said; 2]) -> Option<Decision> {
        let rule = self.rules.resign?;
        for role in 0..2 {
            let own = said[role].values.get(role);
            let others = said[1 - role].values.get(role);
            // Nothing is said where there is nothing to choose.
            let Some(own) = own else { continue };
            let is_hopeless = *own <= rule.value && others.is_none_or(|value| *value <= rule.value);
            self.hopeless[role] = if is_hopeless { self.hopeless[role] + 1 } else { 0 };
            if self.hopeless[role] >= rule.moves {
                let goals = if role == 0 { vec![0, 100] } else { vec![100, 0] };
                let why = format!("given up after {} hopeless moves", rule.moves);
                return Some(Decision { goals, why });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use stonegate_players::Opinion;

    use super::*;

    fn said(values: &[f64]) -> Said {
        Said { values: values.to_vec(), ..Said::default() }
    }

    /// What is heard of a position, and of moves whose values are proven or not.
    fn heard(values: &[f64], moves: &[(f64, bool)]) -> Said {
        let opinion =
            |&(value, is_proven)| Opinion { action: String::new(), value, visits: 1, is_proven };
        let opinions = moves.iter().map(opinion).collect();
        let mut said = Said::default();
        said.hear(&Thoughts { values: values.to_vec(), opinions, ..Thoughts::default() });
        said
    }

    #[test]
    fn proofs_decide_where_one_wins_what_the_other_loses() {
        let mut umpire = Umpire::new(Adjudication { proven: true, ..Adjudication::default() });
        let silent = said(&[]);
        let mut judge = |said: [Said; 2]| umpire.judge(&said, 9).map(|decision| decision.goals);
        assert_eq!(judge([heard(&[100.0, 0.0], &[(100.0, false)]), silent.clone()]), None);
        assert_eq!(judge([heard(&[100.0, 100.0], &[(100.0, true)]), silent.clone()]), None);
        // What is expected is a mean of what was tried, and not what is proven.
        let wins = heard(&[27.0, 73.0], &[(100.0, true), (60.0, false)]);
        assert_eq!(judge([silent.clone(), wins]), Some(vec![0, 100]));
        let loses = heard(&[20.0, 80.0], &[(0.0, true), (0.0, true)]);
        assert_eq!(judge([loses, silent.clone()]), Some(vec![0, 100]));
        let may_win = heard(&[55.0, 45.0], &[(50.0, true), (49.0, false)]);
        assert_eq!(judge([may_win, silent]), None);
    }

    #[test]
    fn who_expects_nothing_for_long_has_given_up() {
        let resign = Some(ResignRule { moves: 2, value: 5.0 });
        let mut umpire = Umpire::new(Adjudication { resign, ..Adjudication::default() });
        let (low, silent, high) = (said(&[97.0, 3.0]), said(&[]), said(&[40.0, 60.0]));
        assert!(umpire.judge(&[silent.clone(), low.clone()], 1).is_none());
        assert!(umpire.judge(&[silent.clone(), silent.clone()], 2).is_none(), "not its turn");
        assert!(umpire.judge(&[high.clone(), low.clone()], 3).is_none(), "the other sees hope");
        assert!(umpire.judge(&[silent.clone(), low.clone()], 4).is_none(), "counted from anew");
        let decision = umpire.judge(&[silent, low], 5).expect("two in a row");
        assert_eq!(decision.goals, [100, 0]);
    }

    #[test]
    fn long_even_games_are_draws() {
        let draw = Some(DrawRule { after: 10, moves: 2, margin: 4.0 });
        let mut umpire = Umpire::new(Adjudication { draw, ..Adjudication::default() });
        let even = [said(&[52.0, 48.0]), said(&[])];
        assert!(umpire.judge(&even, 10).is_none(), "too early");
        assert!(umpire.judge(&even, 11).is_none());
        assert!(umpire.judge(&[said(&[55.0, 45.0]), said(&[])], 12).is_none());
        assert!(umpire.judge(&even, 13).is_none());
        assert_eq!(umpire.judge(&even, 14).expect("two in a row").goals, [50, 50]);
    }

    #[test]
    fn faults_lose_only_where_they_should() {
        let roles = ["black", "white"].map(str::to_owned);
        let errors = ["TO".to_owned(), String::new()];
        let strict = Umpire::new(Adjudication { forfeit: true, ..Adjudication::default() });
        assert_eq!(strict.judge_faults(&errors, &roles).expect("it was late").goals, [0, 100]);
        assert!(strict.judge_faults(&["BO lost".to_owned(), String::new()], &roles).is_none());
        assert!(Umpire::new(Adjudication::default()).judge_faults(&errors, &roles).is_none());
    }
}
