//! Playing on a whole terminal.

use std::io::{self, stdout};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::crossterm::execute;
use stonegate_board::{Board, Square};
use stonegate_tables::Standing;

use super::chooser::{Chooser, Way};
use super::session::Session;
use super::view::{self, Hit, Places, Scene};

/// How often to look for what players say while nobody presses a key.
const TICK: Duration = Duration::from_millis(50);

/// So many lines are a page of a list.
const PAGE: isize = 10;

/// Plays until the person leaves.
pub fn play(session: &mut Session) -> anyhow::Result<()> {
    let mut terminal = Terminal::open()?;
    let mut screen = Screen::new(session);
    loop {
        terminal.0.draw(|frame| screen.draw(frame))?;
        let is_pressed = event::poll(TICK)?;
        if is_pressed && screen.respond(&event::read()?)? == Wish::Leave {
            return Ok(());
        }
        screen.listen()?;
    }
}

/// The terminal, which is given back as it was found, also after a panic.
struct Terminal(DefaultTerminal);

impl Terminal {
    fn open() -> io::Result<Self> {
        // This also sets a hook for panics, so that their message can be read.
        let terminal = Self(ratatui::try_init()?);
        execute!(stdout(), EnableMouseCapture)?;
        Ok(terminal)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // There is no terminal to complain to.
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// What a key means for the program.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Wish {
    Stay,
    Leave,
}

/// What the board and the chooser were made of.
#[derive(PartialEq)]
struct Shown {
    n_turns: usize,
    is_asked: bool,
    standing: Option<Standing>,
}

pub(super) struct Screen<'s> {
    session: &'s mut Session,
    chooser: Chooser,
    board: Option<Board>,
    changed: Vec<Square>,
    shown: Option<Shown>,
    places: Places,
    shows_help: bool,
}

impl<'s> Screen<'s> {
    pub(super) fn new(session: &'s mut Session) -> Self {
        let mut screen = Self {
            chooser: Chooser::new(Vec::new(), None),
            board: None,
            changed: Vec::new(),
            shown: None,
            places: Places::default(),
            shows_help: false,
            session,
        };
        screen.refresh();
        screen
    }

    pub(super) fn draw(&mut self, frame: &mut ratatui::Frame<'_>) {
        let scene = Scene {
            session: self.session,
            chooser: &self.chooser,
            board: self.board.as_ref(),
            changed: &self.changed,
            shows_help: self.shows_help,
        };
        self.places = view::draw(frame, &scene);
    }

    /// Hears all that has been said.
    pub(super) fn listen(&mut self) -> anyhow::Result<()> {
        while self.session.listen(Duration::ZERO)? {
            if let Some(hint) = self.session.hint.take() {
                self.chooser.point_at(&hint);
            }
        }
        self.refresh();
        Ok(())
    }

    /// Follows the game if it has gone on.
    fn refresh(&mut self) {
        let (game, play) = (&self.session.game, self.session.play());
        let shown = Shown {
            n_turns: play.ply(),
            is_asked: !self.session.choices().is_empty(),
            standing: play.standing().cloned(),
        };
        if self.shown.as_ref() == Some(&shown) {
            return;
        }
        if self.shown.as_ref().is_none_or(|before| before.n_turns != shown.n_turns) {
            let board = game.board(&self.session.facts());
            self.changed = match (&self.board, &board) {
                // A count is about the whole board: none of it is the work of the last move.
                (Some(before), Some(after)) if shown.standing.is_none() => {
                    let differs = |square: &Square| before.cell(*square) != after.cell(*square);
                    after.squares().filter(differs).collect()
                }
                _ => Vec::new(),
            };
            self.board = board;
        } else if shown.standing.is_some() {
            self.board = game.board(&self.session.facts());
        }
        self.shown = Some(shown);
        let cursor = self.chooser.cursor;
        let board = game.layout.as_ref().zip(self.board.as_ref());
        self.chooser = Chooser::new(self.session.named_choices(), board);
        self.chooser.stay_near(cursor);
    }

    pub(super) fn respond(&mut self, event: &Event) -> anyhow::Result<Wish> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => self.click(*mouse),
            // A new size needs a new picture, which comes anyway.
            _ => Ok(Wish::Stay),
        }
    }

    fn press(&mut self, key: KeyEvent) -> anyhow::Result<Wish> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let had_help = std::mem::take(&mut self.shows_help);
        match key.code {
            KeyCode::Char('c' | 'q') if is_control => return Ok(Wish::Leave),
            KeyCode::F(10) => return Ok(Wish::Leave),
            KeyCode::F(1) => self.shows_help = !had_help,
            KeyCode::Char('t') if is_control => self.session.ask_hint()?,
            KeyCode::F(2) => self.session.ask_hint()?,
            KeyCode::Char('u' | 'z') if is_control => self.session.undo()?,
            KeyCode::F(3) => self.session.undo()?,
            KeyCode::Char('n') if is_control => self.session.new_game()?,
            KeyCode::F(4) => self.session.new_game()?,
            KeyCode::Up => self.chooser.go(Way::Up),
            KeyCode::Down => self.chooser.go(Way::Down),
            KeyCode::Left => self.chooser.go(Way::Left),
            KeyCode::Right => self.chooser.go(Way::Right),
            KeyCode::PageUp => self.chooser.page(-PAGE),
            KeyCode::PageDown => self.chooser.page(PAGE),
            KeyCode::Tab | KeyCode::BackTab => self.chooser.switch_focus(),
            KeyCode::Backspace => {
                self.chooser.back();
            }
            KeyCode::Esc => while self.chooser.back() {},
            KeyCode::Enter => {
                let action = self.chooser.enter();
                self.choose(action)?;
            }
            KeyCode::Char(c) if !is_control => self.chooser.type_char(c),
            _ => {}
        }
        Ok(Wish::Stay)
    }

    fn click(&mut self, mouse: MouseEvent) -> anyhow::Result<Wish> {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let action = match self.places.hit(mouse.column, mouse.row) {
                    Some(Hit::Square(square)) => self.chooser.pick(square),
                    Some(Hit::Line(line)) => {
                        self.chooser.candidates().get(line).map(|it| it.action.clone())
                    }
                    None => None,
                };
                self.choose(action)?;
            }
            MouseEventKind::ScrollUp => self.chooser.page(-1),
            MouseEventKind::ScrollDown => self.chooser.page(1),
            _ => {}
        }
        Ok(Wish::Stay)
    }

    fn choose(&mut self, action: Option<String>) -> anyhow::Result<()> {
        if let Some(action) = action
            && !self.session.choices().is_empty()
        {
            self.session.choose(action)?;
        }
        Ok(())
    }
}
