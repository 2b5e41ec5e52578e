"""What do rules pay, to whom, and how much can one lose in a session?

Three copies of a bot play sessions: matches in which dealer, jackpot and streak carry over from game to game. Together
they win nothing, or lose the house's fees, so their mean is known in advance; rules differ in the dealer's advantage,
in what is paid for, in the spread of payouts, and in how far a player falls behind during a session. The unit of every
interval is the match.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from analyses.answers.question import QuestionAnswer
from analyses.figures.comparison import ENDING_WORDS, INKS, blank, name, row_height
from analyses.question import SESSION_OPTIONS, Inquiry, OnPage, Question, in_parts
from analyses.words.parts import Advice, Finding, Table
from analyses.words.rollout_words import lost_words
from tongits_sim.any_game.seat_names import lettered
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.answers import Answer, Estimate, value
from tongits_sim.run.numbers import MINUS, amount, between, digits_of, known, percent, percent_known

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tongits_sim.designs.census.estimates import CensusEstimates
    from tongits_sim.designs.rows import Weights
    from tongits_sim.run.answers import Limits


# --- the answer ---


@dataclass(frozen=True)
class OfArm(Answer):
    """A row for a set of rules and the bot that plays with three copies; `rules`, `player`: their names."""

    rules: str
    player: str


R = TypeVar("R", bound=OfArm)


def of_arm(rows: Sequence[R], arm: OfArm) -> list[R]:
    """The rows of the same rules and bot."""
    return [row for row in rows if (row.rules, row.player) == (arm.rules, arm.player)]


@dataclass(frozen=True)
class Variant(OfArm):
    """A set of rules: the turnover of a game, the value of dealing, the spread of payouts, the bankroll for a session.

    Money is in units a game unless another unit is named. Shares of `moved` count the jackpot on both sides, but for
    `dealing_of_moved`, which counts it on neither.

    Attributes:
        games, sessions: how many were played.
        next_dealer: who deals the next game, as the knob says.
        moved: units that change hands, by all parts of the payments together, before the house takes its fees.
        dealer: the dealer's net.
        dealer_win: share of games that the dealer wins.
        dealer_of_moved: the dealer's net, as a share of what a game moves.
        dealing_of_moved: the same without the jackpot: the net by the other parts, as a share of what these move.
        right_of_moved, last_of_moved: the net of the player on the dealer's right and of the last, as shares.
        sunog: share of hands that are burned.
        turns: turns of a game, all players together.
        kept_by_the_house: fees.
        payout_sd, payout_p05, payout_median, payout_p95: one player's payout of one game, units.
        session_sd, session_p05, session_median, session_p95: one player's result of a session, units.
        bankroll_50, bankroll_95, bankroll_99: units that last a session with that probability.
    """

    games: int
    sessions: int
    next_dealer: str
    moved: Estimate
    dealer: Estimate
    dealer_win: Estimate
    dealer_of_moved: Estimate
    dealing_of_moved: Estimate
    right_of_moved: Estimate
    last_of_moved: Estimate
    sunog: Estimate
    turns: Estimate
    kept_by_the_house: Estimate
    payout_sd: float
    payout_p05: float
    payout_median: float
    payout_p95: float
    session_sd: float
    session_p05: float
    session_median: float
    session_p95: float
    bankroll_50: Estimate
    bankroll_95: Estimate
    bankroll_99: Estimate

    @property
    def fees(self) -> float:
        """Units a game that the house keeps; 0 without fees."""
        return self.kept_by_the_house.mean or 0.0

    @property
    def fair_of_moved(self) -> float:
        """The net of each place if all were alike, as a share of `moved`: 0, or a third of the fees."""
        return -self.fees / 3 / self.moved.mean if self.moved.mean else 0.0


@dataclass(frozen=True)
class Part(OfArm):
    """One part of the payments (base, sunog, bonus, sagasa, pot, jackpot, fees), units a game.

    Attributes:
        part: its name.
        moved: units that change hands by it; of `fees`: units that the house takes out of the others.
        dealer, right, last: net of each place by it.
    """

    part: str
    moved: Estimate
    dealer: Estimate
    right: Estimate
    last: Estimate


@dataclass(frozen=True)
class Ending(OfArm):
    """One ending of games.

    Attributes:
        ending: its name.
        share: of games.
        winner_gets: the winner's payout, units; unknown where no game ended so.
    """

    ending: str
    share: Estimate
    winner_gets: Estimate


@dataclass(frozen=True)
class Place(OfArm):
    """A place from the dealer on, a seat, or the house where the rules have fees.

    Attributes:
        place: its name.
        win: share of games won; unknown for seats and the house.
        payout: units a game.
    """

    place: str
    win: Estimate
    payout: Estimate


@dataclass(frozen=True)
class Ruin(OfArm):
    """The risk of losing a bankroll.

    Attributes:
        bankroll: units.
        ruined: share of players who are down by it at some time of a session; unknown where it is beyond the count.
        brownian: the same for a Brownian motion of the same mean and spread.
        unlimited_at_most: bound on the probability of ever losing it in unlimited play.
    """

    bankroll: float
    ruined: Estimate
    brownian: float
    unlimited_at_most: float


@dataclass(frozen=True)
class Jackpot(OfArm):
    """The jackpot of a set of rules that has one.

    Attributes:
        streak: wins in a row that take it.
        staked: units a game, all three players together.
        hits: jackpots won a game.
        games_between: games from hit to hit.
        size: units a hit brings, the hitter's own stakes included.
        returned: share of the stakes that is shared out at the end of matches.
        dealer: net of the dealer by it, units a game.
        hits_seen: jackpots won in all.
    """

    streak: int
    staked: Estimate
    hits: Estimate
    games_between: Estimate
    size: Estimate
    returned: Estimate
    dealer: Estimate
    hits_seen: int


@dataclass(frozen=True)
class Payout(OfArm):
    """One payout of a game.

    Attributes:
        payout: units.
        players: how many had it, three a game.
        share: of all.
    """

    payout: float
    players: int
    share: float


@dataclass(frozen=True, kw_only=True)
class PayoutsAnswer(QuestionAnswer):
    """The answer about payouts.

    Attributes:
        rule_sets: names of the rules, in the order given.
        session: games of a session.
        games_played: games in all.
        variants: each set of rules and bot.
        parts, endings, places, ruin, jackpots, histogram: rows of each of them.
        method: how it was estimated.
        workers: processes that played.
        elapsed_s: seconds.
    """

    rule_sets: tuple[str, ...]
    session: int
    games_played: int
    variants: tuple[Variant, ...]
    parts: tuple[Part, ...]
    endings: tuple[Ending, ...]
    places: tuple[Place, ...]
    ruin: tuple[Ruin, ...]
    jackpots: tuple[Jackpot, ...]
    histogram: tuple[Payout, ...]
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0


# --- the games ---

PLACES = ("dealer", "right of the dealer", "last")
HOUSE = "house"
_POT = ("base", "sunog", "bonus", "sagasa", "pot")
"""Parts of the payments but for the jackpot and the house's fees."""
_STEPS = (0.5, 1.0, 1.5, 2.0, 3.0)
"""Default bankrolls, in standard deviations of a session's result."""


