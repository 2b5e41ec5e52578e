"""How the answer about sunog is presented: the burn clock, who is burned, what it costs."""

from __future__ import annotations

from analyses.answers.flat import value
from analyses.answers.sunog import BurnedBot, ClockRow, SunogAnswer
from analyses.figures import census as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text.numbers import amount, digits_of, known, percent, percent_known
from reports.text.rollouts import players
from tongits_sim.run.answers import Estimate


def headline(answer: SunogAnswer) -> str:
    """How often players are burned, in what share of their losses, and at what cost."""
    total = answer.by_bot[0]
    ends = " to ".join(percent_known(each, total.burned.ci95) for each in total.burned.ci95 or ())
    limits = f" (95 % interval {ends})" if ends else ""
    text = (
        f"At a table of {players(answer)}, a player is burned (sunog) in {_share(total.burned)} of their "
        f"games{limits}: {_share(total.burned_of_losses)} of all losses."
    )
    if not answer.extra:
        return f"{text} Under these rules it costs nothing extra."
    return f"{text} It costs them {_money(total.paid)} units a game."


def advice(answer: SunogAnswer) -> list[Advice]:
    """The risk of having no meld on the table."""
    total = answer.by_bot[0]
    rows = [row for row in answer.cells if row.kind == "all" and row.turn and row.without_meld >= figures.FEWEST]
    likely = next((row for row in rows if value(row.burned_in_the_end) > 0.5), rows[-1] if rows else None)
    text = f"Among {players(answer)}, a player is burned (sunog) in {percent(total.burned.mean, 0)} of their games."
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
            "How soon must I lay a meld?",
            text + cost,
            f"{sure} These are observed frequencies, not effects of laying: hands that wait differ from others.",
        )
    ]


def _turns(turn: int) -> str:
    return "their first turn" if turn == 1 else f"{turn} turns"


def sentences(answer: SunogAnswer) -> list[str]:
    """By bot, by turn, in money, and what the numbers do not show."""
    bots = answer.by_bot[1:]
    parts = []
    if bots:
        shares = [f"{row.player} {_share(row.burned)}" for row in bots]
        parts.append(f"That is the mean of the three bots; by bot: {', '.join(shares)}.")
    parts += [_by_turn(answer), _in_money(answer), _as_dealt(answer)]
    parts.append(
        "These are observed frequencies: games in which a player waits differ from games in which they lay at once. "
        "The effect of waiting is estimated by paired rollouts, in tongits analyze exposure."
    )
    return [text for text in parts if text]


def _by_turn(answer: SunogAnswer) -> str:
    rows = {row.turn: row for row in answer.cells if row.kind == "all"}
    first, third = rows.get(1), rows.get(3)
    if first is None:
        return ""
    text = f"After their first turn {_share(first.opened)} of these players have a meld on the table"
    if third is None or third.without_meld < figures.FEWEST:
        return f"{text}."
    return (
        f"{text}, after the third {_share(third.opened)}. Of those without one after the third, "
        f"{_share(third.burned_in_the_end)} end up burned."
    )


def _in_money(answer: SunogAnswer) -> str:
    total = answer.by_bot[0]
    if total.loss_burned.mean is None or total.loss_other.mean is None or not answer.extra:
        return ""
    return (
        f"A burned loser pays {answer.extra:g} more, whatever the ending. In total a loser pays "
        f"{_money(total.loss_burned)} units in such a game, and {_money(total.loss_other)} in other lost games."
    )


def _as_dealt(answer: SunogAnswer) -> str:
    parts = []
    for row in answer.deals:
        exact = "" if row.exact is None else f" (exact: {100 * row.exact:.2f} %, z = {amount(row.z, 1)})"
        parts.append(f"{100 * value(row.share):.2f} % of hands of {row.cards} cards{exact}")
    return f"Before any play, {' and '.join(parts)} hold a meld."


def tables(answer: SunogAnswer) -> list[Table]:
    """The clock, the bots, the hands, the check of the deal."""
    return [_clock(answer), _bots(answer), _hands(answer), _deals(answer)]


def _clock(answer: SunogAnswer) -> Table:
    rows = [_clock_row(row) for row in answer.cells if row.kind == "all"]
    note = (
        "Per cent of all players; ± is half a 95 % interval. Won: without a meld on the table; spared: saved by a "
        "secret or a sapaw, or nobody won. Last column: of the players who had that turn and still have no meld; "
        f"unresolved below {figures.FEWEST} players."
    )
    headings = ["After own turn", "Has a meld", "None yet", "Burned", "Won or spared", "Burned in the end"]
    return Table("clock", "The burn clock: a meld on the table, or burned", headings, rows, note=note)


def _clock_row(row: ClockRow) -> list[str]:
    later = "unresolved" if row.without_meld < figures.FEWEST else _plus(row.burned_in_the_end)
    ended = f"{100 * (value(row.won) + value(row.spared)):.1f}"
    return [str(row.turn), _plus(row.opened), f"{100 * row.waiting:.1f}", _plus(row.burned), ended, later]


def _bots(answer: SunogAnswer) -> Table:
    rows = [_bot_row(row) for row in answer.by_bot]
    headings = ["Player", "Burned, %", "Of losses, %", "Net a game", "Loss if burned", "Other losses"]
    note = (
        "Net: payments for being burned, received minus paid, units a game. Losses: units per game lost, burned and "
        "not burned; the hands differ, so the difference between the two is not only the price of being burned."
    )
    return Table("bots", "How often each bot is burned, and what it costs", headings, rows, note=note)


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
    headings = ["Dealt hand", "Of hands, %", "Meld in turn 1, %", "Burned, %", "Cost a game"]
    note = "Cost: units a game paid for being burned. Deadwood: fewest points outside melds."
    return Table("hands", "By the dealt hand", headings, rows, note=note)


def _deals(answer: SunogAnswer) -> Table:
    rows = []
    for row in answer.deals:
        exact, z = ("not known", "") if row.exact is None else (f"{100 * row.exact:.4f}", amount(row.z, 2))
        rows.append([str(row.cards), f"{row.hands:,}", f"{100 * value(row.share):.4f}", exact, z])
    note = "z: standard errors between share and exact value; the two hands of 12 of a deal count as one observation."
    headings = ["Cards", "Hands", "With a meld, %", "Exact, %", "z"]
    return Table("deals", "Before any play: hands that hold a meld", headings, rows, note=note)


def findings(answer: SunogAnswer) -> list[Finding]:
    """The burn clock, and how often waiting players end up burned."""
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
        f"Share with a meld on the table, and share burned: {'; '.join(parts)}.",
        lambda: figures.draw_clock(clock),
        lambda: figures.draw_clocks(clock),
    )
    worst = max((row for row in danger if row.turn > 0), key=lambda row: row.share, default=None)
    if worst is None:
        return [clock_finding]
    text = (
        f"How often a player who still has no meld ends up burned. Highest estimate: {worst.group} after {worst.turn} "
        f"own turns, {100 * worst.share:.0f} %, picked on these same games. Turns that fewer than {figures.FEWEST} "
        "players reached are left out."
    )
    return [
        clock_finding,
        Finding("danger", "Burned in the end if still without a meld", text, lambda: figures.draw_danger(danger)),
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
