"""The answer about payouts: what rules pay, what dealing is worth, what a session can cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyses.figures import census as figures
from analyses.figures.comparison import ENDING_WORDS
from reports.commands.compare import digits_of, known
from reports.page.advice import Advice
from reports.page.findings import Finding
from reports.page.tables import Table
from reports.text.numbers import amount, between, half_width, percent, percent_known

Document = Mapping[str, Any]
Row = Mapping[str, Any]

PART_WORDS = {
    "base": "Base",
    "sunog": "Sunog",
    "bonus": "Bonus",
    "sagasa": "Sagasa",
    "pot": "Pot",
    "jackpot": "Jackpot",
    "fees": "House",
}
_FEW = 2
"""Sets of rules up to which a terminal shows every bankroll."""
_SELDOM = 0.001
"""Share of games from which an ending has a column."""


def answer(document: Document) -> str:
    """What dealing is worth: under the rules asked about, or where most and where least."""
    rows = document["variants"]
    if len(rows) == 1:
        return f"Under {rows[0]['rules']} a game moves {_units(rows[0], 'moved')} units. {_dealer(rows[0])}"
    best = max(rows, key=lambda row: row["dealer_of_moved"] or 0)
    least = min(rows, key=lambda row: row["dealer_of_moved"] or 0)
    return (
        f"Dealing is worth most under {figures.label(document, best)}: {_net(best)} units a game, "
        f"{percent(best['dealer_of_moved'], 0)} of what a game moves; least under {figures.label(document, least)}: "
        f"{_net(least)} units, {percent(least['dealer_of_moved'], 0)}."
    )


def advice(document: Document) -> list[Advice]:
    """Whether the deal is fair, and what a session can cost."""
    rows = document["variants"]
    best = max(rows, key=lambda row: row["dealer_of_moved"] or 0)
    limits = best["dealer_of_moved_ci95"]
    sure = (
        ""
        if limits is None
        else (f"Under {figures.label(document, best)}: 95 % interval {percent(limits[0])} to {percent(limits[1])}. ")
    )
    told = f"{_whole(best)} of what a game moves goes to the dealer under {figures.label(document, best)}"
    least = min(rows, key=lambda row: row["dealer_of_moved"] or 0)
    told += f", {_whole(least)} under {figures.label(document, least)}." if least is not best else "."
    source = _source({**document, "variants": [best]})
    made = [Advice("Is dealing fair?", told, f"{sure}{source}".strip())]
    bank = [row for row in rows if row["bankroll_95"] is not None]
    if bank:
        dear, low = (pick(bank, key=lambda row: row["bankroll_95"]) for pick in (max, min))
        told = f"To outlast 19 sessions of 20 takes {_plain(dear, 'bankroll_95')} units"
        told += f" under {figures.label(document, dear)}"
        told += f", {_plain(low, 'bankroll_95')} under {figures.label(document, low)}." if low is not dear else "."
        made.append(
            Advice(f"How much should one bring for {document['session']:,} games?", told, "± is half a 95 % interval.")
        )
    return made


def _whole(row: Row) -> str:
    return f"{100 * (row['dealer_of_moved'] or 0):.0f} %".replace("-", "−")


def pocket(document: Document) -> list[Table]:
    """What a session can cost."""
    made = _sessions(document)
    return [made] if made.rows else []


def sentences(document: Document) -> list[str]:
    """Where the dealer's advantage comes from, jackpots, sessions, and what is assumed."""
    who = " or of ".join(document["players"])
    told = [f"Three copies of {who} play matches of {document['session']:,} games; only the seat tells them apart."]
    told += [_source(document), _pot_sentence(document), _session(document)]
    return [text for text in told if text]


def _dealer(row: Row) -> str:
    limits = between(row["dealer_ci95"], digits_of(row["dealer_ci95"]))
    return (
        f"Its dealer nets {_net(row)} units (95 % interval {limits}) and wins "
        f"{percent_known(row['dealer_win'], row['dealer_win_ci95'])} of the games."
    )


def _source(document: Document) -> str:
    """How much of the dealer's net comes through the jackpot, in the first rules that have one."""
    for variant in document["variants"]:
        jackpot = _of(document["jackpots"], variant)
        if jackpot and variant["dealer"] and variant["next_dealer"] == "winner":
            rest = variant["dealer"] - jackpot[0]["dealer"]
            if jackpot[0]["dealer"] > 0.5 * variant["dealer"]:
                return (
                    f"Most of it is the jackpot, not the deal: under {variant['rules']} the winner deals next, so only "
                    f"the dealer can complete {jackpot[0]['streak']} wins in a row. The jackpot nets him "
                    f"{amount(jackpot[0]['dealer'], 2)} units a game, all the rest {amount(rest, 2)}."
                )
    return ""


def _pot_sentence(document: Document) -> str:
    rows = [row for row in document["jackpots"] if row["size"] is not None]
    if not rows:
        return ""
    row = rows[0]
    return (
        f"Under {row['rules']} the jackpot is hit every {_plain(row, 'games_between')} games and brings "
        f"{_plain(row, 'size')} units, the hitter's own stake included."
    )