LISTS = ("variants", "parts", "endings", "places", "ruin", "jackpots", "histogram")
"""The lists of `PayoutsAnswer` with rows of each set of rules and bot."""
Rows = Mapping[str, Sequence[OfArm]]


def ask(inquiry: Inquiry) -> PayoutsAnswer:
    """Play every set of rules with three copies of every bot, and count."""
    from tongits_sim.designs.census.estimates import CensusEstimates
    from tongits_sim.designs.census.job import CensusJob

    session = int(inquiry.options["session"])
    sets = inquiry.rule_sets or (inquiry.rules,)
    arms = [(rules, player) for rules in sets for player in inquiry.players]
    works = [CensusJob(rules, (player, player, player), inquiry.games, inquiry.seed, session) for rules, player in arms]
    rows: list[Rows] = []
    elapsed, workers = 0.0, 1
    hows = in_parts(inquiry.how, [work.games for work in works])
    for number, (work, how) in enumerate(zip(works, hows, strict=True), 1):
        run = how.run(work, f"{number:02d}")
        elapsed, workers = elapsed + run.elapsed, run.workers
        rows.append(rows_of(_Arm(CensusEstimates(work, run.totals)), inquiry.options["bankroll"]))
    names = tuple(dict.fromkeys(rules.name for rules in sets))
    every = {name: tuple(row for each in rows for row in each[name]) for name in LISTS}
    return PayoutsAnswer(
        **(inquiry.head(PAYOUTS) | {"rules": ", ".join(names)} | every),
        rule_sets=names,
        session=session,
        games_played=sum(work.games for work in works),
        method=_method(session),
        workers=workers,
        elapsed_s=elapsed,
    )


