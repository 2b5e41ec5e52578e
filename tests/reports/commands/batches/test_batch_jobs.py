import json
import sys
from pathlib import Path

import pytest

from reports.commands.batches.batch_jobs import Ready, ready
from tests.playing import command
from tests.reports.commands.batches.test_batch_file import read
from tongits_sim.run.run_file import manifest_of
from tongits_sim.run.run_options import RunOptions


def jobs(tmp_path: Path, text: str) -> list[Ready]:
    return [ready(entry) for entry in read(tmp_path, text).jobs]


@pytest.mark.parametrize(
    "text",
    [
        'command = "simulate"\nset = "call.timing=end"\nmatch_games = 3',
        'command = "compare"\nplayers = "greedy,caller"\nbaseline = "caller"',
        'command = "whatif"\nchange = "pay.fold=2"',
        'command = "analyze"\nquestion = "sunog"\nrules = "sjs"',
        'command = "tournament"\nplan = "match"\nevents = 6\nmatches = 0\ndeals = 4\nfield = "1 greedy, 2 random"',
        'command = "try"\nhabits = "never_call, take"\nplayer = "greedy"\nagainst = "folders"\ndeals = 600',
    ],
)
def test_a_job_answers_what_its_command_answers(tmp_path: Path, text: str) -> None:
    size = "" if "deals" in text else "games = 60\n"
    (job,) = jobs(tmp_path, f"[[job]]\n{text}\n{size}seed = 9")
    argv = list(sys.argv)
    mine = job.play(RunOptions(workers=1, out=tmp_path / "run", resume=True)).to_dict()
    assert sys.argv == argv
    document = json.loads((tmp_path / "run" / "results.json").read_text())
    code, out, err = command(*job.entry.words[1:], "--workers", "1", "--format", "json")
    assert code == 0, err
    answer = json.loads(out)
    for stored_answer in (mine, answer, document):
        stored_answer.pop("run")
    assert json.loads(json.dumps(mine)) == document
    assert document.items() <= answer.items()  # the folder of a simulation names its bots in `run.db`
    runs = [manifest_of(path.parent) for name in ("run.db", "manifest.json") for path in (tmp_path / "run").rglob(name)]
    assert {tuple(run["command"]) for run in runs} == {tuple(job.entry.words)}


def test_a_file_that_a_job_writes_lies_in_its_folder(tmp_path: Path) -> None:
    question = (
        '[[job]]\ncommand = "analyze"\nquestion = "calls"\ngames = 200\nplayers = "greedy,greedy,greedy"\n'
        'decisions_table = "mine.parquet"'
    )
    (job,) = jobs(tmp_path, question)
    job.play(RunOptions(workers=1, out=tmp_path / "run", resume=True))
    assert (tmp_path / "run" / "mine.parquet").exists()
    job.play(RunOptions(workers=1))  # without a folder there is no file either
    assert not Path("mine.parquet").exists()
