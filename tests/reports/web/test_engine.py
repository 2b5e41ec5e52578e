"""The module for browsers plays the very games that the program plays: tallies, games step by step, advice."""

from __future__ import annotations

import base64
import functools
import hashlib
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from reports.web.engine import COMMAND, ENGINE, FOLDER, about, sources
from reports.web.pack import has_bot, pack
from reports.web.page import WORKERS
from strategies import load_players, names, strategy
from strategies.trained import RULES
from tests.chromium import BROWSER, Browser, browser
from tongits_sim.compile.sources import Sources
from tongits_sim.experiments.batch import ARRAYS, Job
from tongits_sim.experiments.batch_kernel import HIST_ZERO
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER
from tongits_sim.rules import load
from tongits_sim.rules.amounts import bin_width
from tongits_sim.run.work import Block
from tongits_sim.table import choices

needs_browser = pytest.mark.skipif(BROWSER is None, reason="there is no chromium to play in")
pytestmark = pytest.mark.browser
OVERLAYS = ("jokers.count=2", "call.timing=end", "secrets.kinds=set4_run", "match.progressive_target=100")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser with the engine, as `engine`, and a function `digits` of what is played."""
    path = tmp_path_factory.mktemp("web") / "engine.html"
    path.write_text(
        f"<script>const PACK = {json.dumps(pack())}; const WASM = '{base64.b64encode(ENGINE.read_bytes()).decode()}';"
        f"</script>{''.join(f'<script>{(FOLDER / name).read_text()}</script>' for name in WORKERS[:2])}"
        f"<script>{PLAYED}</script>"
    )
    with browser() as found:
        found.open(path)
        found.run("(async () => { window.engine = await Engine.of(PACK, bytesOf(WASM)); return 1; })()")
        yield found


PLAYED = """
async function tallies(rules, specs, job) {
  const table = await Table.of(await Engine.of(PACK, bytesOf(WASM)), rules, specs.map((each) => readSpec(PACK, each)));
  table.tally.set("unit", job.unit);
  table.batch(job);
  return Object.fromEntries(job.arrays.map((name) => [name, table.tally.all(name).join(" ")]));
}
// Games in which every choice is taken at random among the legal actions.
async function walked(rules, seed, games, first) {
  const table = await Table.of(await Engine.of(PACK, bytesOf(WASM)), rules, [null, null, null]);
  const sums = [];
  let chance = seed;
  const next = (n) => { chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0; return (chance >>> 8) % n; };
  for (let number = first; number < first + games; number++) {
    table.beginMatch(seed, number, 1);
    table.deal();
    let decision;
    while ((decision = table.advance()) >= 0) {
      let fresh = true, word = null;
      while (word === null) {
        const legal = table.legal(fresh);
        word = table.choose(legal[next(legal.length)]);
        fresh = false;
      }
      if (table.apply(word)) throw new Error("refused");
    }
    table.finish();
    const rows = table.log.all("rows").length && Array.from({ length: 3 * table.log.get("n") },
      (_, at) => table.log.big("rows", at).toString());
    sums.push([rows.join(" "), table.result.all("payout").join(" ")].join("|"));
  }
  const bytes = new TextEncoder().encode(sums.join("\\n"));
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((x) => x.toString(16).padStart(2, "0"))
    .join("");
}
"""


def test_made_from_these_sources() -> None:
    assert about()["sources"] == sources(), f"kernels have changed since engine.wasm was made: {COMMAND}"
    assert about()["engine"] == hashlib.sha256(ENGINE.read_bytes()).hexdigest()


class Edited(Sources):
    """The program's sources, one of them changed."""

    def __init__(self, name: str, old: str, new: str) -> None:
        super().__init__()
        text = super().text(name).decode()
        assert old in text
        self._texts[name] = text.replace(old, new, 1).encode()


CHANGES = {
    "a rule": ("tongits_sim/game/settle.py", " + ", " - "),
    "a constant": ("tongits_sim/core/streams.py", "U(0x", "U(1 + 0x"),
    "a record": ("tongits_sim/game/state.py", '"i8"', '"u8"'),
    "a hook": ("strategies/greedy.py", "view.count <= params.call_at", "view.count < params.call_at"),
    "what hooks share": ("strategies/hooks.py", "    return ", "    return 0 + "),
    "the compiler": ("tongits_sim/compile/foreign.py", "in range(2)", "in range(1)"),
}
OTHERS = {
    "a docstring": ("tongits_sim/game/settle.py", '"""', '"""Indeed: '),
    "words of a rule": ("tongits_sim/rules/play.py", "What a secret entitles to", "What a secret gives"),
    "words of a bot": ("strategies/greedy.py", 'summary="', 'summary="Always: '),
    "a bot's number": ("strategies/greedy.py", '"call_at", 30', '"call_at", 31'),  # the page takes it from the program
    "the runner": ("tongits_sim/run/run.py", "import ", "import json, "),
}


