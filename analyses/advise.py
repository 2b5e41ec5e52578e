"""What to do in a position, from the value of every action at four tables."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from analyses.answers.advise import ActionAtTable, AdviceAnswer, AdvisedAction, PositionFacts, TableFacts
from analyses.answers.shared import Bot, Versions
from analyses.book.at_position import book_line
from analyses.opponents import CLOSE, FORCED, Verdict
from analyses.presentation import join_and
from analyses.reasons import Ends, because, reason, turning
from analyses.seen import likely_tables, seen_words
from analyses.values import Against, SeatedTable, Values, estimate, prepare, seated_tables
from strategies.book.find import known
from strategies.book.margin import margin_of
from tongits_sim.experiments.batch import rules_option
from tongits_sim.game.state import DECISIONS
from tongits_sim.run.answers import RunFacts
from tongits_sim.run.arguments import public
from tongits_sim.run.compiling import available_cores
from tongits_sim.run.numbers import amount
from tongits_sim.run.run_options import RunOptions
from tongits_sim.table.actions import spelled
from tongits_sim.table.observed import Likelihood
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.rollout_worker import Workers

Look = Callable[[AdviceAnswer], None]


@public
def advise(
    position: Position,
    against: Against = None,
    *,
    worlds: int | None = None,
    seed: int = 1,
    run_options: RunOptions | None = None,
    likelihood: Likelihood | None = None,
    look: Look | None = None,
) -> AdviceAnswer:
    """What to do in a position.

    Args:
        position: the position (`tongits_sim/table/position.py`).
        against: the table: as `values.seated_tables` takes it; None: all four.
        worlds: the exact number at each table; None: the steps of `Values.play_out`.
        seed: 0 .. 2**64 - 1; the same seed gives the same digits.
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
    way = run_options or RunOptions()
    margin = margin_of(position.rules)
    asked = seated_tables(against)
    fields = likely_tables(position, asked)
    prepare(position, fields, way)
    began = time.perf_counter()
    threads = max(1, way.workers or available_cores())
    values = Values(position, fields, seed, Workers(), likelihood)

    def answer() -> AdviceAnswer:
        return _answer(position, fields, values, margin, seed, time.perf_counter() - began, seen_words(position, asked))

    with ThreadPoolExecutor(threads) as pool:
        values.play_out(margin, pool, threads, None if look is None else lambda: look(answer()), worlds)
    return answer()


def _answer(
    position: Position,
    fields: Sequence[SeatedTable],
    values: Values,
    margin: float,
    seed: int,
    elapsed: float,
    seen: str,
) -> AdviceAnswer:
    verdict = values.verdict(margin)
    others = [n for n in range(len(values.actions)) if n != verdict.best]

    def behind(action: int) -> tuple[float, int]:
        return values.lead(verdict.best, action).mean, action

    order = [verdict.best, *sorted(others, key=behind)]
    actions = [_action(position, fields, values, action, verdict.best) for action in order]
    near = tuple(map(order.index, verdict.near))
    instead = tuple(None if n is None else order.index(n) for n in verdict.instead) or (None,) * len(fields)
    labels = {player.label: player for field in fields for player in field.players}
    rules = position.rules
    return AdviceAnswer(
        command="advise",
        rules=rules.name,
        rules_option=rules_option(rules),
        knobs=rules.knobs(),
        position=PositionFacts.from_dict(position.facts()),
        tables=table_facts(fields, values.weights),
        seed=seed,
        worlds=values.worlds,
        rollouts=values.n_rollouts,
        actions=tuple(actions),
        verdict=verdict.word,
        near=near,
        instead=instead,
        margin=margin,
        advice=advice_of(actions, verdict.word, near, instead, fields, margin),
        because=_because(position, values, verdict, order, actions) if actions[1:] else "",
        book=book_line(known(rules), position, [action.action_type for action in actions], actions[0].action_type),
        seen=seen,
        defaults=position.defaults,
        run=RunFacts(elapsed_s=elapsed),
        bots=tuple(map(Bot.of, labels.values())),
        versions=Versions.current(),
    )


def table_facts(fields: Sequence[SeatedTable], weights: Sequence[float]) -> tuple[TableFacts, ...]:
    """The facts of the tables at which actions are valued."""
    return tuple(
        TableFacts(line_up.name, line_up.people, weight, *(bot.label for bot in line_up.players))
        for line_up, weight in zip(fields, weights, strict=True)
    )


