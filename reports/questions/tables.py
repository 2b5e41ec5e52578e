"""Tables of every batch and comparison: shares of games, payoff by ending."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from analyses.figures import ENDING_WORDS
from analyses.words import Table
from tongits_sim.run.answers import Limits


def share_table(rows: Sequence[Sequence[str]]) -> Table:
    """Shares of games by player; each row is a name and seven cells (`share_cell`)."""
    columns = ["Wins", "Second", "Sunog", "Calls", "Calls won", "Challenges", "Challenges won"]
    note = (
        "± is half a 95 % interval. Shares of all games; calls won: of its calls; challenges won: of its challenges. "
        "Sunog: burned, the game ended before the player had a meld on the table."
    )
    return Table("shares", "Shares of games, per cent", ["Player", *columns], rows, note=note)


def share_cell(share: float | None, limits: Limits | None = None) -> str:
    """A share in per cent, with half the width of its interval if there is one.

    >>> share_cell(0.5, (0.49, 0.51)), share_cell(0.5), share_cell(None)
    ('50.0 ± 1.0', '50.0', '–')
    """
    if share is None:
        return "–"
    if not limits:
        return f"{100 * share:.1f}"
    half = 50 * (limits[1] - limits[0])
    return f"{100 * share:.1f} ± {half:.1f}" if half >= 0.05 else f"{100 * share:.2f} ± {half:.2f}"


def channel_table(cells: Mapping[tuple[str, str, str], str], moving: Container[str]) -> Table:
    """Payoff by ending; cells by player, `won` or `lost`, and ending; `moving`: endings that move money."""
    endings = [ending for ending in ENDING_WORDS if ending in moving]
    rows = [
        [player, way, *(cells[player, way, ending] for ending in endings)]
        for player in dict.fromkeys(player for player, _, _ in cells)
        for way in ("won", "lost")
    ]
    headings = ["Player", "", *(ENDING_WORDS[ending] for ending in endings)]
    note = "Units per game over all games of the player, so that the cells add up to what the player earns."
    return Table("channels", "Payoff by ending", headings, rows, 2, note)