@pytest.mark.parametrize("change", [*CHANGES, *OTHERS])
def test_goes_stale_only_when_what_it_is_compiled_from_changes(change: str) -> None:
    assert (sources(Edited(*{**CHANGES, **OTHERS}[change])) != unchanged()) == (change in CHANGES)


unchanged = functools.cache(sources)


def played(rules: str, settings: list[str], specs: str, matches: int, games: int = 1, seed: int = 7) -> dict[str, str]:
    """The arrays of a tally as text, as this machine plays a block."""
    job = Job(load(rules, settings), tuple(load_players(specs)), matches * games, seed, games)
    counts = job.worker().play(Block(0, 0, matches, games)).counts
    return {name: " ".join(map(str, np.asarray(counts[name]).ravel().tolist())) for name in ARRAYS}


def in_browser(page: Browser, rules: str, settings: list[str], specs: str, job: dict[str, Any]) -> dict[str, str]:
    house = {"base": rules, "set": dict(each.split("=") for each in settings)}
    given = {"arrays": ARRAYS, "first": 0, "unit": bin_width(load(rules, settings), HIST_ZERO), "seed": 7, **job}
    found: dict[str, str] = page.run(
        f"tallies({json.dumps(house)}, {json.dumps(specs.split(';'))}, {json.dumps(given)})"
    )
    return found


@needs_browser
@pytest.mark.parametrize("rules", RULES)
def test_all_bots_under_all_presets(page: Browser, rules: str) -> None:
    quick = [name for name in names() if has_bot(name) and not strategy(name).searches]
    for at in range(0, len(quick), 3):
        three = (quick[at : at + 3] + quick)[:3]
        theirs = in_browser(page, rules, [], ";".join(three), {"matches": 60, "games": 2})
        assert theirs == played(rules, [], ",".join(three), 60, 2), three


@needs_browser
@pytest.mark.parametrize("name", [name for name in names() if has_bot(name) and strategy(name).searches])
def test_bots_that_search(page: Browser, name: str) -> None:
    for rules in ("pagat", "casino_x", "pagat+joker"):
        specs = f"{name}(worlds=16);expert;greedy"
        theirs = in_browser(page, rules, [], specs, {"matches": 2})
        assert theirs == played(rules, [], specs.replace(";", ","), 2)


@needs_browser
@pytest.mark.parametrize("setting", OVERLAYS)
def test_other_rules(page: Browser, setting: str) -> None:
    specs = "greedy(call_at=40);random;expert"
    theirs = in_browser(page, "pagat", [setting], specs, {"matches": 200, "games": 3})
    assert theirs == played("pagat", [setting], specs.replace(";", ","), 200, 3)


def walk(rules: str, settings: list[str], seed: int, games: int) -> str:
    """The digest of games of random choices, as `walked` of the page."""
    board = Board(load(rules, settings))
    own, choice, mask = (np.zeros(1, kind).view(np.recarray)[0] for kind in KINDS)
    sums, chance = [], seed
    for number in range(games):
        board.begin_match(seed, number, 1)
        board.deal()
        while board.advance() != DECISION_OVER:
            choices.begin_choice(choice)
            done = 0
            while not done:
                choices.fill_mask(board.view, own, choice, mask)
                legal = np.flatnonzero(mask.action_mask)
                chance = (chance * 1664525 + 1013904223) & 0xFFFFFFFF
                done = int(choices.choose(board.view, own, choice, int(legal[(chance >> 8) % len(legal)])))
            assert board.apply(choice.word) == 0
        board.finish()
        rows = " ".join(map(str, board.rows.ravel().tolist()))
        sums.append(f"{rows}|{' '.join(map(str, board.result.payout.tolist()))}")
    return hashlib.sha256("\n".join(sums).encode()).hexdigest()


KINDS = (choices.OWN_DTYPE, choices.CHOICE_DTYPE, choices.MASK_DTYPE)


@needs_browser
@pytest.mark.parametrize(
    ("rules", "settings"), [("pagat", []), ("casino_x", []), ("pagat", [OVERLAYS[0], OVERLAYS[2]])]
)
def test_games_step_by_step(page: Browser, rules: str, settings: list[str]) -> None:
    house = {"base": rules, "set": dict(each.split("=") for each in settings)}
    assert page.run(f"walked({json.dumps(house)}, 5, 60, 0)") == walk(rules, settings, 5, 60)
