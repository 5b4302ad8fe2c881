"""Records of games: ours, and those of other programs."""

import json

import pytest

import stonegate
from stonegate import records

SGF = "(;GM[1]FF[4]SZ[5]KM[7.5]PB[a]PW[b];B[cc];W[bc];B[];W[])"


def test_a_sheet_is_replayed_by_the_rules_in_its_record(tmp_path):
    (record,) = records.reads("(mark 2 2)", game="tic-tac-toe")
    assert record["moves"] == [["(mark 2 2)", "noop"]]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    assert records.read(path) == [record]
    first, last = records.replay(record)
    assert first.facts == stonegate.Game("tic-tac-toe").initial().facts
    assert "(cell 2 2 xplayer)" in last.facts
    record["rules"] += " (role nobody)"
    path.write_text(json.dumps(record))
    with pytest.raises(ValueError, match="not those it was made with"):
        records.read(path)


def test_formats_of_other_programs(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(SGF)
    (record,) = records.read(path)
    assert (record["rules"], record["isCompleted"]) == ("go5", True)
    positions = records.replay(record)
    assert positions[-1].is_over and positions[-1].moves == ("C3", "B3", "pass", "pass")
    assert len(records.reads("f5d6c3\nf5 f6 e6\n", game="othello")) == 2


def test_mistakes_are_told():
    for text, game, expected in [
        ("f5d6c3", None, "does not tell its game"),
        ("f5a1", "othello", "not legal"),
        ("(;SZ[5];B[cc];W[cc])", None, "in game 1"),
        ("{", None, "."),
    ]:
        with pytest.raises(ValueError, match=expected):
            records.reads(text, game)
    with pytest.raises(FileNotFoundError):
        records.reads("f5", "no such game")
