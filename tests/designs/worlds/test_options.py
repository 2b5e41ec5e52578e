"""What may be done: everything legal, nothing else, in words."""

from __future__ import annotations

import numpy as np
import pytest

from strategies import load_player
from tests.designs.worlds.scenes import recorded, worker
from tests.positions.games import house
from tests.positions.test_position import TYPED
from tongits_sim.cards import cards_in
from tongits_sim.designs.worlds.options import KINDS, candidates, melds_of
from tongits_sim.designs.worlds.rollouts import Rollouts
from tongits_sim.game.state import DECISIONS
from tongits_sim.hands.melds import meld_kind
from tongits_sim.positions.typed import read_position
from tongits_sim.records.events import word_of
from tongits_sim.records.replay import ANSWERS
from tongits_sim.strategy import Player


@pytest.mark.parametrize("rules", ["pagat", "casino_x", "pagat!free", "pagat+joker"])
def test_what_was_done_is_among_the_options(rules: str) -> None:
    """Random players do everything that may be done; each of their moves is an option, and legal."""
    seen = set[str]()
    for record, position, board in recorded(rules, "random,random,random", 3):
        event = record["events"][board.logged]
        decision = DECISIONS.index(position.decision)
        if event["act"] not in ANSWERS[decision] or event["act"] in ("call", "fold", "challenge"):
            continue
        options = candidates(position)
        words = [each.word for each in options if each.act == decision]
        done = int(word_of(event))
        if "as" in event:
            continue  # which joker stands for what may be said in several ways
        assert done in words or any(each.cards == done for each in options), (event, position)
        seen.add(event["act"])
    assert seen >= {"discard"}


def test_what_is_not_legal_is_left_out() -> None:
    position = read_position(house("pagat"), TYPED)
    rollouts = Rollouts(position, [worker_player()] * 3, workers=1)
    texts = [each.text(position) for each in rollouts.options]
    rollouts.close()
    assert "lay 3h 4h 5h" in texts
    assert not any("face down" in text for text in texts)  # no secret of three cards
    assert {f"discard {card}" for card in ("Ks", "2c", "8d")} <= set(texts)
    assert len(texts) == len(set(texts)) == 11
    assert {each.kind for each in rollouts.options} <= set(KINDS)


def worker_player() -> Player:
    """A bot."""
    return load_player("expert")


def test_all_melds_of_some_cards() -> None:
    from tongits_sim.cards import U, parse_mask

    cards = int(parse_mask("3h 4h 5h 6h 3c 3d"))
    melds = set(melds_of(cards, 0, 0, 1))
    every = {
        sum(1 << card for number, card in enumerate(cards_in(cards)) if choice >> number & 1) for choice in range(64)
    }
    assert melds == {faces for faces in every if int(meld_kind(U(faces), 0))}
    with_joker = list(melds_of(cards, 0, 1, 1))
    assert set(with_joker) > melds
    assert all((faces & ~cards).bit_count() <= 1 for faces in with_joker)
    assert np.all([faces.bit_count() >= 3 for faces in with_joker])


def test_only_legal_options_can_be_played() -> None:
    position = read_position(house("pagat"), TYPED)
    one = worker(position)
    one.set_options(candidates(position))
    legal = one.legal()
    kinds = [each.kind for each, good in zip(candidates(position), legal, strict=True) if good]
    assert kinds.count("discard") == 10
    assert not any(good and each.face_down for each, good in zip(candidates(position), legal, strict=True))
