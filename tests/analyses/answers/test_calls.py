"""The answer of calls is read back from its JSON."""

from __future__ import annotations

import json

from analyses.answers.calls import CallsAnswer
from tests.analyses.answers.examples import calls


def test_it_is_read_back() -> None:
    answer = calls((1.0, -1.0))
    assert CallsAnswer.from_dict(json.loads(json.dumps(answer.to_dict()))) == answer
