"""Board games from rules as text, thousands of positions at once.

>>> import stonegate
>>> game = stonegate.Game("connect-four")
>>> batch = stonegate.Batch(game, 4, seed=1)
>>> batch.random_step(3)
>>> batch.legal_action_mask.sum(axis=1)
array([7, 7, 7, 7])
"""

import functools

from stonegate import render
from stonegate._stonegate import (
    Batch,
    Belief,
    DedicatedGame,
    Diagnostic,
    Engine,
    Game,
    Position,
    State,
    built_in,
    check,
    perft,
    playouts,
    restore_game,
    restore_position,
    restore_state,
    search,
    solve,
)
from stonegate.errors import CompileError, SheetError

othello = DedicatedGame("othello")
go = DedicatedGame("go")
gomoku = DedicatedGame("gomoku")
connect6 = DedicatedGame("connect6")

__all__ = [
    "Batch",
    "Belief",
    "CompileError",
    "DedicatedGame",
    "Diagnostic",
    "Engine",
    "Game",
    "Position",
    "SheetError",
    "State",
    "built_in",
    "check",
    "connect6",
    "go",
    "gomoku",
    "othello",
    "perft",
    "playouts",
    "render",
    "restore_position",
    "restore_state",
    "search",
    "solve",
]


@functools.lru_cache(maxsize=64)
def _restore_game(name, text):
    """A game that was pickled; one that is needed again is not compiled again."""
    return restore_game(name, text)
