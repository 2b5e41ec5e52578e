"""Makes a pocket card: rules of thumb for calling, challenging and the first meld, and the cost of playing by them.

The strongest player sits beside strong, regular and beginning players in turn, and each of its decisions is played to
the end with both answers, so a card can be made for any house rules. The cost is measured in games that the card plays,
on other deals.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analyses.answers.card import CardAnswer, Decision, Thumb
from analyses.answers.shared import Versions
from analyses.question import Inquiry, QuestionError
from analyses.rollouts import played, seated, thumbs
from analyses.rollouts.thumbs import bot_rows
from analyses.tables import OWN, TABLES, margin_of
from strategies.card_bot import Rows, answer_of
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import rules_option
from tongits_sim.run.jobs import check_seed

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.options import RunOptions

GAMES, DEALS = 16_000, 6_000
HALVES = ("card, one half", "card, other half")
"""Checks (`check_seed`) whose games make the card."""
MEASURING = "card"
"""Check whose deals measure the costs."""
PROPOSAL = "strategies.hooks:lay_to_open"
"""The meld to lay if the player would lay no meld."""


class CardError(TongitsError):
    """No card can be made."""


def card(rules: RuleSet, run_options: RunOptions, games: int = GAMES, deals: int = DEALS, seed: int = 1) -> CardAnswer:
    """Make a card under these rules, and measure its costs.

    Args:
        rules: the house rules.
        run_options: where to play.
        games: games at each table that each kind of decision is counted in.
        deals: deals at each table that the costs are measured on, each in three seatings.
        seed: 0 .. 2**64 - 1.

    Raises:
        CardError: nobody is asked for a call or a challenge.
        TongitsError: for anything else that cannot be played.
    """
    began = time.perf_counter()
    quiet, margin = replace(run_options, out=None, resume=False, progress=None), margin_of(rules)
    found = [thumb for decision in thumbs.FEATURES for thumb in _thumbs(rules, decision, quiet, games, seed, margin)]
    if not any(thumb.decision != "lay" for thumb in found):
        raise CardError(
            f"nobody was asked for a call or a challenge in {games:,} games under {rules.name}, so there is nothing to "
            "put on a card; play more games"
        )
    tables = seated.three()
    sets = [[rows_of(found, table, ("call", "respond")), rows_of(found, table)] for table in range(len(tables))]
    costs = played.costs(rules, tables, sets, quiet, deals, check_seed(seed, MEASURING))
    return CardAnswer(
        rules=rules.name,
        rules_option=rules_option(rules),
        knobs=rules.knobs(),
        player=OWN,
        tables=tuple(table.name for table in TABLES),
        thumbs=tuple(found),
        margin=margin,
        cost_calls=tuple(calls for calls, _ in costs),
        cost=tuple(whole for _, whole in costs),
        lay_all=not rules.knobs()["showdown.hand_melds_count_zero"],
        games=games,
        deals=deals,
        seed=check_seed(seed, MEASURING),
        elapsed_s=time.perf_counter() - began,
        versions=Versions.current(),
    )


def _thumbs(
    rules: RuleSet, decision: Decision, run_options: RunOptions, games: int, seed: int, margin: float
) -> tuple[Thumb, ...]:
    """The rules of thumb of a decision; empty if nobody is asked for it."""
    more: dict[str, Any] = {"proposal": PROPOSAL} if decision == "lay" else {}
    halves = []
    for half in HALVES:
        inquiry = Inquiry(rules, (), games // 2, check_seed(seed, half), run_options=run_options, at_tables=True)
        try:
            halves.append(seated.play(inquiry, decision, (thumbs.binning(decision),), "", **more))
        except QuestionError:
            return ()
    return thumbs.fitted(decision, [thumbs.gains_of(pair) for pair in zip(*halves, strict=True)], margin)


def rows_of(found: tuple[Thumb, ...] | list[Thumb], table: int, decisions: tuple[str, ...] = ()) -> Rows:
    """Rules of thumb as a bot plays them at a table; only for `decisions`, if set."""
    mine = [thumb for thumb in found if table in thumb.at and (not decisions or thumb.decision in decisions)]
    return tuple(row for thumb in mine for row in bot_rows(thumb))


def card_says(answer: CardAnswer, view: Any) -> bool | None:
    """What a card answers to the decision in a `VIEW` record; None without a rule, or if two rules disagree."""
    import numpy as np

    said = set()
    for table in range(len(answer.tables)):
        rows = np.array(rows_of(answer.thumbs, table)).reshape(-1, 12)
        said.add(int(answer_of(view, rows, len(rows), np.int64(view.decision))))
    return bool(said.pop()) if len(said) == 1 and -1 not in said else None
