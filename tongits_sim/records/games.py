"""The games that a file holds, whether records or games that somebody wrote down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tongits_sim.any_game.record_form import Record
from tongits_sim.records.notation import is_notation, read_sheets
from tongits_sim.records.notation_game import play_sheet
from tongits_sim.records.read import verified_records
from tongits_sim.rules import RuleSet

_LOOKED_AT = 50
"""Lines by which it is seen which of the two a file holds."""


def games_of(path: str, lines: Sequence[str], rules: RuleSet | None = None) -> Iterator[Record]:
    """The games of a file, each verified: records, or games as far as somebody saw them (`Written.seen`).

    Args:
        path: the name of the file.
        lines: its lines.
        rules: of written games, instead of those that they name.

    Raises:
        RecordError: a record is invalid.
        NotationError: a written game cannot be read, or breaks a rule.
        TongitsError: the file holds no game.
    """
    if is_notation("".join(lines[:_LOOKED_AT])):
        for sheet in read_sheets("".join(lines)):
            written = play_sheet(sheet, rules)
            yield written.record or written.seen
    else:
        yield from verified_records(path, lines)