def _session(document: Document) -> str:
    row = document["variants"][0]
    if row["bankroll_95"] is None:
        return ""
    return (
        f"In a session of {document['session']:,} games under {row['rules']} one player in ten ends below "
        f"{amount(row['session_p05'], 0)} or above {amount(row['session_p95'], 0)} units. To outlast 19 sessions of 20 "
        f"takes {_plain(row, 'bankroll_95')} units, 99 of 100 {_plain(row, 'bankroll_99')}."
    )


def tables(document: Document) -> list[Table]:
    """All tables of the page."""
    made = [_variants(document), _parts(document), _endings(document), _sessions(document)]
    made += [_jackpots(document), _ruin(document), _places(document)]
    return [table for table in made if table.rows]


def console(document: Document) -> list[Table]:
    """A terminal leaves the long tables out where many rules are shown."""
    made = tables(document)
    if len(document["variants"]) <= _FEW:
        return made
    return [table for table in made if table.key not in ("ruin", "places")]


def _variants(document: Document) -> Table:
    rows = []
    for row in document["variants"]:
        cells = [_units(row, "moved"), _units(row, "dealer")]
        cells += [percent(row["dealer_of_moved"], 1), percent_known(row["dealer_win"], row["dealer_win_ci95"])]
        rows.append([figures.label(document, row), *cells, amount(row["payout_sd"], 1, sign=False)])
    headings = ["Rules", "A game moves", "Dealer nets", "Of it", "Dealer wins", "Swing"]
    note = (
        "Units a game; ± is half a 95 % interval. A game moves: what passes hands but for the jackpot. Of it: the "
        "dealer's net in per cent. Swing: standard deviation of one player's payout of one game."
    )
    return Table("variants", "What a game moves, and what dealing is worth", headings, rows, note=note)


def _parts(document: Document) -> Table:
    shown = [part for part in PART_WORDS if any(row["moved"] for row in document["parts"] if row["part"] == part)]
    rows = []
    for variant in document["variants"]:
        mine = {row["part"]: row for row in _of(document["parts"], variant)}
        cells = [amount(mine[part]["moved"], 3, sign=False) if mine[part]["moved"] else "–" for part in shown]
        rows.append([figures.label(document, variant), *cells])
    note = "Units a game that pass hands; house: what it keeps. Of the jackpot, what somebody nets. Intervals: JSON."
    return Table(
        "parts", "Where the money comes from", ["Rules", *(PART_WORDS[part] for part in shown)], rows, note=note
    )


def _endings(document: Document) -> Table:
    most = {
        ending: max(row["share"] for row in document["endings"] if row["ending"] == ending) for ending in ENDING_WORDS
    }
    shown = [ending for ending, share in most.items() if share >= _SELDOM]
    rows = []
    for variant in document["variants"]:
        mine = {row["ending"]: row for row in _of(document["endings"], variant)}
        cells = []
        for ending in shown:
            row = mine[ending]
            gets = "" if row["winner_gets"] is None or ending == "void" else f" {amount(row['winner_gets'], 1)}"
            cells.append(f"{percent(row['share'], 1)}{gets}" if row["share"] else "–")
        rows.append([figures.label(document, variant), *cells])
    note = (
        "Share of games, and the winner's payout (units, jackpot included) where it ends so. Fought: a "
        "called draw with a challenge. Endings of fewer than one game in a thousand, and intervals: JSON."
    )
    words = {"draw": "Not fought", "challenge": "Fought", "stock_out": "Stock out"}
    headings = ["Rules", *(words.get(ending, ENDING_WORDS[ending].capitalize()) for ending in shown)]
    return Table("endings", "How games end, and what the winner gets", headings, rows, note=note)


def _sessions(document: Document) -> Table:
    rows = []
    for row in document["variants"]:
        digits = 0 if row["session_sd"] >= 50 else 1
        cells = [amount(row[name], digits) for name in ("session_p05", "session_median", "session_p95")]
        cells.append(amount(row["bankroll_50"], digits, sign=False))
        cells += [_plain(row, name) for name in ("bankroll_95", "bankroll_99")]
        rows.append([figures.label(document, row), *cells])
    headings = ["Rules", "5 % below", "Median", "5 % above", "Half need", "19 of 20", "99 of 100"]
    note = (
        f"Units at the end of {document['session']:,} games; then the bankroll that is never lost on the way in half "
        "the sessions, in 19 of 20, in 99 of 100, ± half a 95 % interval."
    )
    return Table("sessions", f"A session of {document['session']:,} games", headings, rows, note=note)


def _jackpots(document: Document) -> Table:
    rows = []
    for row in document["jackpots"]:
        cells = [_units(row, "staked"), _plain(row, "games_between"), _plain(row, "size")]
        rows.append([figures.label(document, row), *cells, _units(row, "dealer")])
    headings = ["Rules", "Staked a game", "Games apart", "A hit brings", "Dealer nets"]
    note = (
        "Units; games apart: from hit to hit. All three players together stake. A hit brings the whole pot, the "
        "hitter's own stakes included. What is in the pot when a match ends is shared out."
    )
    return Table("jackpots", "The jackpot", headings, rows, note=note)


