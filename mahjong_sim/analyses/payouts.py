"""What do house rules pay, and what can a session cost?

Variants of the house rules are played on the same walls by the same bots. Sessions are matches of many games, in which
mano and the pot carry over; the lowest point on the way is what a player must bring along.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mahjong_sim.analyses import forked
from mahjong_sim.analyses.answers import PayoutsAnswer, SessionRow, VariantRow
from mahjong_sim.analyses.question import Inquiry, Question
from tongits_sim.run.answers import Estimate

if TYPE_CHECKING:
    from mahjong_sim.designs.sessions.totals import SessionsTotals
    from mahjong_sim.rules import RuleSet

CHANGES = {
    "the discarder pays single": ("pay.discarder=1",),
    "the others pay nothing for a discard": ("pay.others=0",),
    "doubles": ("doubles.play=true",),
    "jokers": ("joker.play=true",),
}
"""Variants that are compared, and the knobs that make them."""
POT = "jai_alai.share=1"
LENGTHS = (4, 8, 16, 32)
"""Games of a match with a pot."""
NEEDED = 0.95
"""Share of the sessions that the bankroll is enough for."""
SESSIONS_SHARE = 10
"""A session is played for so many deals."""
FEWEST_SESSIONS = 20


def ask(inquiry: Inquiry) -> PayoutsAnswer:
    """The answer of `analyze payouts`."""
    from mahjong_sim.rules import load

    def changed(*settings: str) -> RuleSet:
        return load(inquiry.rules_option, [*inquiry.settings, *settings])

    base = inquiry.rules.knobs()
    variants = {name: changed(*settings) for name, settings in CHANGES.items()}
    variants = {name: rules for name, rules in variants.items() if rules.knobs() != base}
    rows, deals, games, elapsed = _variants(inquiry, variants)
    asked = {inquiry.rules.name: inquiry.rules, **variants}
    sessions = [_sessions(inquiry, name, rules, inquiry.session_games) for name, rules in asked.items()]
    pots = [_sessions(inquiry, f"{POT}, matches of {length}", changed(POT), length) for length in LENGTHS]
    return PayoutsAnswer(
        **(inquiry.head(PAYOUTS) | {"games": games + sum(played for _, played, _ in (*sessions, *pots))}),
        deals=deals,
        variants=rows,
        sessions=tuple(row for part, _, _ in sessions for row in part),
        jai_alai=tuple(row for part, _, _ in pots for row in part),
        elapsed_s=elapsed + sum(spent for _, _, spent in (*sessions, *pots)),
        method={
            "variants": "every variant is played on the same walls by the same bots, which do not adapt; the unit of "
            "an interval is the deal, p-values are corrected by Holm over the variants",
            "sessions": f"matches of {inquiry.session_games} games, seats rotating from session to session; the unit "
            "is the session; the limits of a bankroll are order statistics",
            "stopping": "a number of deals fixed before the start",
        },
    )


def _variants(inquiry: Inquiry, variants: dict[str, RuleSet]) -> tuple[tuple[VariantRow, ...], int, int, float]:
    """The rules and their variants on the same walls; the deals, their games, and the seconds they took."""
    from mahjong_sim.mahjong import MAHJONG
    from tongits_sim.any_game.designs.moments import adjusted
    from tongits_sim.any_game.designs.paired.estimates import PairedEstimates
    from tongits_sim.any_game.designs.paired.job import Arm, PairedJob

    asked = {inquiry.rules.name: inquiry.rules, **variants}
    arms = tuple(Arm(name, rules, inquiry.players) for name, rules in asked.items())
    job = PairedJob(MAHJONG, arms, inquiry.games, inquiry.seed)
    run = inquiry.how.run(job, "variants")
    moments = PairedEstimates(job, run.totals)
    changes = [(None, None), *(moments.change(arm, "moved") for arm in range(1, len(arms)))]
    holm = adjusted([p for _, p in changes])
    rows = [
        VariantRow(
            arm.name,
            moments.mean(number, "moved"),
            changes[number][0],
            holm[number],
            *(moments.mean(number, column) for column in ("mano", "void", "bunot")),
        )
        for number, arm in enumerate(arms)
    ]
    return tuple(rows), run.games, int(run.totals["rounds"].sum()), run.elapsed


def _sessions(inquiry: Inquiry, name: str, rules: RuleSet, games: int) -> tuple[list[SessionRow], int, float]:
    """Sessions under some rules: a row for each player; their games, and the seconds they took."""
    from mahjong_sim.designs.sessions.job import SessionsJob

    sessions = max(FEWEST_SESSIONS, inquiry.games // SESSIONS_SHARE)
    part = "sessions-" + "".join(letter if letter.isalnum() else "-" for letter in f"{name}-{games}")
    run = inquiry.how.run(SessionsJob(rules, inquiry.players, sessions, games, inquiry.seed), part)
    first = {player.label: slot for slot, player in reversed(list(enumerate(inquiry.players)))}
    rows = [_row(run.totals, name, (label, slot), games, bool(rules.jai_alai.share)) for label, slot in first.items()]
    return rows[::-1], run.games * games, run.elapsed


def _row(totals: SessionsTotals, name: str, who: tuple[str, int], games: int, pot: bool) -> SessionRow:
    """The sessions of a player, who is a label and a slot."""
    import numpy as np

    from mahjong_sim.designs.sessions.totals import BIN, BINS
    from tongits_sim.any_game.counts import UNIT
    from tongits_sim.stats import histogram_quantile, mean_interval, wilson_interval

    label, slot = who
    final, final_sq, payout_sq, _ = (int(each) for each in totals["sums"][slot])
    sessions = totals.games
    values = [BIN * place for place in range(BINS)]
    needed = histogram_quantile(values, np.asarray(totals["lowest"][slot]), NEEDED)
    return SessionRow(
        variant=name,
        player=label,
        session_games=games,
        sessions=sessions,
        payout=forked.mean(mean_interval(sessions, final, final_sq).scaled(1 / UNIT)),
        swing=_spread(sessions * games, final, payout_sq) / UNIT,
        session_swing=_spread(sessions, final, final_sq) / UNIT,
        loses=forked.mean(wilson_interval(int(totals["below"][slot]), sessions)),
        bankroll=Estimate(*_scaled(forked.mean(needed), 1 / UNIT)),
        pots=int(totals["sums"][:, 3].sum()) / sessions if pot else None,
    )


def _spread(n: int, total: int, squares: int) -> float:
    """The standard deviation of n values from their sum and the sum of their squares."""
    return math.sqrt(max(0, n * squares - total * total) / (n * max(n - 1, 1)))


def _scaled(estimate: Estimate, scale: float) -> tuple[float | None, tuple[float, float] | None]:
    ends = None if estimate.ci95 is None else (estimate.ci95[0] * scale, estimate.ci95[1] * scale)
    return None if estimate.mean is None else estimate.mean * scale, ends


PAYOUTS = Question(
    name="payouts",
    asks="What do house rules pay, and what can a session cost?",
    games=5_000,
    ask=ask,
    answer=PayoutsAnswer,
    rows="sessions",
    forked=False,
    sessions=True,
    counts="deals",
    games_help="Number of deals for each variant; a session is played for every ten.",
)
