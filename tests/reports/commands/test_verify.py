import json
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.playing import BAD_BOTS, command
from tests.stored import change, describe_as, lose_last
from tongits_sim.run.run_file import read_done, read_manifest
from tongits_sim.run.status import run_folders

ANSWERS = {
    "simulate": ("--games", "300"),
    "compare": ("greedy", "caller", "--deals", "40", "--confirm"),
    "compare ": ("greedy", "caller", "hunter", "--deals", "5000", "--monitor", "--match-games", "2"),
    "whatif": ("--change", "call.timing=end", "--deals", "30"),
    "analyze sunog": ("--games", "90"),
    "analyze calls": ("--games", "120"),
    "analyze payouts": ("--games", "120", "--rules", "pagat", "--rules", "sjs"),
    "tournament match": ("--field", "1 greedy, 2 random", "--events", "20", "--matches", "10", "--deals", "20"),
    "mahjong simulate": ("--games", "40"),
    "mahjong compare": ("greedy", "random", "--deals", "4"),
    "mahjong analyze payouts": ("--deals", "20"),
}


def answer_folder(folder: Path, name: str = "simulate", *more: str) -> Path:
    words = [*name.split(), *ANSWERS[name], *more, "--out", str(folder)]
    with patch.object(sys, "argv", ["cli.py", *words]):  # manifests hold it
        code, _, err = command(*words)
    assert code == 0, err
    return folder


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "lock"}


