"""Events out of the log, and back into the words that did them."""

from __future__ import annotations

import pytest

from tests.game.scenes import Script, house
from tongits_sim import actions
from tongits_sim.cards import EMPTY, U, parse_mask
from tongits_sim.records.events import events_of, word_of
from tongits_sim.rules import load

SCRIPTS = [
    ("pagat", ("7c 7d 7h 2c", "2d 2h 7s", ""), "0 lay 7c 7d 7h; 0 discard 2c; 1 take 2c = 2c 2d 2h; 1 sapaw 7s > 0"),
    ("casino_x+joker", ("7c 7d X1 2c 7s", "", ""), "0 lay 7c 7d X1(7h); 0 discard 7s; 1 take 7s > 0"),
    ("sjs+joker", ("7c 7d X1 7s 2c", "X2", ""), "0 secret 7c 7d 7s X1(7h); 0 discard 2c"),
    (
        "sjs+joker",
        ("4c 5c 6c X1 2d", "X2", ""),
        "0 lay 4c 5c 6c; 0 sapaw X1(7c) > 0; 0 discard 2d; 1 draw; 1 sapaw X2(8c) > 0",
    ),
]


@pytest.mark.parametrize(("rules", "hands", "script"), SCRIPTS)
def test_what_is_logged_is_what_was_played(rules: str, hands: tuple[str, str, str], script: str) -> None:
    knobs = house(rules, jokers__max_per_meld=2) if "joker" in rules else load(rules)
    scene = Script(knobs, hands)
    expected = scene.events(script)
    logged = events_of(scene.play(script).rows, [])[: len(expected)]
    for event in (*expected, *logged):
        event["cards"] = sorted(event.get("cards", []))
    assert logged == expected


def test_words_of_events() -> None:
    lay = {"seat": 0, "act": "lay", "cards": ["7c", "X2", "7h"], "as": {"X2": "7d"}}
    word = word_of(lay)
    assert actions.faces_of(word) == parse_mask("7c 7d 7h")
    assert (actions.x1_face(word), actions.x2_face(word)) == (EMPTY, parse_mask("7d"))
    assert word_of(lay | {"act": "secret"}) == U(actions.secret(word))
    assert word_of({"seat": 0, "act": "take", "card": "7c"}) == actions.TAKE_FREE
    assert word_of({"seat": 0, "act": "discard", "card": "10c"}) == parse_mask("Tc")
    assert actions.meld_number(word_of({"seat": 0, "act": "take", "card": "7c", "onto": 17})) == 17


def test_what_a_winner_shows() -> None:
    script = Script("pagat", ("Ac 2c 3c 4d 5d 6d 7h 8h 9h Ts Js Qs Ks", "", ""))
    (event,) = events_of(script.play("").rows, [[0, 1, 2]])
    assert event == {"seat": 0, "act": "tongits", "melds": [["Ac", "2c", "3c"]]}
