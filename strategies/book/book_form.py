"""The form of a book, chosen by people, which forks then fill in with numbers; see forms.toml."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

FORMS = Path(__file__).with_name("forms.toml")


@dataclass(frozen=True)
class Form:
    """The form of a rule set's book; see forms.toml."""

    columns: tuple[tuple[int, int], ...]
    thrown: tuple[int, ...]
    step: int
    other: bool
    statistic: Literal["count", "net"]
    first_meld: Literal["hold", "lay", ""] = ""


def form_of(rules: RuleSet, name: str = "") -> Form:
    """The form of a rule set: of a preset by its name, of other rules by what they pay."""
    forms = _forms()
    plain = rules.pay.mode == "flat"
    chosen = forms["default" if plain else "pays_points"] | forms["rules"].get(name, {})
    columns = tuple((low, high) for low, high in chosen["columns"])
    return Form(**chosen | {"columns": columns, "thrown": tuple(chosen["thrown"])})


@functools.cache
def _forms() -> dict[str, dict[str, Any]]:
    return tomllib.loads(FORMS.read_text(encoding="utf-8"))
