"""Games as environments of Gymnasium.

An environment is a game that plays against itself: whoever's turn it is moves, and the reward is that
of the one who has moved. `info["current_player"]` tells who moves next, and `info["action_mask"]`
which actions are legal. An illegal action loses. Where roles move at the same time, an action has a
number for each of them, and the reward is that of the first role. An observation is what `Batch` shows
by default: all facts, or what the mover perceives in a game with hidden information.

>>> import gymnasium, stonegate.gymnasium
>>> env = gymnasium.make("Stonegate/ConnectFour-v0")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(3)
>>> info["current_player"]
1
"""

import numpy as np

import gymnasium
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from stonegate import Batch, Game, built_in
from stonegate.render import rgb, text

_AUTO_RESET = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


def _as_game(game):
    return game if isinstance(game, Game) else Game(game)


def _spaces(batch, actions):
    """The spaces of one position; actions may have numbers of their own."""
    game = batch.game
    shape = batch.observation_shape[1:]
    observations = gymnasium.spaces.Box(0, batch.observation_high, shape, np.uint8)
    if game.takes_turns:
        return observations, gymnasium.spaces.Discrete(batch.num_actions)
    counts = [
        len(game.moves(role)) if actions is None else batch.num_actions
        for role in range(game.num_roles)
    ]
    return observations, gymnasium.spaces.MultiDiscrete(counts)


def _seed(seed):
    """A seed that Gymnasium has drawn, or that a user has told."""
    return None if seed is None else int(seed) % 2**64


class Env(gymnasium.Env):
    """One game at a time."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(self, game, observation=None, max_steps=None, render_mode=None, actions=None):
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is `ansi` or `rgb_array`, not `{render_mode}`")
        self.game = _as_game(game)
        self.render_mode = render_mode
        self._batch = Batch(
            self.game,
            1,
            auto_reset="disabled",
            illegal="lose",
            observation=observation,
            actions=actions,
            max_steps=max_steps,
        )
        self.observation_space, self.action_space = _spaces(self._batch, actions)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self._batch.reset(_seed(seed))
        return self._observation(), self._info()

    def step(self, action):
        mover = int(self._batch.current_player[0]) if self.game.takes_turns else 0
        self._batch.step(np.asarray(action, np.int32)[np.newaxis])
        return (
            self._observation(),
            float(self._batch.rewards[0, mover]),
            bool(self._batch.terminated[0]),
            bool(self._batch.truncated[0]),
            self._info(),
        )

    def render(self):
        state = self._batch.state(0)
        if self.render_mode == "rgb_array":
            return rgb(state)
        return text(state) if self.render_mode == "ansi" else None

    def _observation(self):
        return self._batch.observe()[0].view(np.uint8)

    def _info(self):
        return {
            "action_mask": self._masks()[0].view(np.int8),
            "current_player": int(self._batch.current_player[0]),
        }

    def _masks(self):
        return _masks(self._batch)


def _masks(batch):
    """Legal actions of the mover; of each role where roles move at the same time."""
    if batch.game.takes_turns:
        return batch.legal_action_mask
    roles = range(batch.game.num_roles)
    return np.stack([batch.legal_actions_of(role) for role in roles], axis=1)


class VectorizedEnv(VectorEnv):
    """Many games at once, in the lanes.

    copy: False hands out the same arrays with every step, which is faster.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        game,
        num_envs=1,
        observation=None,
        max_steps=None,
        max_episode_steps=None,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        render_mode=None,
        viewer="mover",
        threads=None,
        copy=True,
        actions=None,
    ):
        if autoreset_mode not in _AUTO_RESET:
            raise ValueError(f"autoreset_mode is an AutoresetMode, not {autoreset_mode!r}")
        self.game = _as_game(game)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "autoreset_mode": autoreset_mode}
        self._mode = autoreset_mode
        self._batch = Batch(
            self.game,
            num_envs,
            auto_reset=_AUTO_RESET[autoreset_mode],
            illegal="lose",
            observation=observation,
            actions=actions,
            max_steps=max_episode_steps if max_steps is None else max_steps,
            viewer=viewer,
            threads=threads,
            copy=copy,
        )
        spaces = _spaces(self._batch, actions)
        self.single_observation_space, self.single_action_space = spaces
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._everywhere = np.ones(num_envs, bool)
        self._rows = np.arange(num_envs)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=_first(seed))
        self._batch.reset(_seed(_first(seed)), (options or {}).get("reset_mask"))
        return self._observation(), self._infos()

    def step(self, actions):
        batch = self._batch
        movers = batch.current_player.copy() if self.game.takes_turns else 0
        batch.step(np.asarray(actions))
        rewards = batch.rewards[self._rows, movers].astype(np.float64)
        terminations, truncations = batch.terminated, batch.truncated
        infos = self._infos()
        if self._mode == AutoresetMode.SAME_STEP:
            ended = terminations | truncations
            if ended.any():
                final = np.full(self.num_envs, None, object)
                last = batch.final_observation().view(np.uint8)
                for row in np.flatnonzero(ended):
                    final[row] = last[row]
                infos["final_obs"], infos["_final_obs"] = final, ended
                infos["final_info"], infos["_final_info"] = {}, ended
        return self._observation(), rewards, terminations, truncations, infos

    def render(self):
        states = [self._batch.state(row) for row in range(self.num_envs)]
        if self.render_mode == "rgb_array":
            return tuple(rgb(state) for state in states)
        return tuple(text(state) for state in states) if self.render_mode == "ansi" else None

    def _observation(self):
        return self._batch.observe().view(np.uint8)

    def _infos(self):
        return {
            "action_mask": _masks(self._batch).view(np.int8),
            "_action_mask": self._everywhere.copy(),
            "current_player": self._batch.current_player,
            "_current_player": self._everywhere.copy(),
        }


def _first(seed):
    """Of a seed for each position the first one: it is the seed of all of them."""
    return seed[0] if isinstance(seed, (list, tuple)) else seed


def environment_id(name):
    """`Stonegate/ConnectFour-v0` for `connect-four`."""
    words = "".join(word[:1].upper() + word[1:] for word in name.replace("_", "-").split("-"))
    return f"Stonegate/{words}-v0"


def register(game, name=None):
    """Registers an environment for any rule sheet; gives its id."""
    name = name or (game if isinstance(game, str) else game.name)
    identity = environment_id(name)
    gymnasium.register(
        id=identity,
        entry_point="stonegate.gymnasium:Env",
        vector_entry_point="stonegate.gymnasium:VectorizedEnv",
        kwargs={"game": game},
    )
    return identity


def register_envs():
    """Registers the built-in games."""
    for name in built_in():
        if environment_id(name) not in gymnasium.registry:
            register(name)


register_envs()
