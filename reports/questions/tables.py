"""Tables of every batch and comparison: shares of games, payoff by ending."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from analyses.words import ENDING_WORDS, Table


def share_table(rows: Sequence[Sequence[str]]) -> Table:
    """Shares of games by player; each row is a name and seven cells."""
    headings = ["player", "wins", "2nd", "sunog", "calls", "calls won", "challenges", "challenges won"]
    note = (
        "Of all games; calls won: of its calls; challenges won: of its challenges. Sunog: burned, not open at the end."
    )
    return Table("shares", "Shares of games", headings, rows, note=note)


def channel_table(cells: Mapping[tuple[str, str, str], str], moving: Container[str]) -> Table:
    """Payoff by ending; cells by player, `won` or `lost`, and ending; `moving`: endings that move money."""
    endings = [ending for ending in ENDING_WORDS if ending in moving]
    rows = [
        [player, way, *(cells[player, way, ending] for ending in endings)]
        for player in dict.fromkeys(player for player, _, _ in cells)
        for way in ("won", "lost")
    ]
    headings = ["player", "", *(ENDING_WORDS[ending] for ending in endings)]
    note = "Per game over all games of the player, so that the cells add up to what the player earns."
    return Table("channels", "Payoff by ending", headings, rows, 2, note)
