from _typeshed import SupportsGetItem
from numpy import bool_, float32, int32, uint8
from numpy.typing import ArrayLike, NDArray
from os import PathLike
from typing import Any, SupportsFloat, SupportsIndex, final

__all__ = ["Batch", "Belief", "DedicatedGame", "Diagnostic", "Engine", "Game", "Position", "State", "built_in", "check", "perft", "playouts", "read_records", "restore_game", "restore_position", "restore_state", "search", "solve"]

@final
class Batch:
    """
    `n` positions of a game, which stay in the lanes between calls.

    auto_reset: what happens after the end of a game. With `next_step` the step after it begins the
    next game, whatever the action; with `same_step` the next game begins at once, and
    `final_observation` shows the last position; with `disabled` the position stays as it is.
    illegal: an illegal move is an error (`raise`), or whoever makes it loses (`lose`).
    max_steps: games are truncated after so many steps.
    observation: `facts` (a bit for each fact that can change), `board` (planes of the board), or an
    array of names of facts, of any shape. `(a) & ! (b)` is whether the first holds and the second does
    not, `(a) @ 3` whether it held three steps before in the same game, an empty name is always false
    and `true` always true. `step` is the number of steps since the game began, up to 255; where it is
    shown, all of the array is numbers. A dictionary from roles to such arrays lets each role see its
    own. `percepts` is what a role may know in a game with hidden information: a bit for each of its
    percepts that it has perceived since it was last its turn. It is the default there, as the other
    kinds show what is hidden; elsewhere the default is `facts`.
    actions: what the numbers of actions mean, if not what `Game.moves` says: an array of names of
    moves, or a dictionary from roles to such arrays. `(a) | (b)` is the first of both that is legal,
    and an empty name never is.
    viewer: who sees it: `mover`, `all` (one after the other), or the number or the name of a role.
    copy: False fills the same arrays with every step, which is faster.

    Random moves follow from the seed, the number of a position and the number of its game; neither
    the number of threads nor the back end makes a difference.

    >>> batch = stonegate.Batch(stonegate.Game("connect-four"), 1000, seed=1)
    >>> batch.step(batch.legal_action_mask.argmax(axis=1))
    >>> batch.current_player[:3]
    array([1, 1, 1], dtype=int32)
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, game: Game, n: SupportsIndex, *, seed: SupportsIndex = 0, auto_reset: str = "next_step", illegal: str = "raise", max_steps: SupportsIndex | None = None, observation: Any | None = None, actions: Any | None = None, viewer: str | SupportsIndex | None = None, threads: SupportsIndex | None = None, copy: bool = True) -> Batch: ...
    def __repr__(self, /) -> str: ...
    def copy(self, /) -> Batch:
        """
        The same positions once more, with the random moves that are still to come.
        """
    @property
    def current_player(self, /) -> NDArray[int32]:
        """
        The number of the role whose turn it is, for each position.
        """
    def final_observation(self, /) -> NDArray[bool_ | uint8]:
        """
        The same, but of games that have ended with the last step their last positions, which differ
        if the next game begins at once.
        """
    @property
    def game(self, /) -> Game:
        """
        The game that is played.
        """
    @property
    def legal_action_mask(self, /) -> NDArray[bool_]:
        """
        Which moves are legal for whoever's turn it is: truth values of the shape (n, num_actions).
        Where the game is over, all of them do nothing and are fine.
        """
    def legal_actions_of(self, /, role: str | SupportsIndex) -> NDArray[bool_]:
        """
        Which moves are legal for a role.
        """
    @property
    def nbytes(self, /) -> int:
        """
        The bytes that the positions take.
        """
    @property
    def num_actions(self, /) -> int:
        """
        How many actions there are: the length of a row of the mask.
        """
    @property
    def observation_high(self, /) -> int:
        """
        The greatest number that an observation can have: 1, or 255 if the number of steps is among it.
        """
    @property
    def observation_shape(self, /) -> tuple[int, ...]:
        """
        The shape of an observation of all positions.
        """
    def observe(self, /) -> NDArray[bool_ | uint8]:
        """
        What is seen of the positions, of the `observation_shape`: truth values, or numbers (uint8) if
        the number of steps is among it.
        """
    def random_step(self, /, steps: SupportsIndex = 1) -> None:
        """
        Makes random moves in all positions, so many steps.
        """
    def reset(self, /, seed: SupportsIndex | None = None, mask: NDArray[bool_] | None = None) -> None:
        """
        Begins games anew: all, or those of a mask of truth values. With a seed the random numbers
        begin anew as well.
        """
    @property
    def rewards(self, /) -> NDArray[float32]:
        """
        What each role has won with the last step, from -1 to 1: float32 of the shape (n, roles).
        """
    def set_states(self, /, states: SupportsGetItem[int, State]) -> None:
        """
        Puts states into all positions, whose games begin there.
        """
    def state(self, /, position: SupportsIndex) -> State:
        """
        The state of a position.
        """
    def step(self, /, actions: ArrayLike) -> None:
        """
        Makes a step in all positions. `actions` has the number of a move for each position, that of
        whoever's turn it is, or in the shape (n, roles) one for each role, which is needed where
        roles move at the same time. Where it is not the turn of a role its number does not matter,
        and neither where the game is over. If an action is illegal, nothing happens.
        """
    @property
    def terminated(self, /) -> NDArray[bool_]:
        """
        Where the game has ended by its rules, or by an illegal move.
        """
    @property
    def truncated(self, /) -> NDArray[bool_]:
        """
        Where the game has ended otherwise: after `max_steps`, or because a role has no legal move.
        """

@final
class Belief:
    """
    What a role believes of a game with hidden information, and a search of what it should do. It
    knows its own moves and percepts, and nothing else.

    >>> game = stonegate.Game("kuhn-poker")
    >>> belief = stonegate.Belief(game, "first", seed=1)
    >>> belief.hear(game.moves("first").index("noop"), ("(card first jack)",))
    'exact'
    >>> len(belief.states())
    2
    """
    def __new__(cls, /, game: Game, role: str | SupportsIndex, *, seed: SupportsIndex = 0, options: str = "") -> Belief: ...
    def hear(self, /, action: SupportsIndex, percepts: SupportsGetItem[int, str]) -> str:
        """
        Takes in a turn: the number of the role's own move, be it its only one, and the names of what
        it perceived. Tells where the states come from in which it believes: `exact` (none is
        missing), `sampled`, `replayed`, `backtracked`, or `dry` if nothing explains the percepts.
        """
    @property
    def legal(self, /) -> list[int]:
        """
        The numbers of the role's legal moves, ascending; none if the game is over.
        """
    def search(self, /, iterations: SupportsIndex) -> dict:
        """
        Searches with so many iterations more what the role should do: a dictionary with the `visits`
        (int32), the mean `values` (float32, -1 to 1) and the `policy` (float32), which is how likely
        it should make each of its moves.
        """
    def states(self, /) -> list[tuple[State, float]]:
        """
        The states that may be, each with how likely it is.
        """

@final
class DedicatedGame:
    """
    A game that has an engine of its own: `stonegate.othello`, `stonegate.go`, `stonegate.gomoku` and
    `stonegate.connect6`.

    >>> position = stonegate.othello.start()
    >>> position.legal
    ('d3', 'c4', 'f5', 'e6')
    >>> position = position.play("d3")
    >>> stonegate.othello.engine("depth=4").choose(position, seconds=60) in position.legal
    True
    """
    def __new__(cls, /, name: str) -> DedicatedGame: ...
    def __repr__(self, /) -> str: ...
    @property
    def about(self, /) -> str:
        """
        What the game is about, in a sentence.
        """
    def engine(self, /, options: str = "", *, threads: SupportsIndex = 1, memory: SupportsIndex = ..., seed: SupportsIndex = 0) -> Engine:
        """
        An engine. `options` are those of the command line, such as "depth=8" (othello), "games=1000"
        (go) or "pattern" (gomoku); `memory` is in bytes.
        """
    @property
    def name(self, /) -> str:
        """
        The name of the game.
        """
    def start(self, /, settings: str = "") -> Position:
        """
        The first position. `settings` are those of the command line that stand behind the name of
        the game: the size of the board, such as "9", and more after a colon.
        """
    @property
    def variants(self, /) -> dict:
        """
        The board sizes and rules to choose from: a dictionary from their titles to what `start`
        takes.
        """

@final
class Diagnostic:
    """
    A finding about a rule sheet.
    """
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str:
        """
        The finding, drawn into the sheet.
        """
    @property
    def code(self, /) -> str:
        """
        The kind of finding, such as `unsafe-variable`.
        """
    @property
    def column(self, /) -> int: ...
    @property
    def drawing(self, /) -> str: ...
    @property
    def end(self, /) -> int: ...
    @property
    def hint(self, /) -> str | None:
        """
        What to do about it.
        """
    @property
    def line(self, /) -> int:
        """
        Where it begins, counted from 1.
        """
    @property
    def message(self, /) -> str:
        """
        What is wrong.
        """
    @property
    def severity(self, /) -> str:
        """
        `error` or `warning`.
        """
    @property
    def start(self, /) -> int:
        """
        The place in the text, in characters.
        """

@final
class Engine:
    """
    An engine of a dedicated game. What it learns about a position it keeps for the next one, as long
    as it is asked for the same side of a game that goes forward.
    """
    def analyze(self, /, position: Position, *, seconds: SupportsFloat | SupportsIndex = 1.0) -> dict:
        """
        What the engine thinks of a position after so many seconds: a dictionary with the `moves` it
        has looked at, the best first, from each to its `value` (-1 to 1), `visits` and whether it
        `is_proven`; the expected `line`; the `value` of the position for Black and White, if it has
        an idea; the `depth`, how many `playouts`, `states` and `nodes` are behind it; and the
        `reason`, from engines that can tell.
        """
    def choose(self, /, position: Position, *, seconds: SupportsFloat | SupportsIndex = 1.0) -> str | None:
        """
        The best move that the engine finds in so many seconds, or earlier if its options limit it;
        nothing if it gives up.
        """

@final
class Game:
    """
    Rules of a game, compiled to a circuit.

    `source` is the text of a rule sheet in the Game Description Language, the path of a file, or the
    name of a built-in game. Compiling may take so many seconds for finding all that can hold
    (`ground_seconds`) and for making the circuit small (`optimize_seconds`). A sheet that cannot be
    played raises a `SheetError`, which draws the places; one that is too large a `CompileError`.

    >>> game = stonegate.Game("tic-tac-toe")
    >>> game.roles
    ('xplayer', 'oplayer')
    """
    def __copy__(self, /) -> Game:
        """
        It never changes, so that it is its own copy.
        """
    def __deepcopy__(self, /, _memo: Any) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __new__(cls, /, source: str | PathLike[str], *, ground_seconds: SupportsFloat | SupportsIndex = 30.0, optimize_seconds: SupportsFloat | SupportsIndex = 10.0, backend: str | None = None) -> Game: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str, str]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def backend(self, /) -> str:
        """
        What evaluates the circuit.
        """
    @property
    def board_planes(self, /) -> tuple[str, ...] | None:
        """
        The planes of the board, from the first to the last, or nothing if there is no board.
        """
    @property
    def chance(self, /) -> int | None:
        """
        The number of the role that chance plays, if there is one.
        """
    def check(self, /) -> list[Diagnostic]:
        """
        All that is wrong with the sheet: a list of diagnostics.
        """
    @property
    def circuit(self, /) -> dict:
        """
        Figures of the circuit and of the program made of it.
        """
    @property
    def description(self, /) -> str:
        """
        The rules in words: the comment with which the sheet begins.
        """
    @property
    def facts(self, /) -> tuple[str, ...]:
        """
        The facts that can hold in a state, called fluents in the literature.
        """
    def goals(self, /, role: str | SupportsIndex) -> tuple[int, ...]:
        """
        The goals that a role can have, 0 to 100.
        """
    @property
    def has_percepts(self, /) -> bool:
        """
        Is something hidden: do players know what they perceive, and not all moves?
        """
    def initial(self, /) -> State:
        """
        The initial state.
        """
    @property
    def is_zero_sum(self, /) -> bool:
        """
        Is it proven that there are two players, of whom one wins what the other loses?
        """
    @property
    def max_length(self, /) -> int | None:
        """
        The number of steps after which every game is over, if one is proven.
        """
    def moves(self, /, role: str | SupportsIndex) -> tuple[str, ...]:
        """
        The moves of a role, told by number or name: the number of a move is its place here.
        """
    @property
    def name(self, /) -> str:
        """
        The name of the built-in game or of the file.
        """
    @property
    def num_actions(self, /) -> int:
        """
        How many moves the role with the most of them has.
        """
    @property
    def num_players(self, /) -> int:
        """
        How many players there are; chance is none.
        """
    @property
    def num_roles(self, /) -> int:
        """
        How many roles there are, chance included.
        """
    def percepts(self, /, role: str | SupportsIndex) -> tuple[str, ...]:
        """
        What a role can perceive of a step, in a game with hidden information.
        """
    @property
    def roles(self, /) -> tuple[str, ...]:
        """
        The names of the roles, in the order of the sheet.
        """
    def scrambled(self, /, seed: SupportsIndex) -> Game:
        """
        The same game in other words, drawn by a seed: only keywords and numbers stay.
        """
    @property
    def takes_turns(self, /) -> bool:
        """
        Is it proven that players move one after the other? Otherwise they move at the same time.
        """
    @property
    def text(self, /) -> str:
        """
        The rule sheet.
        """

@final
class Position:
    """
    A position of a dedicated game, which never changes: moves lead to other positions.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str, list[str]]]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str:
        """
        The board as text.
        """
    def _repr_svg_(self, /) -> str:
        """
        The board for notebooks.
        """
    def board(self, /) -> dict:
        """
        The board with what stands on it: a dictionary.
        """
    @property
    def facts(self, /) -> tuple[str, ...]:
        """
        The facts of the position: a stone on a square, and who has the turn.
        """
    @property
    def game(self, /) -> str:
        """
        The name of the game with its settings, as the command line has it.
        """
    @property
    def is_over(self, /) -> bool:
        """
        Is the game over?
        """
    @property
    def legal(self, /) -> tuple[str, ...]:
        """
        The legal moves of who has the turn; none if the game is over.
        """
    @property
    def moves(self, /) -> tuple[str, ...]:
        """
        The moves that have led here.
        """
    def play(self, /, action: str) -> Position:
        """
        The position after a move.
        """
    @property
    def rewards(self, /) -> tuple[float, float]:
        """
        What Black and White have won, from -1 to 1; nothing while the game is not over.
        """
    @property
    def turn(self, /) -> str:
        """
        Who has the turn, `black` or `white`.
        """

