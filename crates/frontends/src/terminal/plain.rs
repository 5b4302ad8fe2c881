//! Playing line by line, where there is no terminal to draw on.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::session::Session;

/// How long one look for an answer may take; there is always another one.
const LOOK: Duration = Duration::from_secs(1);

const HELP: &str = "\
A move is the number in front of it, or its text. There are also:
  hint   what the machine would play
  undo   take back your last move
  new    begin again
  quit   leave";

/// Plays until the person leaves or there is nothing more to read.
pub fn play(
    session: &mut Session,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(output, "{HELP}")?;
    let mut n_told = 0;
    loop {
        while !session.is_over() && session.choices().is_empty() {
            session.listen(LOOK)?;
        }
        n_told = tell_moves(session, n_told, output)?;
        show(session, output)?;
        loop {
            write!(output, "{}> ", session.role())?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(output)?;
                return Ok(());
            }
            match obey(session, line.trim(), output)? {
                Next::Leave => return Ok(()),
                Next::Ask => {}
                Next::Show => break,
            }
        }
        n_told = n_told.min(session.play().ply());
    }
}

/// What to do after a line.
enum Next {
    Leave,
    /// Ask for another line.
    Ask,
    /// Show the position.
    Show,
}

fn obey(session: &mut Session, line: &str, output: &mut dyn Write) -> anyhow::Result<Next> {
    match line {
        "" => return Ok(Next::Ask),
        "quit" | "exit" => return Ok(Next::Leave),
        "help" | "?" => {
            writeln!(output, "{HELP}")?;
            return Ok(Next::Ask);
        }
        "hint" => {
            session.ask_hint()?;
            while session.is_waiting_for_hint() {
                session.listen(LOOK)?;
            }
            writeln!(output, "{}", session.message)?;
            return Ok(Next::Ask);
        }
        "undo" => {
            session.undo()?;
            return Ok(Next::Show);
        }
        "new" => {
            session.new_game()?;
            return Ok(Next::Show);
        }
        _ => {}
    }
    let choices = session.choices().to_vec();
    let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let action = match number.and_then(|number| choices.get(number)) {
        Some(action) => Some(action.clone()),
        None => session.recognize(line)?,
    };
    if let Some(action) = action {
        session.choose(action)?;
        return Ok(Next::Show);
    }
    writeln!(output, "`{line}` is no legal move; `help` tells what else there is")?;
    Ok(Next::Ask)
}

/// Tells of the joint moves since the last time.
fn tell_moves(session: &mut Session, from: usize, output: &mut dyn Write) -> io::Result<usize> {
    for joint in session.told_moves().into_iter().skip(from) {
        writeln!(output, "{joint}")?;
    }
    if !session.message.is_empty() {
        writeln!(output, "{}", std::mem::take(&mut session.message))?;
    }
    Ok(session.play().ply())
}

fn show(session: &Session, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output)?;
    let facts = &session.facts();
    match session.game.board(facts) {
        Some(board) => {
            write!(output, "{board}")?;
            if !board.outside.is_empty() {
                writeln!(output, "{}", board.outside.join(" "))?;
            }
        }
        None => {
            for fact in facts {
                writeln!(output, "{fact}")?;
            }
        }
    }
    writeln!(output)?;
    if let Some(verdict) = session.verdict() {
        return writeln!(output, "{verdict}");
    }
    if let Some(request) = session.count_request() {
        writeln!(output, "{request}")?;
    }
    for (number, (_, name)) in (1..).zip(session.named_choices()) {
        writeln!(output, "{number:>4}  {name}")?;
    }
    Ok(())
}
