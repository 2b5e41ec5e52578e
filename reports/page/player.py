"""One side of paper for a player: when to call, fight, lay and throw, in the words of the pocket card, with a hand of
each.

The hands are questions of `tongits quiz` at which rollouts over all actions agree with the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analyses.answers.advise import PositionFacts
from analyses.card import rule_at
from analyses.quiz import QuizItem
from analyses.reasons import loose_cards, partners
from analyses.words.parts import Advice, Table
from reports.page.sheets import A4, Block
from reports.text.advice import position_words
from reports.text.card import Part, Rule, rule_words, sheet
from tongits_sim.cards import card_points, card_text, cards_in
from tongits_sim.positions.boards import position_of
from tongits_sim.profiles.cells import FEATURE, feature_of

if TYPE_CHECKING:
    from analyses.answers.card import CardAnswer
    from tongits_sim.game.board import Board
    from tongits_sim.positions.position import Position
    from tongits_sim.rules import RuleSet

_PRICE = 3
"""Points by which the card lowers a discard for each card that would make a meld with it."""
_LATE = 4
"""Cards in the stock from which points alone count."""


def player_sheet(answer: CardAnswer, rules: RuleSet, items: Sequence[QuizItem]) -> A4:
    """The sheet.

    Args:
        answer: the card.
        rules: the house rules.
        items: questions under these rules; without any the sheet has no examples.
    """
    words = sheet(answer)
    *tables, turn = words.parts
    draw, lay, sapaw, throw = (Advice(name, says) for name, says in turn.rows)
    hands = _Hands(answer, rules, items)
    kinds = {"call": "call", "respond": "challenge", "lay": "lay"}
    asked = [name for name, found in _rules(answer).items() if found]
    blocks = [
        Block(Advice(part.heading, ""), _table(part), hands.of(name, kinds[name]))
        for part, name in zip(tables, asked, strict=True)
    ]
    blocks += [Block(lay, None, () if answer.lays else hands.of("lay", "lay"))]
    blocks += [Block(throw, None, hands.of("discard", "discard"))]
    blocks += [Block(draw), Block(sapaw)]
    return A4(words.title, words.subtitle, blocks, words.small)


def _rules(answer: CardAnswer) -> dict[str, Sequence[Rule]]:
    return {"call": answer.calls, "respond": answer.challenges, "lay": answer.lays}


def _table(part: Part) -> Table:
    return Table(part.heading, part.heading, list(part.heads), [list(row) for row in part.rows])


class _Hands:
    """Examples among questions: positions in which the card and rollouts agree, the clearest first."""

    def __init__(self, answer: CardAnswer, rules: RuleSet, items: Sequence[QuizItem]) -> None:
        self.answer, self.rules = answer, rules
        self.items = sorted(items, key=lambda item: item.choices[1].behind)

    def of(self, decision: str, kind: str) -> tuple[str, ...]:
        """An example of a decision in lines, if possible one in which the card says yes (`kind`); empty without one."""
        found = sorted(self._agreements(decision, kind), key=lambda pair: not pair[0])
        return found[0][1] if found else ()

    def _agreements(self, decision: str, kind: str) -> Iterator[tuple[bool, tuple[str, ...]]]:
        for item in self.items:
            if item.decision == decision:
                board, best = item.board(), item.choices[0]
                position = position_of(board, self.rules)
                said = self._card_words(board, position, item, kind)
                if said is not None:
                    facts = position_words(PositionFacts.from_dict(position.facts()))
                    yield best.kind == kind, (*facts, *([said] if said else []), f"{item.advice} {best.why}")

    def _card_words(self, board: Board, position: Position, item: QuizItem, kind: str) -> str | None:
        """The card's words on a position; None where rollouts disagree."""
        decision, best, text = item.decision, item.choices[0].kind, item.choices[0].text
        if rules := _rules(self.answer).get(decision):
            at = {name: int(feature_of(board.view, number)) for name, number in FEATURE.items()}
            found = rule_at(rules, at)
            if found is None or found[1] != (best == kind):
                return None
            return f"{rule_words(found[0])}. Count {at['count']}."
        if best != kind:
            return None
        if decision == "discard":
            return "" if text == _card_discard(position) else None
        return "" if not board.view.open_melds[position.seat] else None


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
