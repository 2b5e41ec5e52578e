from pathlib import Path

import pytest

from strategies.registry import BOTS, load_player
from tongits_sim.bots.bot_list import SpecError
from tongits_sim.bots.collection import specs_of
from tongits_sim.errors import TongitsError

ONE = """
from dataclasses import replace

from strategies.greedy import GREEDY

{name} = replace(GREEDY, name="{name}")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bold.py").write_text(ONE.format(name="bold"))
    (tmp_path / "shy.py").write_text(ONE.format(name="shy") + 'timid = replace(GREEDY, name="timid")\n')
    (tmp_path / "helpers.py").write_text("HALF = 0.5\n")
    (tmp_path / "_draft.py").write_text("this is no Python")
    return tmp_path


def test_a_folder_is_all_bots_of_its_files(folder: Path) -> None:
    left_out: list[str] = []
    specs = specs_of(str(folder), BOTS, left_out.append)
    assert specs == [f"{folder}/bold.py:bold", f"{folder}/shy.py:shy", f"{folder}/shy.py:timid"]
    assert left_out == [f"{folder}/helpers.py defines no bot and is left out.\n"]


def test_a_file_is_its_bots_and_not_those_it_imports(folder: Path) -> None:
    assert specs_of(f"{folder}/shy.py", BOTS) == [f"{folder}/shy.py:shy", f"{folder}/shy.py:timid"]


def test_the_only_bot_of_a_file_needs_no_name(folder: Path) -> None:
    assert load_player(f"{folder}/bold.py").spec == f"{folder}/bold.py:bold"
    assert load_player(f"mine={folder}/bold.py").label == "mine"
    assert load_player(f"{folder}/bold.py(call_at=7)").full_spec == f"{folder}/bold.py:bold(call_at=7)"
    assert load_player(f"mine={folder}/bold.py (call_at=7)").label == "mine"
    with pytest.raises(TongitsError, match="bold has no parameter 'call_att'"):
        load_player(f"{folder}/bold.py(call_att=7)")
    with pytest.raises(SpecError, match="defines shy, timid; say which"):
        load_player(f"{folder}/shy.py")
    with pytest.raises(SpecError, match="defines no bot"):
        load_player(f"{folder}/helpers.py")
