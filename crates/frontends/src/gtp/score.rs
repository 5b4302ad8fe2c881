//! Commands about the end of the game, and about what is on the board.

use stonegate_go::{Board, Color, Move, Point, PointSet, dead_stones, final_score, seki_stones};
use stonegate_protocols::gtp::{Arguments, Failure};

use super::session::{Entry, Outcome, Session, color};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "final_score",
        run: |session, _| Ok(final_score(&session.game).outcome().to_string()),
    },
    Entry { name: "final_status_list", run: final_status_list },
    Entry { name: "final_status", run: final_status },
    Entry { name: "showboard", run: |session, _| Ok(show(session)) },
    Entry { name: "list_stones", run: list_stones },
    Entry { name: "captures", run: captures },
    Entry { name: "all_legal", run: all_legal },
    Entry { name: "is_legal", run: is_legal },
    Entry { name: "move_history", run: move_history },
];

/// The dead stones of both players.
fn dead(session: &Session) -> PointSet {
    let dead = dead_stones(session.game.board(), session.game.n_moves() as u64);
    dead.black | dead.white
}

/// The stones of both players in seki.
fn seki(board: &Board, dead: PointSet) -> PointSet {
    let mut board = *board;
    board.remove(dead);
    seki_stones(&board)
}

/// Stones of one chain stand on one line.
fn final_status_list(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let board = session.game.board();
    let stones = board.area() - board.empty();
    let dead = dead(session);
    let wanted = match arguments.word()? {
        "dead" => dead,
        "alive" => stones - dead - seki(board, dead),
        "seki" => seki(board, dead),
        _ => return Err(Failure::SyntaxError),
    };
    let mut rest = wanted;
    let mut lines = Vec::new();
    while let Some(point) = rest.first() {
        let chain = board.chain(point);
        rest -= chain;
        lines.push(names(chain));
    }
    Ok(lines.join("\n"))
}

fn final_status(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let point = session.point(arguments.vertex()?)?;
    let dead = dead(session);
    let mut board = *session.game.board();
    if board.at(point).is_some() {
        let status = if dead.contains(point) {
            "dead"
        } else if seki(&board, dead).contains(point) {
            "seki"
        } else {
            "alive"
        };
        return Ok(status.to_owned());
    }
    board.remove(dead);
    let area = stonegate_go::area(&board);
    let owner = Color::ALL.into_iter().find(|&color| area[color].contains(point));
    Ok(match owner {
        Some(Color::Black) => "black_territory",
        Some(Color::White) => "white_territory",
        None => "dame",
    }
    .to_owned())
}

fn names(points: PointSet) -> String {
    points.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

fn list_stones(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let color = color(arguments)?;
    Ok(names(session.game.board().stones(color)))
}

fn captures(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let color = color(arguments)?;
    Ok(session.game.captures()[color].to_string())
}

fn all_legal(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let color = color(arguments)?;
    Ok(names(session.game.legal_points(color)))
}

fn is_legal(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let color = color(arguments)?;
    let action = session.action(arguments.vertex()?)?;
    Ok(u8::from(session.game.is_legal(color, action)).to_string())
}

/// The last move first.
#[expect(clippy::unnecessary_wraps, reason = "the table of commands asks for it")]
fn move_history(session: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    let moves = session.game.moves().rev();
    let lines =
        moves.map(|(color, action)| format!("{} {action}", color.to_string().to_lowercase()));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// The board with coordinates, the last move in parentheses.
fn show(session: &Session) -> String {
    let game = &session.game;
    let size = game.size();
    let letters = "ABCDEFGHJKLMNOPQRST".chars().take(size.width());
    let letters = letters.flat_map(|letter| [' ', letter]).collect::<String>();
    let last = match game.last_move() {
        Some((_, Move::Place(point))) => Some(point),
        _ => None,
    };
    let mut lines = vec![format!("  {letters}")];
    for row in (0..size.height()).rev() {
        let cells = (0..size.width()).filter_map(|column| size.point(column, row));
        let mut line = String::new();
        for point in cells {
            let is_behind =
                last.is_some_and(|last| last.row() == row && last.column() + 1 == point.column());
            line.push(if last == Some(point) {
                '('
            } else if is_behind {
                ')'
            } else {
                ' '
            });
            line.push(symbol(game.board(), point));
        }
        let is_last =
            last.is_some_and(|last| last.row() == row && last.column() + 1 == size.width());
        line.push(if is_last { ')' } else { ' ' });
        lines.push(format!("{0:>2}{line}{0}", row + 1));
    }
    lines.push(format!("  {letters}"));
    let captures = game.captures();
    lines.push(format!("{} to move", game.to_move()));
    lines.push(format!("Black has captured {}, White {}", captures.black, captures.white));
    lines.join("\n")
}

fn symbol(board: &Board, point: Point) -> char {
    board.at(point).map_or('.', Color::letter)
}
