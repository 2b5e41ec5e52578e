"""The solved player: at each table the profile of the rules there, a sentence where there is none, in the wheel."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from analyses.solving.grids import grids
from strategies import load_player, names_under
from strategies.deep import RULES
from strategies.profile_bot import unprofiled
from strategies.solved import BASE, FOLDER, KINDS, SHIPPED, SOLVED, SUFFIX, Library
from tests.playing import ROOT, command
from tests.strategies.test_profile_bot import profile
from tongits_sim.designs.batch.job import Job
from tongits_sim.profiles.profile import ProfileError, to_bytes
from tongits_sim.rules import load
from tongits_sim.strategy import Player


def test_a_profile_ships_for_every_preset_and_with_jokers() -> None:
    assert set(SHIPPED.names()) == set(RULES)
    for name in RULES:
        rules = load(name)
        shipped = SHIPPED.under(rules)
        assert (shipped.rules, shipped.digest, shipped.base) == (name, rules.digest(), BASE)
        assert {grid.kind: grid.axes for grid in shipped.grids} == grids(rules, kinds=KINDS)
        assert all({"weight", "ev_yes", "ev_no", "se"} <= set(grid.values) for grid in shipped.grids)


def test_shipped_files_are_small_and_hold_nothing_else() -> None:
    files = SHIPPED.files()
    assert max(path.stat().st_size for path in files) <= 100_000
    assert {path.name for path in FOLDER.iterdir()} == {path.name for path in files}


def test_each_table_has_the_profile_of_its_rules() -> None:
    player = load_player("solved")
    pagat, sjs = (player.params(load(name)) for name in ("pagat", "sjs"))
    assert not np.array_equal(pagat["profile_yes"], sjs["profile_yes"])
    with pytest.raises(ProfileError, match="say which rules"):
        player.params()


def test_under_other_rules_it_says_how_to_make_one() -> None:
    rules = load("pagat", ["pay.sunog_extra=2"])
    with pytest.raises(ProfileError, match=r"solve --rules pagat --set pay\.sunog_extra=2 -o mine\.profile"):
        Job(rules, (load_player("solved"),) * 3)
    assert "solved" in names_under(load("pagat"))
    assert "solved" not in names_under(rules)
    assert "greedy" in names_under(rules)


def test_rules_count_by_their_knobs_not_by_their_name(tmp_path: Path) -> None:
    file = tmp_path / "kitchen.toml"
    file.write_text("base = 'pagat'\n")
    assert SHIPPED.find(load(str(file))) == SHIPPED.find(load("pagat"))


def test_it_travels_by_name_and_reads_no_file() -> None:
    player = load_player("solved")
    assert pickle.loads(pickle.dumps(player)).label == "solved"
    assert load_player("solved(keep_kings_stock=2)").values == {"keep_kings_stock": 2}
    for path in ("x.profile", "x.toml"):
        with pytest.raises(Exception, match="reads no file"):
            load_player(f"solved(file={path})")
    with pytest.raises(Exception, match="no parameter 'call_one'"):
        load_player("solved(call_one=3)")


def test_its_digest_changes_with_a_profile(tmp_path: Path) -> None:
    from dataclasses import replace

    library = Library(tmp_path)
    player = Player(replace(SOLVED, profiles=library))
    digests = [player.digest()]
    for share in (0.25, 0.75):
        (tmp_path / f"pagat{SUFFIX}").write_bytes(to_bytes(profile(share, 0.5)))
        digests.append(player.digest())
    assert len(set(digests)) == 3
    assert library.under(load("pagat")).grids[0].array()[0] == pytest.approx(0.75, abs=1e-4)


def test_it_plays_what_its_file_plays(tmp_path: Path) -> None:
    file = SHIPPED.folder / f"pagat{SUFFIX}"
    spec = f"expert(file={file})"
    tables = [f"{bot},greedy,{bot}" for bot in ("solved", spec)]
    records = []
    for number, players in enumerate(tables):
        path = tmp_path / f"{number}.jsonl"
        code, _, err = command("records", "--rules", "pagat", "--players", players, "-n", "20", "-o", str(path))
        assert code == 0, err
        records.append(path.read_text().replace(spec, "solved"))
    games = [[line.partition('"events"')[2] for line in text.splitlines()] for text in records]
    assert games[0] == games[1]
    assert len(games[0]) == 20


def test_a_change_of_rules_takes_it_by_name() -> None:
    code, out, err = command("whatif", "--players", "solved,solved,solved", "--preset-to", "sjs", "--deals", "30")
    assert code == 0, err
    assert "one seating" in " ".join(out.split())


def test_a_profile_is_refused_under_other_rules_with_what_differs() -> None:
    file = FOLDER / f"pagat{SUFFIX}"
    for rules, message in (
        ("sjs", "solved for pagat, not for sjs (they differ in "),
        ("pagat+joker", "jokers.count (0, not"),
    ):
        code, _, err = command(
            "simulate", "--rules", rules, "--players", f"expert(file={file}),greedy,greedy", "-n", "10"
        )
        assert code == 2
        text = " ".join(err.split())
        assert message in text
        assert f"'tongits solve --rules {rules} -o FILE'" in text


def test_its_card_play_is_that_of_its_base() -> None:
    assert unprofiled(load_player("solved(out_worth=2)")).label == f"{BASE}(out_worth=2)"


@pytest.mark.slow
def test_a_wheel_holds_them(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "cli.py"):
        shutil.copy(ROOT / name, source / name)
    for package in ("tongits_sim", "strategies", "analyses", "reports"):
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    build = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)], cwd=source, capture_output=True, text=True, check=False
    )
    if "No module named 'setuptools'" in done.stderr:
        pytest.skip("setuptools is not installed here")
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as held:
        names = set(held.namelist())
    for folder in ("profiles", "weights"):
        files = {f"strategies/{folder}/{path.name}" for path in (ROOT / "strategies" / folder).iterdir()}
        assert files
        assert {name for name in names if name.startswith(f"strategies/{folder}/")} == files