CHANGED: dict[str, list[list[str | int]]] = {
    "simulate": [["players_summary", 1, "payout", "mean"], ["dealer_summary", "wins", "mean"]],
    "compare": [["pairs", 0, "diff", "ci95", 1], ["confirm", "agreed"]],
    "whatif": [["changes", 0, "effects", 2, "diff", "mean"]],
    "analyze sunog": [["cells", 0, "burned", "mean"]],
    "analyze calls": [["cells", 0, "ev_diff", "mean"], ["options", "min_forks"]],
    "tournament match": [["kinds", 0, "title", "mean"]],
    "mahjong simulate": [["moved_per_game"]],
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_what_its_blocks_say_and_the_first_key_that_differs_is_named(tmp_path: Path, name: str) -> None:
    folder = answer_folder(tmp_path / "run", name)
    before = contents(folder)
    code, _, err = command("status", "--verify", str(folder))
    assert (code, err) == (0, "")
    assert contents(folder) == before
    for path in CHANGED.get(name, []):
        document = json.loads(before[folder / "results.json"])
        place = document
        for step in path[:-1]:
            place = place[step]
        assert path[-1] in place or isinstance(path[-1], int)
        place[path[-1]] = 0.123
        (folder / "results.json").write_text(json.dumps(document))
        code, out, _ = command("status", "--verify", str(folder), "--format", "json")
        assert code == 1
        assert json.loads(out)["rows"][0]["differs"].startswith(".".join(map(str, path)))


def test_damage_and_missing_blocks_are_told(tmp_path: Path) -> None:
    folder = answer_folder(tmp_path / "run")
    run = folder / "run.db"
    content = run.read_bytes()
    change(folder, "update counts set arrays = x'01ffff'")
    code, out, err = command("status", "--verify", str(folder))
    assert (code, "its counts cannot be unpacked" in out) == (2, True)
    assert err == "Error: the answer cannot be verified\n"
    run.write_bytes(content)
    lose_last(folder)
    code, out, _ = command("status", "--verify", str(folder))
    assert (code, "blocks are missing in" in out) == (2, True)
    run.write_bytes(content)
    assert command("status", "--verify", str(folder))[0] == 0
    (folder / "results.json").unlink()
    code, out, _ = command("status", "--verify", str(folder))
    assert (code, "a run that is not finished has none" in out) == (2, True)
    assert command("status", "--verify", str(tmp_path / "nothing"))[0] == 2


def test_another_command_line_is_refused(tmp_path: Path) -> None:
    folder = answer_folder(tmp_path / "run")
    for line, message in (
        (["cli.py", "simulate", "--games", "300", "--seed", "2"], "holds another run: seed is 1 there and 2 here"),
        (["cli.py", "simulate", "--players", f"{BAD_BOTS}:raises,caller,hunter"], "would be executed; if you trust it"),
        (["notebook.py"], "does not name its command"),
    ):
        describe_as(folder, command=line)
        code, out, _ = command("status", "--verify", str(folder))
        assert (code, message in out) == (2, True), out


def test_an_answer_of_another_game_is_refused_without_its_blocks_or_with_a_bot_file(tmp_path: Path) -> None:
    folder = answer_folder(tmp_path / "run", "mahjong simulate")
    before = read_manifest(folder)["command"]
    line = ["cli.py", "mahjong", "simulate", "--players", "greedy,a/bot.py:shy,greedy,greedy"]
    describe_as(folder, command=line)
    code, out, _ = command("status", "--verify", str(folder))
    assert (code, "a/bot.py would be executed; if you trust it, add --allow-bots a/bot.py" in out) == (2, True)
    describe_as(folder, command=before)
    lose_last(folder)
    code, out, _ = command("status", "--verify", str(folder))
    assert (code, "blocks are missing in" in out) == (2, True)


def test_versions_that_differ_are_named_where_digits_do(tmp_path: Path) -> None:
    folder = answer_folder(tmp_path / "run")
    answer = json.loads((folder / "results.json").read_text())
    versions = read_manifest(folder)["versions"]
    assert {"python", "numba", "numpy", "scipy"} == set(versions)
    describe_as(folder, versions=versions | {"numpy": "1.0"})
    assert command("status", "--verify", str(folder))[0] == 0
    (folder / "results.json").write_text(json.dumps(answer | {"turns_per_game": 0.5}))
    code, out, _ = command("status", "--verify", str(folder))
    assert (code, "It was made with numpy 1.0 (here " in out) == (1, True)


SELDOM = """from __future__ import annotations

from strategies.helpers import discard_least_useful, lay_to_open, never, sapaw_deadwood, take_if_lower
from tongits_sim.cards import U
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Strategy


@njit
def discard(view, params):
    if view.turn == 2 and view.hand % U(997) == U(5):
        return U(0)
    return discard_least_useful(view, params)


SELDOM = Strategy(
    name="seldom",
    summary="Seldom fails.",
    hooks=Hooks(never, never, take_if_lower, lay_to_open, sapaw_deadwood, discard),
)
"""


def test_a_comparison_without_a_bot_that_failed_late_is_verified(tmp_path: Path) -> None:
    bots = tmp_path / "seldom.py"
    folder = tmp_path / "run"
    bots.write_text(SELDOM)
    words = ["compare", "greedy", f"{bots}:seldom", "caller", "--deals", "3000", "--out", str(folder)]
    with patch.object(sys, "argv", ["cli.py", *words]):
        code, _, err = command(*words)
    assert (code, "the bot seldom broke rule" in err) == (1, True)
    games = {run.name: sum(row["games"] for row in read_done(run)[1].values()) for run in run_folders(folder)}
    assert games.pop("play")  # of blocks that the answer does not use
    code, out, err = command("status", "--verify", str(folder), "--allow-bots", str(bots), "--format", "json")
    assert code == 0, (out, err)
    assert json.loads(out)["rows"][0]["games"] == sum(games.values())
    document = json.loads((folder / "results.json").read_text())
    document["left_out"][0]["fault"] = "it did not answer"
    (folder / "results.json").write_text(json.dumps(document))
    code, out, _ = command("status", "--verify", str(folder), "--allow-bots", str(bots), "--format", "json")
    assert (code, json.loads(out)["rows"][0]["differs"].split(" is ")[0]) == (1, "left_out.0.fault")
