//! Commands that set up a game.

use stonegate_go::{
    Board, Color, Game, Move, Point, PointSet, Setup, SgfGame, Size, handicap_points,
};
use stonegate_protocols::gtp::{Arguments, Failure};

use super::session::{Entry, Outcome, Session, color};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "boardsize", run: boardsize },
    Entry { name: "rectangular_boardsize", run: rectangular_boardsize },
    Entry {
        name: "query_boardsize",
        run: |session, _| Ok(session.game.size().width().to_string()),
    },
    Entry { name: "clear_board", run: clear_board },
    Entry { name: "komi", run: komi },
    Entry { name: "get_komi", run: |session, _| Ok(session.komi().to_string()) },
    Entry { name: "fixed_handicap", run: fixed_handicap },
    Entry { name: "place_free_handicap", run: fixed_handicap },
    Entry { name: "set_free_handicap", run: set_free_handicap },
    Entry { name: "loadsgf", run: loadsgf },
    Entry { name: "printsgf", run: printsgf },
    Entry { name: "gogui-setup", run: gogui_setup },
];

fn boardsize(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let side = arguments.int()? as usize;
    let height = if arguments.is_empty() { side } else { arguments.int()? as usize };
    resize(session, side, height)
}

fn rectangular_boardsize(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let width = arguments.int()? as usize;
    let height = arguments.int()? as usize;
    resize(session, width, height)
}

fn resize(session: &mut Session, width: usize, height: usize) -> Outcome {
    let size = Size::new(width, height).ok_or(Failure::UnacceptableSize)?;
    session.restart(Setup { size, ..session.settings.setup });
    Ok(String::new())
}

#[expect(clippy::unnecessary_wraps, reason = "the table of commands asks for it")]
fn clear_board(session: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    session.restart(session.settings.setup);
    session.time.restart();
    Ok(String::new())
}

fn komi(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let komi = arguments.float()?;
    if komi.abs() > 400.0 {
        return Err(Failure::SyntaxError);
    }
    session.set_rules(session.settings.setup.rules.with_komi(komi), session.bonus);
    Ok(String::new())
}

fn fixed_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let n_stones = arguments.int()? as usize;
    let points = handicap_points(session.game.size(), n_stones);
    place_handicap(session, &points.ok_or(Failure::InvalidNumberOfStones)?)
}

fn set_free_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let mut points = Vec::new();
    while !arguments.is_empty() {
        let point = arguments.vertex().and_then(|vertex| session.point(vertex));
        points.push(point.map_err(|_| Failure::BadVertexList)?);
    }
    let n_distinct = points.iter().copied().collect::<PointSet>().len();
    if points.len() < 2 || n_distinct < points.len() || n_distinct >= session.game.size().n_points()
    {
        return Err(Failure::BadVertexList);
    }
    place_handicap(session, &points)?;
    Ok(String::new())
}

fn place_handicap(session: &mut Session, points: &[Point]) -> Outcome {
    if session.game.n_moves() > 0 || !is_empty(session.game.start_board()) {
        return Err(Failure::BoardNotEmpty);
    }
    let mut board = Board::new(session.game.size());
    for &point in points {
        board.set(point, Some(Color::Black));
    }
    session.set_game(Game::from_board(board, Color::White, session.settings.setup.rules));
    let names = points.iter().map(Point::to_string).collect::<Vec<_>>();
    Ok(names.join(" "))
}

fn is_empty(board: &Board) -> bool {
    board.empty() == board.area()
}

/// Takes the position before move N of the main line.
fn loadsgf(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let name = arguments.word()?;
    let n_moves = if arguments.is_empty() {
        usize::MAX
    } else {
        (arguments.int()? as usize).saturating_sub(1)
    };
    let text = std::fs::read(name).map_err(|_| Failure::CannotLoadFile)?;
    let text = String::from_utf8_lossy(&text);
    let record = text.parse::<SgfGame>().map_err(|_| Failure::CannotLoadFile)?;
    let rules = session.settings.setup.rules;
    let rules = record.komi.map_or(rules, |komi| rules.with_komi(komi));
    let game = record.game(rules, n_moves).map_err(|_| Failure::CannotLoadFile)?;
    session.settings.setup = Setup::even(game.size(), rules);
    let to_move = game.to_move();
    session.set_game(game);
    Ok(if to_move == Color::Black { "black" } else { "white" }.to_owned())
}

fn printsgf(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let mut game = session.game.clone();
    game.set_rules(session.settings.setup.rules);
    let text = SgfGame::from_game(&game).to_string();
    if arguments.is_empty() {
        return Ok(text);
    }
    let name = arguments.word()?;
    let written = std::fs::write(name, text);
    written.map_err(|error| Failure::Other(format!("cannot write `{name}`: {error}")))?;
    Ok(String::new())
}

/// Puts stones onto the board: pairs of color and vertex.
fn gogui_setup(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let mut board = *session.game.board();
    while !arguments.is_empty() {
        let color = color(arguments)?;
        let point = session.point(arguments.vertex()?)?;
        board.set(point, Some(color));
    }
    if Color::ALL.iter().any(|&color| !stonegate_go::prune(&board, color).is_empty()) {
        return Err(Failure::Other("a stone has no liberty".to_owned()));
    }
    let to_move = session.game.to_move();
    session.set_game(Game::from_board(board, to_move, session.settings.setup.rules));
    Ok(String::new())
}

/// The last move is one of a sequence that has to be possible as a whole.
pub(super) fn play_all(session: &mut Session, moves: &[(Color, Move)]) -> Result<(), Failure> {
    for (n_played, &(color, action)) in moves.iter().enumerate() {
        if session.game.play_as(color, action).is_err() {
            (0..n_played).for_each(|_| {
                session.game.undo();
            });
            return Err(Failure::IllegalMove);
        }
    }
    Ok(())
}
