//! Boards as the ports of modules have them, and positions from play.

use stonegate_go::{Board, ByColor, Color, Game, Move, Point, PointSet, Random, Rules, Size};

/// The bits of a set of points: row by row, the upper left one is the lowest.
pub(crate) fn bits(size: Size, points: PointSet) -> Vec<u8> {
    let mut bytes = vec![0; size.n_points().div_ceil(8)];
    for point in points {
        let index = (size.height() - 1 - point.row()) * size.width() + point.column();
        bytes[index / 8] |= 1 << (index % 8);
    }
    bytes
}

/// The points of such bits.
pub(crate) fn points(size: Size, bytes: &[u8]) -> PointSet {
    let is_on = |&point: &Point| {
        let index = (size.height() - 1 - point.row()) * size.width() + point.column();
        bytes[index / 8] >> (index % 8) & 1 != 0
    };
    size.points().filter(is_on).collect()
}

/// The board of two outputs.
pub(crate) fn board(size: Size, black: &[u8], white: &[u8]) -> Option<Board> {
    Board::with_stones(size, ByColor { black: points(size, black), white: points(size, white) })
}

pub(crate) fn stones(board: &Board) -> [Vec<u8>; 2] {
    Color::ALL.map(|color| bits(board.size(), board.stones(color)))
}

/// The row from the top and the column from the left.
pub(crate) fn place(size: Size, point: Point) -> [u8; 2] {
    [(size.height() - 1 - point.row()) as u8, point.column() as u8]
}

/// The hash of a position on the framed wire.
pub(crate) fn position_hash(board: &Board, to_move: Color) -> u32 {
    let code = |color: Option<Color>| match color {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    };
    let size = board.size();
    let points = (0..size.height())
        .flat_map(|row| (0..size.width()).filter_map(move |column| size.point(column, row)));
    let cells = points.map(|point| code(board.at(point)));
    crc32fast::hash(&cells.chain([code(Some(to_move))]).collect::<Vec<u8>>())
}

/// Games of random moves, one behind the other, without end.
pub(crate) struct Play {
    pub(crate) game: Game,
    pub(crate) random: Random,
}

impl Play {
    pub(crate) fn new(size: Size, seed: u64) -> Self {
        Self::by(Rules::FPGA, size, seed)
    }

    pub(crate) fn by(rules: Rules, size: Size, seed: u64) -> Self {
        Self { game: Game::new(size, rules), random: Random::new(seed, 0) }
    }

    /// Plays a move, and begins anew now and then.
    pub(crate) fn step(&mut self) {
        let size = self.game.size();
        if self.random.below(2 * size.n_points()) == 0 {
            self.game = Game::new(size, *self.game.rules());
        }
        let action = self.random_move();
        // What is not legal is left out.
        let _ = self.game.play_as(self.game.to_move(), action);
    }

    /// A move of any kind, legal or not; own eyes are seldom filled.
    pub(crate) fn random_move(&mut self) -> Move {
        let size = self.game.size();
        if self.random.below(40) == 0 {
            return Move::Pass;
        }
        for _ in 0..6 {
            let column = self.random.below(size.width());
            let row = self.random.below(size.height());
            let point = size.point(column, row).expect("it is on the board");
            let own = self.game.board().stones(self.game.to_move());
            let is_eye = size.neighbors(point).all(|neighbor| own.contains(neighbor));
            if !is_eye || self.random.below(30) == 0 {
                return Move::Place(point);
            }
        }
        Move::Pass
    }

    /// The board before the last move, as ko looks at it.
    pub(crate) fn ko_board(&self) -> Board {
        let n_moves = self.game.n_moves();
        let before = n_moves.checked_sub(1).and_then(|index| self.game.board_after(index));
        *before.unwrap_or(self.game.start_board())
    }
}

/// A board of any stones, which play need not reach.
pub(crate) fn random_board(size: Size, random: &mut Random) -> Board {
    let mut board = Board::new(size);
    let n_kinds = 2 + random.below(3);
    for point in size.points() {
        let stones = [Some(Color::Black), Some(Color::White), None, None];
        board.set(point, stones[random.below(n_kinds)]);
    }
    board
}
