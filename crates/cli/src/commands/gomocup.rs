//! `stonegate gomocup`: the Gomoku engine for managers that speak the protocol of Gomocup.

use std::io;
use std::process::ExitCode;

/// Be a Gomoku engine for Piskvork and other managers of Gomocup
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate gomocup

Managers start this command and talk to it on standard input and output: START, RECTSTART,
BEGIN, TURN, BOARD, SWAP2BOARD, TAKEBACK, INFO, ABOUT, END, and of Yixin's extensions YXBOARD,
YXSTOP, YXSHOWFORBID, YXHASHCLEAR, INFO max_depth and INFO max_node. Boards have 5 to 25 lines;
rules are freestyle, standard, renju and caro.

Some managers want programs by name only: called by a name that begins with `pbrain-`, for
example through a link, the program does the same without an argument.")]
pub(crate) struct Gomocup {}

pub(crate) fn run(_: &Gomocup) -> anyhow::Result<ExitCode> {
    stonegate_frontends::gomocup::serve(io::BufReader::new(io::stdin()))?;
    Ok(ExitCode::SUCCESS)
}
