import json

from strategies import load_player
from tongits_sim.experiments import selfcheck
from tongits_sim.experiments.benchmark import BenchAnswer, measure
from tongits_sim.run.compiling import available_cores


def test_measures_what_it_says() -> None:
    messages: list[str] = []
    answer = measure(
        selfcheck,
        load_player("greedy"),
        games=200,
        repeat=3,
        presets=("pagat", "sjs"),
        notify=messages.append,
        seats="three",
    )
    assert BenchAnswer.from_dict(json.loads(json.dumps(answer.to_dict(), allow_nan=False))) == answer
    rows = [(row.rules, row.workers) for row in answer.rows]
    assert [row for row in rows if row[1] == 1] == [("pagat", 1), ("sjs", 1)]
    assert (("pagat", available_cores()) in rows) == bool(available_cores())
    assert len(messages) == len(rows)
    for row in answer.rows:
        assert 0 < row.slowest <= row.games_per_second <= row.fastest
        assert row.ratio == row.games_per_second / answer.rows[0].games_per_second
    assert answer.rows[0].ratio == 1
    assert "3 runs of 200 games" in answer.protocol
    assert "the general engine" in answer.protocol, "nothing is specialised in tests"
