//! A game from its first move on.

use crate::board::Board;
use crate::board_updater::{Refusal, Update, update_board};
use crate::point::{Move, Point};
use crate::point_set::PointSet;
use crate::rules::{Ko, Rules};
use crate::score::Score;
use crate::size::Size;
use crate::zobrist;
use stonegate_stones::{ByColor, Color};

/// The positions of a game, so that moves can be taken back and repetitions found.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    /// Never empty: the first is the start.
    positions: Vec<Position>,
}

/// What one move leaves behind.
#[derive(Clone, Eq, PartialEq, Debug)]
struct Position {
    board: Board,
    to_move: Color,
    /// Of the board alone.
    hash: u64,
    /// The move that led here.
    last: Option<(Color, Move)>,
    /// The position before the last move, where simple ko forbids to go back to.
    ko: Option<usize>,
    n_passes: u32,
    /// Stones that each player has taken, their own dead ones among the opponent's.
    captures: ByColor<usize>,
}

impl Game {
    pub fn new(size: Size, rules: Rules) -> Self {
        Self::from_board(Board::new(size), Color::Black, rules)
    }

    /// A game that begins with this board.
    pub fn from_board(board: Board, to_move: Color, rules: Rules) -> Self {
        let hash = zobrist::hash(&board);
        let captures = ByColor::default();
        let start = Position { board, to_move, hash, last: None, ko: None, n_passes: 0, captures };
        Self { rules, positions: vec![start] }
    }

    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules from here on.
    pub const fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    pub fn board(&self) -> &Board {
        &self.position().board
    }

    pub fn size(&self) -> Size {
        self.board().size()
    }

    pub fn to_move(&self) -> Color {
        self.position().to_move
    }

    /// Hands the turn to this player without a move, as GTP allows it.
    pub fn set_to_move(&mut self, color: Color) {
        self.positions.last_mut().expect("the start is never taken back").to_move = color;
    }

    /// Whether the last two moves were passes.
    pub fn is_over(&self) -> bool {
        self.position().n_passes >= 2
    }

    /// How many passes came last in a row.
    pub fn n_passes(&self) -> u32 {
        self.position().n_passes
    }

