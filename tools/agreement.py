"""Does the program give one advice? The words of every adviser on positions where advice is sure.

    python -m tools.agreement --positions 200 --write       # docs/how-to/advise.md; minutes

One choice from each of many games between three of the player that advice assumes (`STRONGEST`), on a seed that
nothing was tuned on. `advise` values the options by many worlds. Where the best one is clearly better than every other
by more than `CLOSE` units, the position is *resolved*, and an adviser who allows only others contradicts it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from analyses.advise import CLEAR, advise, field_of, seated
from analyses.answers.advise import AdvisedAction
from analyses.card import card, rule_at
from analyses.review import CLOSE, verdict_of
from strategies import load_player
from strategies.registry import STRONGEST
from tongits_sim.any_game.record_form import Record
from tongits_sim.game.board import Board
from tongits_sim.game.state import (
    DECISION_CALL,
    DECISION_DISCARD,
    DECISION_DRAW,
    DECISION_OVER,
    DECISION_RESPOND,
    DECISIONS,
)
from tongits_sim.positions.position import PositionError
from tongits_sim.positions.recorded import RecordedChoice, choices_of
from tongits_sim.positions.stored import board_at
from tongits_sim.records.write import play_records
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent
from tongits_sim.strategy import Player
from tongits_sim.worlds.losses import loss_of
from tongits_sim.worlds.rollouts import LEAST
from tools.blocks import write_block

SEED = 20_261_125
"""Seed of the games; nothing was trained or chosen on it."""
WORLDS = 4 * LEAST
KINDS = ("call", "respond", "lay", "draw", "discard")
"""Decisions at which a choice begins; games give one of each in turn."""
PAGE = Path("docs") / "how-to" / "advise.md"
ALONE = How(1, notice=silent)
_LAST = (int(DECISION_RESPOND), int(DECISION_DRAW), int(DECISION_DISCARD))


@dataclass(frozen=True)
class Asked:
    """A resolved position.

    Attributes:
        record, choice: the game, and the choice in it.
        board: at the decision, with all cards.
        actions: the legal actions with the values of advice, the best first.
    """

    record: Record
    choice: RecordedChoice
    board: Board
    actions: tuple[AdvisedAction, ...]

    @property
    def decision(self) -> str:
        """The decision at which the choice begins."""
        return self.choice.position.decision


Allowed = Callable[[AdvisedAction], bool]
"""Whether an adviser would take an action."""
Says = Callable[[Asked], Allowed | None]
"""An adviser; None where it is not sure."""


def surely_below(action: AdvisedAction, limit: float = -CLOSE) -> bool:
    """Whether an action is clearly worse than the best one by more than `CLOSE`."""
    mean, half = action.behind.mean, action.behind.half_width
    return mean is not None and half is not None and mean + CLEAR * half < limit


def contradicts(asked: Asked, allowed: Allowed) -> bool:
    """Whether every action that an adviser would take is clearly worse than the best one."""
    mine = [action for action in asked.actions if allowed(action)]
    return bool(mine) and all(map(surely_below, mine))


def choices(
    rules: RuleSet, seed: int = SEED, kinds: Sequence[str] = KINDS
) -> Iterator[tuple[Record, RecordedChoice, Board]]:
    """A choice of each game, of each kind in turn where the game has one."""
    chance = Random(seed)
    for number, record in enumerate(play_records(rules, field_of(None), 10**6, seed)):
        mine = [each for each in choices_of(record) if each.position.decision == kinds[number % len(kinds)]]
        if mine:
            choice = chance.choice(mine)
            try:
                yield record, choice, board_at(record, choice.move, choice.position.decision)
            except PositionError:  # the move says nothing of this decision
                continue


def resolved(rules: RuleSet, positions: int, worlds: int = WORLDS, seed: int = SEED) -> list[Asked]:
    """The resolved positions among `positions` with a choice."""
    found, looked = list[Asked](), 0
    for record, choice, board in choices(rules, seed):
        if looked == positions:
            break
        answer = advise(choice.position, worlds=worlds, seed=seed, how=ALONE)
        looked += len(answer.actions) > 1
        if len(answer.actions) > 1 and all(map(surely_below, answer.actions[1:])):
            found.append(Asked(record, choice, board, answer.actions))
    return found


def advisers(rules: RuleSet, seed: int = SEED + 1) -> dict[str, Says]:
    """The advisers by name."""
    field = field_of(None)

    def advising(worlds: int) -> Says:
        def says(asked: Asked) -> Allowed | None:
            answer = advise(asked.choice.position, worlds=worlds, seed=seed, how=ALONE)
            best = answer.actions[0]
            return _only(best.decision, int(best.word)) if answer.verdict == "clear" else None

        return says

    def reviewing(asked: Asked) -> Allowed | None:
        loss = loss_of(asked.choice, seated(asked.choice.position, field), seed)
        if loss is None or verdict_of(loss) != "clear":
            return None
        return _only(DECISIONS[loss.best.act], int(loss.best.word))

    return {"advise": advising(LEAST), "review": reviewing, "card": _card(rules)}


def _only(decision: str, word: int) -> Allowed:
    return lambda action: (action.decision, int(action.word)) == (decision, word)


def _card(rules: RuleSet) -> Says:
    """The card on calls, challenges and first melds; nothing at counts where it says to ask."""
    made = card(rules, load_player("deep"), ALONE, deals=100)
    thumb = {"call": made.calls, "respond": made.challenges, "lay": made.lays}
    kinds = {"call": "call", "respond": "challenge", "lay": "lay"}

    def says(asked: Asked) -> Allowed | None:
        position, rules_here = asked.choice.position, thumb.get(asked.decision)
        first = not any(meld.owner == position.seat for meld in position.melds)
        if not rules_here or (asked.decision == "lay" and not first):
            return None
        found = rule_at(rules_here, asked.board.view)
        if found is None or found[1] is None:
            return None
        yes = found[1]
        return lambda action: (action.kind == kinds[asked.decision]) == yes

    return says


def players(rules: RuleSet, seed: int = SEED + 1) -> dict[str, Says]:
    """Bots as advisers, by name: they mix, and may assume other opponents than advice does."""

    def playing(player: Player) -> Says:
        def says(asked: Asked) -> Allowed | None:
            again = board_at(asked.record, asked.choice.move, asked.decision)
            done = _answered(player, again, rules, Random(seed))
            return (lambda action: action.kind in ("draw", "pass")) if done is None else _only(*done)

        return says

    return {name: playing(load_player(name)) for name in ("expert", "deep")}


def _word(player: Player, board: Board, rules: RuleSet) -> int:
    decision = DECISIONS[int(board.view.decision)]
    return int(player.ask_again(decision, board.view, rules, program=True).word or 0)


def _answered(player: Player, board: Board, rules: RuleSet, chance: Random) -> tuple[str, int] | None:
    """The next decision at which a player acts in this turn, and its answer; None if it does not call and has no other
    choice before it draws or its turn ends.
    """
    seat, decision = int(board.view.me), int(board.view.decision)
    while decision != DECISION_OVER and int(board.view.me) == seat:
        board.view.word = chance.getrandbits(64)
        word = _word(player, board, rules)
        if word or decision in _LAST:
            return DECISIONS[decision], word
        called = decision == DECISION_CALL
        board.apply(0)
        decision = int(board.advance())
        if called and decision != DECISION_DRAW:
            break
    return None


def table(rules: RuleSet, positions: int) -> str:
    """The block: how often each adviser is sure, and how often it contradicts advice."""
    found = resolved(rules, positions)
    lines = ["| who | says something | contradicts advice | where |", "| --- | ---: | ---: | --- |"]
    for name, says in (advisers(rules) | players(rules)).items():
        said = [(asked, allowed) for asked in found if (allowed := says(asked)) is not None]
        wrong = [asked.decision for asked, allowed in said if contradicts(asked, allowed)]
        where = ", ".join(f"{wrong.count(kind)} at {kind}" for kind in KINDS if kind in wrong) or "–"
        lines.append(f"| {name} | {len(said)} | {len(wrong)} | {where} |")
        print(lines[-1], flush=True)
    field = STRONGEST
    return (
        f"{positions} positions of games between three `{field}` under {rules.name} from seed {SEED}, one of a game, "
        f"each valued by {WORLDS:,} worlds: in {len(found)} one action is clearly better than every other, by more "
        f"than {CLOSE:g} units.\n\n    python -m tools.agreement --rules {rules.name} --positions {positions} "
        "--write\n\n" + "\n".join(lines)
    )


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    text = table(load(options.rules), options.positions)
    print(text)
    if options.write:
        write_block(PAGE, "agreement", text)


if __name__ == "__main__":
    main()
