"""What do rules pay, to whom, and how much can one lose in a session?

Three copies of a bot play sessions: matches in which dealer, jackpot and streak carry over from game to game. Together
they win nothing, or lose the house's fees, so their mean is known in advance; rules differ in the dealer's advantage,
in what is paid for, in the spread of payouts, and in how far a player falls behind during a session. The unit of every
interval is the match.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from analyses.answers.payouts import Ending, Jackpot, Part, Payout, PayoutsAnswer, Place, Ruin, Variant
from analyses.question import SESSION_OPTIONS, Inquiry, Question
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from tongits_sim.designs.census.estimates import CensusEstimates
    from tongits_sim.designs.rows import Weights
    from tongits_sim.run.answers import Estimate

PLACES = ("dealer", "right of the dealer", "last")
HOUSE = "house"
_POT = ("base", "sunog", "bonus", "sagasa", "pot")
"""Parts of the payments but for the jackpot and the house's fees."""
_STEPS = (0.5, 1.0, 1.5, 2.0, 3.0)
"""Bankrolls looked at if none are named, in standard deviations of a session's result."""


class Rows(NamedTuple):
    """All rows of one set of rules and one bot, or of several: lists of `PayoutsAnswer`."""

    variants: tuple[Variant, ...] = ()
    parts: tuple[Part, ...] = ()
    endings: tuple[Ending, ...] = ()
    places: tuple[Place, ...] = ()
    ruin: tuple[Ruin, ...] = ()
    jackpots: tuple[Jackpot, ...] = ()
    histogram: tuple[Payout, ...] = ()


LISTS = Rows._fields


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
    hows = _joint(inquiry.how, [work.games for work in works])
    for number, (work, how) in enumerate(zip(works, hows, strict=True), 1):
        run = how.run(work, f"{number:02d}")
        elapsed, workers = elapsed + run.elapsed, run.workers
        rows.append(one(CensusEstimates(work, run.totals), inquiry.options["bankroll"]))
    names = tuple(dict.fromkeys(rules.name for rules in sets))
    every = {name: tuple(row for each in rows for row in getattr(each, name)) for name in LISTS}
    return PayoutsAnswer(
        **(inquiry.head(PAYOUTS) | {"rules": ", ".join(names)} | every),
        rule_sets=names,
        session=session,
        games_played=sum(work.games for work in works),
        method=_method(session),
        workers=workers,
        elapsed_s=elapsed,
    )


def one(counted: CensusEstimates, bankrolls: Sequence[float] = ()) -> Rows:
    """All rows of one set of rules and one bot.

    Args:
        counted: sessions of three copies of the bot.
        bankrolls: units to find the risk of ruin for; some of the size of a session's result if there are none.
    """
    arm = _Arm(counted)
    return Rows(
        variants=(_variant(arm),),
        parts=_parts(arm),
        endings=_endings(arm),
        places=_places(arm),
        ruin=_ruin(arm, bankrolls),
        jackpots=_jackpots(arm),
        histogram=_histogram(arm),
    )


class _Arm:
    """One set of rules and one bot: its counts as estimates."""

    def __init__(self, counted: CensusEstimates) -> None:
        self.counted = counted
        self.rules = counted.census.rules.name
        self.player = counted.census.players[0].label

    def money(self, y: Weights, x: Weights | None = None) -> Estimate:
        """Units of y a game, or for each x."""
        from tongits_sim.designs.rows import GAMES, estimate

        return estimate(self.counted.money(y, x or GAMES))

    def ratio(self, y: Weights, x: Weights | None = None) -> Estimate:
        """y a game, or for each x."""
        from tongits_sim.designs.rows import GAMES, estimate

        return estimate(self.counted.ratio(y, x or GAMES))

    def share(self, events: Weights, trials: Weights | None = None) -> Estimate:
        """Share of the games, or of the trials, in which something happened."""
        from tongits_sim.designs.rows import GAMES, estimate

        return estimate(self.counted.share(events, trials or GAMES))


