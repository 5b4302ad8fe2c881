"""Pictures of states: text, SVG, and arrays of colors."""

import html

import numpy as np

_CELL = 40
_PALETTE = [
    (38, 70, 83), (231, 111, 81), (42, 157, 143), (233, 196, 106), (109, 89, 122), (244, 162, 97),
    (29, 53, 87), (230, 57, 70),
]
_BOARD = (246, 241, 230)
_DARK = (222, 211, 190)
_LINE = (150, 140, 120)


def text(state):
    """The board as text, or the facts where there is none."""
    return str(state)


def _layout(state):
    """The squares of all boards: row, column, symbol; and how many rows and columns there are."""
    board = state.board()
    if board is None:
        return None
    height, width = len(board["rows"]), len(board["columns"])
    across = max(1, board["across"])
    squares = []
    for number, symbol in enumerate(board["cells"]):
        if symbol is None:
            continue
        which, place = divmod(number, height * width)
        row, column = divmod(place, width)
        down, right = divmod(which, across)
        squares.append((down * (height + 1) + row, right * (width + 1) + column, symbol))
    n_boards = len(board["boards"])
    n_rows = -(-n_boards // across) * (height + 1) - 1
    n_columns = min(n_boards, across) * (width + 1) - 1
    return squares, n_rows, n_columns, board["style"]


def _symbols(squares):
    """A color for each symbol, in the order of the symbols."""
    symbols = sorted({symbol for _, _, symbol in squares if symbol})
    return {symbol: _PALETTE[number % len(_PALETTE)] for number, symbol in enumerate(symbols)}


def _place(row, column, style):
    """The corner of a square in pixels; rows of hexagons lean to the right."""
    lean = row * _CELL // 2 if style == "hexagons" else 0
    return column * _CELL + lean, row * _CELL


def _size(n_rows, n_columns, style):
    lean = (n_rows - 1) * _CELL // 2 if style == "hexagons" else 0
    return n_columns * _CELL + lean, n_rows * _CELL


def svg(state):
    """The board as SVG; the facts where there is none."""
    found = _layout(state)
    if found is None:
        lines = state.facts
        rows = "".join(
            f'<text x="8" y="{20 * (number + 1)}">{html.escape(line)}</text>'
            for number, line in enumerate(lines)
        )
        width = 16 + 9 * max((len(line) for line in lines), default=0)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
            f'height="{20 * len(lines) + 10}" font-family="monospace" font-size="14">{rows}</svg>'
        )
    squares, n_rows, n_columns, style = found
    colors = _symbols(squares)
    width, height = _size(n_rows, n_columns, style)
    parts = []
    for row, column, symbol in squares:
        x, y = _place(row, column, style)
        fill = _DARK if style == "checkered" and (row + column) % 2 else _BOARD
        parts.append(
            f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" '
            f'fill="rgb{fill}" stroke="rgb{_LINE}"/>'
        )
        if symbol:
            parts.append(
                f'<circle cx="{x + _CELL // 2}" cy="{y + _CELL // 2}" r="{_CELL * 2 // 5}" '
                f'fill="rgb{colors[symbol]}"/>'
                f'<text x="{x + _CELL // 2}" y="{y + _CELL // 2 + 5}" fill="white" '
                f'text-anchor="middle">{html.escape(symbol)}</text>'
            )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="15">{"".join(parts)}</svg>'
    )


def rgb(state):
    """The board as an array of colors: uint8 of the shape (height, width, 3)."""
    found = _layout(state)
    if found is None:
        # Without a board, each fact of the game is a square that is filled while it holds.
        facts = state.game.facts
        holds = set(state.facts)
        n_columns = max(1, int(len(facts) ** 0.5))
        squares = [
            (number // n_columns, number % n_columns, "x" if fact in holds else "")
            for number, fact in enumerate(facts)
        ]
        found = squares, -(-len(facts) // n_columns) or 1, n_columns, "grid"
    squares, n_rows, n_columns, style = found
    colors = _symbols(squares)
    width, height = _size(n_rows, n_columns, style)
    picture = np.full((height, width, 3), 255, np.uint8)
    y, x = np.mgrid[:_CELL, :_CELL] - (_CELL - 1) / 2
    piece = x**2 + y**2 < (_CELL * 2 / 5) ** 2
    for row, column, symbol in squares:
        left, top = _place(row, column, style)
        square = picture[top : top + _CELL, left : left + _CELL]
        square[:] = _LINE
        square[1:-1, 1:-1] = _DARK if style == "checkered" and (row + column) % 2 else _BOARD
        if symbol:
            square[piece] = colors[symbol]
    return picture
