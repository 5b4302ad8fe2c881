//! What a session looks like on a terminal.

mod board;
mod thoughts;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, ListState, Paragraph, Wrap};
use stonegate_board::{Board, Square};

use super::chooser::{Chooser, Focus};
use super::session::Session;

pub(super) use board::Geometry;

const TITLE: Style = Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD);
const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);

/// The texts beside a board need so many columns.
const MIN_SIDE: u16 = 30;

/// The smallest terminal that shows something useful.
const MIN_SIZE: (u16, u16) = (40, 12);

/// Where things were drawn, to find out what a click means.
#[derive(Debug, Default)]
pub(super) struct Places {
    board: Option<Geometry>,
    list: Rect,
    /// The number of the first line of the list.
    first_line: usize,
}

/// What a click hits.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Hit {
    Square(Square),
    /// A line of the list of moves.
    Line(usize),
}

impl Places {
    pub(super) fn hit(&self, column: u16, row: u16) -> Option<Hit> {
        let square = self.board.as_ref().and_then(|board| board.square_at(column, row));
        square.map(Hit::Square).or_else(|| {
            let is_in_list = self.list.contains(Position { x: column, y: row });
            is_in_list.then(|| Hit::Line(self.first_line + usize::from(row - self.list.y)))
        })
    }
}

/// What there is to see.
pub(super) struct Scene<'a> {
    pub(super) session: &'a Session,
    pub(super) chooser: &'a Chooser,
    pub(super) board: Option<&'a Board>,
    /// The squares that the last moves changed.
    pub(super) changed: &'a [Square],
    pub(super) shows_help: bool,
}

/// Draws everything, and says where it is.
pub(super) fn draw(frame: &mut Frame<'_>, scene: &Scene<'_>) -> Places {
    let area = frame.area();
    if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
        let text = format!("The terminal is too small: it needs {} x {}.", MIN_SIZE.0, MIN_SIZE.1);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return Places::default();
    }
    let rows =
        [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1), Constraint::Length(1)];
    let [title, middle, message, help] = Layout::vertical(rows).areas(area);
    frame.render_widget(title_line(scene), title);
    frame.render_widget(message_line(scene), message);
    frame.render_widget(Line::from(HELP_LINE).style(FAINT), help);
    if scene.shows_help {
        frame.render_widget(Paragraph::new(HELP).wrap(Wrap { trim: false }), middle);
        return Places::default();
    }

    let geometry = scene.board.and_then(|board| {
        let room = Rect { width: middle.width.saturating_sub(MIN_SIDE), ..middle };
        Geometry::new(board, room)
    });
    let width = geometry.as_ref().map_or(middle.width / 2, |geometry| geometry.width() + 2);
    let [left, right] =
        Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)]).areas(middle);
    let mut places = Places::default();
    if let (Some(geometry), Some(board)) = (geometry, scene.board) {
        board::draw(frame.buffer_mut(), &geometry, board, scene);
        places.board = Some(geometry);
        draw_side(frame, right, scene, &board.outside, &mut places);
    } else {
        draw_facts(frame, left, &scene.session.facts());
        draw_side(frame, right, scene, &[], &mut places);
    }
    places
}

const HELP_LINE: &str = "Enter play  Tab board/list  ^T hint  ^U undo  ^N new  F1 help  ^C leave";

const HELP: &str = "
 Arrow keys   on the board: to the next square that can be chosen;
              in the list: to the next move
 Enter        choose the square, or play the move
 Tab          go from the board to the list and back
 letters      look for a move by typing a part of it: b3, or mark 2 3
 Backspace    take back a letter, or a square that was chosen
 mouse        click on a square, or on a move in the list

 Ctrl-T  F2   hint: the machine thinks for you
 Ctrl-U  F3   undo: takes back your last move and the answer to it
 Ctrl-N  F4   new game
 Ctrl-C  F10  leave

 At the end of a game of Go you choose stones, whose chains are dead (x) or alive
 again, until the points (b and w) are right. Then you agree, or play on.

 A square in brackets has the cursor. Squares of another color can be chosen.
 What is underlined has just changed.";

