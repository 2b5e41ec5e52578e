"""What each figure shows, in a sentence: its caption, and its text where it cannot be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analyses.figures import comparison
from reports.commands.compare import answer, digits_of, known
from reports.text.numbers import amount

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Document = Mapping[str, Any]


class Panel(NamedTuple):
    """A part of a figure: its title, the figure, and what it shows, where that is more than its title."""

    title: str
    figure: Figure
    text: str = ""


class Finding(NamedTuple):
    """A figure: its key and title, what it shows, and the function that draws it.

    `panels` draws the same as several figures with titles, for a page that sets them side by side where there is room.
    `detail`: it says something about the numbers rather than about the game, and stands with them.
    """

    key: str
    title: str
    text: str
    draw: Callable[[], Figure]
    panels: Callable[[], Sequence[tuple[str, Figure] | Panel]] | None = None
    detail: bool = False


def findings(document: Document) -> list[Finding]:
    """The figures of a run, without those that have nothing to show."""
    made = [_forest(document), _heat(document), _channels(document), _payouts(document), _places(document)]
    return [finding for finding in made if finding is not None]


def _forest(document: Document) -> Finding | None:
    rows = comparison.forest(document)
    if any(row["mean"] is None for row in rows):
        return None
    gains = [row["player"] for row in rows if row["ci95"][0] > 0]
    loses = [row["player"] for row in rows if row["ci95"][1] < 0]
    text = f"{headline(document)} Certain gain: {_listed(gains)}; certain loss: {_listed(loses)}."
    return Finding("forest", "What each player earns", text, lambda: comparison.draw_forest(rows))


def _heat(document: Document) -> Finding | None:
    rows = comparison.heat(document)
    if not rows:
        return None
    best, worst = max(rows, key=lambda row: row["mean"]), min(rows, key=lambda row: row["mean"])
    unsure = sum(not row["sure"] for row in rows)
    text = (
        f"{best['player']} gains most where {best['with']} sits at the table ({amount(best['mean'])} units a game); "
        f"{worst['player']} loses most where {worst['with']} sits there ({amount(worst['mean'])}). "
        f"Of {len(rows)} cells {unsure or 'none'} {'is' if unsure < 2 else 'are'} hatched: gain or loss not certain. "
        "A blue cell gains, an orange one loses: the row's player, where the column's sits at the table."
    )
    return Finding("heat", "Who gains in whose company", text, lambda: comparison.draw_heat(rows))


def _channels(document: Document) -> Finding | None:
    rows = comparison.channels(document)
    if not rows:
        return None
    players = dict.fromkeys(row["player"] for row in rows)
    told = []
    for player in list(players)[:3]:
        mine = [row for row in rows if row["player"] == player]
        won, lost = max(mine, key=lambda row: row["won"]), min(mine, key=lambda row: row["lost"])
        told.append(
            f"{player} wins most by {_words(won)} ({amount(won['won'])} units a game) and loses most by "
            f"{_words(lost)} ({amount(lost['lost'])})"
        )
    text = "; ".join(told) + "."
    return Finding("channels", "Where units come from and go to", text, lambda: comparison.draw_channels(rows))


def _words(row: Mapping[str, Any]) -> str:
    return f"“{comparison.ENDING_WORDS[row['ending']]}”"


def _payouts(document: Document) -> Finding | None:
    rows = comparison.payouts(document)
    if not rows:
        return None
    wide = max(rows, key=lambda row: row["p95"] - row["p5"])
    text = (
        f"One game moves far more than players differ by: for {wide['player']}, the widest, nine games in ten lie "
        f"between {amount(wide['p5'], 0)} and {amount(wide['p95'], 0)} units, half of them between "
        f"{amount(wide['p25'], 0)} and {amount(wide['p75'], 0)}. Line: 5 % to 95 % of the games; box: the middle half; "
        "thick tick: the median."
    )
    return Finding("payouts", "How payouts of one game are spread", text, lambda: comparison.draw_payouts(rows))


def _places(document: Document) -> Finding | None:
    rows = comparison.places(document)
    if {row["place"] for row in rows} < {"dealer", "not dealer"} or len(document["ranking"]) == 0:
        return None
    told = []
    for player in list(dict.fromkeys(row["player"] for row in rows))[:3]:
        mine = {row["place"]: row for row in rows if row["player"] == player}
        if "not dealer" not in mine:
            return None
        dealt, not_dealt = mine["dealer"], mine["not dealer"]
        told.append(
            f"{player} {amount(dealt['mean'], digits_of(dealt['ci95']))} as dealer, "
            f"{amount(not_dealt['mean'], digits_of(not_dealt['ci95']))} else"
        )
    text = f"Units a game: {'; '.join(told)}."
    return Finding("places", "As dealer and not", text, lambda: comparison.draw_places(rows))


def _listed(names: list[str]) -> str:
    return ", ".join(names) if names else "nobody"


def headline(document: Document) -> str:
    """The answer of a run, for comparisons and simulations."""
    if document["pairs"]:
        return answer(document)
    best = document["ranking"][0]
    if best["payout_mean"] is None:
        return "No game was finished."
    told = f"{best['player']} earned most, {known(best['payout_mean'], best['payout_ci95'])} units a game"
    return f"{told}. Seats were shared, deals were not duplicated: to compare players, use tongits compare."
