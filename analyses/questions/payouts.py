"""What do rules pay, to whom, and what does a fee cost?

Three named players, or three copies of one, play sessions: matches in which dealer, jackpot and streak carry over from
game to game. Together they win nothing, or lose the house's fees. So rules differ in what the winner takes, in the
dealer's edge, in what is paid for, and in how far a player falls behind during a session. The unit of every interval is
the match.

With `--fee`, or if the rules have a fee and you name several bots, the bots also play together, in every seating of the
same deals, at each level of the house's fee: what the fee brings, and up to which fee a player still wins. A fee
changes payments, not how bots play.
"""

# ruff: noqa: RUF009  # a field that says how it is counted is made by a call; it holds no state

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from analyses import fees
from analyses.answers.shared import QuestionAnswer, counted, row
from analyses.fees import BreakEven, FeeLevel, PlayerAtFee
from analyses.figures import EARNED, Intervals, Row
from analyses.money import unit_name
from analyses.presentation import (
    ENDING_WORDS,
    Finding,
    Screen,
    SideBySide,
    Table,
    columns,
    earned,
    earnings,
    join_and,
    paid,
    seated,
    share,
    sure,
)
from analyses.question import SESSION, Inquiry, Option, Question, ReportSettings
from tongits_sim.run.answers import Answer, Estimate, RunFacts, mean_of
from tongits_sim.run.numbers import seconds
from tongits_sim.run.numbers import share as share_words
from tongits_sim.run.within import widest

if TYPE_CHECKING:
    from tongits_sim.experiments.census import CensusEstimates
    from tongits_sim.run.run_options import RunOptions
    from tongits_sim.strategy import Player

Sums = Mapping[str, int]
"""Columns of a census, each with its factor."""
GAMES = {"games": 1}
POT = {f"moved_{part}": 1 for part in ("base", "sunog", "bonus", "sagasa", "pot")}
MOVED = POT | {"moved_jackpot": 1}
HOUSE = {f"fees_{place}": -1 for place in range(3)}
EDGE = {"place_0": 2, "place_1": -1, "place_2": -1}
OF_JACKPOT = {"jackpot_0": 2, "jackpot_1": -1, "jackpot_2": -1}
WITHOUT = EDGE | {place: -factor for place, factor in OF_JACKPOT.items()}

# --- the answer: a field says how the census counts it; money is in units a game unless another unit is named ---


def money(y: Sums, x: Sums = GAMES) -> Any:
    """A field of a row: the ratio of two sums of a census, in units."""
    return counted(lambda census: Estimate.of(census.money(y, x)))


def ratio(y: Sums, x: Sums = GAMES) -> Any:
    """A field of a row: the ratio of two sums of a census, a plain number."""
    return counted(lambda census: Estimate.of(census.ratio(y, x)))


@dataclass(frozen=True)
class ArmRow(Answer):
    """A row for a rule set and a table: `player` has three seats, or names the three who sit there."""

    rules: str
    player: str


R = TypeVar("R", bound=ArmRow)


def of_arm(rows: Sequence[R], arm: ArmRow) -> list[R]:
    """The rows with the rules and the players of `arm`."""
    return [row for row in rows if (row.rules, row.player) == (arm.rules, arm.player)]


@dataclass(frozen=True)
class RuleSetRow(ArmRow):
    """The payments between the players of a table.

    `turnover`: what changes hands, before fees; `edge`: the dealer's payout minus the mean of the others;
    `dealer_share`: the dealer's net as a share of what changes hands.
    """

    next_dealer: str = counted(lambda census: str(census.census.rules.knobs()["deal.next_dealer"]))
    turnover: Estimate = money(MOVED)
    dealer: Estimate = money({"place_0": 1})
    right: Estimate = money({"place_1": 1})
    last: Estimate = money({"place_2": 1})
    edge: Estimate = money(EDGE, {"games": 2})
    edge_without_jackpot: Estimate = money(WITHOUT, {"games": 2})
    dealer_share: Estimate = ratio({"place_0": 1}, MOVED)
    dealer_share_without_jackpot: Estimate = ratio({"place_0": 1, "jackpot_0": -1}, POT)
    turns: Estimate = ratio({"turns": 1})
    house_fees: Estimate = money(HOUSE)
    bankroll_95: Estimate = counted(lambda census: Estimate.of(census.bankroll(0.95)))


