"""Games that were recorded by `stonegate match`, `tournament` and `play`, by the page, or by other
programs.

>>> import stonegate.records
>>> (record,) = stonegate.records.reads("f5d6c3", game="othello")
>>> stonegate.records.replay(record)[-1].moves
('f5', 'd6', 'c3')
"""

import functools
import json
import pathlib

from stonegate import Game
from stonegate._stonegate import read_records, restore_position

_NO_MOVES = ("noop", "resign")


def read(path, game=None):
    """All games of a file as dictionaries with the fields of our records, among them `roles`, `moves`
    (one of each role in each step), `states` and, of games that are over, `goalValues`.

    It has records of ours, one alone or one a line, SGF, PGN, GGF, OBF, PSQ, or moves on a line. If
    it does not tell which game they are of, say it: what `Game` takes, or the name of a dedicated
    game such as "go9".
    """
    return reads(pathlib.Path(path).read_text(encoding="utf-8"), game)


def reads(text, game=None):
    """The same for a text."""
    return [json.loads(record) for record in read_records(text, game)]


def replay(record):
    """The positions that a game led through, the first and the last among them: each a `State` of
    the rules in the record, or a `Position` of a dedicated game."""
    rules = record["rules"]
    if "(" not in rules:
        words = [word for joint in record["moves"] for word in joint if word not in _NO_MOVES]
        return [restore_position(rules, words[:n]) for n in range(len(words) + 1)]
    game = _game(rules)
    states = [game.initial()]
    for joint in record["moves"]:
        numbers = [game.moves(role).index(move) for role, move in enumerate(joint)]
        states.append(states[-1].apply(numbers))
    return states


@functools.lru_cache(maxsize=16)
def _game(rules):
    return Game(rules)
