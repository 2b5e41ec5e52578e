"""The answer about luck and skill: games until the better bot leads, and whether real sessions agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyses.figures import census as figures
from reports.commands.compare import known, p_words
from reports.page.advice import Advice
from reports.page.findings import Finding
from reports.page.tables import Table
from reports.text.numbers import amount, percent

Document = Mapping[str, Any]
Row = Mapping[str, Any]

_SKEWED = 100
"""Games of a session below which the normal formula is known to err by some per cent."""


def answer(document: Document) -> str:
    """The pair whose difference shows first."""
    sure = [cell for cell in document["cells"] if cell["verdict"] == "better" and cell["games_to_lead"]]
    if not sure:
        return "Undecided: which of these bots is better is not certain, so how long luck hides it is not known."
    first = min(sure, key=lambda cell: cell["games_to_lead"])
    told = f"{_chance(document)} to be ahead of {first['b']}, {first['a']} needs {first['games_to_lead']:,} games"
    return f"{told} ({_limits(first)})."


def advice(document: Document) -> list[Advice]:
    """How long luck hides the better bot."""
    sure = [cell for cell in document["cells"] if cell["verdict"] == "better" and cell["games_to_lead"]]
    asks = "How many games until the better player leads?"
    if not sure:
        return [Advice(asks, answer(document))]
    sure.sort(key=lambda cell: cell["games_to_lead"])
    parts = [f"{cell['games_to_lead']:,} games for {cell['a']} over {cell['b']}" for cell in sure]
    limits = [_limits(cell).replace("95 % interval ", "") for cell in sure]
    listed = ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else parts[0]
    told = f"To be ahead with a chance of {100 * document['probability']:.0f} % it takes {listed}."
    return [Advice(asks, told, f"95 % intervals, in this order: {'; '.join(limits)}. {_evening(document)}".strip())]


def sentences(document: Document) -> list[str]:
    """The other pairs, whether sessions agree, a short evening, what is assumed."""
    sure = [cell for cell in document["cells"] if cell["verdict"] == "better" and cell["games_to_lead"]]
    later = sorted(sure, key=lambda cell: cell["games_to_lead"])[1:]
    told = [f"{cell['a']} against {cell['b']}: {cell['games_to_lead']:,} games ({_limits(cell)})." for cell in later]
    told += [
        f"Whether {cell['a']} is better than {cell['b']} is not certain; more games would tell."
        for cell in document["cells"]
        if cell["verdict"] != "better"
    ]
    told += [_agreement(cell) for cell in sure]
    told += [_evening(document), _table(document)]
    return [text for text in told if text]


def _chance(document: Document) -> str:
    return f"With a chance of {100 * document['probability']:.0f} %"


def _limits(cell: Row) -> str:
    low, high = cell["games_to_lead_ci95"]
    return f"95 % interval {low:,} to {high:,}" if high is not None else f"at least {low:,}"


def _agreement(cell: Row) -> str:
    if cell["sessions"] is None:
        return (
            f"Sessions long enough for {cell['a']} against {cell['b']} were not played: they would take too many games."
        )
    low, high = (percent(limit, 1) for limit in cell["lead_ci95"])
    word = "agrees with" if cell["agrees"] else "contradicts"
    few = cell["session_games"] < _SKEWED and not cell["agrees"]
    why = ", which errs for so few games, as payouts are skewed" if few else ""
    return (
        f"In {cell['sessions']:,} real sessions of {cell['session_games']:,} games, on other seeds, {cell['a']} was "
        f"ahead of {cell['b']} in {percent(cell['lead'], 1)} (95 % interval {low} to {high}): that {word} "
        f"the formula{why}."
    )


def _evening(document: Document) -> str:
    """How much one evening tells, for the pair with the largest edge."""
    best = max(document["cells"], key=lambda cell: cell["edge"] / cell["sd"] if cell["sd"] else 0)
    rows = {row["games"]: row for row in document["sessions"] if (row["a"], row["b"]) == (best["a"], best["b"])}
    shares = [f"{percent(rows[games]['lead'])} of sessions of {games} games" for games in (10, 100) if games in rows]
    return f"{best['a']} leads {best['b']} in {' and in '.join(shares)}." if shares else ""


def _table(document: Document) -> str:
    who = ", ".join(document["table"])
    return (
        f"The table is {who}. Dealer, jackpot and streak go on for {document['match_games']:,} games, a match; then "
        "the pot is shared out and the players change seats. The edge is known from "
        f"{document['matches']:,} matches, each played in every seating."
    )


def tables(document: Document) -> list[Table]:
    """The pairs, the sessions, who is first."""
    made = [_pairs(document), _sessions(document), _first(document)]
    return [table for table in made if table.rows]


def _pairs(document: Document) -> Table:
    rows = []
    for cell in document["cells"]:
        games = "never" if cell["games_to_lead"] is None else f"{cell['games_to_lead']:,}"
        low, high = cell["games_to_lead_ci95"]
        limits = f"{low:,} to {high:,}" if high is not None else f"{low:,} or more" if low is not None else "–"
        word = "better" if cell["verdict"] == "better" else "inconclusive"
        cells = [known(cell["edge"], cell["edge_ci95"]), amount(cell["sd"], 1, sign=False), games, limits]
        rows.append([cell["a"], word, cell["b"], *cells, p_words(cell["p_holm"])])
    headings = ["Player", "is", "than", "Edge", "Swing", "Games", "95 %", "p (Holm)"]
    note = (
        "Edge: units a game more, same deals, all seatings, ± half a 95 % interval. Swing: standard deviation a game "
        f"of the difference. Games: until it is ahead with a chance of {100 * document['probability']:.0f} %."
    )
    return Table("pairs", "How long luck hides the better bot", headings, rows, text=3, note=note)


def _sessions(document: Document) -> Table:
    rows = []
    for row in document["sessions"]:
        low, high = row["lead_ci95"]
        share = f"{100 * row['lead']:.1f} ({100 * low:.1f} to {100 * high:.1f})"
        cells = [f"{row['games']:,}", share, f"{100 * row['level']:.1f}", f"{100 * row['formula']:.1f}"]
        rows.append([f"{row['a']} over {row['b']}", *cells, "yes" if row["agrees"] else "no"])
    headings = ["Pair", "Games", "It leads, %", "Level, %", "Formula, %", "Agree"]
    note = (
        "Real sessions on other seeds than the edge is from. The formula splits level sessions; it is normal, so far "
        "from a half it need not agree. Agree: the intervals of both overlap."
    )
    return Table("sessions", "How often the better bot finishes ahead", headings, rows, note=note)


def _first(document: Document) -> Table:
    lengths = list(dict.fromkeys(row["games"] for row in document["first"]))
    players = list(dict.fromkeys(row["player"] for row in document["first"]))
    rows = []
    for player in players:
        mine = {row["games"]: row for row in document["first"] if row["player"] == player}
        cells = []
        for games in lengths:
            low, high = mine[games]["first_ci95"]
            cells.append(f"{100 * mine[games]['first']:.1f} ± {50 * (high - low):.1f}")
        rows.append([player, *cells])
    note = "Per cent of sessions in which it alone has most; ± is half a 95 % interval."
    return Table(
        "first", "Who is first of three", ["Player", *(f"{games:,} games" for games in lengths)], rows, note=note
    )


def findings(document: Document) -> list[Finding]:
    """The curve of leads."""
    rows, curves = figures.leads(document), figures.lead_curves(document)
    best = max(document["cells"], key=lambda cell: cell["edge"] / cell["sd"] if cell["sd"] else 0)
    mine = [row for row in rows if row["pair"] == f"{best['a']} over {best['b']}"]
    told = ", ".join(f"{100 * row['share']:.0f} % after {row['games']:,}" for row in mine)
    text = f"{best['a']} leads {best['b']} in {told} games. Points: sessions played; curves: the formula; line: 95 %."
    return [Finding("leads", "How often the better bot leads", text, lambda: figures.draw_leads(rows, curves))]