def rows_of(arm: _Arm, bankrolls: Sequence[float] = ()) -> Rows:
    """All rows of one set of rules and one bot, by list.

    Args:
        arm: sessions of three copies of the bot.
        bankrolls: units to find the risk of ruin for; some of the size of a session's result if there are none.
    """
    return {
        "variants": [_variant(arm)],
        "parts": _part_rows(arm),
        "endings": _ending_rows(arm),
        "places": _place_rows(arm),
        "ruin": _ruin_rows(arm, bankrolls),
        "jackpots": _jackpot_rows(arm),
        "histogram": _histogram(arm),
    }


class _Arm:
    """One set of rules and one bot: its counts as estimates, by game unless `x` or `trials` are others."""

    def __init__(self, counted: CensusEstimates) -> None:
        self.counted = counted
        self.rules = counted.census.rules.name
        self.player = counted.census.players[0].label

    def money(self, y: Weights, *x: Weights) -> Estimate:
        """Units of y."""
        return Estimate.of(self.counted.money(y, *x))

    def ratio(self, y: Weights, x: Weights | None = None) -> Estimate:
        """y for each x."""
        return Estimate.of(self.counted.ratio(y, x or {"games": 1}))

    def share(self, events: Weights, *trials: Weights) -> Estimate:
        """Share of the trials with an event."""
        return Estimate.of(self.counted.share(events, *trials))


def _variant(arm: _Arm) -> Variant:
    """The row of a set of rules and a bot."""
    from tongits_sim.stats import histogram_quantile

    counted = arm.counted
    pot = {f"moved_{part}": 1 for part in _POT}
    moved = pot | {"moved_jackpot": 1}
    values, counts = counted.payouts()
    low, median, high = (float(histogram_quantile(values, counts, q).estimate) / UNIT for q in (0.05, 0.5, 0.95))
    half, most, nearly_all = (Estimate.of(counted.bankroll(probability)) for probability in (0.5, 0.95, 0.99))
    return Variant(
        rules=arm.rules,
        player=arm.player,
        games=counted.totals.games,
        sessions=counted.sessions,
        next_dealer=str(counted.census.rules.knobs()["deal.next_dealer"]),
        moved=arm.money(moved),
        dealer=arm.money({"place_0": 1}),
        dealer_win=arm.share({"place_won_0": 1}),
        dealer_of_moved=arm.ratio({"place_0": 1}, moved),
        dealing_of_moved=arm.ratio({"place_0": 1, "jackpot_0": -1}, pot),
        right_of_moved=arm.ratio({"place_1": 1}, moved),
        last_of_moved=arm.ratio({"place_2": 1}, moved),
        sunog=arm.share({f"burned_{slot}": 1 for slot in range(3)}, {"games": 3}),
        turns=arm.ratio({"turns": 1}),
        kept_by_the_house=arm.money({f"fees_{place}": -1 for place in range(3)}),
        payout_sd=game_sd(counted),
        payout_p05=low,
        payout_median=median,
        payout_p95=high,
        session_sd=counted.session_sd(),
        session_p05=counted.session_quantile(0.05),
        session_median=counted.session_quantile(0.5),
        session_p95=counted.session_quantile(0.95),
        bankroll_50=half,
        bankroll_95=most,
        bankroll_99=nearly_all,
    )


