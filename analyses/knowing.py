"""What would seeing hidden cards be worth?

Three equal players play every deal; then it is played again, once for each seat and each way of knowing more. That seat
plays every option on in worlds in which what it is shown stays as it is and everything else is dealt anew, with its own
bot on all seats, and takes the best. It searches in the same way when it is shown nothing, so that the difference is
what the cards are worth, and not what the search is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyses.answers.knowing import ALL, KnowingAnswer, KnowingRow
from analyses.question import Inquiry, Option, Question, QuestionError
from tongits_sim.run.answers import Estimate

if TYPE_CHECKING:
    from tongits_sim.designs.knowing.estimates import KnowingEstimates
    from tongits_sim.designs.knowing.job import Arm
    from tongits_sim.stats import Interval

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("discards", ("discard",)),
    ("draws and takes", ("draw",)),
    ("laying and sapaws", ("lay", "sapaw")),
    ("calls and challenges", ("call", "respond")),
    (ALL, ("call", "respond", "draw", "lay", "sapaw", "discard")),
)
"""The decisions that a seat thinks about, in words and by name."""
ARMS: tuple[tuple[str, str], ...] = (
    *((name, shown) for name, _ in GROUPS for shown in ("nothing", "hands")),
    (ALL, "stock"),
    (ALL, "both"),
)
"""The ways of knowing more that are played: the group thought about, and what the seat is shown."""


def arms() -> tuple[Arm, ...]:
    """The arms of the job, in the order of `ARMS`."""
    from tongits_sim.designs.knowing.job import Arm

    thinks = dict(GROUPS)
    return tuple(Arm(shown, thinks[name]) for name, shown in ARMS)


def ask(inquiry: Inquiry) -> KnowingAnswer:
    """The answer of `analyze knowing`. Raises QuestionError for a player that searches itself."""
    from tongits_sim.designs.knowing.estimates import KnowingEstimates
    from tongits_sim.designs.knowing.job import KnowingJob
    from tongits_sim.designs.thinking.layout import THINKING_DTYPE

    (player,) = inquiry.players
    scratch = player.strategy.scratch
    if scratch is not None and scratch.layout == THINKING_DTYPE:
        raise QuestionError(
            f"{player.label} searches itself, and here a search is put on top of each player; name one that does not "
            "search, as expert or solved"
        )
    job = KnowingJob(inquiry.rules, player, arms(), inquiry.games, inquiry.seed, inquiry.options["worlds"])
    run = inquiry.how.run(job)
    worth = KnowingEstimates(job, run.totals)
    both, seen = ARMS.index((ALL, "both")), ARMS.index((ALL, "hands"))
    return KnowingAnswer(
        **(inquiry.head(KNOWING) | {"games": run.games * job.games_per_deal}),
        deals=run.games,
        worlds=job.worlds,
        cells=tuple(_row(worth, name) for name, _ in GROUPS),
        stock=_estimate(worth.gain(ARMS.index((ALL, "stock")))),
        both=_estimate(worth.gain(both)),
        beyond_hands=_estimate(worth.more(both, seen)),
        method=_method(),
        workers=run.workers,
        elapsed_s=run.elapsed,
    )


def _row(worth: KnowingEstimates, name: str) -> KnowingRow:
    blind, seeing = ARMS.index((name, "nothing")), ARMS.index((name, "hands"))
    return KnowingRow(
        decisions=name,
        blind=_estimate(worth.gain(blind)),
        seeing=_estimate(worth.gain(seeing)),
        worth=_estimate(worth.more(seeing, blind)),
        changed=worth.changed(seeing),
    )


def _estimate(interval: Interval) -> Estimate:
    return Estimate(float(interval.estimate), (float(interval.low), float(interval.high)))


def _method() -> dict[str, str]:
    return {
        "unit": "The deal. In each way of knowing more it is played three times, with every seat in turn knowing more.",
        "estimator": "What the seat is paid, less what it is paid in the deal played by three equal players. Worth: "
        "seeing less blind, on the same deals; both search in the same way. t intervals over deals.",
        "search": "Every option is played on in worlds, with the player's bot on all seats; what the seat is shown is "
        "fixed in all of them, everything else is dealt anew. The best option is taken if it leads by a standard "
        "error. So these are gains that were earned, not the most that could be.",
        "stopping": "A number of deals fixed before the start.",
        "comparisons": "None is claimed; limits hold one at a time. Parts need not add up to the whole.",
    }


KNOWING = Question(
    name="knowing",
    asks="What would seeing the other hands, or the stock, be worth?",
    games=500,
    ask=ask,
    answer=KnowingAnswer,
    options=(
        Option(
            "worlds", "Maximum number of worlds in which each option is played out.", default=64, low=8, high=10_000
        ),
    ),
    players="expert",
    seats=1,
    example="--rules pagat --players expert",
    games_help="Number of deals; each is played 37 times.",
    counts="deals",
)