@dataclass(frozen=True)
class Jackpot(ArmRow):
    """The jackpot. `size`: what its winner gets, with the own stakes; `returned`: share of the stakes."""

    staked: Estimate = money({"jackpot_paid_in": 1})
    games_between: Estimate = ratio(GAMES, {"jackpots_won": 1})
    size: Estimate = money({"jackpot_won": 1}, {"jackpots_won": 1})
    returned: Estimate = ratio({"jackpot_returned": 1}, {"jackpot_paid_in": 1})
    edge: Estimate = money(OF_JACKPOT, {"games": 2})


@dataclass(frozen=True)
class PaymentRow(ArmRow):
    """A part of the payments, in all and for the dealer; the part `fees` goes to the house."""

    part: str
    turnover: Estimate
    dealer: Estimate


@dataclass(frozen=True)
class Ending(ArmRow):
    """An ending of games, and the winner's payout."""

    ending: str
    share: Estimate
    winner_payout: Estimate


@dataclass(frozen=True, kw_only=True)
class PayoutsAnswer(QuestionAnswer):
    """Rows for each rule set and bot, and rows of fees under the first rules if fees are played."""

    rule_sets: tuple[str, ...]
    session: int
    games_played: int
    variants: tuple[RuleSetRow, ...]
    parts: tuple[PaymentRow, ...]
    endings: tuple[Ending, ...]
    jackpots: tuple[Jackpot, ...]
    table: tuple[str, ...] = ()  # who plays at every fee, by slot
    fee_of: str  # the fee to raise, `fees.winnings` or `fees.antes`; the other fee is then 0
    own_fee: float
    fees: tuple[FeeLevel, ...] = ()
    players_at_fees: tuple[PlayerAtFee, ...] = ()
    break_even: tuple[BreakEven, ...] = ()


# --- the games ---


def ask(inquiry: Inquiry) -> PayoutsAnswer:
    """Play every rule set at every table, and every fee with all bots together."""
    from tongits_sim.experiments.census import CensusEstimates, CensusJob
    from tongits_sim.experiments.sessions import SessionsEstimates, SessionsJob

    session = int(inquiry.options["session"])
    sets = inquiry.rule_sets or (inquiry.rules,)
    knob, own = fees.which(sets[0])
    fee = inquiry.options["fee"] or (fees.USUAL if own and len(sets) == 1 and 1 < len(inquiry.players) <= 3 else None)
    levels = fees.fee_levels(fee)
    seated = fees.table_of(inquiry.players) if levels else ()
    works: list[Any] = [
        CensusJob(rules, table, inquiry.games, inquiry.seed, session)
        for rules in sets
        for table in tables_of(inquiry.players)
    ]
    works += [
        SessionsJob(fees.at_fee(sets[0], knob, level), seated, inquiry.games, inquiry.seed, session, duplicate=True)
        for level in (sorted({0.0, own, *levels, fees.WHOLE}) if levels else ())
    ]
    rows: dict[str, list[Any]] = {"variants": [], "parts": [], "endings": [], "jackpots": []}
    elapsed = 0.0
    workers = 1
    for number, (job, run_options) in enumerate(
        zip(works, in_parts(inquiry.run_options, [work.games for work in works]), strict=True)
    ):
        run = run_options.run(job, f"{number + 1:02d}")
        elapsed += run.elapsed
        workers = run.workers
        if isinstance(job, CensusJob):
            new = rows_of(CensusEstimates(job, run.totals))
        else:
            new = fees.fee_rows(SessionsEstimates(job, run.totals), job.rules.knobs()[knob])
        for key, new_row in new:
            rows.setdefault(key, []).append(new_row)
    names = tuple(dict.fromkeys(rules.name for rules in sets))
    every = {key: tuple(listed) for key, listed in rows.items()}
    return PayoutsAnswer(
        **(inquiry.head(PAYOUTS) | {"rules": ", ".join(names)} | every),
        rule_sets=names,
        session=session,
        games_played=sum(job.games for job in works),
        table=tuple(player.label for player in seated),
        fee_of=knob,
        own_fee=own,
        run=RunFacts(workers, elapsed),
    )


