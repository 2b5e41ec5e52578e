"""The profiles that ship, as a table: the gain of one seat against each, as its file states it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from reports.text.exploit import gain_words
from tongits_sim.run.answers import Estimate

if TYPE_CHECKING:
    from analyses.solving.shipping import Shipped, Step
    from tongits_sim.profiles.profile import Profile

BEGIN, END = "<!-- shipped profiles -->", "<!-- end of shipped profiles -->"


def gain_of(profile: Profile) -> Estimate | None:
    """The gain of one seat by the best deviation found, as a profile's file states it; None where it does not."""
    said = profile.solved.get("gain")
    return Estimate.from_dict(said) if isinstance(said, dict) else None


def table(profiles: Iterable[Profile]) -> str:
    """The profiles as a table in Markdown, in the given order."""
    head = "| rules | one seat gains by the best deviation found | measured on | solved with |"
    lines = [head, "| --- | --- | ---: | --- |"]
    for profile in profiles:
        solved, gain = profile.solved, gain_of(profile)
        lines.append(
            f"| `{profile.rules}` | {'not measured' if gain is None else gain_words(gain)} "
            f"| {int(solved.get('deals', 0)):,} deals "
            f"| {int(solved['iterations']):,} iterations of {int(solved['games']):,} games, "
            f"card play of `{profile.base}` |"
        )
    return "\n".join(lines)


def with_table(page: str, table: str, begin: str = BEGIN, end: str = END) -> str:
    """A page with its table of shipped profiles replaced.

    Args:
        page: Markdown.
        table: the table.
        begin, end: the lines around it.

    Raises:
        ValueError: the page lacks these lines.
    """
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if not pattern.search(page):
        raise ValueError(f"the page has no lines {begin} and {end}")
    return pattern.sub(lambda match: f"{begin}\n\n{table}\n\n{end}", page)


def step_words(step: Step) -> str:
    """Progress of making the profiles: `3/11 pagat: iteration 40, 21 s`."""
    place = f"{step.number}/{step.of} {step.name}"
    if not step.iteration:
        return f"{place}: measuring what one seat gains"
    reading = f"; one seat gains {gain_words(step.reading.gain)}" if step.reading else ""
    return f"{place}: iteration {step.iteration:,}, {step.elapsed:.0f} s{reading}"


def shipped_words(shipped: Shipped, seconds: float) -> str:
    """A line about a finished profile."""
    gain = gain_of(shipped.profile)
    gains = "" if gain is None else f"one seat gains {gain_words(gain)}; "
    done = f"made in {seconds:.0f} s" if shipped.fresh else "up to date"
    return f"{shipped.step.number}/{shipped.step.of} {shipped.step.name}: {gains}{shipped.size / 1000:.0f} kB, {done}"