fn title_line(scene: &Scene<'_>) -> Line<'static> {
    let session = scene.session;
    let state = match session.verdict() {
        Some(_) => "game over".to_owned(),
        None if session.play().is_counting() => "the count".to_owned(),
        None if session.choices().is_empty() => "the machine thinks".to_owned(),
        None => "your move".to_owned(),
    };
    let role = session.role();
    Line::from(vec![
        Span::styled(format!(" {}", session.game.name), TITLE),
        Span::raw(format!("   you are {role}   turn {}   ", session.play().ply() + 1)),
        Span::styled(state, TITLE),
    ])
}

fn message_line(scene: &Scene<'_>) -> Line<'static> {
    let session = scene.session;
    if let Some(verdict) = session.verdict() {
        let style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
        return Line::from(format!(" {verdict} Ctrl-N begins a new game.")).style(style);
    }
    if !scene.chooser.typed.is_empty() {
        return Line::from(format!(" move: {}_", scene.chooser.typed));
    }
    if !session.message.is_empty() {
        return Line::from(format!(" {}", session.message)).style(Style::new().fg(Color::Yellow));
    }
    if let Some(request) = session.count_request() {
        return Line::from(format!(" {request}")).style(Style::new().fg(Color::Yellow));
    }
    let last = session.told_moves().pop().unwrap_or_default();
    Line::from(format!(" {last}")).style(FAINT)
}

fn draw_facts(frame: &mut Frame<'_>, area: Rect, facts: &[String]) {
    let mut lines = vec![Line::from(" state").style(TITLE)];
    let room = usize::from(area.height.saturating_sub(2));
    lines.extend(facts.iter().take(room).map(|fact| Line::from(format!(" {fact}"))));
    if facts.len() > room {
        lines.push(Line::from(format!(" and {} more", facts.len() - room)).style(FAINT));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// The facts outside the board, the moves and the thoughts, below each other.
fn draw_side(
    frame: &mut Frame<'_>,
    area: Rect,
    scene: &Scene<'_>,
    outside: &[String],
    places: &mut Places,
) {
    let outside = outside.join(" ");
    let n_lines = outside.len().div_ceil(usize::from(area.width.max(1))).min(4) as u16;
    let thoughts = thoughts::lines(scene.session, area.width, area.height / 2);
    let n_moves = scene.chooser.candidates().len() as u16;
    // The expected moves may need a second line.
    let n_thoughts = if thoughts.is_empty() { 0 } else { thoughts.len() as u16 + 1 };
    // The thoughts follow the moves, and get at most half of the room.
    let room = area.height.saturating_sub(n_lines + n_thoughts);
    let rows = [
        Constraint::Length(n_lines),
        Constraint::Length((n_moves + 2).min(room)),
        Constraint::Length(n_thoughts),
        Constraint::Fill(1),
    ];
    let [facts, moves, thinking, _] = Layout::vertical(rows).areas(area);
    frame.render_widget(Paragraph::new(outside).style(FAINT).wrap(Wrap { trim: true }), facts);
    draw_moves(frame, moves, scene, places);
    frame.render_widget(Paragraph::new(thoughts).wrap(Wrap { trim: true }), thinking);
}

fn draw_moves(frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>, places: &mut Places) {
    let chooser = scene.chooser;
    let candidates = chooser.candidates();
    let title = match (candidates.len(), scene.session.choices().len()) {
        (_, 0) => String::new(),
        _ if scene.session.play().is_counting() => "agree, or mark a chain".to_owned(),
        (n, all) if n == all => format!("{n} legal moves"),
        (n, all) => format!("{n} of {all} legal moves"),
    };
    let [head, list] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    frame.render_widget(Line::from(title).style(TITLE), head);
    let style = if chooser.focus == Focus::List { CURSOR } else { Style::new() };
    let lines =
        candidates.iter().map(|candidate| format!(" {} ", candidate.name)).collect::<Vec<_>>();
    let widget = List::new(lines).highlight_style(style);
    let selected = (!candidates.is_empty()).then_some(chooser.selected);
    let mut state = ListState::default().with_selected(selected);
    frame.render_stateful_widget(widget, list, &mut state);
    places.list = list;
    places.first_line = state.offset();
}
