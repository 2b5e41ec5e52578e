"""Feeding a surface: inputs are drawn and fed one by one; the first that breaks something is made small."""

import contextlib
import time
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, given, settings

from tests.fuzz.guard import guarded
from tests.fuzz.surfaces import SURFACES, sound_answers, sound_run


@dataclass
class Outcome:
    """The result of fuzzing a surface: inputs fed, seconds, the smallest breaking input, and the broken property."""

    surface: str
    inputs: int = 0
    seconds: float = 0.0
    last: Any = None
    error: BaseException | None = field(default=None, repr=False)


def fuzz(name: str, inputs: int, seed: int) -> Outcome:
    surface = SURFACES[name]
    outcome = Outcome(name)
    inputs_of = surface.inputs()
    # Sound files are made before anything is watched.
    sound_run()
    if name in ("answers", "names in pages"):
        sound_answers()
    began = time.monotonic()
    with TemporaryDirectory(prefix="tongits-fuzz-") as text:
        folder = Path(text)

        @hypothesis.seed(seed)
        @settings(
            max_examples=inputs,
            database=None,
            deadline=None,
            verbosity=Verbosity.quiet,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            print_blob=False,
        )
        @given(inputs_of)
        def feed(value: Any) -> None:
            outcome.inputs += 1
            outcome.last = value
            with guarded(folder, surface.runs):
                surface.feed(value, folder)

        try:
            with warnings.catch_warnings(), contextlib.suppress(hypothesis.errors.Unsatisfiable):
                warnings.simplefilter("ignore")
                feed()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - that is what is looked for
            outcome.error = error
    outcome.seconds = time.monotonic() - began
    return outcome