def tables_of(players: Sequence[Player]) -> list[tuple[Player, ...]]:
    """Who sits together: three named players; of fewer or more each with two copies."""
    distinct = {player.full_spec: player for player in players}.values()
    return [tuple(players)] if len(players) == 3 and len(distinct) > 1 else [(player,) * 3 for player in distinct]


def in_parts(run_options: RunOptions, games: Sequence[int]) -> list[RunOptions]:
    """Options for several runs, from their numbers of games. Together the runs report one progress."""

    def after(before: int) -> Callable[[int, int], None] | None:
        report = run_options.progress
        total = sum(games)
        return None if report is None else lambda done, _: report(before + done, total)

    return [replace(run_options, progress=after(sum(games[:number]))) for number in range(len(games))]


def rows_of(census: CensusEstimates) -> Iterator[tuple[str, Answer]]:
    """Rows of one rule set and one bot, each with its list."""
    from tongits_sim.game.state import ENDINGS, PARTS

    rules = census.census.rules.name
    players = ", ".join(dict.fromkeys(player.label for player in census.census.players))
    named = {"rules": rules, "player": players}
    yield "variants", row(RuleSetRow, census, **named)
    if census.sum({"jackpot_paid_in": 1}):
        yield "jackpots", row(Jackpot, census, **named)
    for part in PARTS:
        moved = HOUSE if part == "fees" else {f"moved_{part}": 1}
        turnover = Estimate.of(census.money(moved))
        dealer = Estimate.of(census.money({f"{part}_0": 1}))
        yield "parts", PaymentRow(rules, players, part, turnover, dealer)
    for end in ENDINGS:
        gets = Estimate.of(census.money({f"gained_{end}": 1}, {f"ended_{end}": 1}))
        ended = Estimate.of(census.share({f"ended_{end}": 1}))
        yield "endings", Ending(rules, players, end, ended, gets)


# --- the screen ---

PART_WORDS = {
    "base": "the win",
    "bonus": "aces, kings, secrets",
    "sunog": "sunog",
    "sagasa": "sagasa",
    "pot": "pot",
    "jackpot": "jackpot",
    "fees": "to the house",
}
AFTER = {
    "draw": "after a call that nobody challenges",
    "challenge": "after a challenge",
    "tongits": "for tongits",
    "stock_out": "when the stock runs out",
    "spread": "for all melds when dealt",
    "void": "when nobody could win",
}
"""When a winner takes what, by ending."""
_USUAL_FEE = 0.05
_SELDOM = 0.001
"""Least share of games of an ending with a row."""


def title(answer: PayoutsAnswer) -> str:
    return "What does a fee bring?" if answer.fees else "What is paid, and to whom?"


def screen(answer: PayoutsAnswer) -> Screen:
    """Show the fees if fees were played; else rules side by side, or the payments under one rule set."""
    several = len(answer.variants) > 1
    bots = list(dict.fromkeys(row.player for row in answer.variants))
    who = seated(answer.table) if answer.fees else " or ".join(bot if ", " in bot else f"three {bot}" for bot in bots)
    games = f"{answer.games:,} games in matches of {answer.session:,}"
    heading = f"{answer.rules if len(answer.rule_sets) < 4 else f'{len(answer.rule_sets)} rules'} · {who} · {games}"
    body = fees_table(answer) if answer.fees else rules_table(answer) if several else payments(answer)
    return Screen(f"{heading} · seed {answer.seed}", headline(answer), [body], notes(answer))


def headline(answer: PayoutsAnswer) -> str:
    """The income from the fee if fees were played, otherwise the winner's take and the dealer's edge."""
    return fee_sentence(answer) if answer.fees else f"{takes(answer)} {dealing(answer)}"


def take(answer: PayoutsAnswer, arm: ArmRow) -> Estimate:
    """What the winner takes, over all endings; without an interval."""
    ends = [row for row in of_arm(answer.endings, arm) if row.winner_payout.mean is not None]
    share_of_games = sum(mean_of(row.share) for row in ends)
    whole = sum(mean_of(row.share) * mean_of(row.winner_payout) for row in ends)
    return Estimate(whole / share_of_games if share_of_games else None)


