"""All action codes at a decision, twice: by the steps of the encoding, and by trying everything with cards as texts."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.naive.cards import NATURALS
from tests.naive.melds import all_melds
from tongits_sim.cards import EMPTY, JOKERS, U, bit, card_text, cards_in, parse_card, parse_mask
from tongits_sim.game.action_codes import TAKE_FREE, extend, meld, sapaw, sapaw_joker, secret
from tongits_sim.game.board import Board
from tongits_sim.game.illegal_reasons import LEGAL
from tongits_sim.game.legality import check_extend, check_lay, check_sapaw, check_take_free, check_take_meld
from tongits_sim.game.state import DECISION_DISCARD, DECISION_DRAW, DECISION_LAY, DECISION_SAPAW
from tongits_sim.table.choices import DONE, MORE, begin_choice, choose, fill_mask, new_choice, new_mask, new_own

_own = new_own()
_mask, _flags = new_mask()


def legal_actions(board: Board, choice: np.recarray) -> list[int]:
    fill_mask(board.view, _own[0], choice[0], _flags[0])
    assert set(np.unique(_mask)) <= {0, 1}
    return [int(action) for action in np.flatnonzero(_mask)]


def words_by_steps(board: Board, steps: Counter[int]) -> set[int]:
    first = new_choice()
    begin_choice(first[0])
    words = set[int]()
    pending = [first]
    while pending:
        choice = pending.pop()
        actions = legal_actions(board, choice)
        steps[int(choice[0].choice_step)] += 1
        assert actions, "a step without any legal action"
        assert len(actions) > 1 or choice is first, "a further step with only one way to go on"
        for action in actions:
            then = choice.copy()
            status = choose(board.view, _own[0], then[0], action)
            if status == DONE:
                assert int(then[0].word) not in words, "two ways to one word"
                words.add(int(then[0].word))
            else:
                assert status == MORE
                pending.append(then)
    return words


def words_by_trying(board: Board, knobs: dict[str, Any]) -> set[int]:
    view = board.view
    game = board.game
    rules = board.rules
    me = int(board.view.me)
    decision = int(view.decision)
    hand = [card_text(card) for card in cards_in(view.hand)]
    if decision == DECISION_DISCARD:
        return {1 << card for card in cards_in(view.legal)}
    if decision == DECISION_LAY:
        open_melds = [_word(shape) for shape in all_melds(hand, knobs)]
        tried = [*open_melds, *(U(secret(word)) for word in open_melds)]
        return {0, *(int(word) for word in tried if check_lay(game, view, rules, me, word)[0] == LEGAL)}
    if decision == DECISION_SAPAW:
        return {0, *(int(word) for word in _additions(board) if check_sapaw(game, view, rules, me, word) == LEGAL)}
    if decision == DECISION_DRAW:
        words = [_word(shape) for shape in all_melds([*hand, card_text(int(view.offer))], knobs)]
        onto = [U(extend(n, face)) for n in range(view.n_melds) for face in _faces(board)]
        free = {int(TAKE_FREE)} if check_take_free(rules) == LEGAL else set()
        melds = {int(word) for word in words if check_take_meld(game, view, rules, me, word)[0] == LEGAL}
        return {0} | free | melds | {int(word) for word in onto if check_extend(view, rules, me, word) == LEGAL}
    return {0, 1}


def _faces(board: Board) -> list[np.uint64]:
    joker = bit(int(board.view.offer)) & JOKERS != EMPTY
    return [U(1 << parse_card(face)) for face in NATURALS] if joker else [EMPTY]


def _additions(board: Board) -> Iterator[np.uint64]:
    for number in range(board.view.n_melds):
        for card in cards_in(board.view.hand):
            if bit(card) & JOKERS == EMPTY:
                yield U(sapaw(card, number))
            else:
                yield from (U(sapaw_joker(card, U(1 << parse_card(face)), number)) for face in NATURALS)


def _word(each: Any) -> np.uint64:
    shown = dict(zip(each.cards, each.faces, strict=True))
    jokers = [parse_mask(shown[joker]) if joker in shown else EMPTY for joker in ("X1", "X2")]
    return U(meld(parse_mask(" ".join(each.faces)), *jokers))
