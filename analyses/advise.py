"""What to do in a position, from the value of every action at three tables."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from analyses.answers.advise import ActionAtTable, AdviceAnswer, AdvisedAction, PositionFacts, TableFacts
from analyses.answers.shared import Bot, Versions
from analyses.reasons import Ends, because, reason, turning
from analyses.tables import CLEAR, CLOSE, FORCED, TURNS, Verdict, margin_of, people
from analyses.values import Against, SeatedTable, Values, estimate, mean_of, prepare, seated_tables
from analyses.words import join_and
from tongits_sim.experiments.batch import rules_option
from tongits_sim.game.state import DECISIONS
from tongits_sim.run.numbers import amount
from tongits_sim.run.options import RunOptions
from tongits_sim.run.warmup import available_cores
from tongits_sim.table.actions import spelled
from tongits_sim.table.observed import Likelihood
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.rollout_worker import Workers

SECONDS = 1.0
"""Default seconds for worlds."""
MIN_ROUNDS = 2
"""Rounds to play even if time is short: advice from fewer rounds would vary from run to run."""
MAX_WORLDS = 200_000
"""Most worlds at a table."""
_PIECE = 0.1  # seconds between two checks of the clock

Look = Callable[[AdviceAnswer], None]


def advise(
    position: Position,
    against: Against = None,
    *,
    worlds: int | None = None,
    seconds: float = SECONDS,
    seed: int = 1,
    run_options: RunOptions | None = None,
    likelihood: Likelihood | None = None,
    look: Look | None = None,
) -> AdviceAnswer:
    """What to do in a position.

    Args:
        position: the position (`tongits_sim/table/position.py`).
        against: the table: as `values.seated_tables` takes it; None: all three.
        worlds: the exact number at each table; None: as many as time allows, or fewer if the choice is clear.
        seconds: time for worlds.
        seed: 0 .. 2**64 - 1; the same seed and number of worlds give the same digits.
        run_options: only `workers` and `notice` count.
        likelihood: how much the other players' choices count.
        look: called with the answer so far while more worlds are being played.

    Raises:
        PositionError: the position is impossible, or the rules are played for a score.
        BotFault: a bot breaks the rules or fails.
    """
    if position.rules.match.progressive_target > 0:
        raise PositionError(
            f"{position.rules.name} is played for a score, not for money: actions have no expected value; choose other "
            "rules, or set match.progressive_target=0"
        )
    way, fields, margin = run_options or RunOptions(), seated_tables(against), margin_of(position.rules)
    prepare(position, fields, way)
    began, threads = time.perf_counter(), max(1, way.workers or available_cores())
    deadline = None if worlds is not None else began + seconds
    values = Values(position, fields, seed, Workers(), likelihood)

    def answer() -> AdviceAnswer:
        return _answer(position, fields, values, margin, seed, time.perf_counter() - began)

    with ThreadPoolExecutor(threads) as pool:
        for rounds, at in enumerate(_checkpoints(values.first_checkpoint, worlds or MAX_WORLDS), start=1):
            _play_to(values, at, deadline if rounds > MIN_ROUNDS else None, pool, threads)
            if not values.has_worlds:
                raise PositionError("the hidden cards cannot be dealt so that this position arises")
            late = deadline is not None and time.perf_counter() >= deadline
            if deadline is not None and rounds >= MIN_ROUNDS and (late or values.is_settled(margin)):
                break
            if look is not None:
                look(answer())
            values.give_up()
    return answer()


def _checkpoints(first: int, most: int) -> Iterator[int]:
    """The numbers of worlds after which actions may be given up."""
    at, step = first, first * 4
    while at < most:
        yield at
        at = 2 * at if at < step else at + step
    yield most


def _play_to(values: Values, at: int, deadline: float | None, pool: ThreadPoolExecutor, threads: int) -> None:
    """Play worlds up to number `at`, or fewer if time runs out."""
    if deadline is None:
        return values.play(at, pool, threads)
    whole = values.rollouts[0].per_walk * threads
    size = whole
    while values.worlds < at and (now := time.perf_counter()) < deadline:
        before = values.worlds
        values.play(min(at, before + size), pool, threads)
        pace = (values.worlds - before) / max(time.perf_counter() - now, 1e-9)
        left = max(min(_PIECE, deadline - time.perf_counter()), 0.0)
        size = whole * max(1, int(pace * left / whole))
    return None


def _answer(
    position: Position, fields: Sequence[SeatedTable], values: Values, margin: float, seed: int, elapsed: float
) -> AdviceAnswer:
    verdict = values.verdict(margin)
    others = [n for n in range(len(values.actions)) if n != verdict.best]
    order = [verdict.best, *sorted(others, key=lambda n: (values.lead(verdict.best, n).mean, n))]
    actions = [_action(position, fields, values, action, verdict.best) for action in order]
    instead = tuple(None if n is None else order.index(n) for n in verdict.instead)
    clear = [all(values.gap(table, verdict.best, other).above() for other in others) for table in range(len(fields))]
    labels = {player.label: player for field in fields for player in field.players}
    rules = position.rules
    return AdviceAnswer(
        command="advise",
        rules=rules.name,
        rules_option=rules_option(rules),
        knobs=rules.knobs(),
        position=PositionFacts.from_dict(position.facts()),
        tables=tuple(TableFacts(each.name, each.people, *(one.label for one in each.players)) for each in fields),
        seed=seed,
        worlds=values.worlds,
        rollouts=values.n_rollouts,
        actions=tuple(actions),
        verdict=verdict.word,
        near=len(verdict.near),
        instead=instead,
        margin=margin,
        advice=advice_of(actions, verdict, instead, fields, clear, margin),
        because=_because(position, values, verdict, order, actions) if actions[1:] else "",
        defaults=position.defaults,
        elapsed_s=elapsed,
        bots=tuple(map(Bot.of, labels.values())),
        versions=Versions.current(),
    )


def _action(position: Position, fields: Sequence[SeatedTable], values: Values, number: int, best: int) -> AdvisedAction:
    action, at, tables = values.actions[number], list[ActionAtTable](), range(len(fields))
    for table, field in enumerate(fields):
        ev, behind = values.value(table, number, best), values.gap(table, number, best)
        at.append(ActionAtTable(field.name, estimate(ev), estimate(behind), *values.ends(table, number)))
    ends = _ends(at)
    return AdvisedAction(
        action=action.text(position),
        action_type=action.kind,
        cards=spelled(action.cards),
        decision=DECISIONS[action.decision],
        action_code=str(action.code),
        ev=estimate(mean_of([values.value(table, number, best) for table in tables])),
        behind=estimate(values.lead(number, best)),
        win=ends.won,
        burned=ends.burned,
        beaten=ends.beaten,
        at=tuple(at),
        worlds=max(int(each.played[number]) for each in values.rollouts),
        why=reason(position, action, ends),
    )


def _ends(at: Sequence[ActionAtTable]) -> Ends:
    count = len(at)
    return Ends(*(math.fsum(getattr(each, name) for each in at) / count for name in ("win", "burned", "beaten")))


def _because(
    position: Position, values: Values, verdict: Verdict, order: Sequence[int], actions: Sequence[AdvisedAction]
) -> str:
    """Why the first action beats the next, or how the tables differ if the best action turns."""
    if verdict.word == TURNS:
        tables = {each.table: Ends(each.win, each.burned, each.beaten) for each in actions[0].at}
        return turning(actions[0].action, tables)
    best, second = values.actions[order[0]], values.actions[order[1]]
    return because(position, best, second, _ends(actions[0].at), _ends(actions[1].at))


def advice_of(
    actions: Sequence[AdvisedAction],
    verdict: Verdict,
    instead: Sequence[int | None],
    fields: Sequence[SeatedTable],
    clear: Sequence[bool],
    margin: float,
) -> str:
    """The answer in a sentence: what to do, and how sure that is or with whom it turns.

    `clear`: by table, True if the first action is surely better than every other action.
    """
    best = actions[0]
    named = best.action[0].upper() + best.action[1:]
    if verdict.word == FORCED:
        return f"{named}: there is no choice."
    if verdict.word == TURNS:
        return f"{named}. {_turns(actions, instead, fields, margin)}"
    if verdict.word == CLOSE:
        alike = actions[1 : 1 + len(verdict.near)]
        discards = all(each.action_type == "discard" for each in (best, *alike))
        near = [each.action.removeprefix("discard ") if discards else each.action for each in alike]
        shown, more = near[:3], len(near) - 3
        same = join_and([*shown, f"{more} more"] if more > 0 else shown)
        return (
            f"{named}: close. {same[0].upper() + same[1:]} {'is' if len(near) == 1 else 'are'} worth the same "
            f"(within {margin:g} units)."
        )
    gap = _units(-(actions[1].behind.mean or 0.0), margin)
    sure = [field.people for field, known in zip(fields, clear, strict=True) if known]
    unsure = [field.people for field in fields if field.people not in sure]
    word = f"clear against {people(sure)}, not sure against {people(unsure)};" if sure else "likely,"
    if verdict.word == CLEAR:
        word = "clear,"
    return f"{named}: {word} {gap} units better than to {actions[1].action}."


def _units(gap: float, margin: float) -> str:
    return amount(gap, max(0, math.ceil(-math.log10(margin))) if margin > 0 else 2, sign=False)


def _turns(
    actions: Sequence[AdvisedAction], instead: Sequence[int | None], fields: Sequence[SeatedTable], margin: float
) -> str:
    """Against whom another action is better, and by how much."""
    parts = []
    for number in dict.fromkeys(n for n in instead if n is not None):
        tables = [table for table, n in enumerate(instead) if n == number]
        gap = _units(min(actions[number].at[table].behind.mean or 0.0 for table in tables), margin)
        whom = people([fields[table].people for table in tables])
        parts.append(f"against {whom} {actions[number].action}: {gap} units better")
    text = "; ".join(parts)
    only = "Only " if sum(n is not None for n in instead) == 1 and len(fields) > 2 else ""
    return f"{only}{text if only else text[0].upper() + text[1:]}."