def main_fee(answer: PayoutsAnswer) -> FeeLevel:
    """The fee of the rules; if it is 0, a usual fee."""
    wanted = answer.own_fee or _USUAL_FEE

    def distance(row: FeeLevel) -> tuple[float, bool]:
        return abs(row.level - wanted), not row.level

    return min(answer.fees, key=distance)


def fee_sentence(answer: PayoutsAnswer) -> str:
    """What the fee brings the house, as an amount and as a share of all payments, and who still wins."""
    row = main_fee(answer)
    makes = "makes" if answer.own_fee else "would make"
    text = (
        f"The house {makes} {fees.unsigned(row.house)} {unit_name()} a game at {row.level:.0%} {fee_words(answer)}, "
        f"{share(row.of_moved)} of what changes hands. {even(answer)}"
    )
    return text.replace("%", " %").replace("  %", " %")


def fee_words(answer: PayoutsAnswer) -> str:
    """What the fee is a share of: `of the winnings` or `of the antes`."""
    return "of the winnings" if answer.fee_of == fees.KNOBS[0] else "of the antes"


def even(answer: PayoutsAnswer) -> str:
    """The fee at which the best player stops winning, in a sentence."""
    if len(set(answer.table)) == 1:
        return "Three equal players win nothing from each other."
    row = max(answer.break_even, key=lambda row: mean_of(row.before))
    if mean_of(row.before) <= 0 or not sure(row.before) or row.level.ci95 is None:
        return f"Nobody surely wins, even without a fee: {row.player} gets {earned(row.before)} a game."
    low, high = row.level.ci95
    if low >= 1:
        return f"No fee stops {row.player} from winning."
    return f"{row.player} stops winning at about {share_words(row.level.mean)} ({100 * low:.0f} to {100 * high:.0f})."


def fees_table(answer: PayoutsAnswer) -> Table:
    """For each level of the fee, the income of the house and the earnings of each player, units a game."""
    earns = {
        even_fee.player: earnings(row.payout for row in answer.players_at_fees if row.player == even_fee.player)
        for even_fee in answer.break_even
    }
    rows = [
        [f"{'now ' if fee.level == answer.own_fee else ''}{100 * fee.level:g} %", paid(fee.house), share(fee.of_moved)]
        + [texts[number] for texts in earns.values()]
        for number, fee in enumerate(answer.fees)
    ]
    note = f"{unit_name().capitalize()} a game, after the fee {fee_words(answer)}."
    return Table(
        "fees",
        "The house and the players, by fee",
        ["fee", "house", "of all", *(f"{bot} earns" for bot in earns)],
        rows,
        0,
        note,
    )


def takes(answer: PayoutsAnswer) -> str:
    """What the winner takes: by ending under one rule set, by rule set under several."""
    arms = [(arm, take(answer, arm)) for arm in answer.variants]
    if len(arms) > 1:
        low = min(arms, key=lambda pair: mean_of(pair[1]))
        high = max(arms, key=lambda pair: mean_of(pair[1]))
        return (
            f"The winner takes {paid(low[1])} {unit_name()} under {label(answer, low[0])} and {paid(high[1])} under "
            f"{label(answer, high[0])}."
        )
    ends = [row for row in answer.endings if row.winner_payout.mean is not None and mean_of(row.share) >= _SELDOM]
    most = max(ends, key=lambda row: mean_of(row.winner_payout))
    usual = max(ends, key=lambda row: mean_of(row.share))
    text = f"The winner takes {paid(take(answer, answer.variants[0]))} {unit_name()}"
    if most is not usual:
        text += f": {paid(usual.winner_payout)} {AFTER[usual.ending]}, {paid(most.winner_payout)} {AFTER[most.ending]}"
    return f"{text}."


