//! What stands above the first line of a sheet.

use lsp_types::{CodeLens, Command, Position, Range, Uri};
use serde_json::json;
use stonegate_authoring::{Document, End, RandomGame};
use stonegate_compile::Ply;

use crate::commands::{CIRCUIT, PERFT, PLAY, RANDOM_GAME};
use crate::outlook::{Outlook, Play};

/// Lines of play beyond these are left out of the title.
const MAX_SHOWN: usize = 4;

/// The lenses of a sheet that can be played, with what is known of the game so far.
pub(crate) fn lenses(document: &Document, uri: &Uri, outlook: Option<&Outlook>) -> Vec<CodeLens> {
    let arguments = Some(vec![json!(uri.as_str())]);
    let lens = |title: String, command: &str| CodeLens {
        range: Range::new(Position::new(0, 0), Position::new(0, 0)),
        command: Some(Command { title, command: command.to_owned(), arguments: arguments.clone() }),
        data: None,
    };
    let circuit = outlook.and_then(|outlook| {
        let circuit = outlook.figures.circuit.as_ref()?;
        let n_atoms = outlook.figures.n_changing(&document.analysis.rules);
        let n_gates = circuit.core + circuit.goals;
        Some(format!("Show the circuit ({n_atoms} atoms, {n_gates} gates)"))
    });
    let mut lenses = vec![
        lens("Play from here".to_owned(), PLAY),
        lens(circuit.unwrap_or_else(|| "Show the circuit".to_owned()), CIRCUIT),
    ];
    if let Some(play) = outlook.and_then(|outlook| outlook.play.as_ref()) {
        lenses.push(lens(lines_title(&play.lines), PERFT));
        lenses.push(lens(format!("Random game: {}", outcome(play)), RANDOM_GAME));
    }
    lenses
}

fn lines_title(lines: &[Ply]) -> String {
    let counts = lines.iter().take(MAX_SHOWN).map(|ply| ply.nodes.to_string());
    format!("perft {}", counts.collect::<Vec<_>>().join(" "))
}

/// All lines of play that were counted, for people.
pub(crate) fn lines_table(lines: &[Ply]) -> String {
    let rows = (1..).zip(lines).map(|(depth, ply): (usize, _)| {
        format!("{depth}: {} lines, {} ended before", ply.nodes, ply.ended)
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// How a game at random went.
pub(crate) fn outcome(play: &Play) -> String {
    let RandomGame { moves, end } = &play.game;
    let n_moves = match moves.len() {
        1 => "1 move".to_owned(),
        n_moves => format!("{n_moves} moves"),
    };
    match end {
        End::Goals(goals) => {
            let goals = play.roles.iter().zip(goals).map(|(role, goal)| {
                let goal = goal.map_or("no goal".to_owned(), |goal| goal.to_string());
                format!("{role} {goal}")
            });
            format!("{n_moves}, {}", goals.collect::<Vec<_>>().join(", "))
        }
        End::Stuck(role) => format!("{role} has no legal move after {n_moves}"),
        End::Open => format!("no end after {n_moves}"),
    }
}

/// The moves of a game, for people.
pub(crate) fn moves_table(play: &Play) -> String {
    let moves = (1..).zip(&play.game.moves);
    let moves = moves.map(|(number, joint): (usize, _)| format!("{number}. {}", joint.join("  ")));
    let mut lines = moves.collect::<Vec<_>>();
    lines.push(outcome(play));
    lines.join("\n")
}
