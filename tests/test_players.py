import pickle
from pathlib import Path

import pytest

from strategies import strategy
from tests.playing import ROOT
from tongits_sim.bots.bot_list import with_unique_labels
from tongits_sim.errors import TongitsError
from tongits_sim.players import as_players, load_player
from tongits_sim.strategy import Player


def test_specs_and_players_may_be_mixed() -> None:
    miser = Player(strategy("miser"))
    assert as_players([miser, "greedy(call_at=5)"])[0] is miser
    assert [player.label for player in as_players("greedy(call_at=5, challenge_at=3),miser,caller")] == [
        "greedy(call_at=5, challenge_at=3)",
        "miser",
        "caller",
    ]


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    for name in ("mine/bots.py", "theirs/bots.py", "mine/other.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((ROOT / "docs" / "examples" / "my_bots.py").read_text())
    (tmp_path / "mine" / "known.py").write_text(
        (ROOT / "docs" / "examples" / "my_bots.py").read_text().replace('"shy"', '"greedy"')
    )
    return tmp_path


def labels(*specs: str) -> list[str]:
    return [player.label for player in as_players(list(specs))]


def test_a_bot_of_a_file_is_called_by_its_name(bots: Path) -> None:
    shy = f"{bots}/mine/bots.py:shy"
    assert labels(shy, "greedy") == ["shy", "greedy"]
    assert labels(shy, f"{shy}(call_at=5)") == ["shy", "shy(call_at=5)"]
    assert labels(shy, f"{bots}/mine/other.py:shy", "miser") == ["bots/shy", "other/shy", "miser"]
    assert labels(shy, f"{bots}/theirs/bots.py:shy") == ["mine/bots/shy", "theirs/bots/shy"]
    assert labels(shy, f"{bots}/theirs/../mine/bots.py:shy") == ["shy", "shy"]


def test_a_name_of_ones_own(bots: Path) -> None:
    bold = load_player("bold=greedy(call_at=40)")
    assert (bold.label, bold.spec, bold.full_spec) == ("bold", "greedy(call_at=40)", "bold=greedy(call_at=40)")
    assert bold == load_player("greedy(call_at=40)")
    assert load_player(bold.full_spec).label == "bold"
    assert bold.with_value("call_at", 45).label == "greedy(call_at=45)"
    assert labels(f"mine={bots}/mine/bots.py:shy", f"{bots}/theirs/bots.py:shy") == ["mine", "shy"]
    with pytest.raises(TongitsError, match="would both be called a; give one of them a name of its own: NAME=SPEC"):
        as_players("a=greedy,a=miser")
    with pytest.raises(TongitsError, match="would both be called greedy"):
        as_players("greedy=miser,greedy")


def test_names_travel_to_other_processes(bots: Path) -> None:
    for player in as_players([f"{bots}/mine/bots.py:shy", f"{bots}/theirs/bots.py:shy(call_at=5)", "a=miser"]):
        assert pickle.loads(pickle.dumps(player)).label == player.label
    one, other = as_players([f"{bots}/mine/bots.py:shy", f"{bots}/theirs/bots.py:shy"])
    assert (pickle.loads(pickle.dumps(one)).label, other.label) == ("mine/bots/shy", "theirs/bots/shy")
    assert with_unique_labels([one, other]) == (one, other)
