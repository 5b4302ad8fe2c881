//! Keys that press the buttons of a simulated machine, and what it shows.

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;
use stonegate_rtl::{Button, Switch, Wires};

/// What somebody has done.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Pressed {
    Button(Button),
    /// The switch is turned over.
    Switch(Switch),
    Leave,
}

const HELP: &str =
    "arrows move, Enter plays; switches: p pass, w white, f framed, b bot, r reset; q";
const HELP_WITHOUT_BUTTONS: &str = "the machine hears its serial line alone; q";

/// Where keys come from.
pub(super) enum Keys {
    /// A terminal, which also shows the panel, and what the keys do.
    Terminal(Box<DefaultTerminal>, &'static str),
    /// Lines of words, where there is no terminal, and what was shown last.
    Lines(Receiver<Pressed>, String),
}

impl Keys {
    pub(super) fn open(is_terminal: bool, has_buttons: bool) -> anyhow::Result<Self> {
        if is_terminal {
            let help = if has_buttons { HELP } else { HELP_WITHOUT_BUTTONS };
            return Ok(Self::Terminal(Box::new(ratatui::try_init()?), help));
        }
        let (sender, typed) = channel();
        thread::spawn(move || {
            for line in io::stdin().lock().lines().map_while(Result::ok) {
                if line.split_whitespace().filter_map(named).any(|key| sender.send(key).is_err()) {
                    return;
                }
            }
        });
        Ok(Self::Lines(typed, String::new()))
    }

    /// What was pressed since the last time.
    pub(super) fn pressed(&mut self) -> anyhow::Result<Vec<Pressed>> {
        let mut pressed = Vec::new();
        match self {
            Self::Terminal(..) => {
                while event::poll(Duration::ZERO)? {
                    if let Event::Key(key) = event::read()?
                        && key.kind != KeyEventKind::Release
                    {
                        let is_interrupt = key.code == KeyCode::Char('c')
                            && key.modifiers.contains(KeyModifiers::CONTROL);
                        pressed.extend(if is_interrupt {
                            Some(Pressed::Leave)
                        } else {
                            at_key(key.code)
                        });
                    }
                }
            }
            Self::Lines(typed, _) => pressed.extend(typed.try_iter()),
        }
        Ok(pressed)
    }

    /// Shows lights, segments and switches.
    pub(super) fn show<T: Read + Write>(&mut self, wires: &mut Wires<T>) -> anyhow::Result<()> {
        let panel = wires.panel()?;
        let (terminal, help) = match self {
            Self::Terminal(terminal, help) => (terminal, *help),
            Self::Lines(_, last) => {
                let text = panel.text.trim_end();
                if text != last {
                    text.clone_into(last);
                    let mut out = anstream::stdout();
                    writeln!(out, "{text}")?;
                    out.flush()?;
                }
                return Ok(());
            }
        };
        let lights = (0..16).rev().map(|bit| if panel.lights >> bit & 1 != 0 { '■' } else { '□' });
        let switches = Switch::ALL.into_iter().filter(|&switch| wires.is_on(switch));
        let switches = switches.map(|switch| format!("{switch:?}").to_lowercase());
        let lines = vec![
            Line::from(lights.collect::<String>()),
            Line::from(panel.text),
            Line::from(switches.collect::<Vec<_>>().join(" ")),
            Line::from(help),
        ];
        terminal
            .draw(|frame| frame.render_widget(Paragraph::new(Text::from(lines)), frame.area()))?;
        Ok(())
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        if let Self::Terminal(..) = self {
            ratatui::restore();
        }
    }
}

/// A file to which others add words, each of which presses a button or turns a switch over.
pub(super) struct ButtonFile {
    file: File,
    /// The words that were read, the last one perhaps in part.
    text: String,
}

impl ButtonFile {
    /// Makes the file empty: what was pressed before was pressed on another machine.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let opening = || format!("opening {}", path.display());
        File::create(path).with_context(opening)?;
        let file = File::open(path).with_context(opening)?;
        Ok(Self { file, text: String::new() })
    }

    /// What was added since the last time. Nobody ends the machine from afar.
    pub(super) fn pressed(&mut self) -> anyhow::Result<Vec<Pressed>> {
        self.file.read_to_string(&mut self.text).context("reading what was pressed")?;
        let whole = self.text.rfind('\n').map_or(0, |end| end + 1);
        let words = self.text[..whole].split_whitespace().filter_map(named);
        let pressed = words.filter(|&pressed| pressed != Pressed::Leave).collect();
        self.text.drain(..whole);
        Ok(pressed)
    }
}

fn at_key(code: KeyCode) -> Option<Pressed> {
    Some(match code {
        KeyCode::Up => Pressed::Button(Button::Up),
        KeyCode::Down => Pressed::Button(Button::Down),
        KeyCode::Left => Pressed::Button(Button::Left),
        KeyCode::Right => Pressed::Button(Button::Right),
        KeyCode::Enter | KeyCode::Char(' ') => Pressed::Button(Button::Centre),
        KeyCode::Char('p') => Pressed::Switch(Switch::Pass),
        KeyCode::Char('w') => Pressed::Switch(Switch::White),
        KeyCode::Char('f') => Pressed::Switch(Switch::Framed),
        KeyCode::Char('b') => Pressed::Switch(Switch::Bot),
        KeyCode::Char('r') => Pressed::Switch(Switch::Reset),
        KeyCode::Char('q') | KeyCode::Esc => Pressed::Leave,
        _ => return None,
    })
}

/// A button or switch by its name.
fn named(word: &str) -> Option<Pressed> {
    let button = Button::ALL.into_iter().find(|button| is_named(button, word));
    let switch = || switch(word).ok().map(Pressed::Switch);
    button.map(Pressed::Button).or_else(switch).or((word == "quit").then_some(Pressed::Leave))
}

fn is_named(thing: &impl std::fmt::Debug, word: &str) -> bool {
    format!("{thing:?}").eq_ignore_ascii_case(word)
}

/// Reads the name of a switch.
pub fn switch(word: &str) -> Result<Switch, String> {
    let found = Switch::ALL.into_iter().find(|switch| is_named(switch, word));
    found.ok_or_else(|| "switches are `white`, `pass`, `framed`, `bot` and `reset`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_buttons_and_switches() {
        assert_eq!(named("up"), Some(Pressed::Button(Button::Up)));
        assert_eq!(named("centre"), Some(Pressed::Button(Button::Centre)));
        assert_eq!(named("bot"), Some(Pressed::Switch(Switch::Bot)));
        assert_eq!(named("quit"), Some(Pressed::Leave));
        assert_eq!(named("nothing"), None);
        assert!(switch("up").is_err());
    }

    #[test]
    fn words_are_read_from_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("buttons");
        std::fs::write(&path, "down\n").expect("the disk has room");
        let mut buttons = ButtonFile::open(&path).expect("it can be made");
        assert_eq!(buttons.pressed().expect("it can be read"), [], "that was long ago");
        let mut add = |text: &str| {
            let file = File::options().append(true).open(&path);
            file.and_then(|mut file| file.write_all(text.as_bytes())).expect("the disk has room");
            buttons.pressed().expect("it can be read")
        };
        let (up, pass) = (Pressed::Button(Button::Up), Pressed::Switch(Switch::Pass));
        assert_eq!(add("up\nquit\npa"), [up]);
        assert_eq!(add("ss\n"), [pass]);
    }
}