def game_sd(counted: CensusEstimates) -> float:
    """Standard deviation (units) of the payout of one game, all players pooled."""
    from tongits_sim.designs.batch.tally import F
    from tongits_sim.stats import standard_deviation

    cells = counted.totals["cells"].sum(axis=(0, 1, 2))
    n, total, squares = (int(cells[F[name]]) for name in ("games", "payout", "payout_sq"))
    return float(standard_deviation(n, total, squares)) / UNIT


def _part_rows(arm: _Arm) -> tuple[Part, ...]:
    """For each part of the payments: units that change hands a game, and the net of each place."""
    from tongits_sim.game.state import PARTS

    rows = []
    for part in PARTS:
        moved = {f"fees_{place}": -1 for place in range(3)} if part == "fees" else {f"moved_{part}": 1}
        dealer, right, last = (arm.money({f"{part}_{place}": 1}) for place in range(3))
        rows.append(Part(arm.rules, arm.player, part, arm.money(moved), dealer, right, last))
    return tuple(rows)


def _ending_rows(arm: _Arm) -> tuple[Ending, ...]:
    from tongits_sim.game.state import ENDINGS

    return tuple(
        Ending(
            arm.rules,
            arm.player,
            ending,
            arm.share({f"ended_{ending}": 1}),
            arm.money({f"gained_{ending}": 1}, {f"ended_{ending}": 1}),
        )
        for ending in ENDINGS
    )


def _place_rows(arm: _Arm) -> tuple[Place, ...]:
    """Payouts and wins by place from the dealer; payouts by seat, which are fair by construction: a check; the house.

    Under rules without fees there is no row for the house.
    """
    places = [
        Place(arm.rules, arm.player, name, arm.share({f"place_won_{place}": 1}), arm.money({f"place_{place}": 1}))
        for place, name in enumerate(PLACES)
    ]
    seats = [
        Place(arm.rules, arm.player, f"seat {seat}", Estimate(None), arm.money({f"seat_{seat}": 1}))
        for seat in range(3)
    ]
    income = arm.money({f"fees_{place}": -1 for place in range(3)})
    house = [Place(arm.rules, arm.player, HOUSE, Estimate(None), income)] if income.mean else []
    return (*places, *seats, *house)


def _ruin_rows(arm: _Arm, bankrolls: Sequence[float]) -> tuple[Ruin, ...]:
    """How many players are ever down by a bankroll in a session, and approximations from mean and variance."""
    from tongits_sim.stats import brownian_ruin, lundberg_bound

    counted = arm.counted
    n, width = counted.census.match_games, counted.census.width
    sd = counted.session_sd()
    payouts = {f"payout_{slot}": 1 for slot in range(3)}
    edge, gains = float(counted.money(payouts, {"games": 3}).estimate), counted.sum(payouts) > 0
    values, counts = counted.payouts()
    rows = []
    for size in bankrolls or ([float(f"{step * sd:.2g}") for step in _STEPS] if sd > 0 else []):
        bankroll = max(1, math.ceil(round(size * UNIT / width, 6))) * width
        rows.append(
            Ruin(
                rules=arm.rules,
                player=arm.player,
                bankroll=bankroll / UNIT,
                ruined=Estimate.of(counted.ruined(bankroll)),
                brownian=brownian_ruin(edge, sd / math.sqrt(n), bankroll / UNIT, n) if sd > 0 else 0.0,
                # The bins of the histogram may shift its mean: whether there is a gain, the exact sum says.
                unlimited_at_most=lundberg_bound(values, counts, bankroll) if gains else 1.0,
            )
        )
    return tuple(rows)


