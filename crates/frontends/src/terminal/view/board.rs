//! The board on a terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use stonegate_board::{Board, Cell, Square, Style as BoardStyle};

use super::Scene;
use crate::terminal::chooser::Focus;

/// Where the squares of a board are.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    area: Rect,
    /// The size of a square.
    width: u16,
    height: u16,
    /// How much further to the right than the one above it a row is.
    shift: u16,
    /// The room for the names of the rows.
    margin: u16,
    n_columns: u16,
    n_rows: u16,
    n_boards: usize,
    n_across: usize,
    /// Whether boards have names above them.
    has_titles: bool,
}

/// How much larger than its symbol a square may be, from the best to the tightest.
const ROOM: [(u16, u16); 4] = [(6, 3), (4, 1), (2, 1), (1, 1)];

/// Between boards that stand side by side.
const GAP: u16 = 2;

impl Geometry {
    /// The largest squares for which the board fits into the room; `None` if it is too
    /// large for any.
    pub(crate) fn new(board: &Board, area: Rect) -> Option<Self> {
        let symbols = board.cells.iter().flatten().map(|cell| cell.symbol.chars().count());
        let symbol = symbols.max().unwrap_or(1).max(1) as u16;
        let margin = board.row_label_width() as u16 + 1;
        let geometry = |(gap, height)| {
            let width = symbol + gap;
            Self {
                area: Rect { x: area.x + 1, ..area },
                width,
                height,
                shift: if board.style == BoardStyle::Hexagons { width / 2 } else { 0 },
                margin,
                n_columns: board.columns.len() as u16,
                n_rows: board.rows.len() as u16,
                n_boards: board.names.len(),
                n_across: board.n_across.max(1),
                has_titles: board.names.len() > 1,
            }
        };
        let sizes = ROOM.into_iter().map(geometry);
        let mut fitting = sizes.flat_map(Self::arrangements).filter(|geometry| {
            geometry.width() < area.width && geometry.total_height() <= area.height
        });
        fitting.next()
    }

    /// The boards side by side as they should be, or as many as have room.
    fn arrangements(self) -> impl Iterator<Item = Self> {
        (1..=self.n_across).rev().map(move |n_across| Self { n_across, ..self.clone() })
    }

    pub(crate) fn width(&self) -> u16 {
        self.n_across as u16 * (self.board_width() + GAP) - GAP
    }

    fn board_width(&self) -> u16 {
        self.margin + self.n_columns * self.width + self.n_rows.saturating_sub(1) * self.shift
    }

    fn board_height(&self) -> u16 {
        u16::from(self.has_titles) + self.n_rows * self.height + 1
    }

    fn total_height(&self) -> u16 {
        self.n_boards.div_ceil(self.n_across) as u16 * self.board_height()
    }

    /// The top left corner of a board, below its title.
    fn origin(&self, board: usize) -> (u16, u16) {
        let (column, row) = ((board % self.n_across) as u16, (board / self.n_across) as u16);
        let x = self.area.x + column * (self.board_width() + GAP);
        let y = self.area.y + row * self.board_height() + u16::from(self.has_titles);
        (x, y)
    }

    fn square(&self, square: Square) -> Rect {
        let (x, y) = self.origin(square.board);
        Rect {
            x: x + self.margin + square.column as u16 * self.width + square.row as u16 * self.shift,
            y: y + square.row as u16 * self.height,
            width: self.width,
            height: self.height,
        }
    }

    pub(crate) fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        (0..self.n_boards).find_map(|board| {
            let (left, top) = self.origin(board);
            let row = y.checked_sub(top)? / self.height;
            let column = x.checked_sub(left + self.margin + row * self.shift)? / self.width;
            let is_inside = column < self.n_columns && row < self.n_rows;
            is_inside.then(|| Square { board, column: column.into(), row: row.into() })
        })
    }
}

