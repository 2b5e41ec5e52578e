import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.playing import ROOT, job, play

EXAMPLES = ROOT / "docs" / "examples"


def run(name: str, *arguments: str) -> str:
    call = [sys.executable, str(EXAMPLES / name), *arguments]
    environment = os.environ | {"POLARS_TABLE_WIDTH": "200", "PYTHONPATH": str(ROOT)}
    return subprocess.run(call, capture_output=True, text=True, check=True, timeout=120, env=environment).stdout


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    path = tmp_path_factory.mktemp("tables") / "games.parquet"
    return str(path), play(job("sjs", games=3_000), games_table=path).to_dict()


def test_with_polars(games: tuple[str, dict[str, Any]]) -> None:
    path, results = games
    printed = run("games.py", path)
    for row in results["players_summary"]:
        mean = f"{row['payout']['mean']:.6f}".rstrip("0")
        assert any(row["player"] in line and mean in line for line in printed.splitlines()), (row["player"], mean)
    assert "challenge" in printed


@pytest.mark.skipif(importlib.util.find_spec("duckdb") is None, reason="duckdb is not installed")
def test_with_duckdb(games: tuple[str, dict[str, Any]]) -> None:
    path, results = games
    printed = run("games_duckdb.py", path)
    for ending, share in results["endings"].items():
        if share:
            assert any(ending in line and str(round(3_000 * share)) in line for line in printed.splitlines()), ending


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("nbclient") is None, reason="nbclient is not installed")
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbclient
    import nbformat

    notebook = nbformat.read(EXAMPLES / "games.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    for cell in notebook.cells:
        cell.source = cell.source.replace("200_000", "5_000").replace("20_000", "1_000")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in shown if output.output_type == "error"]
    assert any("rather than a turn later" in output.get("text", "") for output in shown)
    assert sorted(path.name for path in tmp_path.glob("*.parquet")) == ["decisions.parquet", "games.parquet"]


def test_an_experiment_counts_what_simulate_counts() -> None:
    """The games are those of `simulate` with the same players, rules and seed."""
    printed = run("my_experiment.py", "sjs", "3000")
    results = play(job("sjs", players="greedy,greedy,greedy", games=3_000))
    dealer = results.to_dict()["dealer_summary"]
    assert f"gets {dealer['payout']['mean']:+.3f} units a game" in printed
    assert f"wins {100 * dealer['wins']['mean']:.1f} % of 3,000 games" in printed
