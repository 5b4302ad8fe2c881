//! Differences in rating and the scores that they predict.

/// The score, from 0 to 1, of a player that is so much better by Elo's logistic model.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo that predicts a score. Scores near 0 and 1 have no finite one and are taken
/// for a thousandth and its complement.
pub fn elo_of_score(score: f64) -> f64 {
    const LEAST: f64 = 1e-3;
    let score = score.clamp(LEAST, 1.0 - LEAST);
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_differences_belong_together() {
        for elo in [-700.0, -30.0, 0.0, 1.5, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!(elo_of_score(0.0).is_finite() && elo_of_score(1.0).is_finite());
    }
}
