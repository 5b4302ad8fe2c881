//! The board of the house: a machine at the end of a wire that plays at tables, and its screen.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use stonegate_players::{PlayerSpec, Ruleset};
use stonegate_tables::Refusal;

/// A board that may sit at tables. Guests call it by its engine alone, as in `gomoku:board`: where it
/// is, is the house's business.
#[derive(Clone, Debug)]
pub struct HouseBoard {
    name: String,
    player: PlayerSpec,
    /// The file that a simulated board keeps a picture of its screen in.
    screen: Option<PathBuf>,
    /// The file whose words press the buttons of a simulated board.
    buttons: Option<PathBuf>,
}

/// The buttons, and the switch for a pass, by their names. What else there is to switch is the
/// house's business.
const BUTTONS: [&str; 6] = ["up", "down", "left", "right", "centre", "pass"];

impl HouseBoard {
    /// The board of a player such as `gomoku:board=PORT`.
    pub fn new(player: PlayerSpec, screen: Option<PathBuf>) -> anyhow::Result<Self> {
        match &player {
            PlayerSpec::Engine { name, options }
                if options.iter().any(|(name, _)| name == "board") =>
            {
                Ok(Self { name: format!("{name}:board"), player, screen, buttons: None })
            }
            _ => bail!("`{player}` plays on no board: try `gomoku:board=PORT`"),
        }
    }

    /// The same with buttons that guests may press.
    #[must_use]
    pub fn with_buttons(self, buttons: Option<PathBuf>) -> Self {
        Self { buttons, ..self }
    }

    /// What guests call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn player(&self) -> &PlayerSpec {
        &self.player
    }

    pub(crate) fn plays(&self, ruleset: &Ruleset) -> bool {
        self.player.suits(ruleset)
    }

    /// The picture of its screen, as a PNG file.
    pub(crate) fn screen(&self) -> Result<Vec<u8>, Refusal> {
        let unknown = |message: String| Refusal::new("unknown-screen", message);
        let none = || unknown(format!("nobody has told where the screen of `{}` is", self.name));
        let path = self.screen.as_ref().ok_or_else(none)?;
        fs::read(path).map_err(|error| unknown(format!("the screen of `{}`: {error}", self.name)))
    }

    /// Presses a button.
    pub(crate) fn press(&self, button: &str) -> Result<(), Refusal> {
        let unknown = |message: String| Refusal::new("unknown-button", message);
        let none = || unknown(format!("nobody has told where the buttons of `{}` are", self.name));
        let path = self.buttons.as_ref().ok_or_else(none)?;
        if !BUTTONS.contains(&button) {
            return Err(unknown(format!("the buttons are {}", BUTTONS.join(", "))));
        }
        let file = fs::OpenOptions::new().append(true).open(path);
        let added = file.and_then(|mut file| file.write_all(format!("{button}\n").as_bytes()));
        added.map_err(|error| unknown(format!("the buttons of `{}`: {error}", self.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(player: &str, screen: Option<PathBuf>) -> anyhow::Result<HouseBoard> {
        HouseBoard::new(player.parse().expect("it is a player"), screen)
    }

    #[test]
    fn a_board_has_a_name_without_its_port() {
        let board = board("gomoku:board=/dev/pts/3", None).expect("it is a board");
        assert_eq!(board.name(), "gomoku:board");
        assert_eq!(board.player().to_string(), "gomoku:board=/dev/pts/3");
    }

    #[test]
    fn other_players_are_no_boards() {
        for player in ["gomoku:pattern", "human", "http://localhost:1"] {
            assert!(board(player, None).is_err(), "{player}");
        }
    }

    #[test]
    fn a_screen_is_shown_or_told_to_be_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("screen.png");
        let board = board("gomoku:board=/dev/pts/3", Some(path.clone())).expect("it is a board");
        assert_eq!(board.screen().expect_err("there is no file").code, "unknown-screen");
        fs::write(&path, b"a picture").expect("the disk has room");
        assert_eq!(board.screen().expect("there is a file"), b"a picture");
    }

    #[test]
    fn buttons_are_words_in_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("buttons");
        let code = |pressed: Result<(), Refusal>| pressed.expect_err("there is none").code;
        let bare = board("go:board=/dev/pts/3", None).expect("it is a board");
        assert_eq!(code(bare.press("up")), "unknown-button");
        let board = bare.with_buttons(Some(path.clone()));
        assert_eq!(code(board.press("up")), "unknown-button", "no machine has made the file");
        fs::write(&path, "").expect("the disk has room");
        assert_eq!(code(board.press("quit")), "unknown-button");
        for button in ["up", "centre"] {
            board.press(button).expect("it is a button");
        }
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "up\ncentre\n");
    }
}
