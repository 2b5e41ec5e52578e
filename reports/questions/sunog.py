"""The answer about sunog: the burn clock, who is burned, what it costs."""

from __future__ import annotations

from analyses.answers.flat import value
from analyses.answers.sunog import BurnedBot, ClockRow, SunogAnswer
from analyses.figures import census as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text.numbers import amount, digits_of, known, percent, percent_known
from tongits_sim.run.answers import Estimate


def headline(answer: SunogAnswer) -> str:
    """How often, of which share of the losses, and for how much."""
    total = answer.by_bot[0]
    ends = " to ".join(percent_known(each, total.burned.ci95) for each in total.burned.ci95 or ())
    limits = f" (95 % interval {ends})" if ends else ""
    text = (
        f"A player is burned (sunog) in {_share(total.burned)} of his games{limits}: "
        f"{_share(total.burned_of_losses)} of all losses."
    )
    if not answer.extra:
        return f"{text} Under these rules it costs nothing extra."
    return f"{text} It costs him {_money(total.paid)} units a game."


def advice(answer: SunogAnswer) -> list[Advice]:
    """How dangerous it is to sit there without a meld."""
    total = answer.by_bot[0]
    rows = [row for row in answer.cells if row.kind == "all" and row.turn and row.without_meld >= figures.FEWEST]
    likely = next((row for row in rows if value(row.burned_in_the_end) > 0.5), rows[-1] if rows else None)
    text = f"A player is burned (sunog) in {percent(total.burned.mean, 0)} of his games."
    limits = _with_limits(total.burned)
    sure = f"Burned in {limits} of all games."
    if likely is not None:
        text += (
            f" A player who still has no meld on the table after {_turns(likely.turn)} is burned in "
            f"{percent(likely.burned_in_the_end.mean, 0)} of the cases."
        )
        sure = f"Overall {limits}; without a meld after {_turns(likely.turn)} {_with_limits(likely.burned_in_the_end)}."
    cost = (
        f" It costs {answer.extra:g} unit{'' if answer.extra == 1 else 's'} each time."
        if answer.extra
        else " Under these rules it costs nothing extra."
    )
    return [
        Advice(
            "How soon must I lay a meld?", text + cost, f"{sure} Counted, not forced: weak hands wait longer anyway."
        )
    ]


def _turns(turn: int) -> str:
    return "his first turn" if turn == 1 else f"{turn} turns"


def sentences(answer: SunogAnswer) -> list[str]:
    """By bot, by turn, in money, and what the numbers are not."""
    bots = answer.by_bot[1:]
    parts = []
    if bots:
        shares = [f"{row.player} {_share(row.burned)}" for row in bots]
        parts.append(f"That is the mean of the three bots; it depends on how one plays: {', '.join(shares)}.")
    parts += [_by_turn(answer), _in_money(answer), _as_dealt(answer)]
    parts.append(
        "Nothing was forced here: games in which a player waits differ from games in which he lays at once. The value "
        "of waiting itself is measured by the forks of tongits analyze exposure."
    )
    return [text for text in parts if text]


def _by_turn(answer: SunogAnswer) -> str:
    rows = {row.turn: row for row in answer.cells if row.kind == "all"}
    first, third = rows.get(1), rows.get(3)
    if first is None:
        return ""
    text = f"After his first turn {_share(first.opened)} of all players have an own meld on the table"
    if third is None or third.without_meld < figures.FEWEST:
        return f"{text}."
    return (
        f"{text}, after the third {_share(third.opened)}. Of those who have none after the third, "
        f"{_share(third.burned_in_the_end)} are burned in the end."
    )


def _in_money(answer: SunogAnswer) -> str:
    total = answer.by_bot[0]
    if total.loss_burned.mean is None or total.loss_other.mean is None or not answer.extra:
        return ""
    return (
        f"A burned loser pays {answer.extra:g} more, whatever the ending. In all he loses "
        f"{_money(total.loss_burned)} units in such a game, and {_money(total.loss_other)} in other lost games."
    )


def _as_dealt(answer: SunogAnswer) -> str:
    parts = []
    for row in answer.deals:
        exact = "" if row.exact is None else f" (exact: {100 * row.exact:.2f} %, z = {amount(row.z, 1)})"
        parts.append(f"{100 * value(row.share):.2f} % of hands of {row.cards} cards{exact}")
    return f"As dealt, {' and '.join(parts)} hold a meld."


def tables(answer: SunogAnswer) -> list[Table]:
    """The clock, the bots, the hands, the check of the deal."""
    return [_clock(answer), _bots(answer), _hands(answer), _deals(answer)]


def _clock(answer: SunogAnswer) -> Table:
    rows = [_clock_row(row) for row in answer.cells if row.kind == "all"]
    note = (
        "Per cent of all players; ± is half a 95 % interval. Won: from the hand; spared: saved by a secret or a sapaw, "
        "or nobody won. The last column: of those who have had that turn and still have no meld. Fewer than "
        f"{figures.FEWEST}: unresolved."
    )
    headings = ["After own turn", "Has a meld", "None yet", "Burned", "Won, spared", "Burned in the end"]
    return Table("clock", "The burn clock: an own meld on the table, or burned", headings, rows, note=note)


