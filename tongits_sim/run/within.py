"""Plays until the main numbers of an answer are known to within a half-width: `--within` of every command.

A question is first asked with few games. The width of its interval says how many games are needed, and the question is
asked again with that many, until the interval is narrow enough. A later answer continues the games of the earlier one,
so no game is played twice. The steps depend on the games alone, so a resumed run takes the same steps.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.files import FileError, make_folder, read_json, replace_file
from tongits_sim.run.run_options import RunOptions

A = TypeVar("A")

FILE = "within.json"
"""The looks of a question in its folder: how many games, and the half-width after them."""
FIRST = 2000
"""Games of the first look. Payouts of a game are skewed: after 1,000 games with a jackpot intervals hold 93.4 % of the
time, and not 95 %.
"""
MOST = 10**9
"""Most games of a question without a limit."""
_MOST_BYTES = 2**20


class WithinError(TongitsError):
    """A half-width that cannot be asked for, or looks in a folder that cannot be read."""


@dataclass(frozen=True)
class Within(Answer):
    """The half-width that was asked for, and the number of games that reached it."""

    asked: float  # the half-width, in units or percentage points
    half_width: float | None  # the widest of the main numbers in the end; None: not known
    reached: bool  # whether it is as narrow as asked
    games: int  # games or deals that it took
    looks: int  # how often the width was looked at
    counted: str = "games"  # what `games` counts: `games` or `deals`

    def sentence(self) -> str:
        """What was asked, and how many games it took."""
        took = f"{self.games:,} {self.counted}"
        if self.reached:
            return f"Known to within ±{self.asked:g}, as asked: that took {took}."
        so_far = "is not known" if self.half_width is None else f"is ±{self.half_width:.2g}"
        return f"Not known to within ±{self.asked:g}: after {took} it {so_far}."


def check_within(asked: object) -> None:
    """Raises WithinError: not a positive number."""
    if not (isinstance(asked, int | float) and math.isfinite(asked) and asked > 0):
        raise WithinError(f"within must be a number above 0, such as 0.02, not {asked!r}")


def widest(estimates: Iterable[Estimate], scale: float = 1.0) -> float | None:
    """The largest half-width of some estimates, times `scale`; None if an estimate has no interval."""
    widths = [estimate.half_width for estimate in estimates]
    known = [scale * width for width in widths if width is not None]
    return max(known) if known and len(known) == len(widths) else None


def next_size(games: int, half_width: float | None, asked: float, most: int) -> int | None:
    """How many games to ask for next; None: the interval is narrow enough, or no more games are allowed."""
    if games >= most or (half_width is not None and half_width <= asked):
        return None
    from tongits_sim.stats.sequential import games_needed

    return min(most, games_needed(games, half_width, asked))


def ask_until(
    asked: float,
    ask: Callable[[int, RunOptions], A],
    width: Callable[[A], float | None],
    *,
    first: int = FIRST,
    most: int = MOST,
    counted: str = "games",
    run_options: RunOptions | None = None,
) -> tuple[A, Within]:
    """Ask with more and more games until the answer's main numbers are known to within a half-width.

    Args:
        asked: the half-width, in the unit of `width`.
        ask: `(games, run_options)` -> the answer; it must play all its runs with these options.
        width: the half-width of an answer's main numbers; None if not known.
        first: games of the first look: enough for an interval that holds its level.
        most: the most games.
        counted: what is counted, `games` or `deals`.
        run_options: as of any question. The folder also keeps the looks, so a resumed question takes the same steps,
            and a question with a smaller half-width goes on from the last look.

    Returns:
        The last answer, and how many games it took. After Ctrl-C the answer is partial.

    Raises:
        WithinError: the half-width is not positive, or the folder's looks are damaged.
    """
    check_within(asked)
    given = run_options or RunOptions()
    options = replace(given, earlier={})
    kept = kept_looks(given.out) if given.out is not None and given.resume else {}
    size: int | None = min(first, most)
    answer: A | None = None
    last = 0
    while size is not None:
        last = size if size in kept else max(size, *kept, 0)  # a folder that holds more holds no fewer
        answer = None
        if last not in kept:
            answer = ask(last, options)
            if options.stopped:
                return answer, Within(asked, width(answer), False, last, len(kept) + 1, counted)
            kept[last] = width(answer)
            if given.out is not None:
                keep_looks(kept, given.out)
                options = replace(options, resume=True)
        size = next_size(last, kept[last], asked, most)
    if answer is None:  # its games are kept
        last = max(kept)
        answer = ask(last, options)
    half_width = kept[last]
    reached = half_width is not None and half_width <= asked
    return answer, Within(asked, half_width, reached, last, len(kept), counted)


def kept_looks(folder: Path, run_name: str = "") -> dict[int, float | None]:
    """The looks kept in a folder: games and half-width. Raises WithinError.

    run_name: of the runs that they belong to, if the folder holds several questions.
    """
    path = folder / _file(run_name)
    if not path.exists():
        return {}
    try:
        rows: Any = read_json(path, _MOST_BYTES)
        looks = {int(games): None if width is None else float(width) for games, width in rows}
    except (FileError, TypeError, ValueError):
        raise WithinError(f"{path} is damaged; choose another folder and ask anew") from None
    return dict(sorted(looks.items()))


def keep_looks(looks: dict[int, float | None], folder: Path, run_name: str = "") -> None:
    """Write the looks of a question into the folder of its runs. Raises StoreError."""
    make_folder(folder)
    replace_file(folder / _file(run_name), json.dumps([list(look) for look in sorted(looks.items())]).encode())


def _file(run_name: str) -> str:
    return f"{run_name}-{FILE}" if run_name else FILE
