"""A seat sees its own cards, the table and the discards, and nothing else."""

from __future__ import annotations

import dataclasses
import random
import re

import pytest

from tests.live.people import a_match, legal_events
from tongits_sim.cards import card_text, cards_in
from tongits_sim.live.match import LiveMatch
from tongits_sim.live.sight import HIDDEN, Sight, melds_on_table, seen_by, sight_of


def hidden_cards(match: LiveMatch) -> set[str]:
    """The cards that the person has no right to know: others' hands, the stock, others' secrets."""
    board, me = match.board, match.seat
    mask = sum(1 << int(card) for card in board.game.stock[int(board.game.stock_next) : int(board.game.stock_size)])
    for seat in range(3):
        if seat != me:
            mask |= int(board.game.hands[seat]) & ~int(board.view.known[seat])
    texts = {card_text(card) for card in cards_in(mask)}
    secrets = [event["cards"] for event in match.rows() if event["act"] == "secret" and event["seat"] != me]
    return texts.union(*secrets) if secrets else texts


def everything(sight: Sight) -> set[str]:
    """Every card that a sight names."""
    text = re.sub(r"(X[12])\(\w+\)", r"\1", repr(dataclasses.asdict(sight)))  # what a joker stands for is no card
    return set(re.findall(r"X[12]|[2-9TJQKA][cdhs]", text))


@pytest.mark.parametrize("rules", ["pagat", "sjs+joker", "online"])
def test_holds_no_hidden_card(rules: str) -> None:
    looked = 0
    for seed in range(8):
        chance = random.Random(seed)
        match = a_match(rules, seed=seed, seat=seed % 3)
        match.deal()
        while not match.over:
            sight = sight_of(match.board, match.rows())
            assert not everything(sight) & hidden_cards(match)
            assert set(sight.hand) == {card_text(card) for card in cards_in(match.board.game.hands[match.seat])}
            assert sight.count == int(match.board.view.count)
            assert [meld.owner for meld in sight.table] == list(match.board.view.meld_owner[: len(sight.table)])
            shown = [len(meld.cards) for meld in sight.table]
            assert shown == list(match.board.view.meld_size[: len(sight.table)])
            looked += 1
            match.act(chance.choice(legal_events(match)))
    assert looked > 15


def test_the_offer_is_there_only_while_it_may_be_taken() -> None:
    match = a_match("sjs", seed=2)
    match.deal()
    chance, offers = random.Random(2), 0
    while not match.over:
        sight = sight_of(match.board, match.rows())
        offers += bool(sight.offer)
        assert not sight.offer or not sight.drawn
        if sight.offer:
            assert sight.discards[-1] == ((match.seat + 2) % 3, sight.offer)
        match.act(chance.choice(legal_events(match)))
    assert offers


def test_hides_what_others_draw_and_lay_face_down() -> None:
    events = [
        {"seat": 0, "act": "draw", "card": "7c"},
        {"seat": 0, "act": "secret", "cards": ["8c", "8d", "8h", "8s"]},
        {"seat": 0, "act": "lay", "cards": ["4c", "5c", "X1"], "as": {"X1": "6c"}},
        {"seat": 1, "act": "sapaw", "card": "7c", "onto": 1},
    ]
    seen = seen_by(events, 1)
    assert seen[0]["card"] == HIDDEN
    assert seen[1]["cards"] == [HIDDEN] * 4
    assert seen_by(events, 0) == events
    secret, run = melds_on_table(events, 1)
    assert (secret.secret, secret.cards) == (True, (HIDDEN,) * 4)
    assert run.cards == ("4c", "5c", "X1(6c)", "7c")
    assert melds_on_table(events, None)[0].cards == ("8c", "8d", "8h", "8s")