@final
class State:
    """
    A state of a game, which never changes: moves lead to other states.

    >>> state = stonegate.Game("tic-tac-toe").initial()
    >>> state.apply(4).current_player
    1
    """
    def __copy__(self, /) -> State:
        """
        It never changes, so that it is its own copy.
        """
    def __deepcopy__(self, /, _memo: Any) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, tuple[Game, tuple[str, ...]]]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str:
        """
        The board as text, or the facts where there is none.
        """
    def _repr_svg_(self, /) -> str:
        """
        The board for notebooks.
        """
    def apply(self, /, action: SupportsIndex | SupportsGetItem[int, SupportsIndex]) -> State:
        """
        The state after a move: its number if it is the turn of one role, or one number for each role.
        """
    def board(self, /) -> dict | None:
        """
        The board with what stands on it: a dictionary, or nothing if there is no board.
        """
    @property
    def current_player(self, /) -> int:
        """
        The number of the role whose turn it is; the first one if several move at the same time.
        """
    @property
    def facts(self, /) -> tuple[str, ...]:
        """
        The facts that hold.
        """
    @property
    def game(self, /) -> Game:
        """
        The game whose state it is.
        """
    @property
    def goals(self, /) -> tuple[int | None, ...]:
        """
        The goal of each role, 0 to 100; nothing where the rules say nothing.
        """
    @property
    def is_over(self, /) -> bool:
        """
        Is the game over? A game in which some role has no legal move is over as well.
        """
    @property
    def is_terminal(self, /) -> bool:
        """
        Is the game over by its rules?
        """
    def legal(self, /, role: str | SupportsIndex | None = None) -> list[int]:
        """
        The numbers of the legal moves of a role, ascending; none if the game is over. Without a role
        they are those of the one whose turn it is.
        """
    def percepts(self, /, action: SupportsIndex | SupportsGetItem[int, SupportsIndex]) -> tuple[tuple[str, ...], ...]:
        """
        What each role perceives of a move, told as for `apply`: a tuple of names for each role.
        """
    @property
    def rewards(self, /) -> tuple[float, ...]:
        """
        What each role has won, from -1 to 1; nothing while the game is not over by its rules.
        """
    def to_bytes(self, /) -> bytes:
        """
        The values of the registers, as bytes.
        """
    @property
    def turns(self, /) -> tuple[bool, ...]:
        """
        For each role, whether it is its turn: it has a choice, or nobody has and it is to move.
        """

