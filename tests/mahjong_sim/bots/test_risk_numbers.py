"""The fitted table: its shape, and that the generator writes it so."""

from __future__ import annotations

from pathlib import Path

from mahjong_sim.analyses.risk_fit import GAMES, SEED, RiskNumbers, source
from mahjong_sim.bots import risk_numbers
from mahjong_sim.bots.risk_numbers import BY_TURN, SEEN, THROWN, TILES


def test_the_chance_grows_with_turns_and_bahay_on_the_table() -> None:
    assert all(late >= early for early, late in zip(BY_TURN[4], BY_TURN[12], strict=True))
    assert list(BY_TURN[12]) == sorted(BY_TURN[12])
    assert all(0 <= chance < 1 for row in BY_TURN for chance in row)
    assert TILES[2] == THROWN[0] == SEEN[0] == 1


def test_it_is_what_the_generator_writes() -> None:
    written = Path(risk_numbers.__file__).read_text(encoding="utf-8")
    assert written == source(RiskNumbers(BY_TURN, TILES, THROWN, SEEN), GAMES, SEED)
