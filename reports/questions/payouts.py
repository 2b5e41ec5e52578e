"""How the answer about payouts is presented: what rules pay, what dealing is worth, what a session can cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyses.answers.payouts import Jackpot, PayoutsAnswer, Variant, of_arm
from analyses.figures import census as figures
from analyses.figures.census import NetPoint, PartShare, PayoutBar, label
from analyses.figures.comparison import ENDING_WORDS
from analyses.payouts import HOUSE
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text.numbers import MINUS, amount, between, digits_of, known, percent, percent_known
from tongits_sim.run.answers import Estimate

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
"""Maximum number of rule sets for which a terminal shows every bankroll."""
_SELDOM = 0.001
"""Minimum share of games for an ending to get a column."""


def headline(answer: PayoutsAnswer) -> str:
    """The value of dealing: under one rule set, or where it is highest and lowest."""
    rows = answer.variants
    if len(rows) == 1:
        return (
            f"Under {rows[0].rules}, with three copies of {rows[0].player}, {_units(rows[0].moved)} units change hands "
            f"in a game. {_dealer(rows[0])}"
        )
    best, least = max(rows, key=_of_moved), min(rows, key=_of_moved)
    return (
        f"With three copies of {' or of '.join(answer.players)}, the dealer's share of the turnover is highest under "
        f"{label(answer, best)} ({_whole(best)}, {_net(best)} units a game) and lowest under {label(answer, least)} "
        f"({_whole(least)}, {_net(least)} units)."
    )


def advice(answer: PayoutsAnswer) -> list[Advice]:
    """Whether dealing is fair and what a session can cost: under the first rules, then the range over the others."""
    first, *others = answer.variants
    text = (
        f"Under {label(answer, first)}, with three copies of {first.player}, the dealer nets {_whole(first)} of the "
        "turnover."
    )
    if others:
        text += f" Under the other rules shown it is {_span(answer, others, _of_moved, _whole)}."
    limits = first.dealer_of_moved.ci95
    sure = "" if limits is None else f"95 % interval {percent(limits[0])} to {percent(limits[1])}."
    advices = [Advice("Is dealing fair?", text, _joined(sure, _source(answer, [first]), _house(answer, [first])))]
    if first.bankroll_95.mean is not None:
        text = f"Under {label(answer, first)} a bankroll of {_plain(first.bankroll_95)} units lasts 95 % of sessions."
        known_there = [row for row in others if row.bankroll_95.mean is not None]
        if known_there:
            text += f" Under the other rules shown it takes {_span(answer, known_there, _bank, _bank_words)}."
        question = f"How much should I bring for {answer.session:,} games?"
        advices.append(Advice(question, text, "± is half a 95 % interval."))
    return advices


def _span(
    answer: PayoutsAnswer, rows: Sequence[Variant], size: Callable[[Variant], float], words: Callable[[Variant], str]
) -> str:
    """The lowest and the highest of some rule sets: `2.5 % (rulesofcards) to 48 % (sjs)`."""
    least, most = min(rows, key=size), max(rows, key=size)
    ends = [f"{words(row)} ({label(answer, row)})" for row in (least, most)]
    return ends[0] if least is most else " to ".join(ends)


def _of_moved(row: Variant) -> float:
    return row.dealer_of_moved.mean or 0.0


def _whole(row: Variant) -> str:
    return f"{100 * _of_moved(row):.0f} %".replace("-", MINUS)


def _bank(row: Variant) -> float:
    return row.bankroll_95.mean or 0.0


def _bank_words(row: Variant) -> str:
    return _plain(row.bankroll_95)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def pocket(answer: PayoutsAnswer) -> list[Table]:
    """What a session can cost."""
    table = _sessions(answer)
    return [table] if table.rows else []


def sentences(answer: PayoutsAnswer) -> list[str]:
    """The source of the dealer's advantage, fees, jackpots, sessions, assumptions."""
    who = " or of ".join(answer.players)
    parts = [f"Three copies of {who} play matches of {answer.session:,} games; they differ only in their seats."]
    parts += [
        _source(answer, answer.variants),
        _house(answer, answer.variants),
        _pot_sentence(answer),
        _session(answer),
    ]
    return [text for text in parts if text]


def _dealer(row: Variant) -> str:
    limits = between(row.dealer.ci95, digits_of(row.dealer.ci95))
    return (
        f"The dealer nets {_net(row)} units (95 % interval {limits}) and wins "
        f"{percent_known(row.dealer_win.mean, row.dealer_win.ci95)} of the games."
    )


