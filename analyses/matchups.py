"""Which way of playing wins, by how much, and is it luck: bots compared on duplicate deals.

Every table of three bots plays the same deals in every seating. A deal, with all of that, is one observation; see
`analyses.moments` for the intervals and `analyses.stopping` for when it ends.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from analyses.comparison import Comparison
from analyses.stopping import Rule, Watch
from strategies import load_player
from tongits_sim.compiling import Notice, to_stderr
from tongits_sim.errors import TongitsError
from tongits_sim.field.job import Field
from tongits_sim.field.runner import Progress, play_field
from tongits_sim.job import MOST_SEED
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.strategy import Player
from tongits_sim.watchdog import BOT_TIMEOUT

CONFIRMING = 1_000_003
"""Added to a seed to get the one that confirms."""


class CompareError(TongitsError):
    """A comparison that cannot be made."""


def compare(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    games: int = 20_000,
    seed: int = 1,
    *,
    baseline: str | None = None,
    stop_at_width: float | None = None,
    monitor: bool = False,
    confirm: bool = False,
    all_triples: bool = False,
    match_games: int = 1,
    workers: int | None = None,
    bot_timeout: float = BOT_TIMEOUT,
    progress: Progress | None = None,
    notice: Notice = to_stderr,
    block_deals: int | None = None,
) -> Comparison:
    """Compare bots on duplicate deals.

    Args:
        rules: house rules, or what `load` understands.
        players: two or more players or their specs. Two play A,A,B and A,B,B; more play every three of them.
        games: how many deals each table plays in every seating; the most, where the run may stop earlier.
        seed: 0 .. 2**64 - 1.
        baseline: the player to compare the others with, one of `players`.
        stop_at_width: stop when every difference is known to within this half-width (units a game).
        monitor: stop when every difference is decided, with intervals that allow for looking all the time.
        confirm: play all again with other deals; a verdict holds only if both say it.
        all_triples: also tables where one bot plays twice; alpha-rank needs them.
        match_games: games of a match; the unit of every interval is then the match.
        workers: threads, as many as there are cores if not given.
        bot_timeout: seconds after which a bot from a user's file that does not answer is given up.
        progress: called now and then with games played and games in all.
        notice: called with what to tell the user while something is compiled.
        block_deals: how many deals lie between two looks, if not as usual.

    Raises:
        TongitsError: for anything that cannot be played or compared.
    """
    if stop_at_width is not None and monitor:
        raise CompareError("a comparison stops at a width or when it is decided, not both; leave one away")
    if stop_at_width is not None and not stop_at_width > 0:
        raise CompareError(f"the half-width to stop at must be positive, not {stop_at_width:g}")
    chosen = rules if isinstance(rules, RuleSet) else load(rules)
    field = Field(chosen, as_players(players), games, seed, match_games, all_triples)
    rule = Rule("monitor") if monitor else Rule("width", stop_at_width) if stop_at_width else Rule()
    number = find_baseline(field, baseline)
    found = []
    for turn in range(2 if confirm else 1):
        one = Field(
            chosen, field.players, games, (seed + turn * CONFIRMING) % (MOST_SEED + 1), match_games, all_triples
        )
        watch = Watch(one, rule, number)
        run = play_field(one, workers, watch.look, progress, notice, bot_timeout, block_deals)
        found.append(Comparison(run, watch))
    found[0].confirmation = found[1] if confirm else None
    return found[0]


def find_baseline(field: Field, baseline: str | None) -> int | None:
    """The number of the player that is the baseline."""
    if baseline is None:
        return None
    if baseline in field.labels:
        return field.labels.index(baseline)
    label = load_player(baseline).label
    if label not in field.labels:
        raise CompareError(f"the baseline {label} is not among the players; name one of {', '.join(field.labels)}")
    return field.labels.index(label)
