"""Games of OpenSpiel.

`register` makes a game of OpenSpiel of any rule sheet, such as `stonegate_connect_four`, and
`register_built_in` of all that come with the package. `SearchBot` plays them with our search.

In a game with hidden information a player's information state is the list of its own moves and of what
it perceived, and an observation is what it has perceived since it was last its turn.

>>> import pyspiel, stonegate.openspiel
>>> stonegate.openspiel.register("tic-tac-toe")
'stonegate_tic_tac_toe'
>>> state = pyspiel.load_game("stonegate_tic_tac_toe").new_initial_state()
>>> state.action_to_string(4)
'(mark 2 2)'
"""

import itertools
import re

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from stonegate import Batch, Belief, Game, built_in, search

_MAX_LENGTH = 1000
# What was visited so often is known well enough.
_KNOWN_VISITS = 100
_SOURCES = {}


def short_name(name):
    """`stonegate_connect_four` for `connect-four`."""
    return "stonegate_" + re.sub(r"\W+", "_", name.lower()).strip("_")


def register(source, name=None, max_length=_MAX_LENGTH):
    """Registers a game, told as for `stonegate.Game`; gives its short name. A game that is not over
    after `max_length` steps ends without a winner."""
    game = source if isinstance(source, Game) else Game(source)
    name = short_name(name or game.name)
    players = [role for role in range(game.num_roles) if role != game.chance]
    if not players:
        raise ValueError(f"{game.name} has no players")
    max_length = min(max_length, game.max_length or max_length)
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
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if game.has_percepts
            else kinds.Information.PERFECT_INFORMATION
        ),
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
        if self.sheet.has_percepts:
            return PerceptsObserver(self, iig_obs_type, params)
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
        # The turns so far in a game with hidden information: the moves and the percepts of all roles.
        self._turns = ()
        self._recent = {}

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
        if self._sheet.has_percepts:
            percepts = self._state.percepts(joint)
            self._turns += ((tuple(joint), percepts),)
            for role, turn in zip(roles, self._state.turns):
                before = () if turn else self._recent.get(role, ())
                self._recent[role] = tuple(sorted({*before, *percepts[role]}))
        self._state = self._state.apply(joint)
        self._pending = {}
        self._length += 1

    def known_turns(self, player):
        """What a player knows of the turns so far: its own moves, and what it perceived."""
        role = self._players[player]
        return [(joint[role], percepts[role]) for joint, percepts in self._turns]

    def recent_percepts(self, player):
        """What a player has perceived since it was last its turn, that step included."""
        return self._recent.get(self._players[player], ())

    def pending_move(self, player):
        """The move that a player has made in a turn in which chance is still to move."""
        return self._pending.get(self._players[player])

    def resample_from_infostate(self, player, sampler):
        """A state that the player cannot tell from this one. Moves of the others are tried in an order
        that the numbers of the sampler, 0 to 1, draw, and taken back where they do not fit."""
        if not self._sheet.has_percepts:
            return self.clone()
        other = self.get_game().new_initial_state()
        for joint in _other_joints(self, self._players[player], sampler):
            other.apply_joint(joint)
        return other

    def apply_joint(self, joint):
        """Makes a move of each role, as one or two moves of OpenSpiel."""
        chance, length = self._sheet.chance, self._length
        while self._length == length:
            if self.is_chance_node():
                self.apply_action(joint[chance])
            elif self.is_simultaneous_node():
                self.apply_actions([joint[role] for role in self._players])
            else:
                self.apply_action(joint[self._state.current_player])

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


class PerceptsObserver:
    """What a player perceives: since it was last its turn, as a tensor of zeros and ones, or with
    perfect recall all of it, as a string. What of it is public, the rules do not tell."""

    def __init__(self, game, iig_obs_type, params):
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        alone = pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._tells = kind.public_info and kind.private_info == alone
        self._recalls = kind.perfect_recall
        self._sheet, self._players = game.sheet, game.players
        self.tensor, self.dict = None, {}
        if self._tells and not self._recalls:
            names = [game.sheet.percepts(role) for role in game.players]
            self._numbers = [{name: number for number, name in enumerate(row)} for row in names]
            self.tensor = np.zeros(max(1, *map(len, names)), np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state, player):
        if self.tensor is not None:
            self.tensor.fill(0)
            numbers = self._numbers[player]
            self.tensor[[numbers[name] for name in state.recent_percepts(player)]] = 1

    def string_from(self, state, player):
        if not self._tells:
            return None
        if not self._recalls:
            return " ".join(state.recent_percepts(player))
        moves = self._sheet.moves(self._players[player])
        turns = [f"{moves[move]}: {' '.join(seen)}" for move, seen in state.known_turns(player)]
        pending = state.pending_move(player)
        turns += [] if pending is None else [f"{moves[pending]}:"]
        return "\n".join([self._sheet.roles[self._players[player]], *turns])