def dealing(answer: PayoutsAnswer) -> str:
    """The dealer's edge in a sentence, under the rules with the largest edge, and the part of it that the jackpot
    causes.
    """
    best, *others = sorted(answer.variants, key=lambda row: -mean_of(row.dealer_share))
    under = f" under {label(answer, best)}" if others else ""
    if not sure(best.edge):
        return f"Dealing makes no difference that is sure{under}: {earned(best.edge)} {unit_name()} a game."
    more = "more" if mean_of(best.edge) > 0 else "less"
    text = f"The dealer makes {fees.unsigned(best.edge)} {unit_name()} a game {more} than the others{under}"
    jackpot = next(iter(of_arm(answer.jackpots, best)), None)
    if jackpot and mean_of(jackpot.edge) > 0.5 * mean_of(best.edge) > 0:
        text += f"; {fees.unsigned(as_fine_as(best.edge, jackpot.edge))} of it is the jackpot"
        text += ", which only a winner who deals again can take" if best.next_dealer == "winner" else ""
    return f"{text}."


def notes(answer: PayoutsAnswer) -> list[str]:
    """The jackpot and the bankroll, or the players who lose before any fee; what to type next."""
    if answer.fees:
        losers = [row.player for row in answer.break_even if -mean_of(row.before) > 0 and sure(row.before)]
        lost = f"{join_and(losers)} {'loses' if len(losers) == 1 else 'lose'} before any fee. " if losers else ""
        return [
            f"{lost}The fee changes payments, not how they play.",
            "What is paid for: --full   Own fees: --fee 2,4,6",
        ]
    more = "What to bring, player by player: tongits analyze sessions   More: --full"
    if len(answer.variants) > 1:
        narrower = "   One set of rules: --rules pagat" if len(answer.rule_sets) > 1 else "   One bot: --players greedy"
        return [f"Bring: what lasts 19 of 20 sessions.{narrower}" if _alike(answer) else narrower.strip(), more]
    first = answer.variants[0]
    texts = [_jackpot_words(jackpot) for jackpot in of_arm(answer.jackpots, first)]
    if mean_of(first.edge) > 0 and first.next_dealer == "winner" and sure(first.edge):
        texts.append("Fairer? tongits whatif deal.next_dealer=rotate --match-games 20")
    return [*texts, more]


def _jackpot_words(jackpot: Jackpot) -> str:
    if jackpot.size.mean is None:
        return "Nobody took the jackpot in these games."
    return f"The jackpot is taken every {paid(jackpot.games_between)} games and pays {paid(jackpot.size)}."


def _alike(answer: PayoutsAnswer) -> bool:
    """Whether three copies of one bot sit at each table, so that every seat is played equally well."""
    return not any(", " in arm.player for arm in answer.variants)


def label(answer: PayoutsAnswer, row: ArmRow) -> str:
    """The rules, and the bot if there are several."""
    return row.rules if len({variant.player for variant in answer.variants}) == 1 else f"{row.rules}: {row.player}"


# --- tables ---


def tables(answer: PayoutsAnswer) -> list[Table]:
    parts = {
        "rules": lambda row: label(answer, row),
        "for": lambda row: PART_WORDS[row.part],
        f"{unit_name()} a game": lambda row: earned(row.turnover, False),
        "to the dealer": lambda row: earned(row.dealer),
    }
    ends = {
        "rules": lambda row: label(answer, row),
        "ending": lambda row: ENDING_WORDS[row.ending],
        "of games": lambda row: share(row.share),
        "the winner takes": lambda row: earned(row.winner_payout),
    }
    return [
        *([fees_table(answer)] if answer.fees else []),
        rules_table(answer),
        columns("parts", "What is paid for", [row for row in answer.parts if row.turnover.mean], parts, 2),
        columns("endings", "How games end", [row for row in answer.endings if mean_of(row.share) >= _SELDOM], ends, 2),
    ]


def rules_table(answer: PayoutsAnswer) -> Table:
    """A row for each set of rules and bot."""
    edges = dict(zip(map(id, answer.variants), earnings(row.edge for row in answer.variants), strict=True))
    cells = {
        "rules": lambda row: label(answer, row),
        "winner takes": lambda row: paid(take(answer, row)),
        "dealer's edge": lambda row: edges[id(row)],
        "dealer nets": lambda row: _net(row.dealer_share),
        "without jackpot": lambda row: _net(row.dealer_share_without_jackpot),
    }
    note = (
        f"{unit_name().capitalize()} a game. Edge: what the dealer makes more than the mean of the others. Nets: of "
        "what changes hands."
    )
    if len(answer.variants) > 1 and _alike(answer):  # one table's bankrolls are those of `analyze sessions`
        cells["bring"] = lambda row: earned(row.bankroll_95, False)
        note += f" Bring: what lasts 19 of 20 sessions of {answer.session:,} games."
    return columns("variants", "What changes hands, and what dealing is worth", answer.variants, cells, note=note)