def _joint(how: How, games: Sequence[int]) -> list[How]:
    """One progress for all runs."""
    total, before, hows = sum(games), 0, []
    for size in games:
        hows.append(replace(how, progress=_after(how.progress, before, total)))
        before += size
    return hows


def _after(progress: Callable[[int, int], None] | None, before: int, total: int) -> Callable[[int, int], None] | None:
    return None if progress is None else lambda done, _: progress(before + done, total)


def _variant(arm: _Arm) -> Variant:
    """What a game moves, what dealing is worth, how payouts spread, what a session needs."""
    from tongits_sim.designs.rows import estimate
    from tongits_sim.rules.amounts import UNIT
    from tongits_sim.stats import histogram_quantile

    counted = arm.counted
    pot = {f"moved_{part}": 1 for part in _POT}
    moved = pot | {"moved_jackpot": 1}
    values, counts = counted.payouts()
    low, median, high = (float(histogram_quantile(values, counts, q).estimate) / UNIT for q in (0.05, 0.5, 0.95))
    half, most, nearly_all = (estimate(counted.bankroll(probability)) for probability in (0.5, 0.95, 0.99))
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
    from tongits_sim.rules.amounts import UNIT
    from tongits_sim.stats import standard_deviation

    cells = counted.totals["cells"].sum(axis=(0, 1, 2))
    n, total, squares = (int(cells[F[name]]) for name in ("games", "payout", "payout_sq"))
    return float(standard_deviation(n, total, squares)) / UNIT


def _parts(arm: _Arm) -> tuple[Part, ...]:
    """For each part of the payments: units that change hands a game, and what each place nets."""
    from tongits_sim.game.state import PARTS

    rows = []
    for part in PARTS:
        moved = {f"fees_{place}": -1 for place in range(3)} if part == "fees" else {f"moved_{part}": 1}
        dealer, right, last = (arm.money({f"{part}_{place}": 1}) for place in range(3))
        rows.append(Part(arm.rules, arm.player, part, arm.money(moved), dealer, right, last))
    return tuple(rows)


def _endings(arm: _Arm) -> tuple[Ending, ...]:
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


def _places(arm: _Arm) -> tuple[Place, ...]:
    """Payouts and wins by place from the dealer; payouts by seat, which are fair by construction: a check; the house.

    Under rules without fees there is no row for the house.
    """
    from tongits_sim.run.answers import Estimate

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


def _ruin(arm: _Arm, bankrolls: Sequence[float]) -> tuple[Ruin, ...]:
    """How many players are ever down by a bankroll in a session, and approximations from mean and variance."""
    from tongits_sim.designs.rows import estimate
    from tongits_sim.rules.amounts import UNIT
    from tongits_sim.stats import brownian_ruin, lundberg_bound

    counted = arm.counted
    n, width = counted.census.match_games, counted.census.width
    sd = counted.session_sd()
    payouts = {f"payout_{slot}": 1 for slot in range(3)}
    edge, gains = float(counted.money(payouts, {"games": 3}).estimate), counted.sum(payouts) > 0
    values, counts = counted.payouts()
    rows = []
    for size in bankrolls or ([_round(step * sd) for step in _STEPS] if sd > 0 else []):
        bankroll = max(1, math.ceil(round(size * UNIT / width, 6))) * width
        rows.append(
            Ruin(
                rules=arm.rules,
                player=arm.player,
                bankroll=bankroll / UNIT,
                ruined=estimate(counted.ruined(bankroll)),
                brownian=brownian_ruin(edge, sd / math.sqrt(n), bankroll / UNIT, n) if sd > 0 else 0.0,
                # The bins of the histogram may shift its mean: whether there is a gain, the exact sum says.
                unlimited_at_most=lundberg_bound(values, counts, bankroll) if gains else 1.0,
            )
        )
    return tuple(rows)


def _round(value: float) -> float:
    """Two figures of a number."""
    return float(f"{value:.2g}")


def _jackpots(arm: _Arm) -> tuple[Jackpot, ...]:
    """What goes through the jackpot; empty where the rules have none."""
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
    from tongits_sim.rules.amounts import UNIT

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
)
