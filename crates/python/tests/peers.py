"""Our sheets and the games of others: which of our moves is which of theirs."""

import pathlib
import re

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


def choose(rng, mask):
    """A random legal action for each position."""
    return np.where(mask, rng.random(mask.shape), -1).argmax(axis=1).astype(np.int32)
