//! How the score rises while patterns are learned.

use std::fmt::{self, Write as _};

use super::arena::Score;

/// A score with its 95% confidence interval (Wilson, 1927).
#[derive(Copy, Clone, Debug)]
pub struct Estimate(pub Score);

impl Estimate {
    fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (n, rate) = (self.0.n_games().max(1) as f64, self.0.rate());
        let center = rate + Z * Z / (2.0 * n);
        let spread = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        ((center - spread) / scale, (center + spread) / scale)
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.0;
        let (low, high) = self.interval();
        write!(
            f,
            "{:>5.1} % ({:.0} to {:.0}), {} wins, {} draws, {} losses",
            score.rate() * 100.0,
            low * 100.0,
            high * 100.0,
            score.n_wins,
            score.n_draws,
            score.n_losses,
        )
    }
}

/// What the machine scored after a number of games.
#[derive(Clone, Debug)]
pub struct Measurement {
    pub game: u64,
    pub estimate: Estimate,
    /// With symmetries.
    pub n_patterns: usize,
}

impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, estimate, n_patterns } = self;
        write!(f, "game {game:>4}: {estimate}, {n_patterns} patterns with symmetries")
    }
}

/// A plot of the score over the games as SVG, with the confidence interval as a band.
pub fn draw_curve(curve: &[Measurement]) -> String {
    const WIDTH: f64 = 600.0;
    const HEIGHT: f64 = 300.0;
    const LEFT: f64 = 50.0;
    const TOP: f64 = 20.0;
    let n_games = curve.last().map_or(1, |last| last.game).max(1) as f64;
    let x = |game: u64| LEFT + game as f64 / n_games * WIDTH;
    let y = |rate: f64| TOP + (1.0 - rate) * HEIGHT;
    let path = |points: &mut dyn Iterator<Item = (u64, f64)>| -> String {
        let points = points.map(|(game, rate)| format!("{:.1},{:.1}", x(game), y(rate)));
        points.collect::<Vec<_>>().join(" ")
    };
    let mut line = curve.iter().map(|it| (it.game, it.estimate.0.rate()));
    let upper = curve.iter().map(|it| (it.game, it.estimate.interval().1));
    let lower = curve.iter().rev().map(|it| (it.game, it.estimate.interval().0));
    let (line, band) = (path(&mut line), path(&mut upper.chain(lower)));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <polygon points=\"{band}\" fill=\"#cfe3f5\"/>\n\
         <polyline points=\"{line}\" fill=\"none\" stroke=\"#1f6fb2\" stroke-width=\"2\"/>\n",
        LEFT + WIDTH + 20.0,
        TOP + HEIGHT + 50.0,
    );
    // Writing into a string cannot fail.
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{at}\" y2=\"{at}\" stroke=\"#ccc\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent} %</text>",
            LEFT + WIDTH,
            LEFT - 6.0,
            at + 4.0,
        );
    }
    for part in 0..=4 {
        let game = (n_games as u64) * part / 4;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{game}</text>",
            x(game),
            TOP + HEIGHT + 18.0,
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">games learned from; score from openings \
         held back, with its 95 % interval</text>\n</svg>",
        LEFT + WIDTH / 2.0,
        TOP + HEIGHT + 38.0,
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_tells_its_interval() {
        let score = Score { n_wins: 50, n_draws: 0, n_losses: 50 };
        let text = " 50.0 % (40 to 60), 50 wins, 0 draws, 50 losses";
        assert_eq!(Estimate(score).to_string(), text);
    }

    #[test]
    fn the_line_goes_through_the_measurements() {
        let won = Score { n_wins: 10, n_draws: 0, n_losses: 0 };
        let lost = Score { n_wins: 0, n_draws: 0, n_losses: 10 };
        let at = |game, score| Measurement { game, estimate: Estimate(score), n_patterns: 1 };
        let svg = draw_curve(&[at(0, lost), at(50, won)]);
        assert!(svg.contains("<polyline points=\"50.0,320.0 650.0,20.0\""), "{svg}");
    }
}
