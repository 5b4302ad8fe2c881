//! The board of the house: a machine at the end of a wire that plays at tables, and its screen.

use std::fs;
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
}

impl HouseBoard {
    /// The board of a player such as `gomoku:board=PORT`.
    pub fn new(player: PlayerSpec, screen: Option<PathBuf>) -> anyhow::Result<Self> {
        match &player {
            PlayerSpec::Engine { name, options }
                if options.iter().any(|(name, _)| name == "board") =>
            {
                Ok(Self { name: format!("{name}:board"), player, screen })
            }
            _ => bail!("`{player}` plays on no board: try `gomoku:board=PORT`"),
        }
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
}