def _action(position: Position, fields: Sequence[SeatedTable], values: Values, number: int, best: int) -> AdvisedAction:
    action = values.actions[number]
    at = list[ActionAtTable]()
    tables = range(len(fields))
    for table, field in enumerate(fields):
        ev = values.value(table, number, best)
        behind = values.gap(table, number, best)
        at.append(ActionAtTable(field.name, estimate(ev), estimate(behind), *values.ends(table, number)))
    ends = _ends(at)
    return AdvisedAction(
        action=action.text(position),
        action_type=action.kind,
        cards=spelled(action.cards),
        decision=DECISIONS[action.decision],
        action_code=str(action.code),
        ev=estimate(values.mean([values.value(table, number, best) for table in tables])),
        behind=estimate(values.lead(number, best)),
        win=ends.won,
        burned=ends.burned,
        beaten=ends.beaten,
        at=tuple(at),
        worlds=max(int(rollout.played[number]) for rollout in values.rollouts),
        why=reason(position, action, ends),
    )


def _ends(at: Sequence[ActionAtTable]) -> Ends:
    count = len(at)
    return Ends(*(math.fsum(getattr(there, name) for there in at) / count for name in ("win", "burned", "beaten")))


def _because(
    position: Position, values: Values, verdict: Verdict, order: Sequence[int], actions: Sequence[AdvisedAction]
) -> str:
    """Why the first action beats the next, or how the tables differ if another action is better somewhere."""
    if any(number is not None for number in verdict.instead):
        tables = {there.table: Ends(there.win, there.burned, there.beaten) for there in actions[0].at}
        return turning(actions[0].action, tables)
    best, second = values.actions[order[0]], values.actions[order[1]]
    return because(position, best, second, _ends(actions[0].at), _ends(actions[1].at))


def advice_of(
    actions: Sequence[AdvisedAction],
    word: str,
    near: Sequence[int],
    instead: Sequence[int | None],
    fields: Sequence[SeatedTable],
    margin: float,
) -> str:
    """The answer in sentences: what to do, how sure that is, and against whom another action is better.

    Args:
        actions: the best first.
        word, near, instead: as of `Verdict`, with numbers in `actions`.
        fields: the tables.
        margin: units within which two actions are worth the same.
    """
    best = actions[0]
    named = best.action[0].upper() + best.action[1:]
    if word == FORCED:
        return f"{named}: there is no choice."
    if word == CLOSE:
        alike = [actions[number] for number in near]
        discards = all(action.action_type == "discard" for action in (best, *alike))
        names = [action.action.removeprefix("discard ") if discards else action.action for action in alike]
        shown = names[:3]
        more = len(names) - 3
        within = max(margin, *(-(action.behind.mean or 0.0) for action in alike))
        same = join_and([*shown, f"{more} more"] if more > 0 else shown)
        says = (
            f"{named}: close. {same[0].upper() + same[1:]} {'is' if len(names) == 1 else 'are'} worth the same "
            f"(within {within:.2g} units)."
        )
    else:
        gap = _units(-(actions[1].behind.mean or 0.0), margin)
        says = f"{named}: {word}, {gap} units better than to {actions[1].action}."
    return " ".join([says, *_elsewhere(actions, instead, fields, margin)])


def _units(gap: float, margin: float) -> str:
    return amount(gap, max(0, math.ceil(-math.log10(margin))) if margin > 0 else 2, sign=False)


def _elsewhere(
    actions: Sequence[AdvisedAction], instead: Sequence[int | None], fields: Sequence[SeatedTable], margin: float
) -> list[str]:
    """Against whom another action is better, and by how much: `If they seldom challenge: call, 2.4 better.`"""
    parts = []
    for number in dict.fromkeys(n for n in instead if n is not None):
        tables = [table for table, n in enumerate(instead) if n == number]
        gap = _units(min(actions[number].at[table].behind.mean or 0.0 for table in tables), margin)
        whom = join_and([fields[table].habit for table in tables]).replace(" and if ", " or ")
        parts.append(f"{whom[0].upper()}{whom[1:]}: {actions[number].action}, {gap} better.")
    return parts
