//! What a manager says.

use std::fmt;

use super::info::Info;
use super::{Square, numbers};

/// A command of a manager.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Command {
    /// A new game on a square board.
    Start(u32),
    /// A new game on a board of this width and height.
    RectStart(u32, u32),
    /// A new game on the same board.
    Restart,
    /// The brain opens the game.
    Begin,
    /// The opponent has moved.
    Turn(Square),
    /// This position, and the brain moves.
    Board(Vec<Stone>),
    /// This position; no answer (Yixin).
    SetBoard(Vec<Stone>),
    /// The stones of a swap2 opening so far.
    Swap2Board(Vec<Square>),
    Takeback(Square),
    /// The move that the brain has suggested is to be played.
    Play(Square),
    Info(Info),
    About,
    End,
    /// The brain shall stop thinking and move (Yixin).
    Stop,
    /// The brain shall tell the forbidden points (Yixin).
    ShowForbidden,
    /// The brain shall forget what it has found (Yixin).
    ClearHash,
    /// A command that takes something else.
    Wrong {
        command: &'static str,
        problem: String,
    },
    /// Something that is none of these.
    Unknown(String),
}

/// A stone of a position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Stone {
    pub square: Square,
    pub owner: Owner,
}

/// Whose a stone is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Owner {
    Brain,
    Opponent,
    /// Nobody's: the square is out of play.
    Nobody,
}

/// Makes commands of lines.
#[derive(Clone, Default, Debug)]
pub struct Reader {
    open: Option<Open>,
}

/// A command whose lines are still coming.
#[derive(Clone, Debug)]
struct Open {
    kind: Kind,
    stones: Vec<Stone>,
    squares: Vec<Square>,
    problem: Option<String>,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Kind {
    Board,
    SetBoard,
    Swap2Board,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Board => "BOARD",
            Self::SetBoard => "YXBOARD",
            Self::Swap2Board => "SWAP2BOARD",
        }
    }
}

/// No board has more squares, and no position more stones.
const MAX_STONES: usize = 10_000;

impl Reader {
    /// Takes a line. Gives a command as soon as it is complete.
    pub fn read(&mut self, line: &str) -> Option<Command> {
        let line = line.trim();
        if line.is_empty() {
            return None;
        }
        match &mut self.open {
            None => self.begin(line),
            Some(_) if line.eq_ignore_ascii_case("DONE") => self.open.take().map(Open::close),
            // Whoever ends in the middle of a position is done as well.
            Some(_) if line.eq_ignore_ascii_case("END") => {
                self.open = None;
                Some(Command::End)
            }
            Some(open) => {
                open.read(line);
                None
            }
        }
    }

    fn begin(&mut self, line: &str) -> Option<Command> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let kind = match name.to_ascii_uppercase().as_str() {
            "BOARD" => Kind::Board,
            "YXBOARD" => Kind::SetBoard,
            "SWAP2BOARD" => Kind::Swap2Board,
            name => return Some(single(name, rest, line)),
        };
        let (stones, squares, problem) = (Vec::new(), Vec::new(), None);
        self.open = Some(Open { kind, stones, squares, problem });
        None
    }
}

/// A command of one line.
fn single(name: &str, rest: &str, line: &str) -> Command {
    let square = |command: &'static str, make: fn(Square) -> Command| match rest.parse() {
        Ok(square) => make(square),
        Err(()) => wrong(command, format!("`{rest}` is no square: write X,Y")),
    };
    match name {
        "START" => match rest.parse() {
            Ok(size) => Command::Start(size),
            Err(_) => wrong("START", format!("`{rest}` is no size")),
        },
        "RECTSTART" => match numbers(rest)[..] {
            [Some(width), Some(height)] => Command::RectStart(width, height),
            _ => wrong("RECTSTART", format!("`{rest}` is no size: write WIDTH,HEIGHT")),
        },
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => square("TURN", Command::Turn),
        "TAKEBACK" => square("TAKEBACK", Command::Takeback),
        "PLAY" => square("PLAY", Command::Play),
        "INFO" => Command::Info(Info::decode(rest)),
        "ABOUT" => Command::About,
        "END" => Command::End,
        "YXSTOP" | "STOP" => Command::Stop,
        "YXSHOWFORBID" => Command::ShowForbidden,
        "YXHASHCLEAR" => Command::ClearHash,
        _ => Command::Unknown(line.to_owned()),
    }
}

fn wrong(command: &'static str, problem: String) -> Command {
    Command::Wrong { command, problem }
}

impl Open {
    fn read(&mut self, line: &str) {
        let square = |x: Option<u32>, y: Option<u32>| Some(Square { x: x?, y: y? });
        match (self.kind, &numbers(line)[..]) {
            _ if self.stones.len() + self.squares.len() >= MAX_STONES => {
                self.problem.get_or_insert_with(|| "there are too many stones".to_owned());
            }
            (Kind::Swap2Board, &[x, y, ..]) if square(x, y).is_some() => {
                self.squares.extend(square(x, y));
            }
            (Kind::Board | Kind::SetBoard, &[x, y, Some(owner @ 1..=3)])
                if square(x, y).is_some() =>
            {
                let owner = match owner {
                    1 => Owner::Brain,
                    2 => Owner::Opponent,
                    _ => Owner::Nobody,
                };
                self.stones.extend(square(x, y).map(|square| Stone { square, owner }));
            }
            _ => {
                self.problem.get_or_insert_with(|| format!("`{line}` is no stone"));
            }
        }
    }