def _source(answer: PayoutsAnswer, variants: Sequence[Variant]) -> str:
    """How much of the dealer's net comes from the jackpot, under the first rules where that is most of it."""
    for variant in variants:
        jackpot = _jackpot(answer, variant)
        if jackpot and variant.dealer.mean and variant.next_dealer == "winner":
            net, by_jackpot = variant.dealer.mean, jackpot.dealer.mean or 0.0
            if by_jackpot > 0.5 * net:
                return (
                    f"Most of the dealer's net is the jackpot: under {variant.rules} the winner deals next, so only "
                    f"the dealer can complete {jackpot.streak} wins in a row. The dealer nets {amount(by_jackpot, 2)} "
                    f"units a game from the jackpot and {amount(net - by_jackpot, 2)} from everything else."
                )
    return ""


def _house(answer: PayoutsAnswer, variants: Sequence[Variant]) -> str:
    """What the house keeps under rules with fees, and the average loss per player."""
    parts = []
    for row in variants:
        if row.fees and row.moved.mean:
            share = percent(row.fees / row.moved.mean)
            parts.append(
                f"{_units(row.kept_by_the_house)} units a game under {label(answer, row)} ({share} of the "
                f"turnover), so a player loses {_third(row)} on average"
            )
    return f"The house keeps {'; '.join(parts)}." if parts else ""


def _third(row: Variant) -> str:
    return amount(row.fees / 3, min(3, digits_of(row.kept_by_the_house.ci95) + 1), sign=False)


def _jackpot(answer: PayoutsAnswer, variant: Variant) -> Jackpot | None:
    return next(iter(of_arm(answer.jackpots, variant)), None)


def _pot_sentence(answer: PayoutsAnswer) -> str:
    row = next((row for row in answer.jackpots if row.size.mean is not None), None)
    if row is None:
        return ""
    return (
        f"Under {row.rules} the jackpot is won once in {_plain(row.games_between)} games on average and pays "
        f"{_plain(row.size)} units, the winner's own stake included."
    )


def _session(answer: PayoutsAnswer) -> str:
    row = answer.variants[0]
    if row.bankroll_95.mean is None:
        return ""
    return (
        f"In a session of {answer.session:,} games under {row.rules} one player in ten ends below "
        f"{amount(row.session_p05, 0)} or above {amount(row.session_p95, 0)} units. A bankroll of "
        f"{_plain(row.bankroll_95)} units lasts 95 % of sessions, one of {_plain(row.bankroll_99)} units 99 %."
    )


def tables(answer: PayoutsAnswer) -> list[Table]:
    """All tables of the page."""
    every = [_variants(answer), _parts(answer), _endings(answer), _sessions(answer)]
    every += [_jackpots(answer), _ruin(answer), _places(answer)]
    return [table for table in every if table.rows]


def console(answer: PayoutsAnswer) -> list[Table]:
    """The tables for a terminal: with many rule sets the long ones are left out."""
    every = tables(answer)
    if len(answer.variants) <= _FEW:
        return every
    return [table for table in every if table.key not in ("ruin", "places")]


def _variants(answer: PayoutsAnswer) -> Table:
    rows = []
    for row in answer.variants:
        cells = [_units(row.moved), _units(row.dealer), percent(row.dealer_of_moved.mean, 1)]
        cells += [percent_known(row.dealer_win.mean, row.dealer_win.ci95), amount(row.payout_sd, 1, sign=False)]
        rows.append([label(answer, row), *cells])
    headings = ["Rules", "Turnover", "Dealer nets", "Of turnover", "Dealer wins", "SD"]
    note = (
        "Units a game; ± is half a 95 % interval. Turnover: units that change hands, jackpot included. SD: standard "
        "deviation of one player's payout per game."
    )
    return Table("variants", "Turnover of a game, and the value of dealing", headings, rows, note=note)


def _parts(answer: PayoutsAnswer) -> Table:
    names = [part for part in PART_WORDS if any(row.moved.mean for row in answer.parts if row.part == part)]
    rows = []
    for variant in answer.variants:
        moved = {row.part: row.moved.mean for row in of_arm(answer.parts, variant)}
        rows.append([label(answer, variant), *(amount(moved[part] or None, 3, sign=False) or "–" for part in names)])
    note = (
        "Units a game that change hands; jackpot: the net gain of those who gain. House: what it takes out of these, "
        "so it is no part of their sum. Intervals: JSON."
    )
    headings = ["Rules", *(PART_WORDS[part] for part in names)]
    return Table("parts", "Turnover by part of the payments", headings, rows, note=note)


