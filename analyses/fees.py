"""What does a fee bring the house, and who can still win?

The same deals are played at several levels of the fee, each in every seating. A fee changes what is paid and not how
bots play, so the difference between two levels is the fee alone. At each level: the income of the house, what every
player gets and pays, and how many games a better player needs to be ahead. A level of 100 % says what the fee is a
share of, game by game; from it follows the level at which a player breaks even.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyses.answers.fees import BreakEven, FeesAnswer, LevelRow, PlayerLevel, Verdict
from analyses.question import Inquiry, Option, Question, QuestionError

if TYPE_CHECKING:
    from tongits_sim.designs.sessions.estimates import SessionsEstimates
    from tongits_sim.designs.sessions.job import SessionsJob
    from tongits_sim.rules import RuleSet
    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player

LEVELS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3)
"""Levels that are played if none are named."""
PROBABILITY = 0.95
KNOBS = ("fees.winnings", "fees.antes")
_WHOLE = 1.0
_WORDS: dict[str, Verdict] = {"better": "gains", "worse": "loses"}


def ask(inquiry: Inquiry) -> FeesAnswer:
    """Play every level on the same deals, and compare."""
    from dataclasses import replace

    from tongits_sim.designs.sessions.estimates import SessionsEstimates

    seated = table_of(inquiry.players)
    knob, left_out = which(inquiry.rules, inquiry.options["fee"])
    own = float(inquiry.rules.knobs()[knob])
    levels = sorted({0.0, own, *(inquiry.options["level"] or LEVELS)})
    jobs = [_job(inquiry, seated, knob, level) for level in (*levels, _WHOLE)]
    counted: list[SessionsEstimates] = []
    elapsed, workers, total = 0.0, 1, sum(job.games for job in jobs)
    for number, job in enumerate(jobs):
        report = inquiry.how.progress
        before = sum(each.games for each in jobs[:number])
        progress = (
            None if report is None else (lambda done, _, report=report, before=before: report(before + done, total))
        )
        run = replace(inquiry.how, progress=progress).run(job, f"fee-{number:02d}")
        elapsed, workers = elapsed + run.elapsed, run.workers
        counted.append(SessionsEstimates(job, run.totals))
    *steps, whole = counted
    return FeesAnswer(
        **inquiry.head(FEES),
        knob=knob,
        own_level=own,
        left_out=left_out,
        probability=PROBABILITY,
        table=tuple(whole.job.labels),
        match_games=whole.job.match_games,
        matches=whole.n,
        games_played=total,
        turns=float(whole.ratio({"turns": 1}).estimate),
        same_play=all(_play(each) == _play(whole) for each in steps),
        levels=tuple(_level(level, each) for level, each in zip(levels, steps, strict=True)),
        cells=_players(levels, steps),
        break_even=tuple(_break_even(whole, label) for label in whole.slots),
        method=_method(whole.job, left_out),
        workers=workers,
        elapsed_s=elapsed,
    )


def table_of(players: Sequence[Player]) -> tuple[Player, Player, Player]:
    """The players at the table; of two bots the second takes two seats, of one all three. Raises QuestionError."""
    if not 1 <= len(players) <= 3:
        raise QuestionError(f"analyze fees needs one, two or three bots, not {len(players)}")
    a, b, c = (players[min(slot, len(players) - 1)] for slot in range(3))
    return a, b, c


def which(rules: RuleSet, wanted: str) -> tuple[str, float]:
    """The knob to raise, and the value of the other fee, which is left out. Raises QuestionError.

    Where nothing is wanted it is the fee that the rules have, the one on winnings if they have none or both.
    """
    values = {knob: float(rules.knobs()[knob]) for knob in KNOBS}
    on_antes = values["fees.antes"] > 0 and not values["fees.winnings"] and rules.pot.ante > 0
    knob = f"fees.{wanted}" if wanted != "own" else KNOBS[on_antes]
    if knob == "fees.antes" and rules.pot.ante == 0:
        raise QuestionError(f"{rules.name} has no ante to take a fee from: choose --fee winnings, or set pot.ante")
    other = KNOBS[knob == KNOBS[0]]
    return knob, values[other] if other != "fees.antes" or rules.pot.ante > 0 else 0.0


def _job(inquiry: Inquiry, seated: Sequence[Player], knob: str, level: float) -> SessionsJob:
    """The deals at a level; the other fee is 0."""
    from tongits_sim.designs.sessions.job import SessionsJob
    from tongits_sim.rules import RuleSet

    values: dict[str, Any] = {**inquiry.rules.knobs(), **dict.fromkeys(KNOBS, 0.0), knob: level}
    rules = RuleSet.from_knobs(values, name=inquiry.rules.name)
    length = int(inquiry.options["match_games"])
    return SessionsJob(rules, tuple(seated), inquiry.games, inquiry.seed, length, duplicate=True)


def _play(counted: SessionsEstimates) -> tuple[int, ...]:
    """What does not depend on payments: turns, and games won by each slot."""
    return tuple(counted.sum({name: 1}) for name in ("turns", "won_0", "won_1", "won_2"))


def _level(level: float, counted: SessionsEstimates) -> LevelRow:
    from tongits_sim.designs.rows import estimate

    fees = {f"fees_{slot}": 1 for slot in range(3)}
    return LevelRow(
        level=level,
        house=estimate(counted.house()),
        of_turnover=estimate(counted.ratio(fees, {"moved": 1})),
        each=estimate(counted.house().scaled(1 / 3)),
    )


def _players(levels: Sequence[float], steps: Sequence[SessionsEstimates]) -> tuple[PlayerLevel, ...]:
    """Every player at every level; Holm's correction over all of them."""
    from tongits_sim.designs.rows import estimate
    from tongits_sim.stats import holm, p_value, verdict

    every = [(level, each, label) for level, each in zip(levels, steps, strict=True) for label in each.slots]
    payouts = [each.payout(label) for _, each, label in every]
    adjusted = holm([float(p_value(payout)) for payout in payouts])
    rows = []
    for (level, each, label), payout, p in zip(every, payouts, adjusted, strict=True):
        sd = float(each.session_sd(label).estimate) / math.sqrt(each.job.match_games)
        games, limits = _to_gain(payout, sd)
        word = verdict(float(payout.estimate), float(p))
        rows.append(
            PlayerLevel(
                level=level,
                player=label,
                payout=estimate(payout),
                pays=estimate(each.fees(label)),
                sd=sd,
                games_to_gain=games,
                games_to_gain_ci95=limits,
                p_holm=float(p) if math.isfinite(p) else None,
                verdict=_WORDS.get(word, "inconclusive"),
            )
        )
    return tuple(rows)


