"""Chess as EnvPool shows it: to both players the boards of the last eight steps, and 64 x 73 moves.

What differs: planes are bytes, the color is that of the side and not a number drawn by lot, the number
of moves is not scaled, and moves without progress and repetitions are not counted, because our rules do
not know them.
"""

import re

import numpy as np

import stonegate
from stonegate import Batch

N_MOVES = 64 * 73
KINDS = ["pawn", "knight", "bishop", "rook", "queen", "king"]
# Six kinds of pieces of the mover, six of the other, whether the position is the first of its kind,
# and whether it is not.
N_PLANES, N_BOARDS = 14, 8
# The planes after the boards: color, moves, four rights to castle, moves without progress.
COLOR, COUNT, RIGHTS = 112, 113, slice(114, 118)
N_ALL = 119

# The newest board of a square: the pieces of the mover, and behind them those of the other with the two
# planes after them, as words that overlap.
PIECES = np.dtype(
    {"names": ["own", "other"], "formats": ["<u8", "<u8"], "offsets": [0, 6], "itemsize": N_PLANES}
)
ALL_KINDS = np.uint64(0x0101_0101_0101)

# How far a move of each plane goes up and to the right, underpromotions aside.
_FAR, _NEAR = range(-7, 0), range(1, 8)
PLANES = (
    [(up, 0) for up in (*_FAR, *_NEAR)]
    + [(0, right) for right in (*_FAR, *_NEAR)]
    + [(step, step) for step in (*_FAR, *_NEAR)]
    + [(-right, right) for right in (*_FAR, *_NEAR)]
    + [(-1, -2), (1, -2), (-2, -1), (2, -1), (-1, 2), (1, 2), (-2, 1), (2, 1)]
)


def their_move(move, role):
    """The number of one of our moves in the eyes of the role that makes it; -1 if it has none."""
    named = re.fullmatch(r"\((move|promote) (.) (.) (.) (.)(?: (.+))?\)", move)
    if named is None:
        return -1
    _, *squares, becomes = named.groups()
    files = ["abcdefgh".index(file) for file in squares[::2]]
    rows = [int(rank) - 1 if role == 0 else 8 - int(rank) for rank in squares[1::2]]
    step = rows[1] - rows[0], files[1] - files[0]
    if becomes in (None, "queen"):
        plane = 9 + PLANES.index(step)
    else:
        plane = 3 * ["rook", "bishop", "knight"].index(becomes) + [0, 1, -1].index(step[1])
    return (files[0] * 8 + rows[0]) * 73 + plane


class Chess:
    """Games of ours in the shape of theirs."""

    def __init__(self, n, threads=None, game=None, illegal="raise"):
        # Once the circuit is small, it is proven that players take turns.
        self.game = game or stonegate.Game("chess", optimize_seconds=60)
        sees = {role: self._facts(role) for role in range(2)}
        self._batch = Batch(
            self.game,
            n,
            observation=sees,
            viewer="all",
            threads=threads,
            copy=False,
            illegal=illegal,
        )
        moves = [self.game.moves(role) for role in range(2)]
        self.to_theirs = np.full((2, self.game.num_actions), -1)
        # Plain moves, and those of pawns that become something.
        self._to_ours = np.full((2, 2, N_MOVES), -1, np.int32)
        for role in range(2):
            for number, name in enumerate(moves[role]):
                theirs = their_move(name, role)
                self.to_theirs[role, number] = theirs
                if theirs >= 0:
                    self._to_ours[int(name.startswith("(promote")), role, theirs] = number
        self._promotes = (self._to_ours[1] >= 0).any(axis=0)
        self._boards = np.zeros((2, n, 64, N_BOARDS * N_PLANES), np.uint8)
        # The boards of a position are a ring, in which the newest one comes before the one before it.
        self._newest = 0
        self._count = np.zeros(n, np.uint8)
        self._shown = np.zeros((2, n, 64, N_ALL), np.uint8)
        self._shown[1, ..., COLOR] = 1
        self.mask = np.zeros((n, N_MOVES), bool)
        self._ended = np.zeros(n, bool)
        self._boards.reshape(2, n, 64, N_BOARDS, N_PLANES)[..., 12] = 1
        self._look()

    def _facts(self, role):
        """For each square, seen from a role, what of it is looked at; and the rights to castle."""
        known = set(self.game.facts)
        colors = self.game.roles if role == 0 else self.game.roles[::-1]
        ranks = range(8, 0, -1) if role == 0 else range(1, 9)
        names = []
        for rank in ranks:
            for file in "abcdefgh":
                square = [f"(kind {file} {rank} {kind})" for kind in KINDS]
                square += [f"(color {file} {rank} {color})" for color in colors]
                names += [name if name in known else "" for name in square]
        rights = sorted(name for name in known if name.startswith("(right "))
        for color in colors:
            sides = [name for name in rights if name.split()[1] == color]
            # That of the queen comes first.
            names += sorted(sides, key=lambda name: "queen" not in name)
        # A square has eight bytes, and so has what is left.
        return np.array([*names, *[""] * 4])

    @property
    def observation(self):
        """What both roles see of each position."""
        return self._shown.swapaxes(0, 1)

    @property
    def nbytes(self):
        return self._batch.nbytes + self._boards.nbytes

    def step(self, actions):
        """Makes moves that are told by their numbers."""
        ours = self._to_ours[0, self.movers, actions]
        (rows,) = self._promotes[actions].nonzero()
        if len(rows):
            promotions = self._to_ours[1, self.movers[rows], actions[rows]]
            is_legal = (promotions >= 0) & self._legal[rows, promotions]
            ours[rows[is_legal]] = promotions[is_legal]
        # After the end of a game any move begins the next one.
        self._batch.step(np.where(self._ended, 0, ours))
        self.terminated, self.truncated = self._batch.terminated, self._batch.truncated
        began, self._ended = self._ended, self.terminated | self.truncated
        self.rewards = self._batch.rewards
        self._look(began)

    def _look(self, began=None):
        batch, n = self._batch, len(self._ended)
        seen = batch.observe().view(np.uint8)
        self.movers = batch.current_player
        boards = self._boards
        self._count += 1
        if began is None or began.any():
            fresh = np.arange(n) if began is None else np.flatnonzero(began)
            boards.reshape(2, n, 64, N_BOARDS, N_PLANES)[:, fresh, ..., :12] = 0
            self._count[fresh] = 0
        self._newest = (self._newest - 1) % N_BOARDS
        start = self._newest * N_PLANES
        newest = boards[..., start : start + N_PLANES].view(PIECES)[..., 0]
        # The kinds of a square are six bytes of a word, and its colors the others.
        squares = seen.view("<u8")[..., :64].swapaxes(0, 1)
        newest["own"] = squares & (squares >> 48 & 1) * ALL_KINDS
        newest["other"] = squares & (squares >> 56) * ALL_KINDS | 1 << 48
        shown = self._shown
        shown[..., : COLOR - start] = boards[..., start:]
        shown[..., COLOR - start : COLOR] = boards[..., :start]
        shown[..., COUNT] = self._count[:, None]
        shown[..., RIGHTS] = seen[..., 512:516].swapaxes(0, 1)[:, :, None]
        legal, mask = batch.legal_action_mask, self.mask
        self._legal = legal
        mask.fill(False)
        rows, moves = np.divmod(np.flatnonzero(legal), legal.shape[1])
        mask[rows, self.to_theirs[self.movers[rows], moves]] = True
        mask[self._ended] = True
