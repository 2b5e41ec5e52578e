"""What to do in a position against each of nine styles of opponents, and which action is right or wrong against all of
them.

The styles are those of `tongits analyze styles`: how boldly two opponents call, how readily they challenge. Worlds are
weighted by how players of that style would have played so far; the seat itself plays on as the player that
advice follows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from analyses.answers.advise import AdviceAnswer
from analyses.answers.advise_styles import StyleAdvice, StyledAction, StylesAdvice
from analyses.answers.styles import Style
from analyses.solving.locks import style, styles
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from analyses.answers.advise import AdvisedAction
    from tongits_sim.positions.position import Position
    from tongits_sim.worlds.weighing import Weighing

STYLES = "styles"
"""Stands for all nine in place of a bot."""
SECONDS = 4.5
"""Time for the worlds of all styles together."""

Look = Callable[[StylesAdvice], None]


def advise_styles(
    position: Position,
    *,
    worlds: int | None = None,
    seconds: float = SECONDS,
    seed: int = 1,
    how: How | None = None,
    weighing: Weighing | None = None,
    look: Look | None = None,
) -> StylesAdvice:
    """What to do in a position against each style.

    Args:
        position: the position (`tongits_sim.positions`).
        worlds: the exact number for each style; None: as many as time allows.
        seconds: time for worlds, shared by the styles.
        seed: of the worlds.
        how: `workers` and `notice` are used.
        weighing: how the others' choices weigh.
        look: called with the answer so far after each style.

    Raises:
        PositionError: the position is impossible, or the rules are played for a score.
        BotFault: a bot breaks the rules or fails.
    """
    from analyses.advise import advise, field_of, prepare
    from strategies.solved import default_player

    me, way = default_player(position.rules), how or How()
    fields = {Style(*each): [style(*each), style(*each), me] for each in styles()}
    prepare(position, field_of(next(iter(fields.values())), position.rules), way)
    began, by_style = time.perf_counter(), dict[Style, AdviceAnswer]()
    for each, players in fields.items():
        left = max(0.0, seconds - (time.perf_counter() - began)) / (len(fields) - len(by_style))
        by_style[each] = advise(position, players, worlds=worlds, seconds=left, seed=seed, how=way, weighing=weighing)
        if look is not None:
            look(_answer(by_style, began))
    return _answer(by_style, began)


def _answer(by_style: Mapping[Style, AdviceAnswer], began: float) -> StylesAdvice:
    """The answers so far as one answer."""
    answers = list(by_style.values())
    first = answers[0]
    actions = styled(answers)
    rows = tuple(_row(each, answer) for each, answer in by_style.items())
    return StylesAdvice(
        command="advise",
        rules=first.rules,
        rules_option=first.rules_option,
        knobs=first.knobs,
        position=first.position,
        me=first.against["me"],
        seed=first.seed,
        styles=rows,
        actions=tuple(actions),
        advice=advice_of(rows, actions),
        used=first.used,
        defaults=first.defaults,
        elapsed_s=time.perf_counter() - began,
        bots=tuple({bot.player: bot for answer in answers for bot in answer.bots}.values()),
        versions=first.versions,
    )


def _row(style: Style, answer: AdviceAnswer) -> StyleAdvice:
    best = answer.best
    return StyleAdvice(
        style=style,
        bot=answer.against["right"],
        action=best.action,
        ev=best.ev,
        behind=answer.actions[1].behind if len(answer.actions) > 1 else None,
        verdict=answer.verdict,
        advice=answer.advice,
        worlds=answer.worlds,
    )


def styled(answers: Sequence[AdviceAnswer]) -> list[StyledAction]:
    """Every action against all styles, the least behind on average first."""
    by_style = [{_key(each): each for each in answer.actions} for answer in answers]
    rows = []
    for key, action in by_style[0].items():
        same = [actions[key] for actions in by_style]
        rows.append(
            StyledAction(
                action=action.action,
                kind=action.kind,
                cards=action.cards,
                decision=action.decision,
                word=action.word,
                judgement=judgement([each.behind for each in same]),
                behind=tuple(each.behind for each in same),
            )
        )
    return sorted(rows, key=lambda each: (-each.mean, each.action))


def _key(action: AdvisedAction) -> tuple[str, str]:
    return action.decision, action.word


def judgement(behind: Sequence[Estimate]) -> str:
    """`best`, `good`, `depends` or `bad`, by how far an action is behind the best one against each style; the best one
    itself is behind by exactly 0."""
    if all(each.mean == 0 and each.half_width in (0, None) for each in behind):
        return "best"
    worse = [each.ci95 is not None and each.ci95[1] < 0 for each in behind]
    return "bad" if all(worse) else "depends" if any(worse) else "good"


def advice_of(rows: Sequence[StyleAdvice], actions: Sequence[StyledAction]) -> str:
    """The answer in a sentence: the action that is best or good against all styles, or the best one against each."""
    count = len(rows)
    for wanted, words in (("best", "best against"), ("good", "not clearly worse than another action against any of")):
        choice = next((each.action for each in actions if each.judgement == wanted), None)
        if choice is not None:
            return f"{choice[0].upper()}{choice[1:]}: {words} {count} style{'' if count == 1 else 's'} of opponents."
    best: dict[str, list[str]] = {}
    for row in rows:
        best.setdefault(row.action, []).append(row.style.name)
    parts = [f"{action} against {', '.join(names)}" for action, names in best.items()]
    return f"It depends on who plays: {'; '.join(parts)}."
