from dataclasses import dataclass
from typing import Any

import pytest

from tests.knobs.small_game import CoinRules
from tongits_sim.run.base_job import BaseBatchJob, JobError


@dataclass(frozen=True)
class Tosser:
    label: str
    origin: str = ""

    def manifest(self) -> dict[str, Any]:
        return {"player": self.label}


@dataclass(frozen=True)
class Tosses(BaseBatchJob):
    rules: CoinRules
    players: tuple[Tosser, ...]
    games: int = 10
    seed: int = 1
    match_games: int = 1
    fixed_seats: bool = False


def test_a_batch_names_everything_that_determines_its_results() -> None:
    batch = Tosses(CoinRules("ours"), (Tosser("ana"), Tosser("ben")), 8, 3, 2, True)
    batch.check_numbers()
    assert batch.labels == ("ana", "ben")
    assert batch.manifest() == {
        "rules": {"name": "ours", "knobs": CoinRules().knobs()},
        "players": [{"player": "ana"}, {"player": "ben"}],
        "games": 8,
        "seed": 3,
        "match_games": 2,
        "fixed_seats": True,
    }
    assert batch.replay_options(5, 1) == "--seed 3 --match-games 2 --fixed-seats --from-match 6 --games 2"
    with pytest.raises(JobError, match="the seed"):
        Tosses(CoinRules(), (), seed=-1).check_numbers()