    fn close(self) -> Command {
        match (self.problem, self.kind) {
            (Some(problem), kind) => wrong(kind.name(), problem),
            (None, Kind::Board) => Command::Board(self.stones),
            (None, Kind::SetBoard) => Command::SetBoard(self.stones),
            (None, Kind::Swap2Board) => Command::Swap2Board(self.squares),
        }
    }
}

/// The lines of a command, without the end of the last one.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(size) => write!(f, "START {size}"),
            Self::RectStart(width, height) => write!(f, "RECTSTART {width},{height}"),
            Self::Restart => f.write_str("RESTART"),
            Self::Begin => f.write_str("BEGIN"),
            Self::Turn(square) => write!(f, "TURN {square}"),
            Self::Board(stones) => write_stones(f, "BOARD", stones),
            Self::SetBoard(stones) => write_stones(f, "YXBOARD", stones),
            Self::Swap2Board(squares) => {
                f.write_str("SWAP2BOARD\n")?;
                squares.iter().try_for_each(|square| writeln!(f, "{square}"))?;
                f.write_str("DONE")
            }
            Self::Takeback(square) => write!(f, "TAKEBACK {square}"),
            Self::Play(square) => write!(f, "PLAY {square}"),
            Self::Info(info) => write!(f, "INFO {info}"),
            Self::About => f.write_str("ABOUT"),
            Self::End => f.write_str("END"),
            Self::Stop => f.write_str("YXSTOP"),
            Self::ShowForbidden => f.write_str("YXSHOWFORBID"),
            Self::ClearHash => f.write_str("YXHASHCLEAR"),
            Self::Wrong { command, .. } => f.write_str(command),
            Self::Unknown(line) => f.write_str(line),
        }
    }
}

fn write_stones(f: &mut fmt::Formatter<'_>, name: &str, stones: &[Stone]) -> fmt::Result {
    writeln!(f, "{name}")?;
    for stone in stones {
        let owner = match stone.owner {
            Owner::Brain => 1,
            Owner::Opponent => 2,
            Owner::Nobody => 3,
        };
        writeln!(f, "{},{owner}", stone.square)?;
    }
    f.write_str("DONE")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The commands that lines of text make.
    fn read(text: &str) -> Vec<Command> {
        let mut reader = Reader::default();
        text.lines().filter_map(|line| reader.read(line)).collect()
    }

    #[test]
    fn commands_are_printed_as_they_are_read() {
        for text in [
            "START 20",
            "RECTSTART 12,20",
            "RESTART",
            "BEGIN",
            "TURN 3,4",
            "BOARD\n3,4,1\n5,6,2\n7,8,3\nDONE",
            "YXBOARD\nDONE",
            "SWAP2BOARD\n7,7\n8,8\n9,9\nDONE",
            "TAKEBACK 3,4",
            "PLAY 0,0",
            "INFO timeout_turn 5000",
            "ABOUT",
            "END",
            "YXSTOP",
            "YXSHOWFORBID",
            "YXHASHCLEAR",
        ] {
            let commands = read(text);
            assert_eq!(commands.len(), 1, "{text}");
            assert_eq!(commands[0].to_string(), text);
        }
    }

    #[test]
    fn case_and_blanks_do_not_matter() {
        let turn = Command::Turn(Square { x: 1, y: 2 });
        assert_eq!(read("turn 1,2\r\n\r\n  TURN  1, 2 \n"), [turn.clone(), turn]);
    }

    #[test]
    fn what_is_wrong_is_said_once() {
        let problem = |text: &str| match read(text).as_slice() {
            [Command::Wrong { command, problem }] => format!("{command}: {problem}"),
            other => panic!("{other:?}"),
        };
        assert_eq!(problem("START big"), "START: `big` is no size");
        assert_eq!(problem("TURN 5"), "TURN: `5` is no square: write X,Y");
        assert_eq!(problem("TURN -1,5"), "TURN: `-1,5` is no square: write X,Y");
        assert_eq!(problem("BOARD\n1,1,9\nx\nDONE"), "BOARD: `1,1,9` is no stone");
        assert_eq!(read("BOARD\n1,1,1\nEND"), [Command::End]);
        assert_eq!(read("HELLO you"), [Command::Unknown("HELLO you".to_owned())]);
    }

    proptest! {
        #[test]
        fn anything_can_be_read(lines in prop::collection::vec(".{0,30}", 0..20)) {
            let mut reader = Reader::default();
            for line in lines {
                reader.read(&line);
            }
        }
    }
}