def _endings(answer: PayoutsAnswer) -> Table:
    most = {
        ending: max(row.share.mean or 0.0 for row in answer.endings if row.ending == ending) for ending in ENDING_WORDS
    }
    names = [ending for ending, share in most.items() if share >= _SELDOM]
    rows = []
    for variant in answer.variants:
        mine = {row.ending: row for row in of_arm(answer.endings, variant)}
        cells = []
        for ending in names:
            row = mine[ending]
            units = None if ending == "void" else row.winner_gets.mean
            gets = "" if units is None else f" {amount(units, 1)}"
            cells.append(f"{percent(row.share.mean, 1)}{gets}" if row.share.mean else "–")
        rows.append([label(answer, variant), *cells])
    note = (
        "Share of games, and the winner's mean payout for that ending (units, jackpot included). Challenged: a called "
        "draw with a challenge. Endings of fewer than one game in a thousand, and intervals: JSON."
    )
    words = {"draw": "Unchallenged", "challenge": "Challenged", "stock_out": "Stock out"}
    headings = ["Rules", *(words.get(ending, ENDING_WORDS[ending].capitalize()) for ending in names)]
    return Table("endings", "How games end, and the winner's payout", headings, rows, note=note)


def _sessions(answer: PayoutsAnswer) -> Table:
    rows = []
    for row in answer.variants:
        digits = 0 if row.session_sd >= 50 else 1
        cells = [amount(units, digits) for units in (row.session_p05, row.session_median, row.session_p95)]
        cells.append(amount(row.bankroll_50.mean, digits, sign=False))
        rows.append([label(answer, row), *cells, _plain(row.bankroll_95), _plain(row.bankroll_99)])
    headings = ["Rules", "5 % quantile", "Median", "95 % quantile", "Lasts 50 %", "Lasts 95 %", "Lasts 99 %"]
    note = (
        f"Units at the end of {answer.session:,} games; then the starting bankroll that lasts through 50, 95 and 99 % "
        "of sessions, ± half a 95 % interval."
    )
    return Table("sessions", f"A session of {answer.session:,} games", headings, rows, note=note)


def _jackpots(answer: PayoutsAnswer) -> Table:
    rows = []
    for row in answer.jackpots:
        cells = [_units(row.staked), _plain(row.games_between), _plain(row.size), _units(row.dealer)]
        rows.append([label(answer, row), *cells])
    headings = ["Rules", "Staked a game", "Games between wins", "Pays", "Dealer nets"]
    note = (
        "Units; stakes of all three players together. A win pays the whole pot, the winner's own stakes included. "
        "What is left in the pot when a match ends is shared out."
    )
    return Table("jackpots", "The jackpot", headings, rows, note=note)


def _ruin(answer: PayoutsAnswer) -> Table:
    rows = []
    for row in answer.ruin:
        cells = [amount(row.bankroll, 1, sign=False), _lost(row.ruined), percent(row.brownian, 2)]
        rows.append([label(answer, row), *cells, percent(row.unlimited_at_most, 0)])
    headings = ["Rules", "Bankroll", "Lost in a session, %", "Brownian", "Unlimited play, at most"]
    note = (
        "Lost: share of players who are down by the bankroll at some point of the session, counted. Brownian: an "
        "approximation with the same mean and variance; it is continuous in time and ignores skewness. Unlimited play: "
        "an upper bound; without a positive edge ruin is certain in the long run."
    )
    return Table("ruin", f"Risk of ruin in a session of {answer.session:,} games", headings, rows, note=note)


def _places(answer: PayoutsAnswer) -> Table:
    rows = []
    for row in answer.places:
        win = "" if row.win.mean is None else percent_known(row.win.mean, row.win.ci95)
        rows.append([label(answer, row), row.place, win, known(row.payout.mean, row.payout.ci95)])
    note = "Seats are fair by construction, as the first dealer is drawn at random: their rows are a check."
    if any(row.place == HOUSE for row in answer.places):
        note += " House: its fees, which places (and seats) lose together."
    return Table("places", "By place and seat", ["Rules", "Place", "Wins", "Units a game"], rows, 2, note)