def _to_gain(payout: Interval, sd: float) -> tuple[int | None, tuple[int | None, int | None]]:
    """Games until a player is ahead with the probability; None where no number is enough, or may be."""
    from tongits_sim.stats import games_to_lead_interval

    if not (payout.estimate > 0 and sd > 0):
        return None, (None, None)
    needed = games_to_lead_interval(payout, sd, PROBABILITY)
    estimate, low, high = (
        math.ceil(each) if math.isfinite(each) else None
        for each in (float(needed.estimate), float(needed.low), float(needed.high))
    )
    return estimate, (low, high)


def _break_even(whole: SessionsEstimates, label: str) -> BreakEven:
    """From a fee of 100 %: what it takes is what every fee is a share of, and with it the payout is that before it."""
    from tongits_sim.designs.rows import estimate

    base = whole.of("fees", label)
    before = {**whole.of("payout", label), **base}
    games = whole.games_of(label)
    return BreakEven(
        player=label,
        before=estimate(whole.money(before, games)),
        base=estimate(whole.money(base, games)),
        level=estimate(whole.ratio(before, base)),
    )


def _method(job: SessionsJob, left_out: float) -> dict[str, str]:
    other = f" The other fee of the rules ({left_out:.0%}) is left out." if left_out else ""
    return {
        "unit": f"The deal, a match of {job.match_games:,} games played in all {len(job.seatings)} seatings.",
        "levels": f"Every level plays the same deals; the house rounds its part of a game to a hundredth.{other}",
        "break even": "The payout before the fee over what the fee is a share of: exact but for that rounding, since "
        "a fee changes nothing else. The ratio's interval is by the delta method.",
        "games": "Games = (1.645 x standard deviation / payout) squared: normal approximation; the standard deviation "
        "is that of whole matches in one seating.",
        "stopping": "A number of games fixed before the start.",
        "comparisons": "Who gains and who loses is decided with Holm's correction over all players and levels.",
    }


FEES = Question(
    name="fees",
    asks="What does a fee bring the house, and who can still win?",
    games=120_000,
    ask=ask,
    answer=FeesAnswer,
    options=(
        Option(
            "fee",
            "What the house takes a share of; own: what it does under these rules.",
            "choice",
            "own",
            choices=("own", "winnings", "antes"),
        ),
        Option(
            "level",
            "A level of the fee, 0 to 1; repeatable. Seven levels up to 0.3 if none is given.",
            "number",
            None,
            0.0,
            1.0,
            many=True,
        ),
        Option("match_games", "Games per match.", "whole", 10, 1, 10_000),
    ),
    seats=None,
    example="--rules casino_x --players caller,greedy",
    games_help="Games per level of the fee.",
)
