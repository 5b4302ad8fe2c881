//! A person at the table: at a terminal with a cursor, or with lines.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use stonegate_go::{Direction, Move, Point, move_cursor};
use stonegate_protocols::lines::LineReader;

use super::Seat;
use super::screen::{self, Scene};
use super::table::{Intent, Table};

/// The keys of a terminal.
#[derive(Debug)]
pub struct Keys {
    terminal: DefaultTerminal,
    cursor: Option<Point>,
    is_pass_selected: bool,
}

impl Keys {
    pub fn open() -> anyhow::Result<Self> {
        Ok(Self { terminal: ratatui::try_init()?, cursor: None, is_pass_selected: false })
    }

    /// Where the cursor is: at first in the upper left corner.
    fn cursor(&self, table: &Table) -> Option<Point> {
        let size = table.machine.game().size();
        self.cursor.or_else(|| size.point(0, size.height() - 1))
    }

    fn press(&mut self, code: KeyCode, table: &Table) -> Option<Intent> {
        let direction = match code {
            KeyCode::Up => Some(Direction::Up),
            KeyCode::Down => Some(Direction::Down),
            KeyCode::Left => Some(Direction::Left),
            KeyCode::Right => Some(Direction::Right),
            _ => None,
        };
        if let Some(direction) = direction {
            let board = table.machine.game().board();
            self.cursor = self.cursor(table).map(|cursor| move_cursor(board, cursor, direction));
            return None;
        }
        match code {
            // Selecting a pass does not move the cursor.
            KeyCode::Char('p') => {
                self.is_pass_selected = !self.is_pass_selected;
                None
            }
            KeyCode::Enter | KeyCode::Char(' ') => {
                let is_pass = std::mem::take(&mut self.is_pass_selected);
                let point = self.cursor(table).map(Move::Place);
                if is_pass { Some(Intent::Play(Move::Pass)) } else { point.map(Intent::Play) }
            }
            KeyCode::Char('r') => Some(Intent::Resign),
            KeyCode::Char('u') => Some(Intent::Undo),
            KeyCode::Char('n') if table.proposal.is_some() => Some(Intent::Answer(false)),
            KeyCode::Char('n') => Some(Intent::Reset),
            KeyCode::Char('y') if table.proposal.is_some() => Some(Intent::Answer(true)),
            KeyCode::Char('q') | KeyCode::Esc => Some(Intent::Leave),
            _ => None,
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

impl Seat for Keys {
    fn intent(&mut self, table: &Table) -> anyhow::Result<Option<Intent>> {
        while event::poll(Duration::ZERO)? {
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                let is_interrupt =
                    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
                let intent =
                    if is_interrupt { Some(Intent::Leave) } else { self.press(key.code, table) };
                if intent.is_some() {
                    return Ok(intent);
                }
            }
        }
        Ok(None)
    }

    fn show(&mut self, table: &Table) -> anyhow::Result<()> {
        let scene =
            Scene { table, cursor: self.cursor(table), is_pass_selected: self.is_pass_selected };
        self.terminal.draw(|frame| screen::draw(&scene, frame))?;
        Ok(())
    }

    fn lingers(&self) -> bool {
        true
    }
}

/// Lines of text, where there is no terminal.
#[derive(Debug)]
pub struct Lines {
    typed: Receiver<String>,
    n_notes: usize,
    n_shown: Option<usize>,
}

impl Lines {
    pub fn open() -> Self {
        let (sender, typed) = channel();
        thread::spawn(move || {
            for line in LineReader::new(io::stdin().lock()).map_while(Result::ok) {
                let line = line.unwrap_or_else(|too_long| too_long.to_string());
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { typed, n_notes: 0, n_shown: None }
    }
}

impl Seat for Lines {
    fn intent(&mut self, table: &Table) -> anyhow::Result<Option<Intent>> {
        // Moves wait until it is the turn to make them.
        if !table.is_ready() && !table.is_over() && table.proposal.is_none() {
            return Ok(None);
        }
        let line = match self.typed.try_recv() {
            Ok(line) => line.trim().to_lowercase(),
            Err(TryRecvError::Empty) => return Ok(None),
            Err(TryRecvError::Disconnected) => return Ok(Some(Intent::Leave)),
        };
        let intent = match line.as_str() {
            "" => None,
            "resign" => Some(Intent::Resign),
            "undo" => Some(Intent::Undo),
            "new" => Some(Intent::Reset),
            "yes" => Some(Intent::Answer(true)),
            "no" => Some(Intent::Answer(false)),
            "quit" => Some(Intent::Leave),
            text => match text.parse() {
                Ok(action) => Some(Intent::Play(action)),
                Err(error) => {
                    writeln!(anstream::stdout(), "`{text}`: {error}")?;
                    None
                }
            },
        };
        Ok(intent)
    }

    fn show(&mut self, table: &Table) -> anyhow::Result<()> {
        let mut out = anstream::stdout();
        super::write_notes(&mut out, table, &mut self.n_notes)?;
        let game = table.machine.game();
        if self.n_shown != Some(game.n_moves()) {
            self.n_shown = Some(game.n_moves());
            if let Some((color, action)) = game.last_move() {
                writeln!(out, "{} {action}", color.to_string().to_lowercase())?;
            }
            writeln!(out, "{}", game.board())?;
            writeln!(out, "{}", table.machine.readout(false))?;
            out.flush()?;
        }
        Ok(())
    }

    fn lingers(&self) -> bool {
        false
    }
}