def _ruin(document: Document) -> Table:
    rows = []
    for row in document["ruin"]:
        limits = row["ruined_ci95"]
        ruined = "not known" if row["ruined"] is None else _shares(row["ruined"], limits)
        cells = [amount(row["bankroll"], 1, sign=False), ruined, percent(row["brownian"], 2)]
        rows.append([figures.label(document, row), *cells, percent(row["unlimited_at_most"], 0)])
    headings = ["Rules", "Bankroll", "Lost in a session, %", "Brownian", "Unlimited play, at most"]
    note = (
        "Lost: the share of players who at some time of the session are down by the bankroll, counted. Brownian: an "
        "approximation with the same mean and spread; it looks all the time and knows nothing of skewness, so it "
        "overstates. Unlimited play: a bound; without an edge everybody is ruined some day."
    )
    return Table("ruin", f"Risk of ruin in a session of {document['session']:,} games", headings, rows, note=note)


def _places(document: Document) -> Table:
    rows = []
    for row in document["places"]:
        win = "" if row["win"] is None else percent_known(row["win"], row["win_ci95"])
        rows.append([figures.label(document, row), row["place"], win, known(row["payout"], row["payout_ci95"])])
    note = "Seats are fair by construction: the first dealer is drawn. Their rows check the count."
    return Table("places", "By place and seat", ["Rules", "Place", "Wins", "Units a game"], rows, 2, note)


def findings(document: Document) -> list[Finding]:
    """Fairness, and how payouts are spread."""
    made = []
    fair = figures.fairness(document)
    if fair:
        dealers = [row for row in fair if row["place"] == "dealer"]
        top, least = max(dealers, key=lambda row: row["mean"]), min(dealers, key=lambda row: row["mean"])
        told = f"The dealer nets {top['mean']:.0f} % of what a game moves under {top['label']}"
        told += f" and {least['mean']:.0f} % under {least['label']}." if len(dealers) > 1 else "."
        bare = [row["mean"] for row in fair if row["place"] == "dealing"]
        if bare:
            told += (
                f" With the jackpot left out it is {amount(min(bare), 0, False)} to {amount(max(bare), 0, False)} %."
            )
        text = f"{told} What he nets the others lose; 0 is fair."
        made.append(Finding("fairness", "Fairness by place", text, lambda: figures.draw_fairness(fair)))
    parts = figures.parts(document)
    if parts:
        made.append(
            Finding("parts", "What the money is paid for", _parts_text(parts), lambda: figures.draw_parts(parts))
        )
    spread = figures.spread(document)
    losing = sum(row["share"] for row in spread if row["payout"] < 0) / max(1, len(document["variants"]))
    text = f"A player loses in {losing:.0f} % of the games (mean of the rules shown): small losses, larger gains."
    made.append(
        Finding(
            "spread",
            "What one game brings",
            text,
            lambda: figures.draw_spread(spread),
            lambda: figures.draw_spreads(spread),
        )
    )
    return made


def _parts_text(rows: Sequence[Row]) -> str:
    """The largest part of the first rules, and where sunog and jackpot weigh most."""
    first = [row for row in rows if row["label"] == rows[0]["label"]]
    most = max(first, key=lambda row: row["share"])
    told = [f"Under {most['label']} {most['share']:.0f} % of what is paid is {PART_WORDS[most['part']].lower()}."]
    for part in ("sunog", "jackpot"):
        mine = [row for row in rows if row["part"] == part]
        if mine and len(mine) > 1:
            top = max(mine, key=lambda row: row["share"])
            told.append(f"{PART_WORDS[part]} weighs most under {top['label']}: {top['share']:.0f} %.")
    return " ".join(told)


def _of(rows: Sequence[Row], variant: Row) -> list[Row]:
    return [row for row in rows if (row["rules"], row["player"]) == (variant["rules"], variant["player"])]


def _net(row: Row) -> str:
    return amount(row["dealer"], min(3, digits_of(row["dealer_ci95"])))


def _units(row: Row, name: str) -> str:
    """An amount, no sign, with half the width of its interval."""
    value, width = row[name], half_width(row[f"{name}_ci95"])
    if value is None:
        return "–"
    digits = min(3, digits_of(row[f"{name}_ci95"]))
    told = amount(value, digits, sign=False)
    return told + (f" ± {width:.{digits}f}" if width else "")


def _plain(row: Row, name: str) -> str:
    """As `_units`, to one decimal at most."""
    value, width = row[name], half_width(row[f"{name}_ci95"])
    if value is None:
        return "–"
    digits = 1 if not width else 0 if width >= 1 else 1 if width >= 0.1 else 2
    return amount(value, digits, sign=False) + (f" ± {width:.{digits}f}" if width else "")


def _shares(share: float, limits: list[float] | None) -> str:
    if not limits:
        return f"{100 * share:.1f}"
    return f"{100 * share:.1f} ({100 * limits[0]:.1f} to {100 * limits[1]:.1f})"
