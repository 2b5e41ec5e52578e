"""One side of paper for a player: when to call, fight, lay and throw, in the words of the pocket card, with a hand of
each.

The hands come from games of the card's player: positions in which advice is clear and says what the card says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from analyses.advise import advise
from analyses.answers.advise import PositionFacts
from analyses.card import card_says
from analyses.reasons import loose_cards, partners
from analyses.words import Advice, Table
from reports.page.sheets import A4, Block
from reports.text.advice import position_words
from reports.text.card import Part, sheet
from tongits_sim.cards import card_points, card_text, cards_in
from tongits_sim.records.write import play_records
from tongits_sim.table.position import PositionError
from tongits_sim.table.recorded import board_at, choices_of

if TYPE_CHECKING:
    from analyses.answers.card import CardAnswer
    from tongits_sim.game.board import Board
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player
    from tongits_sim.table.position import Position

_PRICE = 3
"""Points by which the card lowers a discard for each card that would make a meld with it."""
_LATE = 4
"""Cards in the stock from which points alone count."""
_KINDS = {"call": "call", "respond": "challenge", "lay": "lay", "discard": "discard"}
"""The action that is yes at a decision."""
_GAMES, _TRIES, _WORLDS, _SEED = 40, 8, 32, 1
"""Games in which hands are looked for, positions of a decision that are valued, and worlds for each."""

Hands = Mapping[str, tuple[str, ...]]
"""An example in lines, by decision."""


def player_sheet(answer: CardAnswer, hands: Hands) -> A4:
    """The sheet of a card, with examples where there are any (`hands_of`)."""
    card = sheet(answer)
    asked = [name for name in ("call", "respond", "lay") if answer.of(name)]
    examples = [hands.get(name, ()) for name in asked]
    blocks = [
        Block(Advice(part.name, ""), _table(part), example) for part, example in zip(card.parts, examples, strict=True)
    ]
    blocks += [
        Block(Advice(part.name, part.lines[0]), None, hands.get("discard", ()) if part is card.turn[-1] else ())
        for part in card.turn
    ]
    return A4(card.title, card.cost, blocks, card.small)


def _table(part: Part) -> Table:
    return Table(part.name, part.name, [""], [[line] for line in part.lines])


def hands_of(answer: CardAnswer, rules: RuleSet, player: Player) -> dict[str, tuple[str, ...]]:
    """An example for each decision, if possible one in which the card says yes; none where advice agrees with none.

    Args:
        answer: the card.
        rules: the house rules.
        player: three of it play the games, and play on in the rollouts of advice.
    """
    hands: dict[str, tuple[str, ...]] = {}
    tries = dict.fromkeys(_KINDS, _TRIES)
    for decision, board, position in _positions(rules, player):
        if tries[decision]:
            says = _card_says(answer, board, position, decision)
            if says is None:
                continue
            text, yes = says
            tries[decision] -= 1
            advice = advise(position, worlds=_WORLDS, seed=_SEED)
            best = advice.actions[0]
            agrees = best.action == text if decision == "discard" else (best.action_type == _KINDS[decision]) == yes
            if agrees and advice.verdict in ("clear", "slight") and (yes or decision not in hands):
                facts = position_words(PositionFacts.from_dict(position.facts()))
                hands[decision] = (
                    *facts,
                    *[text] * (decision != "discard"),
                    f"{advice.advice} {advice.because[:1].upper()}{advice.because[1:]}",
                )
                tries[decision] *= not yes
        if not any(tries.values()):
            break
    return hands


def _positions(rules: RuleSet, player: Player) -> Iterator[tuple[str, Board, Position]]:
    """Decisions of games between three of a player, one of each kind a game, that a sheet has examples of."""
    for record in play_records(rules, [player] * 3, _GAMES, _SEED):
        seen = set()
        for choice in choices_of(record):
            decision = choice.position.decision
            if decision in _KINDS and decision not in seen:
                try:
                    board = board_at(record, choice.move, decision)
                except PositionError:  # the move says nothing of this decision
                    continue
                seen.add(decision)
                yield decision, board, replace(choice.position, names=())  # a reader is not told who the bots are


def _card_says(answer: CardAnswer, board: Board, position: Position, decision: str) -> tuple[str, bool] | None:
    """The card's words on a position, for a discard the discard, and whether it says yes; None where it has none."""
    if decision == "discard":
        text = _card_discard(position)
        return (text, True) if text else None
    if decision == "lay" and board.view.open_melds[position.seat]:
        return None
    yes = card_says(answer, board.view)
    return None if yes is None else (f"Count {int(board.view.count)}.", yes)


def _card_discard(position: Position) -> str:
    """The discard by the card: the loose card with most points, less some for each unseen card that would meld it with
    another card of the hand.
    """
    loose = loose_cards(position, position.hand)[0]
    late = position.stock <= _LATE

    def worth(card: int) -> int:
        outs = 0
        for pair in partners(card):
            if pair & position.hand:
                outs |= pair & position.unknown
        return int(card_points(card)) - (0 if late else _PRICE * outs.bit_count())

    return f"discard {card_text(max(cards_in(loose), key=worth))}" if loose else ""
