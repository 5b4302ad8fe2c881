"""What PettingZoo asks of its environments."""

import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from stonegate.pettingzoo import env, parallel_env

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def test_turns(game):
    if not game.takes_turns:
        with pytest.raises(ValueError, match="parallel_env"):
            env(game)
        return
    api_test(env(game), num_cycles=100)
    seed_test(lambda: env(game), num_cycles=50)


def test_parallel(game):
    parallel_api_test(parallel_env(game), num_cycles=100)
    parallel_seed_test(lambda: parallel_env(game), num_cycles=50)


def test_render(capsys):
    render_test(lambda render_mode=None: env("connect-four", render_mode=render_mode))
    capsys.readouterr()
