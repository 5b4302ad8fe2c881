"""Games of OpenSpiel.

`register` makes a game of OpenSpiel of any rule sheet, such as `stonegate_connect_four`, and
`register_built_in` of all that come with the package. `SearchBot` plays them with our search.

>>> import pyspiel, stonegate.openspiel
>>> stonegate.openspiel.register("tic-tac-toe")
'stonegate_tic_tac_toe'
>>> state = pyspiel.load_game("stonegate_tic_tac_toe").new_initial_state()
>>> state.action_to_string(4)
'(mark 2 2)'
"""

import re

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from stonegate import Batch, Game, built_in, search

_MAX_LENGTH = 1000
_SOURCES = {}


def short_name(name):
    """`stonegate_connect_four` for `connect-four`."""
    return "stonegate_" + re.sub(r"\W+", "_", name.lower()).strip("_")


def register(source, name=None, max_length=_MAX_LENGTH):
    """Registers a game, told as for `stonegate.Game`; gives its short name. A game that is not over
    after `max_length` moves ends without a winner."""
    game = source if isinstance(source, Game) else Game(source)
    name = short_name(name or game.name)
    players = [role for role in range(game.num_roles) if role != game.chance]
    if not players:
        raise ValueError(f"{game.name} has no players")
    if game.has_percepts:
        raise ValueError(f"{game.name} has hidden information, which this adapter cannot hide")
    kinds = pyspiel.GameType
    game_type = kinds(
        short_name=name,
        long_name=f"Stonegate {game.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL if game.takes_turns else kinds.Dynamics.SIMULTANEOUS,
        chance_mode=(
            kinds.ChanceMode.DETERMINISTIC
            if game.chance is None
            else kinds.ChanceMode.EXPLICIT_STOCHASTIC
        ),
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if game.is_zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=len(players),
        min_num_players=len(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    outcomes = 0 if game.chance is None else len(game.moves(game.chance))
    info = pyspiel.GameInfo(
        num_distinct_actions=max(len(game.moves(role)) for role in players),
        max_chance_outcomes=outcomes,
        num_players=len(players),
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if game.is_zero_sum else None,
        max_game_length=max_length,
    )
    _SOURCES[name] = (game, players, game_type, info, max_length)

    class RegisteredGame(SheetGame):
        """The game of this sheet."""

        def __init__(self, params=None):
            super().__init__(name, params)

    # Pickle finds a class by its name.
    RegisteredGame.__name__ = RegisteredGame.__qualname__ = name
    globals()[name] = RegisteredGame
    pyspiel.register_game(game_type, RegisteredGame)
    return name


class SheetGame(pyspiel.Game):
    """A rule sheet as a game of OpenSpiel."""

    def __init__(self, name, params=None):
        self.sheet, self.players, game_type, info, self.max_length = _SOURCES[name]
        super().__init__(game_type, info, params or {})

    def new_initial_state(self, state=None):
        return SheetState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        if iig_obs_type is None or (
            iig_obs_type.public_info and not iig_obs_type.perfect_recall
        ):
            return FactsObserver(self.sheet, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SheetState(pyspiel.State):
    """A state, with what some roles have chosen that is not yet played."""

    def __init__(self, game):
        super().__init__(game)
        self._sheet, self._players = game.sheet, game.players
        self._max_length = game.max_length
        self._state = game.sheet.initial()
        self._length = 0
        self._pending = {}

    @property
    def sheet_state(self):
        """The state as Stonegate sees it."""
        return self._state

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        chance, turns = self._sheet.chance, self._state.turns
        waits = any(turns[role] for role in self._players) and not self._pending
        if chance is not None and turns[chance] and not waits:
            return pyspiel.PlayerId.CHANCE
        if not self._sheet.takes_turns:
            return pyspiel.PlayerId.SIMULTANEOUS
        return self._players.index(self._state.current_player)

    def _legal_actions(self, player):
        return self._state.legal(self._players[player])

    def chance_outcomes(self):
        legal = self._state.legal(self._sheet.chance)
        return [(action, 1.0 / len(legal)) for action in legal]

    def _apply_action(self, action):
        if self.is_chance_node():
            self._play({**self._pending, self._sheet.chance: action})
        else:
            self._choose({self._state.current_player: action})

    def _apply_actions(self, actions):
        self._choose(dict(zip(self._players, actions)))

    def _choose(self, moves):
        """Plays moves of players, unless chance has to move at the same time."""
        chance = self._sheet.chance
        if chance is not None and self._state.turns[chance]:
            self._pending = moves
        else:
            self._play(moves)

    def _play(self, moves):
        roles = range(self._sheet.num_roles)
        joint = [moves[role] if role in moves else self._state.legal(role)[0] for role in roles]
        self._state = self._state.apply(joint)
        self._pending = {}
        self._length += 1

    def _action_to_string(self, player, action):
        is_chance = player == pyspiel.PlayerId.CHANCE
        role = self._sheet.chance if is_chance else self._players[player]
        return self._sheet.moves(role)[action]

    def is_terminal(self):
        return self._state.is_over or self._length >= self._max_length

    def returns(self):
        rewards = self._state.rewards
        return [rewards[role] for role in self._players]

    def __str__(self):
        chosen = "".join(f" {role}:{move}" for role, move in sorted(self._pending.items()))
        return " ".join(self._state.facts) + chosen


class FactsObserver:
    """The facts that hold, as a tensor of zeros and ones."""

    def __init__(self, sheet, params):
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        self._numbers = {fact: number for number, fact in enumerate(sheet.facts)}
        self.tensor = np.zeros(len(self._numbers), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state, player):
        self.tensor.fill(0)
        self.tensor[[self._numbers[fact] for fact in state.sheet_state.facts]] = 1

    def string_from(self, state, player):
        return str(state)


class SearchBot(pyspiel.Bot):
    """Plays what our search likes best after so many iterations."""

    def __init__(self, game, player_id, iterations=10_000, seed=0, options=""):
        super().__init__()
        self._sheet, self._players = game.sheet, game.players
        self._role = self._players[player_id]
        self._iterations, self._seed, self._options = iterations, seed, options
        self._batch = Batch(self._sheet, 1, auto_reset="disabled")

    def restart_at(self, state):
        """There is nothing that it remembers."""

    def step(self, state):
        legal = state.sheet_state.legal(self._role)
        if len(legal) == 1:
            return legal[0]
        self._batch.set_states([state.sheet_state])
        found = search(
            self._batch,
            self._iterations,
            role=self._role,
            seed=self._seed,
            options=self._options,
        )
        return int(found["best"][0])

    def step_with_policy(self, state):
        action = self.step(state)
        return [(action, 1.0)], action


def register_built_in():
    """Registers all built-in games in which nothing is hidden, which takes a moment; gives their
    short names."""
    games = (Game(name) for name in built_in())
    return [register(game) for game in games if not game.has_percepts]