def _clock_row(row: ClockRow) -> list[str]:
    later = "unresolved" if row.without_meld < figures.FEWEST else _plus(row.burned_in_the_end)
    ended = f"{100 * (value(row.won) + value(row.spared)):.1f}"
    return [str(row.turn), _plus(row.opened), f"{100 * row.waiting:.1f}", _plus(row.burned), ended, later]


def _bots(answer: SunogAnswer) -> Table:
    rows = [_bot_row(row) for row in answer.by_bot]
    headings = ["Player", "Burned, %", "Of losses, %", "Net a game", "Loses burned", "Loses else"]
    note = (
        "Net: payments for being burned, received less paid, units a game. Loses: units in a game lost when burned, "
        "and when not; hands differ, so their difference is not the price of being burned alone."
    )
    return Table("bots", "Who is burned, and what it costs", headings, rows, note=note)


def _bot_row(row: BurnedBot) -> list[str]:
    money = [known(each.mean, each.ci95) for each in (row.net, row.loss_burned, row.loss_other)]
    return [row.player, _plus(row.burned), _plus(row.burned_of_losses), *money]


def _hands(answer: SunogAnswer) -> Table:
    names = {"melds": "melds dealt", "deadwood": "least deadwood dealt", "cards": "cards dealt", "bot melds": "melds"}
    rows = []
    for row in answer.groups:
        if row.kind in names:
            kind = names[row.kind]
            what = f"{row.group} {kind.replace('melds', 'meld') if row.group.endswith('1') else kind}"
            if row.kind == "deadwood":
                what = f"deadwood {row.group}"
            cost = f"{_money(row.cost)} ± {row.cost.half_width or 0:.3f}"
            rows.append([what, f"{100 * row.share:.1f}", _plus(row.opened_in_first_turn), _plus(row.burned), cost])
    headings = ["Hand as dealt", "Of hands, %", "Meld in turn 1, %", "Burned, %", "Cost a game"]
    note = "Cost: units a game paid for being burned. Deadwood: least points outside melds."
    return Table("hands", "By the hand as dealt", headings, rows, note=note)


def _deals(answer: SunogAnswer) -> Table:
    rows = []
    for row in answer.deals:
        exact, z = ("not known", "") if row.exact is None else (f"{100 * row.exact:.4f}", amount(row.z, 2))
        rows.append([str(row.cards), f"{row.hands:,}", f"{100 * value(row.share):.4f}", exact, z])
    note = "z: standard errors between the two; the two hands of 12 of one deal are counted together."
    headings = ["Cards", "Hands", "With a meld, %", "Exact, %", "z"]
    return Table("deals", "Turn 0: hands that hold a meld", headings, rows, note=note)


def findings(answer: SunogAnswer) -> list[Finding]:
    """The burn clock, and the danger of waiting."""
    clock, danger = figures.clock(answer), figures.danger(answer)
    parts = []
    for group in dict.fromkeys(row.group for row in clock):
        mine = [row for row in clock if row.group == group]
        if len(mine) > 1:
            first, last = mine[1], mine[-1]
            parts.append(f"{group} {100 * first.opened:.0f} % after one turn, {100 * last.burned:.1f} % burned")
    clock_finding = Finding(
        "clock",
        "The burn clock",
        f"Who has a meld on the table, and who ends burned: {'; '.join(parts)}.",
        lambda: figures.draw_clock(clock),
        lambda: figures.draw_clocks(clock),
    )
    worst = max((row for row in danger if row.turn > 0), key=lambda row: row.share, default=None)
    if worst is None:
        return [clock_finding]
    text = (
        f"How often a player who still has no meld ends burned; most often {worst.group} after {worst.turn} own "
        f"turns: {100 * worst.share:.0f} %. Turns that fewer than {figures.FEWEST} players reached are left out."
    )
    return [
        clock_finding,
        Finding("danger", "Burned in the end, if still without a meld", text, lambda: figures.draw_danger(danger)),
    ]


def _share(share: Estimate) -> str:
    return percent_known(share.mean, share.ci95)


def _with_limits(share: Estimate) -> str:
    """A share and its interval, to a tenth of a per cent at most."""
    digits = 0 if share.half_width is not None and share.half_width > 0.01 else 1
    text = percent(share.mean, digits)
    if share.ci95 is None:
        return text
    return f"{text} (95 % interval {' to '.join(percent(limit, digits) for limit in share.ci95)})"


def _plus(share: Estimate) -> str:
    """Per cent with half the width of the interval."""
    width = share.half_width
    if share.mean is None or width is None:
        return ""
    digits = 1 if 100 * width >= 0.05 else 2
    return f"{100 * share.mean:.{digits}f} ± {100 * width:.{digits}f}"


def _money(units: Estimate) -> str:
    """An amount without its sign, to three decimals at most."""
    return amount(abs(value(units)), min(3, digits_of(units.ci95)), sign=False)
