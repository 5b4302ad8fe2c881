"""Chess as others show it: to a network the boards of the last eight steps, or one board, and 64 x 73
moves.

What differs: planes are bytes, the color is that of the side and not a number drawn by lot, the number
of moves is not scaled, and moves without progress and repetitions are not counted, because our rules do
not know them.
"""

import re

import numpy as np

N_MOVES = 64 * 73
KINDS = ["pawn", "knight", "bishop", "rook", "queen", "king"]
# Six kinds of pieces of the mover, six of the other, whether the position is the first of its kind,
# and whether it is not.
N_PLANES, N_BOARDS = 14, 8
# The planes after the boards begin with the color.
COLOR = N_PLANES * N_BOARDS

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


def actions(game):
    """For each role our moves by their numbers. A number may be that of a plain move and of a pawn that
    becomes something, of which one is legal at most."""
    meanings = {}
    for role in range(2):
        moves = [[] for _ in range(N_MOVES)]
        for name in game.moves(role):
            number = their_move(name, role)
            if number >= 0:
                moves[number].append(name)
        meanings[role] = [" | ".join(names) for names in moves]
    return meanings


def _piece(game, file, rank, kind, color, ago=0):
    """What says that a piece stood somewhere; pawns never stand on the first and the last rank."""
    name = f"(kind {file} {rank} {kind})"
    behind = f" @ {ago}" if ago else ""
    return f"{name} & (color {file} {rank} {color}){behind}" if name in game.facts else ""


def _rights(game, colors):
    """The rights to castle, that of the queen first."""
    return [
        name
        for color in colors
        for side in ("queen", "king")
        for name in game.facts
        if name.startswith(f"(right {color} {side}")
    ]


def envpool_view(game):
    """For each role and square 119 planes."""
    views = {}
    for role in range(2):
        colors = game.roles if role == 0 else game.roles[::-1]
        rights = _rights(game, colors)
        squares = []
        for rank in range(8, 0, -1) if role == 0 else range(1, 9):
            for file in "abcdefgh":
                planes = []
                for ago in range(N_BOARDS):
                    for color in colors:
                        planes += [_piece(game, file, rank, kind, color, ago) for kind in KINDS]
                    planes += ["true", ""]
                squares.append([*planes, "true" if role == 1 else "", "step", *rights, ""])
        views[role] = np.array(squares)
    return views


def openspiel_view(game):
    """Twenty planes, which are the same for both roles: twelve of pieces, the empty squares, how often
    the position was there, who moves, moves without progress, and the rights to castle."""
    squares = [(file, rank) for rank in range(1, 9) for file in "abcdefgh"]
    planes = [
        [_piece(game, file, rank, kind, color) for file, rank in squares]
        for kind in ["king", "queen", "rook", "bishop", "knight", "pawn"]
        for color in game.roles
    ]
    colors = [[f"(color {file} {rank} {color})" for color in game.roles] for file, rank in squares]
    planes.append([f"! {white} & ! {black}" for white, black in colors])
    others = ["", "(control white)", "", *_rights(game, game.roles)]
    planes += [[name] * 64 for name in others]
    return np.array(planes)
