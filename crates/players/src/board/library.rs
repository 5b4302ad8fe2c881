//! Bitstreams made before, by the rules that they were made of.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;

use stonegate_gdl::Fingerprint;

use crate::cache_folder::CacheFolder;

/// A chip that bitstreams are made for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Chip {
    /// On Lattice's breakout board.
    Ice40Hx8k,
    /// On a ULX3S, as the other two.
    Ecp5_25k,
    Ecp5_45k,
    Ecp5_85k,
}

/// A loader that takes longer has lost its board.
const LOADING_SECONDS: &str = "30";

impl Chip {
    pub const ALL: [Self; 4] = [Self::Ice40Hx8k, Self::Ecp5_25k, Self::Ecp5_45k, Self::Ecp5_85k];

    pub fn name(self) -> &'static str {
        match self {
            Self::Ice40Hx8k => "ice40-hx8k",
            Self::Ecp5_25k => "ecp5-25k",
            Self::Ecp5_45k => "ecp5-45k",
            Self::Ecp5_85k => "ecp5-85k",
        }
    }

    /// What the file of a bitstream is called.
    pub fn bitstream(self) -> String {
        let extension = if self == Self::Ice40Hx8k { "bin" } else { "bit" };
        format!("{}.{extension}", self.name())
    }

    /// The command that loads a bitstream, whose file comes last.
    fn loader(self) -> &'static [&'static str] {
        match self {
            Self::Ice40Hx8k => &["iceprog", "-S"],
            Self::Ecp5_25k | Self::Ecp5_45k | Self::Ecp5_85k => &["openFPGALoader", "-b", "ulx3s"],
        }
    }

    /// Loads the bitstream of a game onto the board.
    pub(super) fn load(self, game: Fingerprint) -> io::Result<()> {
        let file = board_folder(game).map(|folder| folder.join(self.bitstream()));
        let Some(file) = file.filter(|file| file.is_file()) else {
            let error = format!("no bitstream for {self} in the library: see `stonegate rtl`");
            return Err(io::Error::new(ErrorKind::NotFound, error));
        };
        let loader = self.loader();
        let mut command = Command::new("timeout");
        command.args(["--kill-after=1", LOADING_SECONDS]).args(loader).arg(file);
        let output = command.output()?;
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let reason = text.lines().last().unwrap_or("no reason given");
        Err(io::Error::other(format!("`{}` fails: {reason}", loader[0])))
    }
}

/// Where the library keeps the boards of a game. Sheets that differ in names only share them.
pub fn board_folder(game: Fingerprint) -> Option<PathBuf> {
    Some(CacheFolder::default_directory()?.join("boards").join(game.to_string()))
}

/// Where the library keeps a machine that is made by hand.
pub fn machine_folder(name: &str) -> Option<PathBuf> {
    Some(CacheFolder::default_directory()?.join("boards").join(name))
}

impl fmt::Display for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Chip {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let chip = Self::ALL.into_iter().find(|chip| chip.name() == text);
        chip.ok_or("it is ice40-hx8k, ecp5-25k, ecp5-45k or ecp5-85k")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chips_have_names() {
        for chip in Chip::ALL {
            assert_eq!(chip.to_string().parse(), Ok(chip));
        }
        assert!("hx8k".parse::<Chip>().is_err());
    }
}