def built_in() -> list[str]:
    """
    The names of the built-in games.
    """

def check(text: str, name: str = "<text>") -> list[Diagnostic]:
    """
    All that is wrong with the text of a rule sheet: a list of diagnostics.
    """

def perft(game: Game, depth: SupportsIndex) -> list[int]:
    """
    How many lines of 1, 2, .. `depth` joint moves, 256 at most, there are from the initial state.
    """

def playouts(batch: Batch, k: SupportsIndex, *, seed: SupportsIndex = 0, max_steps: SupportsIndex = 10000) -> NDArray[float32]:
    """
    The mean rewards of each role in `k` random games from each position of a batch: float32 of the
    shape (n, roles). Games that are not over after `max_steps` count as 0.
    """

def read_records(text: str, game: str | None = None) -> list[str]:
    """
    All games of a text, each as the JSON of a record.
    """

def restore_game(name: str, text: str) -> Game:
    """
    A game from its name and its text.
    """

def restore_position(game: str, moves: SupportsGetItem[int, str]) -> Position:
    """
    The position of a dedicated game after some moves.
    """

def restore_state(game: Game, facts: SupportsGetItem[int, str]) -> State:
    """
    The state of a game in which these facts hold, and no others.
    """

def search(batch: Batch, iterations: SupportsIndex, *, role: str | SupportsIndex | None = None, seed: SupportsIndex = 0, options: str = "") -> dict:
    """
    Searches all positions of a batch, each with so many iterations: a dictionary with the `visits`
    (int32) and mean `values` (float32, -1 to 1) of each move of a role, or else of whoever's turn it
    is, of the shape (n, num_actions), the number of the `best` move (int32, -1 where the game is
    over), and the `value` of the position for each role (float32, of the shape (n, roles)).
    `options` are those of the command line, such as `c=0.4,playouts=1`. In a game with hidden
    information this would be cheating: `ValueError`; `Belief` searches what a role knows.
    """

def solve(game: Game, states: SupportsGetItem[int, State] | None = None, *, max_bytes: SupportsIndex = ...) -> dict:
    """
    Perfect play from the initial state, where all positions fit into `max_bytes`: a dictionary with
    the `goals` that each role can force, the role to move (`mover`), its `moves` with what each is
    worth, a `line` of perfect play, and the number of `states` that were looked at. For other states
    of the game, such as those that a program is to be tested on, `labels` is a list of such
    dictionaries, and None where play does not lead. `ValueError` if the game is not of a kind that
    can be solved, `MemoryError` if it is too large.
    """
