"""The games of a file, whether it holds records or hand-written games."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator

from tongits_sim.records.notation import NotationError, each_sheet, is_notation
from tongits_sim.records.notation_game import play_sheet
from tongits_sim.records.replay import READING
from tongits_sim.records.schema import Record, RecordError
from tongits_sim.rules import RuleSet

HEAD = 50
"""Lines that tell whether a file holds records or written games."""


def games_of(
    path: str, lines: Iterable[str], rules: RuleSet | None = None, wanted: Collection[int] = ()
) -> Iterator[tuple[int, Record | RecordError | NotationError | None]]:
    """The games of a file with their numbers, from 1, as they are read; an error in place of a wrong game. A written
    game yields its record, or its partial record if incomplete. Raises TongitsError.

    Args:
        path: the file, for messages.
        lines: its lines.
        rules: override the rules of written games.
        wanted: numbers of games; empty: all. None stands in place of other games, and they are not kept.
    """
    rest = iter(lines)
    head = list(itertools.islice(rest, HEAD))
    if not is_notation("".join(head)):
        yield from READING.numbered(path, itertools.chain(head, rest), wanted)
        return
    for number, sheet in enumerate(each_sheet("".join([*head, *rest])), start=1):
        if wanted and number not in wanted:
            yield number, None
            continue
        game: Record | NotationError
        try:
            if isinstance(sheet, NotationError):
                raise sheet
            written = play_sheet(sheet, rules)
            game = written.record or written.partial_record
        except NotationError as error:
            game = error
        yield number, game
