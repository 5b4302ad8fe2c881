"""States in the shape of Pgx, for programs that were written for it.

>>> import numpy as np
>>> import stonegate.pgx as pgx
>>> env = pgx.make("connect-four")
>>> state = env.init(np.arange(32))
>>> while not (state.terminated | state.truncated).all():
...     state = env.step(state, state.legal_action_mask.argmax(axis=-1))
>>> state.rewards.shape
(32, 2)

What differs: arrays are those of NumPy, a batch is one call rather than `jax.vmap`, `current_player`
is the number of a role rather than of an agent who was given one by lot, and any rule sheet is a game.
"""

import dataclasses
import hashlib

import numpy as np

from stonegate import Batch, Game


@dataclasses.dataclass(frozen=True, eq=False)
class State:
    """Positions of a game, which never change: `Env.step` gives others."""

    current_player: np.ndarray
    observation: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    legal_action_mask: np.ndarray
    _step_count: np.ndarray
    _batch: Batch = dataclasses.field(repr=False)

    def to_svg(self):
        """The board, or that of the first position of many."""
        return self._batch.state(0)._repr_svg_()

    def save_svg(self, filename):
        """Writes the board to a file."""
        with open(filename, "w") as file:
            file.write(self.to_svg())

    _repr_svg_ = to_svg


class Env:
    """A game with the functions of a Pgx environment, which are pure as they are there.

    source: what `stonegate.Game` takes, or a game.
    observation: as for `stonegate.Batch`; by default the planes of the board, which are the last axis
    as in Pgx, or all facts where there is no board, or percepts where something is hidden.
    """

    version = "v0"

    def __init__(self, source, *, observation=None, max_steps=None):
        self.game = source if isinstance(source, Game) else Game(source)
        shows_board = not self.game.has_percepts and self.game.board_planes is not None
        self._planes = observation is None and shows_board
        self._options = {
            "observation": "board" if self._planes else observation,
            "max_steps": max_steps,
            "auto_reset": "disabled",
            "illegal": "lose",
        }
        self.observation_shape = self.init(0).observation.shape

    @property
    def id(self):
        return self.game.name

    @property
    def num_players(self):
        return self.game.num_roles

    @property
    def num_actions(self):
        return self.game.num_actions

    def init(self, key):
        """The initial state: one for a number, and for an array as many as its first axis has."""
        keys = np.asarray(key)
        n = 1 if keys.ndim == 0 else len(keys)
        # Only chance draws numbers: one seed made of all keys does for all positions.
        seed = int.from_bytes(hashlib.blake2b(keys.tobytes(), digest_size=8).digest(), "little")
        return self._state(Batch(self.game, n, seed=seed, **self._options), keys.ndim == 0, 0)

    def step(self, state, action, key=None):
        """The state after a move, which is one number for each position, or where roles move at the
        same time one for each role. An illegal move loses. Where the game is over nothing happens, and
        nothing is won any more."""
        batch = state._batch.copy()
        live = ~(batch.terminated | batch.truncated)
        single = state.terminated.ndim == 0
        batch.step(np.asarray(action)[None] if single else action)
        return self._state(batch, single, state._step_count + (live[0] if single else live))

    def observe(self, state):
        """What whoever's turn it is sees."""
        return state.observation

    def _state(self, batch, single, step_count):
        seen = batch.observe()
        if self._planes:
            seen = np.moveaxis(seen, 1, -1)
        fields = [
            batch.current_player, seen, batch.rewards, batch.terminated, batch.truncated,
            batch.legal_action_mask,
        ]
        if single:
            fields = [field[0] for field in fields]
        return State(*fields, np.broadcast_to(np.int32(step_count), fields[3].shape), batch)


def make(source, **options):
    """An environment for a game: the name of a built-in one, a rule sheet, or the path of a file."""
    return Env(source, **options)


def auto_reset(step, init):
    """A step after which games that are over begin anew; rewards and ends are those of the old ones.

    `step` and `init` are those of one environment, as for `pgx.experimental.auto_reset`."""

    def step_and_reset(state, action, key=None):
        after = step(state, action, key)
        ended = after.terminated | after.truncated
        if not ended.any():
            return after
        batch = after._batch.copy()
        batch.reset(mask=np.atleast_1d(ended))
        fresh = init.__self__._state(batch, ended.ndim == 0, np.where(ended, 0, after._step_count))
        return dataclasses.replace(
            fresh, rewards=after.rewards, terminated=after.terminated, truncated=after.truncated
        )

    return step_and_reset
