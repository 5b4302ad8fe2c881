//! A game as a brain sees it.

use std::time::Instant;

use stonegate_gomoku::{
    Color, Engine, Limits, Point, Position, Report, Rule, Size, Swap2, forbidden, swap2,
};
use stonegate_protocols::gomocup::{About, Answer, Command, Info, Owner, Square, Stone};

use super::limits::TimeLimits;

/// The most bytes of the engine's table.
const MAX_TABLE: u64 = 64 << 20;

/// What a brain knows.
#[derive(Debug)]
pub(super) struct Session {
    rule: Rule,
    position: Option<Position>,
    time: TimeLimits,
    depth: u32,
    nodes: u64,
    max_memory: u64,
    engine: Option<Engine>,
}

impl Session {
    pub(super) fn new() -> Self {
        Self {
            rule: Rule::Freestyle,
            position: None,
            time: TimeLimits::new(),
            depth: Limits::default().depth,
            nodes: Limits::default().nodes,
            max_memory: 0,
            engine: None,
        }
    }

    /// Answers a command. Thinking ends when the time is over or `is_interrupted` says so.
    pub(super) fn answer(
        &mut self,
        command: Command,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Vec<Answer> {
        let answer = match command {
            Command::Start(side) => self.start(side, side),
            Command::RectStart(width, height) => self.start(width, height),
            Command::Restart => self.restart(),
            Command::Begin => self.think(is_interrupted),
            Command::Turn(square) => self.follow(square).and_then(|()| self.think(is_interrupted)),
            Command::Board(stones) => {
                self.set_up(&stones).and_then(|()| self.think(is_interrupted))
            }
            Command::Swap2Board(squares) => self.swap2(&squares, is_interrupted),
            Command::Takeback(square) => self.take_back(square),
            Command::Play(square) => self.follow(square).map(|()| vec![Answer::Move(square)]),
            Command::ShowForbidden => self.forbidden(),
            Command::About => Ok(vec![about()]),
            Command::SetBoard(stones) => self.set_up(&stones).map(|()| Vec::new()),
            Command::Info(info) => {
                self.take(&info);
                Ok(Vec::new())
            }
            Command::ClearHash => {
                self.engine.iter_mut().for_each(Engine::clear);
                Ok(Vec::new())
            }
            Command::End | Command::Stop => Ok(Vec::new()),
            Command::Wrong { command, problem } => Err(format!("{command}: {problem}")),
            Command::Unknown(line) => {
                return vec![Answer::Unknown(format!("`{}`", shorten(&line)))];
            }
        };
        answer.unwrap_or_else(|problem| vec![Answer::Error(problem)])
    }

    fn start(&mut self, width: u32, height: u32) -> Result<Vec<Answer>, String> {
        let size = Size::new(width as usize, height as usize).ok_or_else(|| {
            let (min, max) = (Size::MIN, Size::MAX);
            format!("{width}x{height} is no board: each side has {min} to {max} lines")
        })?;
        self.position = Some(Position::new(self.rule, size));
        // To fill a large table takes a while, for which there is no time later.
        self.engine();
        Ok(vec![Answer::Ok])
    }

    fn restart(&mut self) -> Result<Vec<Answer>, String> {
        let size = self.position()?.size();
        self.position = Some(Position::new(self.rule, size));
        Ok(vec![Answer::Ok])
    }

    fn position(&mut self) -> Result<&mut Position, String> {
        self.position.as_mut().ok_or_else(|| "START has to come first".to_owned())
    }

    /// Takes what the manager says of the game. What means nothing to us is ignored, as the
    /// protocol asks.
    fn take(&mut self, info: &Info) {
        if self.time.take(info) {
            return;
        }
        match *info {
            Info::Rule(number) => {
                self.rule = rule(number);
                if let Some(position) = &mut self.position {
                    *position = with_rule(position, self.rule);
                }
            }
            Info::MaxMemory(bytes) => {
                self.max_memory = bytes;
                self.engine = None;
                self.engine();
            }
            Info::MaxDepth(depth) => self.depth = depth.max(1),
            Info::MaxNodes(nodes) => self.nodes = nodes.max(1),
            _ => {}
        }
    }

    /// Puts a stone of whoever is to move.
    fn follow(&mut self, square: Square) -> Result<(), String> {
        let position = self.position()?;
        let point = point(position.size(), square)?;
        let color = position.turn();
        position.set_up(point, color).map_err(|error| error.to_string())?;
        position.set_turn(!color);
        Ok(())
    }

    /// Replaces the position. The brain is to move: it is Black if it has as many stones as the
    /// opponent.
    fn set_up(&mut self, stones: &[Stone]) -> Result<(), String> {
        let rule = self.rule;
        let size = self.position()?.size();
        let count = |owner: Owner| stones.iter().filter(|stone| stone.owner == owner).count();
        if count(Owner::Nobody) > 0 {
            return Err("squares out of play are not supported".to_owned());
        }
        let is_black = count(Owner::Brain) >= count(Owner::Opponent);
        let own = if is_black { Color::Black } else { Color::White };
        let mut position = Position::new(rule, size);
        for stone in stones {
            let color = if stone.owner == Owner::Brain { own } else { !own };
            let point = point(size, stone.square)?;
            position.set_up(point, color).map_err(|error| error.to_string())?;
        }
        position.set_turn(own);
        self.position = Some(position);
        Ok(())
    }

    fn take_back(&mut self, square: Square) -> Result<Vec<Answer>, String> {
        let position = self.position()?;
        let wanted = point(position.size(), square)?;
        let mut later = Vec::new();
        loop {
            match position.take_back() {
                Some((point, _)) if point == wanted => break,
                Some(stone) => later.push(stone),
                None => {
                    for (point, color) in later.into_iter().rev() {
                        position.set_up(point, color).map_err(|error| error.to_string())?;
                        position.set_turn(!color);
                    }
                    return Err(format!("{square} has no stone"));
                }
            }
        }
        for (point, color) in later.into_iter().rev() {
            position.set_up(point, color).map_err(|error| error.to_string())?;
            position.set_turn(!color);
        }
        Ok(vec![Answer::Ok])
    }

    fn forbidden(&mut self) -> Result<Vec<Answer>, String> {
        let position = self.position()?;
        let board = position.board();
        let is_forbidden =
            |point: &Point| position.rule() == Rule::Renju && forbidden(board, *point).is_some();
        let points = board.empty_points().filter(is_forbidden);
        let squares = points.map(|point| square(board.size(), point)).collect();
        Ok(vec![Answer::Forbidden(squares)])
    }

    fn swap2(
        &mut self,
        squares: &[Square],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<Answer>, String> {
        let rule = self.rule;
        let size = self.position()?.size();
        let points: Result<Vec<Point>, String> =
            squares.iter().map(|&square| point(size, square)).collect();
        let deadline = Instant::now() + self.time.next();
        let stop = || is_interrupted() || Instant::now() >= deadline;
        let choice = swap2(size, rule, &points?, self.engine(), &stop);
        match choice {
            Some(Swap2::Swap) => Ok(vec![Answer::Swap]),
            Some(Swap2::Place(points)) => {
                let squares: Vec<Square> =
                    points.into_iter().map(|point| square(size, point)).collect();
                Ok(vec![match squares[..] {
                    [square] => Answer::Move(square),
                    _ => Answer::Moves(squares),
                }])
            }
            None => Err("a swap2 opening has no stone, three or five different ones".to_owned()),
        }
    }

    fn engine(&mut self) -> &mut Engine {
        let memory = if self.max_memory == 0 { u64::MAX } else { self.max_memory };
        self.engine.get_or_insert_with(|| Engine::new((memory / 4).min(MAX_TABLE) as usize))
    }

    /// Makes a move.
    fn think(&mut self, is_interrupted: &dyn Fn() -> bool) -> Result<Vec<Answer>, String> {
        let time = self.time.next();
        let deadline = Instant::now() + time;
        let position = self.position()?.clone();
        let mut limits = Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() };
        if time.is_zero() {
            limits.depth = 0;
        }
        let stop = || is_interrupted() || Instant::now() >= deadline;
        let report = self.engine().think(&position, &limits, &stop, &mut |_| {});
        // Managers may go on with a game that is over.
        let point = report.best.or_else(|| position.board().empty_points().next());
        let point = point.ok_or_else(|| "the board is full".to_owned())?;
        let square = square(position.size(), point);
        self.follow(square)?;
        Ok(vec![Answer::Message(describe(&report)), Answer::Move(square)])
    }
}

/// What a search came to, in words that match runners read.
fn describe(report: &Report) -> String {
    let value = match report.win {
        Some((_, plies)) if report.value > 0 => format!("+M{plies}"),
        Some((_, plies)) => format!("-M{plies}"),
        None => report.value.to_string(),
    };
    let line: Vec<String> = report.line.iter().map(Point::to_string).collect();
    format!("depth {} ev {value} n {} pv {}", report.depth, report.n_nodes, line.join(" "))
}

fn about() -> Answer {
    Answer::About(About {
        name: "Stonegate".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        author: "the Stonegate authors".to_owned(),
        country: "-".to_owned(),
    })
}

/// The rule of a number: the sum of 1 (exactly five), 2 (the game goes on after a five, which is
/// the manager's business), 4 (renju) and 8 (caro).
const fn rule(number: u32) -> Rule {
    match number {
        _ if number & 4 != 0 => Rule::Renju,
        _ if number & 8 != 0 => Rule::Caro,
        _ if number & 1 != 0 => Rule::Standard,
        _ => Rule::Freestyle,
    }
}

/// The same stones under another rule.
fn with_rule(position: &Position, rule: Rule) -> Position {
    let mut changed = Position::new(rule, position.size());
    for &(point, color) in position.moves() {
        changed.set_up(point, color).expect("the stones fit on a board of the same size");
    }
    changed.set_turn(position.turn());
    changed
}

/// The protocol counts rows from the top.
fn point(size: Size, square: Square) -> Result<Point, String> {
    let y = size.height().checked_sub(square.y as usize + 1);
    let point = y.and_then(|y| Point::on(size, square.x as usize, y));
    point.ok_or_else(|| format!("{square} is not on the board"))
}

fn square(size: Size, point: Point) -> Square {
    Square { x: point.x() as u32, y: (size.height() - 1 - point.y()) as u32 }
}

fn shorten(line: &str) -> String {
    const LONGEST: usize = 60;
    line.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use stonegate_protocols::gomocup::Reader;

    use super::*;

    /// What a session says to lines of commands, without messages.
    fn talk(text: &str) -> Vec<String> {
        let mut reader = Reader::default();
        let mut session = Session::new();
        let commands = text.lines().filter_map(|line| reader.read(line));
        let answers: Vec<Answer> =
            commands.flat_map(|command| session.answer(command, &|| false)).collect();
        let is_answer = |answer: &&Answer| !matches!(answer, Answer::Message(_));
        answers.iter().filter(is_answer).map(Answer::to_string).collect()
    }

    #[test]
    fn a_game() {
        let answers = talk("START 15\nINFO timeout_turn 100\nBEGIN\nTURN 0,0\nRESTART\nTURN 7,7");
        assert_eq!(answers[..2], ["OK", "7,7"]);
        assert_eq!((answers.len(), answers[3].as_str()), (5, "OK"));
    }

    #[test]
    fn positions_are_set_up() {
        let four = "START 15\nINFO timeout_turn 0\nBOARD\n3,3,2\n0,0,1\n4,3,2\n0,2,1\n5,3,2\n0,4,1\n\
                    6,3,2\nDONE\n";
        let answers = talk(four);
        assert!(["2,3", "7,3"].contains(&answers[1].as_str()), "{answers:?}");
        assert_eq!(talk("START 15\nBOARD\n3,3,2\n3,3,1\nDONE")[1], "ERROR d12 has a stone already");
        assert_eq!(talk("START 15\nBOARD\n15,3,2\nDONE")[1], "ERROR 15,3 is not on the board");
        assert!(talk("START 15\nBOARD\n1,3,3\nDONE")[1].starts_with("ERROR squares out of play"));
    }

    #[test]
    fn stones_are_taken_back() {
        let text = "START 9\nINFO timeout_turn 0\nTURN 4,4\nTAKEBACK 4,4\nTAKEBACK 4,4\nTURN 4,4";
        let answers = talk(text);
        assert_eq!(answers[2..4], ["OK", "ERROR 4,4 has no stone"]);
        assert!(!answers[4].starts_with("ERROR"), "{answers:?}");
    }

    #[test]
    fn openings_and_extensions() {
        assert_eq!(talk("START 15\nSWAP2BOARD\nDONE")[1].split(' ').count(), 3);
        let text = "START 15\nINFO timeout_turn 50\nSWAP2BOARD\n7,7\n8,8\n9,7\nDONE";
        assert!(talk(text)[1] == "SWAP" || talk(text)[1].contains(','));
        assert_eq!(talk("START 15\nYXSHOWFORBID"), ["OK", "FORBID ."]);
        let double_three = "START 15\nINFO rule 4\nYXBOARD\n7,5,1\n0,0,2\n7,6,1\n0,14,2\n8,7,1\n14,0,2\n\
                            9,7,1\n14,14,2\nDONE\nYXSHOWFORBID";
        assert!(talk(double_three)[1].contains("0707"), "{:?}", talk(double_three));
        assert!(talk("ABOUT")[0].starts_with("name=\"Stonegate\""));
    }

    #[test]
    fn nonsense_gets_an_answer() {
        assert!(talk("START 4")[0].starts_with("ERROR 4x4 is no board"));
        assert!(talk("START 4000000000")[0].starts_with("ERROR"));
        assert_eq!(talk("BEGIN"), ["ERROR START has to come first"]);
        assert_eq!(talk("FLY 3"), ["UNKNOWN `FLY 3`"]);
        assert_eq!(talk("START 15\nTURN x"), ["OK", "ERROR TURN: `x` is no square: write X,Y"]);
        let stone = |at: u32| format!("{},{},{}", at % 5, at / 5, 1 + at % 2);
        let full = (0..25).map(stone).collect::<Vec<_>>().join("\n");
        assert_eq!(talk(&format!("START 5\nBOARD\n{full}\nDONE"))[1], "ERROR the board is full");
    }
}
