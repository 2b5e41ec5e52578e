"""The answer about sunog: the burn clock, who is burned, what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyses.figures import census as figures
from reports.commands.compare import digits_of, known
from reports.page.advice import Advice, per_cent
from reports.page.findings import Finding
from reports.page.tables import Table
from reports.text.numbers import amount, half_width, percent, percent_known

Document = Mapping[str, Any]
Row = Mapping[str, Any]


def answer(document: Document) -> str:
    """How often, of which share of the losses, and for how much."""
    total = document["by_bot"][0]
    limits = "95 % interval " + " to ".join(percent_known(each, total["burned_ci95"]) for each in total["burned_ci95"])
    told = (
        f"A player is burned (sunog) in {_share(total, 'burned')} of his games ({limits}): "
        f"{_share(total, 'burned_of_losses')} of all losses."
    )
    if not document["extra"]:
        return f"{told} Under these rules it costs nothing extra."
    return f"{told} It costs him {_money(total, 'paid')} units a game."


def advice(document: Document) -> list[Advice]:
    """How dangerous it is to sit there without a meld."""
    total = document["by_bot"][0]
    rows = [
        row
        for row in document["cells"]
        if row["kind"] == "all" and row["turn"] and row["without_meld"] >= figures.FEWEST
    ]
    likely = next((row for row in rows if row["burned_in_the_end"] > 0.5), rows[-1] if rows else None)
    told = f"A player is burned (sunog) in {percent(total['burned'], 0)} of his games."
    limits = per_cent(total["burned"], total["burned_ci95"])
    sure = f"Burned in {limits} of all games."
    if likely is not None:
        told += (
            f" Who still has no meld on the table after {_turns(likely['turn'])} is burned in "
            f"{100 * likely['burned_in_the_end']:.0f} % of the cases."
        )
        late = per_cent(likely["burned_in_the_end"], likely["burned_in_the_end_ci95"])
        sure = f"Overall {limits}; without a meld after {_turns(likely['turn'])} {late}."
    cost = (
        f" It costs {document['extra']:g} unit{'' if document['extra'] == 1 else 's'} each time."
        if document["extra"]
        else " Under these rules it costs nothing extra."
    )
    return [
        Advice(
            "How soon must I lay a meld?", told + cost, f"{sure} Counted, not forced: weak hands wait longer anyway."
        )
    ]


def _turns(turn: int) -> str:
    return "his first turn" if turn == 1 else f"{turn} turns"


def sentences(document: Document) -> list[str]:
    """By bot, by turn, in money, and what the numbers are not."""
    bots = document["by_bot"][1:]
    told = []
    if bots:
        parts = [f"{row['player']} {_share(row, 'burned')}" for row in bots]
        told.append(f"That is the mean of the three bots; it depends on how one plays: {', '.join(parts)}.")
    told += [_by_turn(document), _in_money(document), _as_dealt(document)]
    told.append(
        "Nothing was forced here: games in which a player waits differ from games in which he lays at once. What "
        "waiting itself is worth, the fork of tongits analyze exposure says."
    )
    return [text for text in told if text]


def _by_turn(document: Document) -> str:
    rows = {row["turn"]: row for row in document["cells"] if row["kind"] == "all"}
    third = rows.get(3)
    told = f"After his first turn {_share(rows[1], 'opened')} of all players have an own meld on the table"
    if third is None or third["without_meld"] < figures.FEWEST:
        return f"{told}." if 1 in rows else ""
    return (
        f"{told}, after the third {_share(third, 'opened')}. Who has none after his third is burned in the end in "
        f"{_share(third, 'burned_in_the_end')} of the cases."
    )


def _in_money(document: Document) -> str:
    total = document["by_bot"][0]
    if total["loss_burned"] is None or total["loss_other"] is None or not document["extra"]:
        return ""
    return (
        f"A burned loser pays {document['extra']:g} more, whatever the ending. All told he loses "
        f"{_money(total, 'loss_burned')} units in such a game, and {_money(total, 'loss_other')} in other lost games."
    )


def _as_dealt(document: Document) -> str:
    told = []
    for row in document["deals"]:
        exact = "" if row["exact"] is None else f" (exact: {100 * row['exact']:.2f} %, z = {amount(row['z'], 1)})"
        told.append(f"{100 * row['share']:.2f} % of hands of {row['cards']} cards{exact}")
    return f"As dealt, a meld lies in {' and in '.join(told)}."


def tables(document: Document) -> list[Table]:
    """The clock, the bots, the hands, the check of the deal."""
    return [_clock(document), _bots(document), _hands(document), _deals(document)]


def _clock(document: Document) -> Table:
    rows = []
    for row in document["cells"]:
        if row["kind"] != "all":
            continue
        few = row["without_meld"] < figures.FEWEST
        later = "unresolved" if few else _plus(row, "burned_in_the_end")
        cells = [_plus(row, way) for way in ("opened", "burned")]
        ended = row["won"] + row["spared"]
        rows.append([str(row["turn"]), cells[0], f"{100 * row['waiting']:.1f}", cells[1], f"{100 * ended:.1f}", later])
    note = (
        "Per cent of all players; ± is half a 95 % interval. Won: from the hand; spared: saved by a secret or a sapaw, "
        "or nobody won. The last column: of those who have had that turn and still have no meld. Fewer than "
        f"{figures.FEWEST}: unresolved."
    )
    headings = ["After own turn", "Has a meld", "None yet", "Burned", "Won, spared", "Burned in the end"]
    return Table("clock", "The burn clock: an own meld on the table, or burned", headings, rows, note=note)


def _bots(document: Document) -> Table:
    rows = []
    for row in document["by_bot"]:
        cells = [_plus(row, "burned"), _plus(row, "burned_of_losses")]
        cells += [known(row[name], row[f"{name}_ci95"]) for name in ("net", "loss_burned", "loss_other")]
        rows.append([row["player"], *cells])
    headings = ["Player", "Burned, %", "Of losses, %", "Net a game", "Loses burned", "Loses else"]
    note = (
        "Net: payments for being burned, received less paid, units a game. Loses: units in a game lost when burned, "
        "and when not; hands differ, so their difference is not the price of being burned alone."
    )
    return Table("bots", "Who is burned, and what it costs", headings, rows, note=note)


def _hands(document: Document) -> Table:
    names = {"melds": "melds dealt", "deadwood": "least deadwood dealt", "cards": "cards dealt", "bot melds": "melds"}
    rows = []
    for row in document["groups"]:
        if row["kind"] in names:
            kind = names[row["kind"]]
            what = f"{row['group']} {kind.replace('melds', 'meld') if row['group'].endswith('1') else kind}"
            if row["kind"] == "deadwood":
                what = f"deadwood {row['group']}"
            shares = [_plus(row, name) for name in ("opened_in_first_turn", "burned")]
            cost = f"{_money(row, 'cost')} ± {half_width(row['cost_ci95']) or 0:.3f}"
            rows.append([what, f"{100 * row['share']:.1f}", *shares, cost])
    headings = ["Hand as dealt", "Of hands, %", "Meld in turn 1, %", "Burned, %", "Cost a game"]
    note = "Cost: units a game paid for being burned. Deadwood: least points outside melds."
    return Table("hands", "By the hand as dealt", headings, rows, note=note)


def _deals(document: Document) -> Table:
    rows = []
    for row in document["deals"]:
        exact, z = ("not known", "") if row["exact"] is None else (f"{100 * row['exact']:.4f}", amount(row["z"], 2))
        rows.append([str(row["cards"]), f"{row['hands']:,}", f"{100 * row['share']:.4f}", exact, z])
    note = "z: standard errors between the two; the two hands of 12 of one deal are counted together."
    headings = ["Cards", "Hands", "With a meld, %", "Exact, %", "z"]
    return Table("deals", "Turn 0: hands that hold a meld", headings, rows, note=note)


def findings(document: Document) -> list[Finding]:
    """The burn clock, and the danger of waiting."""
    clock, danger = figures.clock(document), figures.danger(document)
    groups = list(dict.fromkeys(row["group"] for row in clock))
    told = []
    for group in groups:
        mine = [row for row in clock if row["group"] == group]
        if len(mine) > 1:
            first, last = mine[1], mine[-1]
            told.append(f"{group} {100 * first['opened']:.0f} % after one turn, {100 * last['burned']:.1f} % burned")
    shown = Finding(
        "clock",
        "The burn clock",
        f"Who has a meld on the table, and who ends burned: {'; '.join(told)}.",
        lambda: figures.draw_clock(clock),
        lambda: figures.draw_clocks(clock),
    )
    worst = max((row for row in danger if row["turn"] > 0), key=lambda row: row["share"], default=None)
    if worst is None:
        return [shown]
    text = (
        f"How often a player who still has no meld ends burned; most of all {worst['group']} after {worst['turn']} own "
        f"turns: {100 * worst['share']:.0f} %. Turns that fewer than {figures.FEWEST} players came to are left out."
    )
    return [
        shown,
        Finding("danger", "Burned in the end, if still without a meld", text, lambda: figures.draw_danger(danger)),
    ]


def _share(row: Row, name: str) -> str:
    return percent_known(row[name], row[f"{name}_ci95"])


def _plus(row: Row, name: str) -> str:
    """Per cent with half the width of the interval."""
    width = half_width(row[f"{name}_ci95"])
    if row[name] is None or width is None:
        return ""
    digits = 1 if 100 * width >= 0.05 else 2
    return f"{100 * row[name]:.{digits}f} ± {100 * width:.{digits}f}"


def _money(row: Row, name: str) -> str:
    """An amount without its sign, to three decimals at most."""
    return amount(abs(row[name]), min(3, digits_of(row[f"{name}_ci95"])), sign=False)
