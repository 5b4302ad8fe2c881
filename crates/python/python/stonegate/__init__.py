"""Board games from rules as text, thousands of positions at once.

>>> import stonegate
>>> game = stonegate.Game("connect-four")
>>> batch = stonegate.Batch(game, 4, seed=1)
>>> batch.random_step(3)
>>> batch.legal_action_mask.sum(axis=1)
array([7, 7, 7, 7])
"""

import functools

from stonegate._stonegate import (
    Batch,
    CompileError,
    Diagnostic,
    Game,
    SheetError,
    State,
    built_in,
    check,
    perft,
    playouts,
    restore_game,
    restore_state,
    search,
    solve,
)

__all__ = [
    "Batch",
    "CompileError",
    "Diagnostic",
    "Game",
    "SheetError",
    "State",
    "built_in",
    "check",
    "perft",
    "playouts",
    "restore_state",
    "search",
    "solve",
]


@functools.lru_cache(maxsize=64)
def _restore_game(name, text):
    """A game that was pickled; one that is needed again is not compiled again."""
    return restore_game(name, text)
