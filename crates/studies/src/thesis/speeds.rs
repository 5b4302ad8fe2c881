//! Figure 6.1: how fast players search in the course of a match, by the length of the match.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

use anyhow::Context;

use super::{SPEED_GAMES, Thesis, named};
use crate::file::StudyFile;
use crate::perform::Workshop;
use crate::report::plot::{self, Series, Spot};
use crate::results::Results;

/// So many lengths of games are shown, the most common ones.
const N_LENGTHS: usize = 4;

/// Who is measured: one random game after the other, as the player in software does it, and waves.
const PLAYERS: [(&str, &str); 2] =
    [("one at a time", "mcts:wave=1,playouts=1,"), ("waves", "mcts:")];

impl Thesis {
    pub(super) fn speeds(
        &self,
        workshop: &Workshop<'_>,
        out: &mut dyn Write,
    ) -> anyhow::Result<bool> {
        let time = format!("time={}", self.clock());
        let file = StudyFile {
            name: "speeds".to_owned(),
            rounds: self.pairs(SPEED_GAMES),
            players: PLAYERS.map(|(name, player)| named((name, player.to_owned() + &time))).into(),
            ..self.file(&["joint-connect-four"])
        };
        let mut study = file.open(workshop.resources.clone())?;
        study.conditions.notes_speeds = true;
        let outcome = workshop.perform("speeds", &study)?;
        writeln!(out, "Figure 6.1: iterations a second by step of a match of Joint Connect Four")?;
        writeln!(
            out,
            "The thesis: {SPEED_GAMES} games; both players become faster towards the end,"
        )?;
        writeln!(
            out,
            "the one in software more so: from twice the speed of the FPGA to ten times\n"
        )?;
        let mut plots = Vec::new();
        for (player, (name, _)) in PLAYERS.iter().enumerate() {
            let courses = courses(&outcome.results, player);
            writeln!(out, "{name}:")?;
            for (length, course) in &courses {
                let quarters = [0, 1, 2, 3].map(|part| {
                    let speed = course.get(part * course.len() / 4).copied().unwrap_or_default();
                    format!("{speed:.0}")
                });
                writeln!(out, "  games of {length} steps: {}", quarters.join(", "))?;
            }
            let names = courses.iter().map(|(length, _)| format!("{length} steps"));
            let names = names.collect::<Vec<_>>();
            let series = courses.iter().zip(&names).map(|((_, course), name)| {
                let spots = (1..).zip(course).map(|(step, &y)| Spot {
                    x: f64::from(step),
                    y,
                    low: y,
                    high: y,
                });
                Series { name, spots: spots.collect(), is_line: true }
            });
            let series = series.collect::<Vec<_>>();
            let title = format!("{name}: iterations a second by step");
            plots.push((title.clone(), plot::curve(&title, &series)));
        }
        writeln!(out, "(at the beginning of each quarter of a game)")?;
        if let Some(folder) = &workshop.reports {
            let path = folder.join("speeds.html");
            let page = plot::page("Figure 6.1", &plots);
            fs::write(&path, page).with_context(|| format!("writing {}", path.display()))?;
        }
        Ok(outcome.is_complete)
    }
}

/// For each of the most common lengths of games, how fast a player was in each step on average.
fn courses(results: &Results, player: usize) -> Vec<(usize, Vec<f64>)> {
    let mut n_games = BTreeMap::<usize, usize>::new();
    for (_, game) in results.games() {
        *n_games.entry(game.moves.len()).or_default() += 1;
    }
    let mut lengths = n_games.keys().copied().collect::<Vec<_>>();
    lengths.sort_by_key(|length| std::cmp::Reverse(n_games[length]));
    lengths.truncate(N_LENGTHS);
    lengths.sort_unstable();
    let mean = |length: usize, step: usize| {
        let games = results.games().filter(|(_, game)| game.moves.len() == length);
        let speeds = games.filter_map(|(_, game)| {
            let role = game.seating.iter().position(|seat| *seat == Some(player))?;
            game.speeds.get(step)?.get(role).copied().filter(|speed| *speed > 0)
        });
        let (sum, n) = speeds.fold((0.0, 0.0), |(sum, n), speed| (sum + speed as f64, n + 1.0));
        if n > 0.0 { sum / n } else { 0.0 }
    };
    let courses = lengths.into_iter();
    courses.map(|length| (length, (0..length).map(|step| mean(length, step)).collect())).collect()
}
