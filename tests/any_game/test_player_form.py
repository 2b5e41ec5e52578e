"""What the players of every game share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from tongits_sim.any_game.player_form import BoundedParam, PlayerForm
from tongits_sim.errors import TongitsError


@dataclass(frozen=True)
class Way:
    """A way of tossing coins."""

    name: str
    params: tuple[BoundedParam, ...] = ()


@dataclass(frozen=True)
class Tosser(PlayerForm):
    """Somebody who tosses coins."""

    strategy: Way
    values: Mapping[str, float] = field(default_factory=dict)
    origin: str = ""

    @property
    def spec(self) -> str:
        """Its name."""
        return self.strategy.name

    def digest(self) -> str:
        """Always the same."""
        return "0"


BOLD = Way("bold", (BoundedParam("bet_at", 2, 0, 5, "heads"), BoundedParam("stop_at", 9, 0, 99, "tosses")))


def test_parameters_are_filled_in() -> None:
    player = Tosser(BOLD, {"stop_at": 7, "bet_at": 2})
    player.check_values()
    assert player.parameters() == {"bet_at": 2, "stop_at": 7}
    assert player.changed() == {"stop_at": 7}


@pytest.mark.parametrize(
    ("way", "values", "message"),
    [
        (BOLD, {"bet_at": 6}, "bold: bet_at = 6 is outside its bounds 0 to 5"),
        (BOLD, {"bet_at": float("nan")}, "bold: bet_at = nan is outside its bounds 0 to 5"),
        (BOLD, {"bet": 1}, "bold has no parameter 'bet'. Did you mean 'bet_at'? It has: bet_at, stop_at"),
        (BOLD, {"zzz": 1}, "bold has no parameter 'zzz'. It has: bet_at, stop_at"),
        (Way("plain"), {"bet_at": 1}, "plain has no parameters, so 'bet_at' means nothing to it"),
    ],
)
def test_a_parameter_that_cannot_be_set_is_refused(way: Way, values: dict[str, float], message: str) -> None:
    with pytest.raises(TongitsError) as caught:
        Tosser(way, values).check_values()
    assert str(caught.value) == message


def test_a_manifest_says_what_decides_how_it_plays() -> None:
    assert Tosser(BOLD, {"bet_at": 3}, "my.py").manifest() == {
        "player": "bold",
        "strategy": "bold",
        "params": {"bet_at": 3, "stop_at": 9},
        "origin": "my.py",
        "source": "0",
    }
