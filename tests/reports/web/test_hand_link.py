import base64
import json
import zlib
from dataclasses import replace
from typing import Any

from analyses.answers.advise import PositionFacts
from reports.web.hand_link import hand_link
from tests.table.scenes import recorded
from tongits_sim.rules import load


def opened(link: str) -> dict[str, Any]:
    letters = link.removeprefix("#")
    padded = letters + "=" * (-len(letters) % 4)
    value: dict[str, Any] = json.loads(zlib.decompress(base64.urlsafe_b64decode(padded)))
    return value


def test_a_link_holds_what_the_seat_sees() -> None:
    found = 0
    for _, position, _ in recorded("pagat", "expert,expert,expert", 6):
        facts = PositionFacts.from_dict(position.facts())
        link = hand_link(facts, load("pagat").knobs())
        if facts.caller:
            assert not link
        if not link:
            continue
        found += 1
        value = opened(link)
        assert " ".join(value["hand"]) == facts.hand
        assert value["rules"] == {"base": "pagat", "set": {}}
        assert value["sizes"] == [facts.sizes[name] for name in ("me", "right", "left")]
        named = {*value["hand"], *value["discards"], *(card for meld in value["melds"] for card in meld["cards"])}
        assert 52 - len(named) - sum(value["sizes"][1:]) == facts.stock
        assert not hand_link(replace(facts, stock=facts.stock + 1), load("pagat").knobs())
        changed = load("pagat", ["pay.fold=2"]).knobs()
        assert opened(hand_link(facts, changed))["rules"] == {"base": "pagat", "set": {"pay.fold": "2"}}
    assert found > 5
