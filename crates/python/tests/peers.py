"""Our sheets and the games of others: which of our moves is which of theirs."""

import pathlib
import re

import chess_peers
import numpy as np

HEX = pathlib.Path(__file__).parents[3] / "games" / "hex.kif"
N_MOVES = {"tic-tac-toe": 9, "connect-four": 7, "reversi": 65, "hex": 121, "breakthrough": None}


def hex_sheet(size):
    """The rules of Hex on a board of another size."""
    text = HEX.read_text()
    numbers = range(1, size + 1)
    index = " ".join(f"(index {n})" for n in numbers)
    succ = " ".join(f"(succ {n} {n + 1})" for n in numbers[:-1])
    text = re.sub(r"\(index 1\) \(index 2\).*", index, text)
    text = re.sub(r"\(succ 1 2\) \(succ 2 3\).*", succ, text)
    text = text.replace("(last_side red ?x 9)", f"(last_side red ?x {size})")
    return text.replace("(last_side blue 9 ?y)", f"(last_side blue {size} ?y)")


def numbers(move):
    return [int(number) for number in re.findall(r"\d+", move)]


def their_move(name, move):
    """The number of one of our moves in the games of others; None for what only we have."""
    place = numbers(move)
    if move == "noop":
        return None
    if name == "tic-tac-toe":
        return (place[0] - 1) * 3 + place[1] - 1
    if name == "connect-four":
        return place[0] - 1
    if name == "reversi":
        return 64 if move == "pass" else (place[1] - 1) * 8 + place[0] - 1
    if name == "hex":
        return (place[1] - 1) * 11 + place[0] - 1
    raise KeyError(name)


def to_theirs(game, name):
    """For each of our moves the number of theirs, or -1."""
    theirs = [their_move(name, move) for move in game.moves(0)]
    return np.array([-1 if move is None else move for move in theirs])


def load(name):
    import stonegate

    return stonegate.Game(hex_sheet(11)) if name == "hex" else stonegate.Game(name)


def _stones(name, mark):
    """The names of the facts that say where a mark stands, row by row as others have them."""
    if name == "tic-tac-toe":
        return [[f"(cell {x} {y} {mark})" for y in range(1, 4)] for x in range(1, 4)]
    if name == "connect-four":
        return [[f"(cell {x} {y} {mark})" for x in range(1, 8)] for y in range(6, 0, -1)]
    size = 8 if name == "reversi" else 11
    return [[f"(cell {x} {y} {mark})" for x in range(1, size + 1)] for y in range(1, size + 1)]


def _planes(game, name):
    """For each role, where its stones are; somewhere there may never be one."""
    planes = [np.array(_stones(name, mark)) for mark in game.roles]
    return [np.where(np.isin(plane, game.facts), plane, "") for plane in planes]


def envpool_view(game, name):
    """What EnvPool shows to each role: the stones of its own and those of the other, as the last axis."""
    if name == "chess":
        return chess_peers.envpool_view(game)
    planes = _planes(game, name)
    return {0: np.stack(planes, axis=-1), 1: np.stack(planes[::-1], axis=-1)}


def openspiel_view(game, name):
    """What OpenSpiel shows to each role. Hex has nine planes there, which tell apart stones that are
    joined to a side; here these are among the others, and their planes are empty."""
    if name == "chess":
        return chess_peers.openspiel_view(game)
    first, second = _planes(game, name)
    neither = np.array(
        [" & ".join(f"! {fact}" for fact in pair if fact) for pair in zip(first.flat, second.flat)]
    ).reshape(first.shape)
    if name == "tic-tac-toe":
        return np.stack([neither, second, first])
    if name == "connect-four":
        # The lowest row comes first.
        return np.stack([first, second, neither])[:, ::-1]
    if name == "reversi":
        return {0: np.stack([neither, first, second]), 1: np.stack([neither, second, first])}
    nobody = np.full_like(first, "")
    return np.stack([*[nobody] * 3, second, neither, *[nobody] * 2, first, nobody])


def actions(game, name):
    """The numbers of moves of others, where ours are not the same but for a move to wait."""
    return chess_peers.actions(game) if name == "chess" else None


def choose(rng, mask):
    """A random legal action for each position."""
    counts = mask.sum(axis=1)
    drawn = np.cumsum(counts) - counts + rng.integers(counts)
    return (np.flatnonzero(mask)[drawn] % mask.shape[1]).astype(np.int32)