def _other_joints(state, role, sampler):
    """The moves of all roles in a game that a role cannot tell from that which has led to a state."""
    known = [(joint[role], percepts[role]) for joint, percepts in state._turns]
    sheet, end = state._sheet, state.sheet_state

    def options(before, own):
        legal = [before.legal(other) if other != role else [own] for other in range(sheet.num_roles)]
        joints = list(itertools.product(*legal))
        keys = [sampler() for _ in joints]
        return iter([joint for _, joint in sorted(zip(keys, joints))])

    path, states = [], [sheet.initial()]
    tries = [options(states[0], known[0][0])] if known else []
    while len(path) < len(known):
        before, (_, seen) = states[-1], known[len(path)]
        joint = next(tries[-1], None)
        if joint is None:
            # The state itself is a way, so that there is always another one.
            tries.pop(), states.pop(), path.pop()
            continue
        if before.percepts(joint)[role] != seen:
            continue
        after = before.apply(joint)
        is_last = len(path) + 1 == len(known)
        if is_last:
            fits = after.is_over == end.is_over and after.turns[role] == end.turns[role]
        else:
            fits = not after.is_over and known[len(path) + 1][0] in after.legal(role)
        if fits:
            path.append(joint)
            states.append(after)
            if not is_last:
                tries.append(options(after, known[len(path)][0]))
    return path


class SearchBot(pyspiel.Bot):
    """Plays what our search likes best after so many iterations. In a game with hidden information it
    knows what its player knows, and mixes its moves."""

    def __init__(self, game, player_id, iterations=10_000, seed=0, options=""):
        super().__init__()
        self._sheet, self._player = game.sheet, player_id
        self._role = game.players[player_id]
        self._iterations, self._seed, self._options = iterations, seed, options
        self._random = np.random.default_rng(seed)
        self._batch = Batch(self._sheet, 1, auto_reset="disabled")
        self._belief, self._heard = None, []

    def restart_at(self, state):
        """It follows from the state what it should remember."""

    def provides_policy(self):
        return True

    def get_policy(self, state):
        """How likely it makes each of its moves: pairs of a move and a probability."""
        legal = state.sheet_state.legal(self._role)
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        if not self._sheet.has_percepts:
            best = self._search(state)
            return [(move, float(move == best)) for move in legal]
        chances = self._think(state.known_turns(self._player))["policy"].astype(float)[legal]
        return list(zip(legal, (chances / chances.sum()).tolist()))

    def _think(self, turns):
        """Searches what to do after these turns. A game that is small enough is searched from its start
        well enough: what comes of that is closer to an equilibrium than what a search from a later turn
        finds, which takes the moves of others for given."""
        if self._belief is None or turns[: len(self._heard)] != self._heard:
            self._belief = Belief(
                self._sheet, self._role, seed=self._seed, options=self._options
            )
            self._heard = []
            self._belief.search(self._iterations)
        for move, percepts in turns[len(self._heard) :]:
            self._belief.hear(move, list(percepts))
            self._heard.append((move, percepts))
        found = self._belief.search(0)
        if found["visits"].sum() < _KNOWN_VISITS:
            found = self._belief.search(self._iterations)
        return found

    def _search(self, state):
        self._batch.set_states([state.sheet_state])
        found = search(
            self._batch,
            self._iterations,
            role=self._role,
            seed=self._seed,
            options=self._options,
        )
        return int(found["best"][0])

    def step(self, state):
        return self.step_with_policy(state)[1]

    def step_with_policy(self, state):
        policy = self.get_policy(state)
        moves, chances = zip(*policy)
        return policy, int(self._random.choice(moves, p=chances))


def register_built_in():
    """Registers all built-in games, which takes a moment; gives their short names."""
    return [register(Game(name)) for name in built_in()]