pub(super) fn draw(buffer: &mut Buffer, geometry: &Geometry, board: &Board, scene: &Scene<'_>) {
    for (number, name) in board.names.iter().enumerate() {
        let (x, y) = geometry.origin(number);
        if geometry.has_titles {
            buffer.set_stringn(
                x + geometry.margin,
                y - 1,
                name,
                geometry.board_width().into(),
                super::TITLE,
            );
        }
        for (row, name) in board.rows.iter().enumerate() {
            let width = usize::from(geometry.margin - 1);
            let y = y + row as u16 * geometry.height + geometry.height / 2;
            buffer.set_stringn(x, y, format!("{name:>width$}"), width, super::FAINT);
        }
        for column in 0..board.columns.len() {
            let label = fit(&board.column_label(column), usize::from(geometry.width).max(2) - 1);
            let row = board.rows.len().saturating_sub(1);
            let square = geometry.square(Square { board: number, column, row });
            let y = y + geometry.n_rows * geometry.height;
            let x = square.x + (geometry.width.saturating_sub(label.chars().count() as u16)) / 2;
            buffer.set_stringn(x, y, label, geometry.width.into(), super::FAINT);
        }
    }
    let targets = scene.chooser.targets();
    for square in board.squares() {
        let Some(cell) = board.cell(square) else { continue };
        let chooser = scene.chooser;
        let is_on_list = chooser.focus == Focus::List;
        let look = if !is_on_list && chooser.cursor == Some(square) {
            Look::Cursor
        } else if chooser.picked.contains(&square)
            || is_on_list && chooser.selected_squares().contains(&square)
        {
            Look::Picked
        } else if targets.contains(&square) {
            Look::Target
        } else {
            Look::Plain
        };
        draw_square(buffer, geometry.square(square), square, cell, look, scene);
    }
}

/// How a square stands out.
#[derive(Copy, Clone)]
enum Look {
    Plain,
    /// It can be picked.
    Target,
    /// It was picked, or the move under the cursor of the list names it.
    Picked,
    Cursor,
}

fn draw_square(
    buffer: &mut Buffer,
    area: Rect,
    square: Square,
    cell: &Cell,
    look: Look,
    scene: &Scene<'_>,
) {
    let is_dark = (square.column + square.row) % 2 == 1;
    let background = Color::Indexed(match (look, is_dark) {
        (Look::Cursor, _) => 178,
        (Look::Picked, _) => 67,
        (Look::Target, true) => 65,
        (Look::Target, false) => 71,
        (Look::Plain, true) => 238,
        (Look::Plain, false) => 241,
    });
    let mut style = Style::new().bg(background).fg(piece_color(cell, scene));
    if matches!(look, Look::Cursor) {
        style = style.fg(Color::Black);
    }
    buffer.set_style(area, style);
    if scene.changed.contains(&square) && !cell.symbol.is_empty() {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    let symbol = if cell.symbol.is_empty() { "·" } else { &cell.symbol };
    let width = symbol.chars().count() as u16;
    let (x, y) = (area.x + area.width.saturating_sub(width) / 2, area.y + area.height / 2);
    buffer.set_stringn(x, y, symbol, area.width.into(), style.add_modifier(Modifier::BOLD));
    // Brackets, for those who see no colors.
    let brackets = match look {
        Look::Cursor => Some(("[", "]")),
        Look::Picked => Some(("<", ">")),
        Look::Target | Look::Plain => None,
    };
    if let Some((open, close)) = brackets.filter(|_| area.width >= width + 2) {
        let style = style.remove_modifier(Modifier::UNDERLINED);
        buffer.set_string(x - 1, y, open, style);
        buffer.set_string(x + width, y, close, style);
    }
}

/// The colors of the roles' pieces; the person's come first.
const PIECES: [Color; 5] = [
    Color::Indexed(231),
    Color::Indexed(216),
    Color::Indexed(120),
    Color::Indexed(117),
    Color::Indexed(219),
];

fn piece_color(cell: &Cell, scene: &Scene<'_>) -> Color {
    if cell.symbol.is_empty() {
        return Color::Indexed(248);
    }
    let game = &scene.session.game;
    let owner = game.roles.iter().position(|role| cell.words.contains(role));
    match owner {
        Some(role) => {
            let distance = role + game.roles.len() - scene.session.settings.role.index();
            PIECES[distance % game.roles.len() % PIECES.len()]
        }
        None => PIECES[0],
    }
}

/// The end of a name: the part that tells it from its neighbors.
fn fit(name: &str, width: usize) -> String {
    let n_chars = name.chars().count();
    name.chars().skip(n_chars.saturating_sub(width)).collect()
}
