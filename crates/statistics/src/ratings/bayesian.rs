//! Ratings and the frequency of draws that are most likely after what was seen.

use super::{Encounter, logistic};
use crate::maximum::{Slope, maximize};

/// Each player begins with these games against a player in the middle. Draws alone would allow any
/// ratings, as long as draws are likely between all of them.
const PRIOR: Results = Results { wins: 1.0, draws: 1.0, losses: 1.0 };

/// The ratings and their covariance.
///
/// With the difference d and the margin k of draws, a win has the probability 1 / (1 + exp(k - d)),
/// a loss 1 / (1 + exp(k + d)), and a draw the rest.
pub(super) fn fit(n: usize, units: &[Vec<Encounter>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    // The margin of draws comes last.
    let mut start = vec![0.0; n];
    start.push(1.0);
    let (mut ratings, mut spread) = maximize(start, |place| slope(place, units));
    ratings.truncate(n);
    spread.truncate(n);
    for row in &mut spread {
        row.truncate(n);
    }
    (ratings, spread)
}

fn slope(place: &[f64], units: &[Vec<Encounter>]) -> Slope {
    let n = place.len() - 1;
    let mut slope = Slope::flat(n + 1);
    for player in 0..n {
        add(&mut slope, place, (player, None), &PRIOR);
    }
    for encounter in units.iter().flatten() {
        let results = Results {
            wins: encounter.wins.into(),
            draws: encounter.draws.into(),
            losses: encounter.losses.into(),
        };
        add(&mut slope, place, (encounter.first, Some(encounter.second)), &results);
    }
    slope
}

struct Results {
    wins: f64,
    draws: f64,
    losses: f64,
}

/// Adds what some games say, between two players or a player and the middle.
fn add(
    slope: &mut Slope,
    place: &[f64],
    (first, second): (usize, Option<usize>),
    results: &Results,
) {
    let margin_index = place.len() - 1;
    let margin = place[margin_index];
    let difference = place[first] - second.map_or(0.0, |second| place[second]);
    let (win, loss) = (logistic(difference - margin), logistic(-difference - margin));
    let Results { wins, draws, losses } = *results;
    // A draw has the probability win * loss * (exp(2 k) - 1).
    let (towards_win, towards_loss) = (wins + draws, losses + draws);
    let by_difference = towards_win * (1.0 - win) - towards_loss * (1.0 - loss);
    let grown = (2.0 * margin).exp();
    let by_margin = draws * 2.0 * grown / (grown - 1.0)
        - towards_win * (1.0 - win)
        - towards_loss * (1.0 - loss);
    let (of_win, of_loss) = (towards_win * win * (1.0 - win), towards_loss * loss * (1.0 - loss));
    let bent = of_win + of_loss;
    let mixed = of_loss - of_win;
    let margin_bent = bent + draws * 4.0 * grown / (grown - 1.0).powi(2);

    slope.value += if margin > 0.0 {
        towards_win * win.ln() + towards_loss * loss.ln() + draws * (grown - 1.0).ln()
    } else {
        f64::NEG_INFINITY
    };
    slope.gradient[margin_index] += by_margin;
    slope.curvature[margin_index][margin_index] += margin_bent;
    let signed = [(Some(first), 1.0), (second, -1.0)];
    for (player, sign) in signed.into_iter().filter_map(|(player, sign)| Some((player?, sign))) {
        slope.gradient[player] += sign * by_difference;
        slope.curvature[player][margin_index] += sign * mixed;
        slope.curvature[margin_index][player] += sign * mixed;
        for (other, other_sign) in
            signed.into_iter().filter_map(|(player, sign)| Some((player?, sign)))
        {
            slope.curvature[player][other] += sign * other_sign * bent;
        }
    }
}
