"""What can be wrong with rules."""

from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from stonegate._stonegate import Diagnostic


class SheetError(ValueError):
    """A rule sheet cannot be played. `diagnostics` tells why, and the message draws the places."""

    diagnostics: list[Diagnostic] = []


class CompileError(RuntimeError):
    """The rules are too much for the time or the memory that compiling may take."""
