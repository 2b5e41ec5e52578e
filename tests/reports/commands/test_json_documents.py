"""Every command's JSON: the keys that all documents share, and what may differ between two runs."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from cli import main
from tests.playing import command
from tongits_sim.run.answers import FORMAT
from tongits_sim.version import VERSION

QUICK: dict[str, tuple[str, ...]] = {
    "advise": ("--hand", "3h 4h 5h 9c 9d Ks 2c 8d Jd Js 6c Ah Tc", "--discards", "Qs 4c Kd", "--against", "regular"),
    "analyze discards": ("--games", "60"),
    "analyze payouts": ("--games", "60"),
    "analyze sapaws": ("--games", "60"),
    "analyze sessions": ("--games", "60"),
    "analyze sunog": ("--games", "60"),
    "analyze takes": ("--games", "60"),
    "batch": ("docs/examples/batch.toml", "--dry-run"),
    "card": (),
    "compare": ("greedy,caller", "--deals", "20"),
    "mahjong compare": ("greedy,caller", "--deals", "10"),
    "mahjong rules diff": ("visayan", "manila"),
    "mahjong rules explain": ("V1",),
    "mahjong rules knobs": (),
    "mahjong rules list": (),
    "mahjong rules show": ("visayan",),
    "mahjong score": ("2s 3s 4s 5s 5s 5s 1d 2d 3d 7c 7c 9c Dr Dr 1s We We",),
    "mahjong simulate": ("--games", "40"),
    "mahjong strategies list": (),
    "mahjong strategies show": ("greedy",),
    "mahjong whatif": ("pay.discarder=1", "--deals", "10"),
    "review": ("tests/golden/playbacks/challenge-online.jsonl", "--seat", "A"),
    "rules diff": ("pagat", "sjs"),
    "rules explain": ("R9",),
    "rules knobs": (),
    "rules list": (),
    "rules show": ("pagat",),
    "simulate": ("--games", "60"),
    "strategies list": (),
    "strategies show": ("greedy",),
    "whatif": ("pay.fold=2", "--deals", "20"),
}
"""Every command with `--format json`, with few games."""

SLOW = {"try", "analyze calls", "analyze challenges", "analyze lay", "tournament", "tune"}
SLOW |= {"mahjong analyze payouts", "mahjong tune", "mahjong selfcheck", "selfcheck", "status"}
"""Commands that print through the same functions, and that other tests ask."""

EVERYWHERE = {"command", "command_line", "rules", "rules_option", "knobs", "players", "bots", "seed", "versions"}
PLAYED = {"simulate", "compare", "whatif"}
MAHJONG = {f"mahjong {name}" for name in PLAYED}


def with_format(group: click.Command, context: click.Context, path: str = "") -> Iterator[str]:
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            inner = group.get_command(context, name)
            assert inner is not None
            yield from with_format(inner, click.Context(inner, parent=context, info_name=name), f"{path} {name}")
    elif any(parameter.name == "form" for parameter in group.params):
        yield path.strip()


def document(name: str, *more: str) -> dict[str, Any]:
    code, out, err = command(*name.split(), *QUICK[name], *more, "--format", "json")
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def test_every_command_is_here() -> None:
    assert set(with_format(main, click.Context(main))) == QUICK.keys() | SLOW


@pytest.mark.parametrize("name", QUICK)
def test_says_its_format_and_who_wrote_it(name: str) -> None:
    found = document(name)
    assert (found["format"], found["version"]) == (FORMAT, VERSION)


@pytest.mark.parametrize("name", sorted(PLAYED | MAHJONG))
def test_the_same_keys_in_every_answer_of_games(name: str) -> None:
    found = document(name)
    assert found.keys() >= EVERYWHERE | {"games_played", "match_games", "stopping", "run"}
    assert found["stopping"].keys() == {"mode", "width", "reached", "words", "level", "alpha"}
    assert found["games_played"] > 0


@pytest.mark.parametrize("name", ["simulate", "compare", "whatif", "mahjong simulate", "mahjong compare"])
def test_says_what_width_it_was_asked_for_and_whether_it_reached_it(name: str) -> None:
    stopping = document(name, "--within", "0.0001")["stopping"]
    assert (stopping["mode"], stopping["width"]) == ("within", 0.0001)
    begins = "Known to within ±0.0001, as asked" if stopping["reached"] else "Not known to within ±0.0001: after "
    assert stopping["words"].startswith(begins)


@pytest.mark.parametrize("name", sorted(MAHJONG))
def test_mahjong_asks_again_with_the_command_it_names(name: str) -> None:
    found = document(name)
    assert [key for key in sorted(EVERYWHERE) if not found[key] and key != "seed"] == []
    code, out, err = command(*shlex.split(found["command_line"])[1:], "--format", "json")
    again = json.loads(out)
    assert code == 0, err
    assert {key: value for key, value in again.items() if key != "run"} == {
        key: value for key, value in found.items() if key != "run"
    }


@pytest.mark.parametrize(
    "name", ["simulate", "compare", "whatif", "analyze sunog", "mahjong simulate", "mahjong compare", "mahjong whatif"]
)
def test_only_run_differs_between_two_runs(name: str, tmp_path: Path) -> None:
    found = [document(name, "--workers", "1"), document(name, "--workers", "2", "--out", str(tmp_path / "run"))]
    runs = [printed.pop("run") for printed in found]
    assert runs[0].keys() == {"workers", "elapsed_s", "games_per_second", "out"}
    assert runs[0] != runs[1]
    assert json.dumps(found[0]) == json.dumps(found[1])
