import pickle
from pathlib import Path
from typing import Any

import pytest

from mahjong_sim.bots import registry as mahjong
from strategies import registry as tongits
from tests.bots import tiny_bots as tiny
from tongits_sim.bots.player import BoundedParam
from tongits_sim.errors import TongitsError

BOLD = tiny.Strategy(
    "bold",
    "Draws by two numbers.",
    tiny.Hooks(tiny.by_count),
    (BoundedParam("bet_at", 2, 0, 5, "heads"), BoundedParam("stop_at", 9, 0, 99, "tosses")),
)


def test_parameters_are_filled_in() -> None:
    player = tiny.Player(BOLD, {"stop_at": 7, "bet_at": 2})
    assert player.parameters() == {"bet_at": 2, "stop_at": 7}
    assert player.changed() == {"stop_at": 7}
    assert player.with_value("stop_at", 9).changed() == {}


@pytest.mark.parametrize(
    ("registry", "spec", "player", "params"),
    [
        (tongits, "bold=greedy(call_at=40)", "greedy(call_at=40)", {"call_at": 40, "challenge_at": 24}),
        (tongits, "hunter", "hunter", {"call_at": 1, "challenge_at": 24, "open_at_stock": 5}),
        (mahjong, "greedy", "greedy", {}),
        (
            mahjong,
            "bold=defender(fold_at=3)",
            "bold=defender(fold_at=3)",
            {"fold_at": 3, "threat_melds": 3, "threat_discards": 40},
        ),
        (tiny, "steady(below=5)", "steady(below=5)", {"below": 5}),
    ],
)
def test_a_manifest_says_what_decides_how_it_plays(
    registry: Any, spec: str, player: str, params: dict[str, float]
) -> None:
    """Stored runs are resumed by manifests, so they stay as they are."""
    loaded = registry.load_player(spec)
    strategy = player.partition("(")[0].rpartition("=")[2]
    stated = {"player": player, "strategy": strategy, "params": params, "origin": "", "source": loaded.digest()}
    assert loaded.manifest() == stated


EXAMPLES = {tongits: "greedy(call_at=40.0000001)", mahjong: "defender(fold_at=3.0000001)", tiny: "steady(below=5.01)"}
REGISTRIES = pytest.mark.parametrize("registry", EXAMPLES)


@REGISTRIES
def test_a_player_travels_by_its_exact_spec_and_its_name(registry: Any) -> None:
    for spec in (EXAMPLES[registry], f"mine={EXAMPLES[registry]}"):
        player = registry.load_player(spec)
        again = pickle.loads(pickle.dumps(player))
        assert (again, again.label, again.full_spec) == (player, player.label, spec)
        assert registry.load_player(player.spec) == player


@REGISTRIES
@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("randon", "unknown strategy 'randon'. Did you mean 'random'? See: "),
        ("random(a)", "'a' in 'random(a)' is not a parameter; write name=number, as in "),
        ("a b", "'a b' is not a player; write a strategy's name, name(param=value, ...) or file.py:name. See: "),
    ],
)
def test_a_wrong_spec_is_answered_with_the_way_out_in_every_game(registry: Any, spec: str, sentence: str) -> None:
    with pytest.raises(TongitsError) as error:
        registry.load_player(spec)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize("registry", [tongits, mahjong])
def test_a_file_of_one_bot_and_names_that_are_equal(registry: Any, tmp_path: Path) -> None:
    module = type(registry.strategy("random")).__module__
    for name in ("mine", "theirs (2)"):
        (tmp_path / f"{name}.py").write_text(
            f"import dataclasses\nfrom {module} import Strategy\nfrom {registry.__name__} import strategy\n"
            "OWN = dataclasses.replace(strategy('random'), name='shy')\n"
        )
    one, two = registry.load_players([f"{tmp_path}/mine.py", f"{tmp_path}/theirs (2).py:shy"], None)
    assert (one.strategy.name, one.label, two.label) == ("shy", "mine/shy", "theirs (2)/shy")
    with pytest.raises(TongitsError, match="would both be called a; give one of them a name of its own"):
        registry.load_players(f"a={tmp_path}/mine.py,a=random", None)