def findings(answer: PayoutsAnswer) -> list[Finding]:
    """Fairness by place, the parts of the payments, and the distribution of payouts."""
    net, parts, spread = figures.fairness(answer), figures.parts(answer), figures.spread(answer)
    every = []
    if net:
        text = _fairness_text(net)
        every.append(Finding("fairness", "Fairness by place", text, lambda: figures.draw_fairness(net)))
    if parts:
        text = _parts_text(parts)
        every.append(Finding("parts", "What is paid for", text, lambda: figures.draw_parts(parts)))
    every.append(
        Finding(
            "spread",
            "Distribution of payouts per game",
            _spread_text(spread),
            lambda: figures.draw_spread(spread),
            lambda: figures.draw_spreads(spread),
        )
    )
    return every


def _fairness_text(rows: Sequence[NetPoint]) -> str:
    """The dealer's net where it is highest and lowest, the same without the jackpot, and what would be fair."""
    dealers = [row for row in rows if row.place == "dealer"]
    top, least = max(dealers, key=lambda row: row.mean), min(dealers, key=lambda row: row.mean)
    text = f"The dealer nets {amount(top.mean, 0, False)} % of the turnover under {top.label}"
    text += f" and {amount(least.mean, 0, False)} % under {least.label}." if len(dealers) > 1 else "."
    bare = [row.mean for row in rows if row.place == "dealing"]
    if bare:
        ends = " to ".join(dict.fromkeys(amount(end, 0, False) for end in (min(bare), max(bare))))
        text += f" Without the jackpot on either side it is {ends} %."
    taxed = [row for row in dealers if row.fair]
    if not taxed:
        return f"{text} What the dealer nets the others lose; 0 is fair."
    marks = ", ".join(f"{amount(row.fair, 1)} % under {row.label}" for row in taxed)
    other = "" if len(taxed) == len(dealers) else "; under the others 0 is fair"
    return f"{text} Where the house takes fees, each of three equal places would net (tick) {marks}{other}."


def _spread_text(rows: Sequence[PayoutBar]) -> str:
    """How often and how much a player loses and gains on average, under the first rules."""
    first = [row for row in rows if row.label == rows[0].label]
    text = []
    for word, sign in (("loses", -1), ("gains", 1)):
        mine = [row for row in first if sign * row.payout > 0]
        share = sum(row.share for row in mine)
        if share:
            mean = sum(sign * row.payout * row.share for row in mine) / share
            text.append(f"{word} in {share:.0f} % of the games ({amount(mean, 1, sign=False)} units on average)")
    return f"Under {first[0].label} a player {' and '.join(text) or 'neither gains nor loses'}."


def _parts_text(rows: Sequence[PartShare]) -> str:
    """The largest part under the first rules, where sunog and jackpot have their largest share, and the house's cut."""
    paid = [row for row in rows if row.part != "fees"]
    most = max((row for row in paid if row.label == rows[0].label), key=lambda row: row.share)
    parts = [f"Under {most.label} {most.share:.0f} % of what is paid is {PART_WORDS[most.part].lower()}."]
    for part in ("sunog", "jackpot"):
        mine = [row for row in rows if row.part == part]
        if len(mine) > 1:
            top = max(mine, key=lambda row: row.share)
            parts.append(f"{PART_WORDS[part]} has its largest share under {top.label}: {top.share:.0f} %.")
    cuts = [f"{row.share:.1f} % under {row.label}" for row in rows if row.part == "fees"]
    if cuts:
        parts.append(f"The house takes out of all this (line above the bar): {', '.join(cuts)}.")
    return " ".join(parts)


def _net(row: Variant) -> str:
    return amount(row.dealer.mean, min(3, digits_of(row.dealer.ci95)))


def _units(units: Estimate) -> str:
    """An amount without its sign, with half the width of its interval."""
    if units.mean is None:
        return "–"
    digits = min(3, digits_of(units.ci95))
    width = units.half_width
    return amount(units.mean, digits, sign=False) + (f" ± {width:.{digits}f}" if width else "")


def _plain(units: Estimate) -> str:
    """Like `_units`, with fewer decimals."""
    if units.mean is None:
        return "–"
    width = units.half_width
    digits = 1 if not width else 0 if width >= 1 else 1 if width >= 0.1 else 2
    return amount(units.mean, digits, sign=False) + (f" ± {width:.{digits}f}" if width else "")


def _lost(share: Estimate) -> str:
    """Per cent of players, with limits."""
    if share.mean is None:
        return "not known"
    if share.ci95 is None:
        return f"{100 * share.mean:.1f}"
    return f"{100 * share.mean:.1f} ({100 * share.ci95[0]:.1f} to {100 * share.ci95[1]:.1f})"