def _net(share: Estimate) -> str:
    """A share that may be negative."""
    return "–" if share.mean is None else f"{100 * share.mean:.0f} %".replace("-0 ", "0 ").replace("-", "−")


def as_fine_as(whole: Estimate, part: Estimate) -> Estimate:
    """Round a part to the decimals of the whole."""
    half = whole.half_width or 0.0
    return Estimate(part.mean, (mean_of(part) - half, mean_of(part) + half))


def payments(answer: PayoutsAnswer) -> SideBySide:
    """How games end under one rule set, beside the parts of the payments."""
    whole = answer.variants[0].turnover
    parts = [(row.part, paid(as_fine_as(whole, row.turnover))) for row in answer.parts if row.turnover.mean]
    paid_for = [(PART_WORDS[part], text) for part, text in parts if part != "fees"]
    paid_for += [("together", paid(whole)), *((PART_WORDS[part], text) for part, text in parts if part == "fees")]
    ends = sorted((row for row in answer.endings if mean_of(row.share) >= _SELDOM), key=lambda row: -mean_of(row.share))
    ended = [(ENDING_WORDS[row.ending], share(row.share), paid(row.winner_payout)) for row in ends]
    return SideBySide(
        Table("ends", "How games end", ["games end by", "of all", "winner takes"], ended),
        Table("paid_for", "What is paid for", ["what changes hands", f"{unit_name()} a game"], paid_for),
    )


def about(answer: PayoutsAnswer) -> list[str]:
    return [
        "The unit of ± is the match: seats rotate, the first dealer is drawn, the pot at its end is shared out.",
        "Fees play the same matches in every seating. A player stops winning when the fee takes all it earns.",
        f"{answer.games_played:,} games in {seconds(answer.run.elapsed_s)}.",
    ]


def findings(answer: PayoutsAnswer) -> list[Finding]:
    """What the winner takes, by ending or by rule set; what dealing is worth, with and without the jackpot."""
    if len(answer.variants) == 1:
        ends = [row for row in answer.endings if mean_of(row.share) >= _SELDOM and row.winner_payout.mean is not None]
        ends.sort(key=lambda row: -mean_of(row.winner_payout))
        taken = [Row.of(ENDING_WORDS[row.ending], row.winner_payout) for row in ends]
    else:
        sums = [(label(answer, arm), mean_of(take(answer, arm))) for arm in answer.variants]
        taken = [Row(name, mean, (mean, mean), True) for name, mean in sums]
    rows = []
    for arm in answer.variants:
        kinds = {"": arm.edge} | ({", no jackpot": arm.edge_without_jackpot} if of_arm(answer.jackpots, arm) else {})
        for words, edge in kinds.items():
            rows.append(Row.of(label(answer, arm) + words, edge))
    text = "What the dealer makes more than the mean of the others."
    winner = Intervals(taken, "units that the winner takes (line: 95 % interval)", signed=False)
    return [
        Finding("takes", "What the winner takes", takes(answer), winner),
        Finding("fairness", "What dealing is worth", text, Intervals(rows, EARNED)),
    ]


def width(answer: PayoutsAnswer) -> float | None:
    """The widest interval of what dealing is worth, units a game."""
    return widest(row.edge for row in answer.variants)


PAYOUTS = Question(
    name="payouts",
    asks="What do rules pay, to whom, and what does a fee cost?",
    games=300_000,
    ask=ask,
    width=width,
    answer=PayoutsAnswer,
    options=(
        SESSION,
        Option("fee", "Also play with these fees of the house, in per cent, all bots at one table: 0,5,10.", "text"),
    ),
    players="greedy",
    seats=None,
    rows="variants",
    example="--rules pagat --rules sjs --session 50",
    games_help="Games per rule set, and per fee.",
    every_rules=True,
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="designer",
    page_order=110,
    on_page=ReportSettings(200_000, least=1000),
)