def _jackpot_rows(arm: _Arm) -> tuple[Jackpot, ...]:
    """The jackpot; empty where the rules have none."""
    if not arm.counted.sum({"staked": 1}):
        return ()
    jackpot = Jackpot(
        rules=arm.rules,
        player=arm.player,
        streak=arm.counted.census.rules.jackpot.streak,
        staked=arm.money({"staked": 1}),
        hits=arm.ratio({"hits": 1}),
        games_between=arm.ratio({"games": 1}, {"hits": 1}),
        size=arm.money({"taken": 1}, {"hits": 1}),
        returned=arm.ratio({"returned": 1}, {"staked": 1}),
        dealer=arm.money({"jackpot_0": 1}),
        hits_seen=arm.counted.sum({"hits": 1}),
    )
    return (jackpot,)


def _histogram(arm: _Arm) -> tuple[Payout, ...]:
    values, counts = arm.counted.payouts()
    total = sum(counts)
    return tuple(
        Payout(arm.rules, arm.player, value / UNIT, count, count / total)
        for value, count in zip(values, counts, strict=True)
    )


def _method(session: int) -> dict[str, str]:
    return {
        "unit": f"The match of {session:,} games in one seating; dealer, jackpot and streak carry over within it. "
        "Seats rotate from match to match, the first dealer is drawn.",
        "players": "Three copies of one bot, which differ only in seat and deal; together they lose the fees.",
        "shares": "Shares of the turnover (units that change hands) count the jackpot in both parts; those "
        "without the jackpot count it in neither.",
        "ruin": "Counted: the running total after a game of the session is ever down by the bankroll. Brownian: first "
        "passage of a Brownian motion with the same mean and spread, an approximation. Unlimited play: Lundberg's "
        "bound, 100 % without a positive mean.",
        "jackpot": "What is in the pot at the end of a match is shared out equally; a hit takes the hitter's own stake "
        "too.",
        "forked": "No: observed frequencies; no decision is forced.",
        "stopping": "A number of games fixed before the start.",
        "comparisons": "None is claimed between rules; limits hold one at a time.",
    }


# --- words and tables ---

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


def who(answer: PayoutsAnswer) -> str:
    """Who played."""
    return f"three copies of {' or of '.join(answer.players)}"


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
        f"With {who(answer)}, the dealer's share of the turnover is highest under "
        f"{label(answer, best)} ({_whole(best)}, {_net(best)} units a game) and lowest under {label(answer, least)} "
        f"({_whole(least)}, {_net(least)} units)."
    )


def advice(answer: PayoutsAnswer) -> list[Advice]:
    """Whether dealing is fair, and the cost of a session: under the first rules, then the range over the others."""
    first, *others = answer.variants
    text = (
        f"Under {label(answer, first)}, with three copies of {first.player}, the dealer nets {_whole(first)} of the "
        "turnover."
    )
    if others:
        text += f" Under the other rules shown it is {_span(answer, others, _of_moved, _whole)}."
    limits = first.dealer_of_moved.ci95
    sure = "" if limits is None else f"95 % interval {percent(limits[0])} to {percent(limits[1])}."
    parts = (sure, _source(answer, [first]), _house(answer, [first]))
    advices = [Advice("Is dealing fair?", text, " ".join(filter(None, parts)))]
    if first.bankroll_95.mean is not None:
        text = f"Under {label(answer, first)} a bankroll of {_plain(first.bankroll_95)} units lasts 95 % of sessions."
        known_there = [row for row in others if row.bankroll_95.mean is not None]
        if known_there:
            span = _span(answer, known_there, lambda row: value(row.bankroll_95), lambda row: _plain(row.bankroll_95))
            text += f" Under the other rules shown it takes {span}."
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