    /// How many stones each player has taken.
    pub fn captures(&self) -> ByColor<usize> {
        self.position().captures
    }

    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.position().last
    }

    pub fn n_moves(&self) -> usize {
        self.positions.len() - 1
    }

    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> {
        self.positions.iter().filter_map(|position| position.last)
    }

    /// The moves that lead here from an earlier stage of the same game, both players in turn.
    /// `None` if anything differs on the way that legal moves or the result depend on: the rules
    /// with komi, a board, a repetition, or whose turn it was.
    pub fn moves_since(&self, earlier: &Self) -> Option<impl Iterator<Item = Move>> {
        let n_known = earlier.n_moves();
        let is_same = self.rules == earlier.rules && self.positions.starts_with(&earlier.positions);
        let is_in_turn = |pair: &[Position]| {
            pair[1].last.is_some_and(|(color, _)| color == pair[0].to_move)
                && pair[1].to_move == !pair[0].to_move
        };
        let follows = is_same && self.positions[n_known..].windows(2).all(is_in_turn);
        follows.then(|| self.moves().skip(n_known).map(|(_, action)| action))
    }

    /// The board after `n` moves.
    pub fn board_after(&self, n: usize) -> Option<&Board> {
        self.positions.get(n).map(|position| &position.board)
    }

    pub fn start_board(&self) -> &Board {
        &self.positions[0].board
    }

    /// The result if the game ended here, with all stones alive.
    pub fn score(&self) -> Score {
        Score::count(self.board(), &self.rules)
    }

    /// Plays a move of the player to move.
    pub fn play(&mut self, action: Move) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        }
        self.play_as(self.to_move(), action)
    }

    /// Plays a move of either player, also behind the end of the game.
    pub fn play_as(&mut self, color: Color, action: Move) -> Result<(), Refusal> {
        let here = self.position();
        let next = match action {
            Move::Pass => Position {
                to_move: !color,
                last: Some((color, action)),
                ko: Some(self.n_moves()),
                n_passes: here.n_passes + 1,
                ..here.clone()
            },
            Move::Place(point) => {
                let update = self.update(color, point)?;
                let mut captures = here.captures;
                captures[color] += update.captured.len();
                captures[!color] += update.suicided.len();
                Position {
                    board: update.board,
                    to_move: !color,
                    hash: zobrist::hash_after(here.hash, color, point, &update),
                    last: Some((color, action)),
                    ko: Some(self.n_moves()),
                    n_passes: 0,
                    captures,
                }
            }
        };
        self.positions.push(next);
        Ok(())
    }

    /// Takes the last move back. Tells whether there was one.
    pub fn undo(&mut self) -> bool {
        let has_move = self.n_moves() > 0;
        if has_move {
            self.positions.pop();
        }
        has_move
    }

    pub fn is_legal(&self, color: Color, action: Move) -> bool {
        match action {
            Move::Pass => true,
            Move::Place(point) => self.update(color, point).is_ok(),
        }
    }

    /// The points where a player may place a stone.
    pub fn legal_points(&self, color: Color) -> PointSet {
        self.board().empty().iter().filter(|&point| self.update(color, point).is_ok()).collect()
    }

    /// Where the player to move may not take back a stone that was just taken.
    pub fn ko_point(&self) -> Option<Point> {
        let here = self.position();
        let before = &self.positions[here.ko?].board;
        let taken = before.stones(here.to_move) - here.board.stones(here.to_move);
        let point = taken.first().filter(|_| taken.len() == 1)?;
        (self.update(here.to_move, point) == Err(Refusal::Ko)).then_some(point)
    }

    fn update(&self, color: Color, point: Point) -> Result<Update, Refusal> {
        let here = self.position();
        let update = update_board(&here.board, color, point, self.rules.suicide, |_| false)?;
        let hash = zobrist::hash_after(here.hash, color, point, &update);
        let is_same = |earlier: &Position| earlier.hash == hash && earlier.board == update.board;
        let is_repeated = match self.rules.ko {
            Ko::Simple => here.ko.is_some_and(|index| is_same(&self.positions[index])),
            Ko::Positional => self.positions.iter().any(is_same),
            Ko::Situational => {
                self.positions.iter().any(|earlier| earlier.to_move == !color && is_same(earlier))
            }
        };
        if is_repeated { Err(Refusal::Ko) } else { Ok(update) }
    }

    fn position(&self) -> &Position {
        self.positions.last().expect("the start is never taken back")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(text: &str, rules: Rules, moves: &str) -> (Game, Result<(), Refusal>) {
        let mut game = Game::from_board(text.parse().unwrap(), Color::Black, rules);
        let mut outcome = Ok(());
        for word in moves.split(' ') {
            assert_eq!(outcome, Ok(()), "{moves}");
            outcome = game.play(word.parse().unwrap());
        }
        (game, outcome)
    }

    const KO: &str = ".XO.\nXO.O\n.XO.";

    #[test]
    fn simple_ko_forbids_to_take_back_at_once() {
        assert_eq!(played(KO, Rules::CHINESE, "C2 B2").1, Err(Refusal::Ko));
        assert_eq!(played(KO, Rules::CHINESE, "C2 D1 A1 B2").1, Ok(()));
    }

    #[test]
    fn superko_remembers() {
        let rules = Rules::CHINESE;
        let positional = Rules { ko: Ko::Positional, ..rules };
        let situational = Rules { ko: Ko::Situational, ..rules };
        // Each side passes once while the ko is taken: the board comes back with White to move.
        let moves = "C2 pass pass B2";
        for (rules, expected) in
            [(rules, Ok(())), (positional, Err(Refusal::Ko)), (situational, Ok(()))]
        {
            let mut game = Game::from_board(KO.parse().unwrap(), Color::White, rules);
            let mut outcome = Ok(());
            let colors = [Color::Black, Color::White, Color::Black, Color::White];
            for (color, word) in colors.into_iter().zip(moves.split(' ')) {
                outcome = game.play_as(color, word.parse().unwrap());
            }
            assert_eq!(outcome, expected);
        }
    }

    #[test]
    fn two_passes_end_the_game() {
        let (mut game, outcome) = played("...\n...", Rules::FPGA, "pass A1 pass pass");
        assert_eq!((outcome, game.is_over()), (Ok(()), true));
        assert_eq!(game.play(Move::Pass), Err(Refusal::GameOver));
        assert!(game.undo());
        assert!(!game.is_over());
        assert_eq!(game.n_moves(), 3);
    }

    #[test]
    fn a_stage_is_the_same_only_with_the_same_player_to_move() {
        let (earlier, _) = played("...\n...", Rules::CHINESE, "A1");
        let mut game = earlier.clone();
        let since = |game: &Game| game.moves_since(&earlier).map(Iterator::collect::<Vec<_>>);
        assert_eq!(since(&game), Some(Vec::new()));
        for word in ["B1", "C2"] {
            game.play(word.parse().unwrap()).unwrap();
        }
        let moves = ["B1", "C2"].map(|word| word.parse().unwrap());
        assert_eq!(since(&game), Some(moves.to_vec()));
        // The turn was handed over, at the end or on the way.
        game.set_to_move(Color::Black);
        assert_eq!(since(&game), None);
        let mut other = earlier.clone();
        other.set_to_move(Color::Black);
        assert_eq!(since(&other), None);
        let mut other = earlier.clone();
        other.play_as(Color::Black, Move::Pass).unwrap();
        assert_eq!(since(&other), None);
        // Other rules, an earlier stage, and another game.
        let mut other = earlier.clone();
        other.set_rules(Rules::CHINESE.with_komi(0.5));
        assert_eq!(since(&other), None);
        other = earlier.clone();
        other.undo();
        assert_eq!(since(&other), None);
        other.play(Move::Pass).unwrap();
        assert_eq!(since(&other), None);
    }

    #[test]
    fn captures_are_counted() {
        let (game, outcome) = played("OX\n..", Rules::CHINESE, "A1");
        assert_eq!(outcome, Ok(()));
        assert_eq!(game.captures(), ByColor { black: 1, white: 0 });
        assert_eq!(game.board().to_string(), ".X\nX.");
    }
}
