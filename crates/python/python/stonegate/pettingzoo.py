"""Games as environments of PettingZoo.

`env` is for games in which players take turns, `parallel_env` for those in which they move at the same
time. Agents are called `player_0`, `player_1` and so on, in the order of the roles of the sheet; chance
is none of them. An observation is a dictionary of the bits of all facts (`observation`) and the legal
moves (`action_mask`), which are all 0 for an agent that has to wait. In a game with hidden information
the bits are those of the agent's percepts: what it has perceived since it was last its turn. `state`
and pictures show everything, for trainers and spectators.

>>> from stonegate.pettingzoo import env
>>> game = env("connect-four")
>>> game.reset(seed=1)
>>> game.agent_selection
'player_0'
"""

import numpy as np

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from stonegate import Game
from stonegate.render import rgb, text

MODES = ["ansi", "rgb_array"]


class _Table:
    """What both kinds of environments share: a state, and what agents see of it."""

    def _set_up(self, game, render_mode):
        if render_mode not in (None, "human", *MODES):
            raise ValueError(f"render_mode is `human`, `ansi` or `rgb_array`, not `{render_mode}`")
        self.game = game if isinstance(game, Game) else Game(game)
        self.render_mode = render_mode
        chance = self.game.chance
        players = [role for role in range(self.game.num_roles) if role != chance]
        self.possible_agents = [f"player_{number}" for number in range(len(players))]
        self._roles = dict(zip(self.possible_agents, players))
        self._number = {fact: number for number, fact in enumerate(self.game.facts)}
        self._percepts = {}
        self._observation_spaces, self._action_spaces = {}, {}
        for agent, role in self._roles.items():
            n_moves, n_bits = len(self.game.moves(role)), len(self._number)
            if self.game.has_percepts:
                percepts = self.game.percepts(role)
                self._percepts[agent] = {name: number for number, name in enumerate(percepts)}
                # Who never perceives anything sees one bit that is never set.
                n_bits = max(1, len(percepts))
            self._action_spaces[agent] = spaces.Discrete(n_moves)
            self._observation_spaces[agent] = spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (n_bits,), np.int8),
                    "action_mask": spaces.Box(0, 1, (n_moves,), np.int8),
                }
            )
        self.state_space = spaces.Box(0, 1, (len(self._number),), np.int8)
        self._random, _ = seeding.np_random(None)
        self._reset_state(None)

    def observation_space(self, agent):
        return self._observation_spaces[agent]

    def action_space(self, agent):
        return self._action_spaces[agent]

    def state(self):
        """The facts that hold, as bits."""
        bits = np.zeros(len(self._number), np.int8)
        bits[[self._number[fact] for fact in self._state.facts]] = 1
        return bits

    def render(self):
        if self.render_mode == "rgb_array":
            return rgb(self._state)
        if self.render_mode == "human":
            print(text(self._state))
            return None
        return text(self._state) if self.render_mode == "ansi" else None

    def close(self):
        """There is nothing to be closed."""

    def _reset_state(self, seed):
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._state = self.game.initial()
        self._seen = {agent: set() for agent in self._percepts}

    def _see(self, agent):
        role = self._roles[agent]
        mask = np.zeros(self._action_spaces[agent].n, np.int8)
        if not self._state.is_over and self._state.turns[role]:
            mask[self._state.legal(role)] = 1
        return {"observation": self._bits(agent), "action_mask": mask}

    def _bits(self, agent):
        """What an agent may know of the state."""
        if agent not in self._percepts:
            return self.state()
        bits = np.zeros(self._observation_spaces[agent]["observation"].shape, np.int8)
        bits[[self._percepts[agent][name] for name in self._seen[agent]]] = 1
        return bits

    def _play(self, actions):
        """Makes the moves of some roles; chance draws, and the others have no choice."""
        state, chance = self._state, self.game.chance
        joint = []
        for role in range(self.game.num_roles):
            legal = state.legal(role)
            if role in actions:
                joint.append(actions[role])
            elif role == chance:
                joint.append(int(self._random.choice(legal)))
            else:
                joint.append(legal[0])
        self._perceive(joint)
        self._state = state.apply(joint)

    def _perceive(self, joint):
        """Lets agents perceive a move. What was perceived before its last turn is known to an agent."""
        percepts = self._state.percepts(joint) if self._seen else ()
        for agent, seen in self._seen.items():
            role = self._roles[agent]
            if self._state.turns[role]:
                seen.clear()
            seen.update(percepts[role])

    def _play_chance(self):
        """Lets chance move as long as nobody else has a choice."""
        chance = self.game.chance
        while chance is not None and not self._state.is_over:
            turns = self._state.turns
            if not turns[chance] or any(turns[role] for role in self._roles.values()):
                return
            self._play({})

    def _rewards(self):
        return {agent: float(self._state.rewards[role]) for agent, role in self._roles.items()}


class raw_env(_Table, AECEnv):
    """A game in which players take turns, without the usual wrappers."""

    metadata = {
        "render_modes": ["human", *MODES],
        "name": "stonegate_v0",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(self, game, render_mode=None):
        AECEnv.__init__(self)
        self._set_up(game, render_mode)
        if not self.game.takes_turns:
            raise ValueError(
                f"players of {self.game.name} move at the same time: use `parallel_env`"
            )

    def reset(self, seed=None, options=None):
        self._reset_state(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._play_chance()
        self._select()

    def observe(self, agent):
        return self._see(agent)

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0.0
        self._play({self._roles[agent]: int(action)})
        self._play_chance()
        self.rewards = self._rewards()
        if self._state.is_over:
            ended = self.terminations if self._state.is_terminal else self.truncations
            ended.update(dict.fromkeys(self.agents, True))
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()
        return None

    def _select(self):
        turns = self._state.turns
        movers = [agent for agent in self.agents if turns[self._roles[agent]]]
        if movers:
            self.agent_selection = movers[0]
        elif self.agents:
            self.agent_selection = self.agents[0]


def env(game, render_mode=None):
    """A game in which players take turns, with the usual wrappers."""
    table = raw_env(game, render_mode)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


class parallel_env(_Table, ParallelEnv):
    """A game in which players may move at the same time. Whoever has no choice, or makes an illegal
    move, makes the first of its legal moves."""

    metadata = {"render_modes": ["human", *MODES], "name": "stonegate_v0", "render_fps": 4}

    def __init__(self, game, render_mode=None):
        self._set_up(game, render_mode)
        self.agents = []

    def reset(self, seed=None, options=None):
        self._reset_state(seed)
        self.agents = self.possible_agents[:]
        self._play_chance()
        return self._all(), self._infos()

    def step(self, actions):
        moves = {}
        for agent, action in actions.items():
            role = self._roles[agent]
            legal = self._state.legal(role)
            moves[role] = int(action) if action in legal else legal[0]
        self._play(moves)
        self._play_chance()
        rewards = self._rewards()
        over, terminal = self._state.is_over, self._state.is_terminal
        terminations = dict.fromkeys(self.agents, terminal)
        truncations = dict.fromkeys(self.agents, over and not terminal)
        observations, infos = self._all(), self._infos()
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def _all(self):
        return {agent: self._see(agent) for agent in self.agents}

    def _infos(self):
        return {agent: {"action_mask": self._see(agent)["action_mask"]} for agent in self.agents}
