"""A written game becomes a position, and the options of `tongits advise` describe the same one."""

from __future__ import annotations

import json
from pathlib import Path

from strategies import load_players
from tests.playing import command
from tongits_sim.positions.position import PositionError
from tongits_sim.positions.typed import Typed, read_position
from tongits_sim.positions.written import advise_options, position_of_written
from tongits_sim.records.form import read_line
from tongits_sim.records.notation import read_sheet
from tongits_sim.records.notation_game import play_sheet
from tongits_sim.records.notation_text import notation_of
from tongits_sim.records.write import play_records
from tongits_sim.rules import load

GAME = """rules pagat
dealer A
hand A 5c 5d 5h Kh 2c 3c 4c 9d 9s Jh 7d 8s Ah
A: [5c 5d 5h] -Kh
B: + -9c
C: +7h -Qd
A: +Td
"""


def test_the_seat_whose_cards_are_known_has_a_position() -> None:
    position = position_of_written(play_sheet(read_sheet(GAME)))
    assert position is not None
    assert (position.seat, position.decision, position.stock) == (0, "lay", 12)
    assert position.sizes == (10, 12, 12)
    assert position_of_written(play_sheet(read_sheet(GAME.replace("hand A 5c", "hand A ?")))) is None
    assert position_of_written(play_sheet(read_sheet(GAME + "A: -Jh\n"))) is None


def test_the_options_describe_the_same_position() -> None:
    described = 0
    for record in play_records(load("pagat"), load_players("expert,greedy,caller"), 4, 5):
        lines = notation_of(read_line(json.dumps(record))).splitlines()
        for number in range(len(lines)):
            if lines[number][1:2] != ":":
                continue
            words = lines[number].split()
            if not words[1].startswith("+"):
                continue
            text = "\n".join([*lines[:number], " ".join(words[:2])])
            position = position_of_written(play_sheet(read_sheet(text)))
            if position is None or position.caller >= 0:
                continue
            options = advise_options(position)
            values = dict(zip(options[::2], options[1::2], strict=True))
            typed = Typed(
                values["--hand"],
                values.get("--table", ""),
                values.get("--discards", ""),
                stock=int(values["--stock"]),
                sizes=values["--sizes"],
                decide=values["--decide"],
            )
            try:
                again = read_position(load(values["--rules"]), typed)
            except PositionError:
                continue
            described += 1
            assert (again.hand, again.stock, again.decision) == (position.hand, position.stock, position.decision)
            assert [again.sizes[(again.seat + n) % 3] for n in range(3)] == [
                position.sizes[(position.seat + n) % 3] for n in range(3)
            ]
    assert described > 10


def test_the_import_says_how_to_ask(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    code, _, err = command("records", "import", str(path))
    assert code == 0
    assert "tongits advise --rules pagat --hand" in err
