"""From a spec to a player."""

from __future__ import annotations

from pathlib import Path

import pytest

from mahjong_sim.bots.registry import bot_names, load_player, load_players, strategy_of
from tongits_sim.errors import TongitsError

OWN = """
from mahjong_sim.bots.greedy import GREEDY
from mahjong_sim.bots.hooks import never
from mahjong_sim.bots.strategy import Hooks, Strategy

SHY = Strategy("shy", "Takes no discard.", Hooks(GREEDY.hooks.win, never, never, GREEDY.hooks.discard))
"""


@pytest.mark.parametrize("name", bot_names())
def test_every_bot_is_called_by_its_name(name: str) -> None:
    assert strategy_of(name).name == name
    assert strategy_of(name).summary.endswith(".")
    assert load_player(name).spec == name


def test_a_list_of_specs() -> None:
    players = load_players("greedy, defender(fold_at=3, threat_melds=2),random")
    assert [player.label for player in players] == ["greedy", "defender(fold_at=3, threat_melds=2)", "random"]


def test_a_bot_of_ones_own_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN, encoding="utf-8")
    player = load_player(f"{path}:shy")
    assert (player.label, player.origin, player.spec) == ("shy", str(path), f"{path}:shy")
    with pytest.raises(TongitsError, match="It defines: greedy, shy"):
        load_player(f"{path}:bold")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("greddy", "Did you mean 'greedy'"),
        ("greedy(", "is not a player"),
        ("defender(fold_at)", "sets nothing"),
        ("defender(fold_at=1, fold_at=2)", "twice"),
        ("nobody.py:shy", "there is no bot file"),
    ],
)
def test_what_names_nobody_is_a_sentence(spec: str, message: str) -> None:
    with pytest.raises(TongitsError, match=message):
        load_player(spec)


def test_a_file_that_fails_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises(TongitsError, match="cannot be loaded: ZeroDivisionError"):
        load_player(f"{path}:shy")


HELPED = """
import helper

from mahjong_sim.bots.greedy import GREEDY
from mahjong_sim.bots.strategy import Param, Strategy

SHY = Strategy("shy", "Has a number.", GREEDY.hooks, (Param("at", helper.AT, 0, 99, "a number"),))
"""


def helped(folder: Path, at: int) -> str:
    """The spec of a bot whose number stands in a module beside its file."""
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(HELPED, encoding="utf-8")
    (folder / "helper.py").write_text(f"AT = {at}\n", encoding="utf-8")
    return f"{folder / 'bot.py'}:shy"


def test_a_bot_file_has_modules_of_its_own_and_is_loaded_again_when_one_changes(tmp_path: Path) -> None:
    for folder, at in (("a", 3), ("b", 25), ("a", 3), ("a", 4)):
        assert load_player(helped(tmp_path / folder, at)).parameters() == {"at": at}


def test_two_bots_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN + 'BOLD = Strategy("shy", "Likewise.", GREEDY.hooks)\n', encoding="utf-8")
    with pytest.raises(TongitsError, match="defines two strategies 'shy'"):
        load_player(f"{path}:shy")


@pytest.mark.parametrize(
    ("text", "why"),
    [("import os; os._exit(0)", r"it ends the program \(exit code 0\)"), ("raise SystemExit", "SystemExit")],
)
def test_a_file_that_ends_the_program_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    with pytest.raises(TongitsError, match=f"cannot be loaded: {why}"):
        load_player(f"{tmp_path / 'mine.py'}:shy")
