//! Recognition under twenty conditions, as a table with pictures.

use std::io::Write;
use std::path::Path;

use crate::pictures::{halved, sheet, write_png};
use crate::progress::Progress;
use stonegate_vision::scene::{CONDITIONS, Condition, Exam, Moment, examine};
use stonegate_vision::{Cell, DwellSettings, Frame, Object, Session, Settings, overlay, paint};

use super::demo::Show;
use super::game::Game;
use super::run::Pipeline;

/// The size of the frames that are measured.
const EXAM_SIZE: (usize, usize) = (1280, 720);

/// The size and rate of those in which games are played: small and slow makes it harder.
const GAME_SIZE: (usize, usize) = (480, 270);
const GAME_RATE: f64 = 12.0;

/// The size of the pictures, which are shown at half of it, and how many stand side by side.
const PICTURE_SIZE: (usize, usize) = (640, 360);
const N_COLUMNS: usize = 4;

/// A game that takes longer has come to a standstill.
const MAX_FRAMES: u64 = 6000;

/// A game that was played to its end, or as far as it came.
struct Played {
    n_moves: u32,
    n_wrong: u32,
    is_over: bool,
}

/// Measures all conditions with so many frames each, and prints a table in Markdown.
pub fn run(
    n_frames: u32,
    with_games: bool,
    pictures: Option<&Path>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    writeln!(
        out,
        "| condition | what is seen | board found | corner error, px | right cell | clicks | \
         moves, wrong |\n|---|---|---|---|---|---|---|"
    )?;
    let mut shots = Vec::new();
    for condition in &CONDITIONS {
        progress.show(|| format!("{}: measuring", condition.name));
        let exam = examine(condition, n_frames, EXAM_SIZE.0, EXAM_SIZE.1);
        progress.show(|| format!("{}: playing", condition.name));
        let played = if with_games { Some(play(condition)?) } else { None };
        progress.clear();
        writeln!(out, "{}", row(condition, &exam, played.as_ref()))?;
        out.flush()?;
        if pictures.is_some() {
            shots.push(shot(condition)?);
        }
    }
    if let Some(path) = pictures {
        write_png(path, &sheet(&shots, N_COLUMNS)?)?;
    }
    Ok(())
}

fn row(condition: &Condition, exam: &Exam, played: Option<&Played>) -> String {
    let percent = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
    let name = if condition.is_normal {
        format!("**{}**", condition.name)
    } else {
        condition.name.to_owned()
    };
    let moves = played.map_or("-".to_owned(), |played| {
        let end = if played.is_over { "" } else { ", unfinished" };
        format!("{}, {}{end}", played.n_moves, played.n_wrong)
    });
    format!(
        "| {name} | {} | {:.1} % | {:.2} | {:.1} % of {} | {} | {moves} |",
        condition.about,
        percent(exam.n_boards, exam.n_frames),
        exam.corner_error,
        percent(exam.n_right, exam.n_pieces),
        exam.n_pieces,
        if exam.is_proposed { "none" } else { "two" },
    )
}

/// A session whose colors were clicked on in a first frame.
fn clicked(condition: &Condition, size: (usize, usize)) -> Session {
    let scene = condition.scene(size.0, size.1);
    let moment = Moment::at_rest(Cell { column: 3, row: 2 });
    let (frame, truth) = scene.render(&moment, 0);
    let settings = Settings {
        mirror: scene.camera.mirror,
        dwell: DwellSettings { seconds: Some(0.6), ..DwellSettings::default() },
        ..Settings::default()
    };
    let mut session = Session::new(settings);
    let points = [(Object::Marker, Some(truth.corners[0])), (Object::Piece, truth.piece)];
    for (object, point) in points {
        if let Some(point) = point {
            session.calibrate(&frame, object, point);
        }
    }
    session
}

/// A game from beginning to end. A move is wrong if the person meant another.
fn play(condition: &Condition) -> anyhow::Result<Played> {
    let session = clicked(condition, GAME_SIZE);
    let pipeline = Pipeline::new(session, Some(Game::new(1)), None)?;
    let mut show = Show::new(condition.scene(GAME_SIZE.0, GAME_SIZE.1), pipeline, GAME_RATE);
    let mut played = Played { n_moves: 0, n_wrong: 0, is_over: false };
    for _ in 0..MAX_FRAMES {
        if let Some((target, cell)) = show.advance()?.made {
            played.n_moves += 1;
            played.n_wrong += u32::from(target != Some(cell));
        }
        played.is_over = show.is_over();
        if played.is_over {
            break;
        }
    }
    Ok(played)
}

/// What it looks like, with the overlay.
fn shot(condition: &Condition) -> anyhow::Result<Frame> {
    let (width, height) = PICTURE_SIZE;
    let mut session = clicked(condition, PICTURE_SIZE);
    let scene = condition.scene(width, height);
    let game = Game::new(1);
    let situation = game.situation();
    let place = Cell { column: 3, row: 2 }.center();
    let mut picture = None;
    for number in 0..12 {
        let hand = (number > 8).then_some(place);
        let (frame, _) = scene.render(&Moment { piece: Some(place), hand }, number);
        let sighting = session.look(&frame, number as f64 / GAME_RATE, &situation);
        picture = Some((frame, sighting));
    }
    let (mut frame, sighting) = picture.expect("there are frames");
    paint(&mut frame, &overlay(&sighting, &situation, width as f64, height as f64));
    halved(&frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_made_in_a_row_of_frames() {
        let condition = &CONDITIONS[0];
        let pipeline = Pipeline::new(clicked(condition, (240, 136)), Some(Game::new(1)), None);
        let mut show = Show::new(condition.scene(240, 136), pipeline.unwrap(), 20.0);
        let made = (0..120).find_map(|_| show.advance().unwrap().made);
        let (target, cell) = made.expect("the person moves within six seconds");
        assert_eq!(target, Some(cell));
    }
}
