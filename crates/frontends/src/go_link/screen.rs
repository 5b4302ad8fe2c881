//! The display of the machine: board, cursor, scores, messages and the lights of the turn.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use stonegate_go::{Color, Point, Size};

use super::table::Table;

pub(super) struct Scene<'a> {
    pub(super) table: &'a Table,
    pub(super) cursor: Option<Point>,
    pub(super) is_pass_selected: bool,
}

/// How many notes are shown.
const N_NOTES: usize = 4;

const HELP: &str =
    "arrows move, Enter plays, p pass, u take back, n new, y agree, r resign, q leave";

pub(super) fn draw(scene: &Scene<'_>, frame: &mut Frame<'_>) {
    let height = scene.table.machine.game().size().height() as u16;
    let [board, below] =
        Layout::vertical([Constraint::Length(height + 1), Constraint::Min(0)]).areas(frame.area());
    frame.render_widget(Paragraph::new(board_lines(scene)), board);
    frame.render_widget(Paragraph::new(text_lines(scene)), below);
}

/// The board as the FPGA machine shows it: yellow, with black and white stones and a green cursor.
fn board_lines(scene: &Scene<'_>) -> Vec<Line<'static>> {
    let game = scene.table.machine.game();
    let size = game.size();
    let wood = Style::new().fg(Paint::Black).bg(Paint::Yellow);
    let mut lines = Vec::new();
    for row in (0..size.height()).rev() {
        let mut spans = vec![Span::raw(format!("{:>2} ", row + 1))];
        for point in (0..size.width()).filter_map(|column| size.point(column, row)) {
            let (sign, style) = match game.board().at(point) {
                Some(Color::Black) => ('●', wood),
                Some(Color::White) => ('●', wood.fg(Paint::White).add_modifier(Modifier::BOLD)),
                None => (crossing(size, point), wood),
            };
            let is_cursor = scene.cursor == Some(point) && scene.table.machine.is_my_turn();
            let style = if is_cursor { style.bg(Paint::Green) } else { style };
            spans.push(Span::styled(sign.to_string(), style));
            let is_last = point.column() + 1 == size.width();
            spans.push(Span::styled(if is_last { " " } else { "─" }, wood));
        }
        lines.push(Line::from(spans));
    }
    let letters = "ABCDEFGHJKLMNOPQRST".chars().take(size.width());
    let letters = letters.flat_map(|letter| [letter, ' ']).collect::<String>();
    lines.push(Line::from(format!("   {letters}")));
    lines
}

/// How two lines of the board meet.
fn crossing(size: Size, point: Point) -> char {
    const SIGNS: [[char; 3]; 3] = [['└', '┴', '┘'], ['├', '┼', '┤'], ['┌', '┬', '┐']];
    let part = |at: usize, n: usize| match at {
        0 => 0,
        _ if at + 1 == n => 2,
        _ => 1,
    };
    SIGNS[part(point.row(), size.height())][part(point.column(), size.width())]
}

fn text_lines(scene: &Scene<'_>) -> Vec<Line<'static>> {
    let table = scene.table;
    let readout = match table.resigned() {
        Some(color) if color == table.machine.color() => "LOSER".to_owned(),
        Some(_) => "VICTORY".to_owned(),
        None => table.machine.readout(scene.is_pass_selected).to_string(),
    };
    // Half of the lights are on for the own turn, the other half for the other's, all in the end.
    let light = |is_on: bool| if is_on { "■■■■" } else { "□□□□" };
    let is_mine = table.machine.is_my_turn();
    let mut lines = vec![
        Line::default(),
        Line::from(vec![
            Span::raw(format!("{}  ", table.machine.color())),
            Span::styled(light(is_mine || table.is_over()), Style::new().fg(Paint::Green)),
            Span::raw(" "),
            Span::styled(light(!is_mine || table.is_over()), Style::new().fg(Paint::Green)),
            Span::styled(format!("  {readout}"), Style::new().add_modifier(Modifier::BOLD)),
        ]),
        Line::default(),
    ];
    let n_skipped = table.notes.len().saturating_sub(N_NOTES);
    lines.extend(table.notes[n_skipped..].iter().cloned().map(Line::from));
    lines.push(Line::default());
    lines.push(Line::styled(HELP, Style::new().add_modifier(Modifier::DIM)));
    lines
}
