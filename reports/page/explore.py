"""The page of `tongits explore`: one HTML file that needs nothing else and recomputes its figures itself."""

from __future__ import annotations

import base64
import json
import zlib
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from tongits_sim.errors import TongitsError
from tongits_sim.folders.files import write_output, writing

if TYPE_CHECKING:
    from analyses.answers.explore import ExploreAnswer

FORMS = (".html", ".json")
MOST_BYTES = 400_000
_TEMPLATES = Path(__file__).parent.parent / "templates"
METHOD = (
    "For given play a payout is a sum of amounts times whole numbers: so many folds, points and aces. Each "
    "game was settled by the program once for each amount alone, and the page holds the sums of these numbers and of "
    "their products over matches. Means are linear in the amounts, and the squares of intervals are quadratic, so both "
    "follow exactly, for the cards and the play of the games that were played. Bonuses for secrets and long runs move "
    "together, as the best arrangement of a hand depends on what each is worth. A jackpot that is not seeded stays "
    "empty. What changes how the game is played has no slider; it was played for each of its values."
)


class ExploreFileError(TongitsError):
    """A page that cannot be written."""


def explore_form(path: Path) -> str:
    """The form of a file, from the ending of its name. Raises ExploreFileError."""
    form = path.suffix.lower()
    if form not in FORMS:
        raise ExploreFileError(f"an exploration is written as {' or '.join(FORMS)}, not as {path.name!r}")
    return form


def write_explore(answer: ExploreAnswer, path: Path) -> int:
    """Write the answer as HTML or JSON, by the ending of the name; returns its bytes. Raises ExploreFileError."""
    text = page_of(answer) if explore_form(path) == ".html" else json.dumps(answer.to_dict()) + "\n"
    with writing(path, ExploreFileError):
        write_output(path, text)
    return len(text.encode())


def page_of(answer: ExploreAnswer) -> str:
    """The page. Raises ExploreFileError where it would be too large for a phone."""
    frame = (_TEMPLATES / "explore.html").read_text(encoding="utf-8")
    code = [(_TEMPLATES / name).read_text(encoding="utf-8") for name in ("common.js", "explore.js", "explore_page.js")]
    data = json.dumps(answer.to_dict(), separators=(",", ":")).encode()
    parts = {
        "css": (_TEMPLATES / "report.css").read_text(encoding="utf-8"),
        "title": escape(f"Explore: {answer.rules}"),
        "about": _about(answer),
        "method": f"<p>{escape(METHOD)}</p><pre>{escape(answer.command_line)} -o explore.html</pre>",
        "code": "\n".join(code),
        "data": base64.b64encode(zlib.compress(data, 9)).decode(),
    }
    for name, text in parts.items():
        frame = frame.replace(f"<!-- {name} -->", text)
    size = len(frame.encode())
    if size > MOST_BYTES:
        raise ExploreFileError(
            f"the page would have {size / 1000:,.0f} kB, more than {MOST_BYTES / 1000:.0f}: leave a switch out, or "
            "play fewer --answer-games"
        )
    return frame


def _about(answer: ExploreAnswer) -> str:
    length = f" in matches of {answer.match_games}" if answer.match_games > 1 else ""
    players = ", ".join(answer.players)
    return (
        '<p class="lead">Move what is paid, and see what everybody earns. '
        f"{escape(players)}: {answer.games:,} games{length}, seed {answer.seed}; payments in units.</p>"
    )
