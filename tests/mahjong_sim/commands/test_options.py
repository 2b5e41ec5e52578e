"""Options that the commands of mahjong share."""

from __future__ import annotations

import pytest

from mahjong_sim.commands.options import chosen_rules
from tests.playing import command
from tongits_sim.errors import TongitsError


def test_rules_and_changes_are_chosen() -> None:
    assert chosen_rules("manila", ("pay.discarder=1",)).pay.discarder == 1
    with pytest.raises(TongitsError, match="visayan"):
        chosen_rules("visayn", ())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--games", "0"), "between 1"),
        (("--rules", "pagat"), "The presets are visayan"),
        (("--players", "greedy"), "four players"),
        (("--resume",), "--resume needs --out"),
    ],
)
def test_wrong_options_are_sentences(words: tuple[str, ...], message: str) -> None:
    code, _, err = command("mahjong", "simulate", *words)
    assert code == 2
    assert message in err
