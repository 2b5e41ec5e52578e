"""One sheet of paper for a player: when to call, challenge, lay and discard, in the words of the pocket card, with a
hand for each decision.

The hands come from games of the card's player: positions in which clear advice agrees with the card.
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
"""The card counts a discard as so many points less for each unseen card that would meld it."""
_LATE = 4
"""With this many cards in the stock or fewer, points alone count."""
_KINDS = {"call": "call", "respond": "challenge", "lay": "lay", "discard": "discard"}
"""The action that means yes, by decision."""
_GAMES, _TRIES, _WORLDS, _SEED = 40, 8, 32, 1
"""Games to search for hands, positions to value for a decision, and worlds for each position."""

Hands = Mapping[str, tuple[str, ...]]
"""Examples by decision, each in lines."""


def player_sheet(answer: CardAnswer, hands: Hands) -> A4:
    """The sheet of a card, with the examples of `hands_of`."""
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
    """An example for each decision, if possible one in which the card says yes. A decision without clear, agreeing
    advice has no example.

    Args:
        answer: the card.
        rules: the house rules.
        player: three copies play the games; it also plays on in the rollouts of advice.
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
            if agrees and advice.verdict in ("clear", "likely") and (yes or decision not in hands):
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
    """Yield the decisions of games between three copies of a player, one of each kind in a game."""
    for record in play_records(rules, [player] * 3, _GAMES, _SEED):
        seen = set()
        for choice in choices_of(record):
            decision = choice.position.decision
            if decision in _KINDS and decision not in seen:
                try:
                    board = board_at(record, choice.move, decision)
                except PositionError:  # the move does not belong to a decision
                    continue
                seen.add(decision)
                yield decision, board, replace(choice.position, names=())  # do not name the bots to a reader


def _card_says(answer: CardAnswer, board: Board, position: Position, decision: str) -> tuple[str, bool] | None:
    """The card's words for a position (for a discard, the discard), and whether it says yes; None without words."""
    if decision == "discard":
        text = _card_discard(position)
        return (text, True) if text else None
    if decision == "lay" and board.view.open_melds[position.seat]:
        return None
    yes = card_says(answer, board.view)
    return None if yes is None else (f"Count {int(board.view.count)}.", yes)


def _card_discard(position: Position) -> str:
    """The discard by the card: the loose card with most points, less some points for each unseen card that would meld
    it with another card of the hand.
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