def pocket(answer: PayoutsAnswer) -> list[Table]:
    """The cost of a session."""
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
                    f"units a game from the jackpot and {amount(net - by_jackpot, 2)} units from everything else."
                )
    return ""


def _house(answer: PayoutsAnswer, variants: Sequence[Variant]) -> str:
    """The income of the house under rules with fees, and the average loss per player."""
    parts = []
    for row in variants:
        if row.fees and row.moved.mean:
            share = percent(row.fees / row.moved.mean)
            parts.append(
                f"{_units(row.kept_by_the_house)} units a game under {label(answer, row)} ({share} of the "
                f"turnover), so a player loses {_third(row)} units on average"
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
        cells = [amount(row.bankroll, 1, sign=False), lost_words(row.ruined), percent(row.brownian, 2)]
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
        rows.append([label(answer, row), lettered(row.place), win, known(row.payout.mean, row.payout.ci95)])
    note = "Seats are fair by construction, as the first dealer is drawn at random: their rows are a check."
    if any(row.place == HOUSE for row in answer.places):
        note += " House: its fees, which places (and seats) lose together."
    return Table("places", "By place and seat", ["Rules", "Place", "Wins", "Units a game"], rows, 2, note)


def findings(answer: PayoutsAnswer) -> list[Finding]:
    """Fairness by place, the parts of the payments, and the distribution of payouts."""
    net, parts, spread = net_points(answer), part_shares(answer), payout_bars(answer)
    every = []
    if net:
        text = _fairness_text(net)
        every.append(Finding("fairness", "Fairness by place", text, lambda: draw_fairness(net)))
    if parts:
        text = _parts_text(parts)
        every.append(Finding("parts", "What is paid for", text, lambda: draw_parts(parts)))
    every.append(
        Finding(
            "spread",
            "Distribution of payouts per game",
            _spread_text(spread),
            lambda: draw_spreads(spread),
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
        share = math.fsum(row.share for row in mine)
        if share:
            mean = math.fsum(sign * row.payout * row.share for row in mine) / share
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


# --- figures ---


class NetPoint(NamedTuple):
    """Net of a place in per cent of the turnover, with limits; `fair`: the net if all places were equal."""

    label: str
    place: str
    mean: float
    ci95: Limits
    fair: float


class PayoutBar(NamedTuple):
    """A bar of the histogram of payouts: units, per cent of the games, width in units."""

    label: str
    payout: float
    share: float
    width: float


class PartShare(NamedTuple):
    """A part of the turnover, in per cent of it; `fees`: the part that the house takes out."""

    label: str
    part: str
    share: float


# --- payouts ---
def net_points(answer: PayoutsAnswer) -> list[NetPoint]:
    """For each set of rules (and bot): the net of each place, in per cent of the turnover, with limits.

    The place `dealing` is the dealer's net without the jackpot, in per cent of the turnover without it.
    """
    rows = []
    for variant in answer.variants:
        places = {
            "dealer": variant.dealer_of_moved,
            "dealing": variant.dealing_of_moved,
            "right": variant.right_of_moved,
            "last": variant.last_of_moved,
        }
        if not of_arm(answer.jackpots, variant):
            del places["dealing"]
        for place, share in places.items():
            if share.mean is not None:
                low, high = share.ci95 or (share.mean, share.mean)
                limits = (100 * low, 100 * high)
                fair = 100 * variant.fair_of_moved
                rows.append(NetPoint(label(answer, variant), place, 100 * share.mean, limits, fair))
    return rows


def payout_bars(answer: PayoutsAnswer) -> list[PayoutBar]:
    """For each set of rules (and bot): bars of the payout of one game, at most some forty, and their shares."""
    rows = []
    for variant in answer.variants:
        mine = of_arm(answer.histogram, variant)
        low, high = _inner(mine)
        width = _step((high - low) / _BARS)
        bars: dict[float, float] = {}
        for row in mine:
            # Beyond the inner 98 % everything counts in the last bar.
            place = round(min(max(row.payout, low), high) / width) * width
            bars[place] = bars.get(place, 0.0) + row.share
        rows += [PayoutBar(label(answer, variant), place, 100 * share, width) for place, share in sorted(bars.items())]
    return rows


_BARS = 40


def label(answer: PayoutsAnswer, row: OfArm) -> str:
    """The rules, and the bot where there are several."""
    return row.rules if len(answer.players) == 1 else f"{row.rules}: {row.player}"


def _inner(rows: Sequence[Payout]) -> tuple[float, float]:
    """The payouts between which 98 % of the games lie."""
    below, low, high = 0.0, rows[0].payout, rows[-1].payout
    for row in rows:
        if below < 0.01 <= below + row.share:
            low = row.payout
        if below < 0.99 <= below + row.share:
            high = row.payout
        below += row.share
    return low, high


def part_shares(answer: PayoutsAnswer) -> list[PartShare]:
    """For each set of rules (and bot): the parts of the turnover, in per cent; parts of 0 are left out.

    Fees are taken out of what changes hands: they are a share of it, and no part of the sum.
    """
    rows = []
    for variant in answer.variants:
        moved = {row.part: row.moved.mean for row in of_arm(answer.parts, variant)}
        total = math.fsum(units or 0.0 for part, units in moved.items() if part != "fees")
        rows += [PartShare(label(answer, variant), part, 100 * units / total) for part, units in moved.items() if units]
    return rows


def _step(width: float) -> float:
    """The next width of 1, 2 or 5 times a power of ten."""
    if width <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(width))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= width * 0.999)


_PLACES = {
    "dealer": ("dealer", "o", "gain"),
    "dealing": ("dealer, jackpot left out", "o", "gain"),
    "right": ("next player", "s", "loss"),
    "last": ("last", "D", "neutral"),
}


def draw_fairness(rows: Sequence[NetPoint]) -> Figure:
    """Dealer, next and last of each set of rules; a tick at the net of equal places: 0, or less with fees."""
    labels = list(dict.fromkeys(row.label for row in rows))
    figure, axes = blank(row_height(labels, least=0.42) * len(labels) + 1.2)
    for row in rows:
        _, shape, ink = _PLACES[row.place]
        y = labels.index(row.label) + 0.18 * (list(_PLACES).index(row.place) - 1.5)
        axes.plot(row.ci95, [y, y], color=INKS[ink], linewidth=2)
        fill = INKS[ink] if row.place == "dealer" else "none"
        axes.plot(row.mean, y, shape, color=INKS[ink], markerfacecolor=fill, markersize=5)
    handles = [_marker(*_PLACES[place]) for place in _PLACES if any(row.place == place for row in rows)]
    axes.set_yticks(range(len(labels)), [name(each) for each in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.axvline(0, color=INKS["faint"], linewidth=1)
    for fair, each in dict.fromkeys((row.fair, row.label) for row in rows if row.fair):
        y = labels.index(each)
        axes.plot([fair, fair], [y - 0.4, y + 0.4], color=INKS["ink"], linewidth=1)
    axes.set_xlabel("net, in % of the turnover")
    figure.legend(
        handles=handles,
        frameon=False,
        ncols=len(handles),
        loc="outside upper center",
        labelcolor=INKS["ink"],
        fontsize=9,
        columnspacing=1,
        handletextpad=0.2,
    )
    return figure


def _marker(words: str, shape: str, ink: str) -> Any:
    from matplotlib.lines import Line2D

    fill = INKS[ink] if words == "dealer" else "none"
    return Line2D([], [], linestyle="", marker=shape, color=INKS[ink], markerfacecolor=fill, label=words)


def draw_spreads(rows: Sequence[PayoutBar]) -> list[tuple[str, Figure]]:
    """A histogram of one game's payout for each set of rules: gains solid, losses hatched."""
    figures = []
    for each in dict.fromkeys(row.label for row in rows):
        figure, axes = blank(1.9, 2.9)
        axes.tick_params(labelsize=8)
        for row in rows:
            if row.label == each:
                axes.bar(row.payout, row.share, 0.9 * row.width, **_gain_or_loss(row.payout))
        axes.axvline(0, color=INKS["faint"], linewidth=1)
        axes.set_xlabel("units in one game", fontsize=8)
        axes.set_ylabel("% of games", color=INKS["ink"], fontsize=8)
        figures.append((each, figure))
    return figures


def _gain_or_loss(payout: float) -> dict[str, Any]:
    if payout >= 0:
        return {"facecolor": INKS["gain" if payout > 0 else "neutral"]}
    return {"facecolor": "none", "edgecolor": INKS["loss"], "hatch": "/////", "linewidth": 0.6}


_PARTS: dict[str, tuple[str, dict[str, Any]]] = {
    "base": ("base", {"facecolor": INKS["neutral"]}),
    "bonus": ("bonus", {"facecolor": INKS["gain"]}),
    "sunog": ("sunog (burned)", {"facecolor": "none", "edgecolor": INKS["loss"], "hatch": "/////"}),
    "sagasa": ("sagasa", {"facecolor": "none", "edgecolor": INKS["gain"], "hatch": "xxxx"}),
    "pot": ("pot", {"facecolor": "none", "edgecolor": INKS["neutral"], "hatch": "...."}),
    "jackpot": ("jackpot", {"facecolor": INKS["loss"]}),
}
_HOUSE = "taken by the house"


def draw_parts(rows: Sequence[PartShare]) -> Figure:
    """A bar of 100 % for each set of rules, divided into parts of the payments; the line above: share of the house."""
    labels = list(dict.fromkeys(row.label for row in rows))
    figure, axes = blank(row_height(labels) * len(labels) + 1.2)
    for place, each in enumerate(labels):
        start = 0.0
        mine = {row.part: row.share for row in rows if row.label == each}
        for part, (_, style) in _PARTS.items():
            if part in mine:
                axes.barh(place, mine[part], 0.7, left=start, linewidth=0.7, **style)
                start += mine[part]
        if "fees" in mine:
            axes.plot([100 - mine["fees"], 100], [place - 0.43] * 2, color=INKS["ink"], linewidth=2.5)
    axes.set_yticks(range(len(labels)), [name(each) for each in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the units that change hands")
    from matplotlib.patches import Patch

    used = [part for part in _PARTS if any(row.part == part for row in rows)]
    handles: list[Any] = [Patch(label=_PARTS[part][0], linewidth=0.7, **_PARTS[part][1]) for part in used]
    if any(row.part == "fees" for row in rows):
        from matplotlib.lines import Line2D

        handles.append(Line2D([], [], color=INKS["ink"], linewidth=2.5, label=_HOUSE))
    figure.legend(
        handles=handles,
        loc="outside upper left",
        ncols=4 if len(handles) <= 4 and handles[-1].get_label() != _HOUSE else 3,
        frameon=False,
        labelcolor=INKS["ink"],
        fontsize=9,
        columnspacing=1,
    )
    return figure


PAYOUTS = Question(
    name="payouts",
    asks="What do rules pay, to whom, and how much can one lose in a session?",
    games=300_000,
    ask=ask,
    answer=PayoutsAnswer,
    options=SESSION_OPTIONS,
    players="greedy",
    seats=None,
    rows="variants",
    example="--rules pagat --rules sjs --session 50",
    games_help="Games per rule set.",
    every_rules=True,
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="designer",
    place=110,
    on_page=OnPage(200_000, least=1000, players="first", other_rules=("sjs", "pagat", "online", "rulesofcards")),
)
