"""The page of `tongits explore`: small, whole, and in a browser it says what the command line says."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyses.answers.explore import ExploreAnswer
from analyses.explore import explore
from reports.page.explore import MOST_BYTES, ExploreFileError, explore_form, page_of, write_explore
from tests.playing import command, job
from tests.reports.page.test_render import browse, in_a_browser
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

GAMES, MATCH_GAMES, ANSWER_GAMES, MIN_FORKS, SEED = 400, 4, 1_500, 30, 9
PLAYERS = "greedy,caller,greedy"
OPTIONS = ["--rules", "casino_x", "--players", PLAYERS, "--seed", str(SEED)]


@pytest.fixture(scope="module")
def answer() -> ExploreAnswer:
    what = job("casino_x", PLAYERS, GAMES, match_games=MATCH_GAMES, seed=SEED)
    timing = "end" if what.rules.call.timing == "start" else "start"
    settings = [f"call.timing={timing}", "jackpot.streak=3"]
    return explore(what, settings, How(workers=1, notice=silent), ANSWER_GAMES, MIN_FORKS)


def computed(folder: Path, answer: ExploreAnswer, script: str, states: list[Any]) -> Any:
    """What a script in the page gives for `states`; it sees the page as `page`."""
    asked = (
        f'<script type="application/json" id="asked">{json.dumps(states)}</script><script>'
        'addEventListener("load", () => {'
        "const wait = () => { if (!document.body.dataset.ready) { setTimeout(wait, 20); return; }"
        f"const values = (states => {{ {script} }})(JSON.parse(document.getElementById('asked').textContent));"
        "document.body.textContent = JSON.stringify(values); }; wait(); });</script></body>"
    )
    path = folder / "explore.html"
    path.write_text(page_of(answer).replace("</body>", asked))
    out = browse(path, "--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom")
    body = re.search(r"<body[^>]*>(.*)</body>", out, re.DOTALL)
    assert body is not None
    return json.loads(body[1].replace("&amp;", "&"))


def random_states(answer: ExploreAnswer, number: int) -> list[dict[str, Any]]:
    """Settings as a user may choose them: whole amounts and percents."""
    chance = np.random.default_rng(5)
    states = []
    for turn in range(number):
        amounts = {each.name: each.amount for each in answer.amounts}
        amounts |= {e.name: float(chance.integers(0, 7)) for e in answer.amounts if e.knobs and chance.random() < 0.7}
        fees = {name: float(chance.integers(0, 16)) / 100 if turn % 3 else 0.0 for name in ("antes", "winnings")}
        settings = {each.knob: str(chance.choice(each.values)) for each in answer.switches}
        states.append({"settings": settings, "amounts": amounts, "fees": fees})
    return states


def options(answer: ExploreAnswer, state: dict[str, Any]) -> list[str]:
    """The options of a command for the same rules."""
    knobs = dict(state["settings"]) | {f"fees.{name}": f"{share:.2f}" for name, share in state["fees"].items()}
    for each in answer.amounts:
        knobs |= {knob: f"{one * state['amounts'][each.name]:.2f}" for knob, one in each.knobs.items()}
    return [word for knob, value in knobs.items() for word in ("--set", f"{knob}={value}")]


def same(mine: Any, theirs: Any) -> bool:
    """Whether two answers say the same: numbers to nine digits."""
    if isinstance(theirs, dict):
        return all(same(mine[name], each) for name, each in theirs.items())
    if isinstance(theirs, list):
        return len(mine) == len(theirs) and all(map(same, mine, theirs))
    return bool(mine == pytest.approx(theirs, rel=1e-9, abs=1e-9))


@pytest.mark.slow
@in_a_browser
def test_payouts_are_those_of_the_command_line(answer: ExploreAnswer, tmp_path: Path) -> None:
    amounts = {each.name: each.amount for each in answer.amounts}
    base = {"settings": dict(answer.variants[0].settings), "amounts": amounts, "fees": dict(answer.fees)}
    # About eight for each combination of the switches' values; an amount is 0 in some three of them all.
    states = [base, *random_states(answer, 32)]
    rows = computed(tmp_path, answer, "return states.map(state => page.explore.rows(state));", states)
    assert len(rows) == len(states)
    keys = ("payout", "payout_sd")
    for state, row in zip(states, rows, strict=True):
        played = ["--games", str(GAMES), "--match-games", str(MATCH_GAMES), "--format", "json"]
        code, out, err = command("simulate", *OPTIONS, *options(answer, state), *played)
        assert code == 0, err
        document = json.loads(out)
        assert row["exact"]
        for mine, theirs in zip(row["players"], document["players_summary"], strict=True):
            assert mine["player"] == theirs["player"]
            assert same(mine, {name: theirs[name] for name in (*keys, "parts")}), (state, mine, theirs)
        for mine, theirs in zip(row["seats"], document["seats_summary"], strict=True):
            assert same(mine, {name: theirs[name] for name in keys}), (state, mine, theirs)
        assert same(row["dealer"], {name: document["dealer_summary"][name] for name in keys}), state
        fees = -sum(len(each["slots"]) * each["parts"]["fees"] for each in document["players_summary"])
        assert same(row["house"]["mean"], fees)
        assert same(row["won_per_game"], document["won_per_game"])


@pytest.mark.slow
@in_a_browser
@pytest.mark.parametrize("question", ["calls", "challenges"])
def test_answers_are_those_of_the_command_line(answer: ExploreAnswer, tmp_path: Path, question: str) -> None:
    states = random_states(answer, 3)
    paid = {each.name for each in answer.amounts if each.amount}
    for state in states:  # of what was not paid there are no products, so no intervals
        state["amounts"] |= {each.name: 0.0 for each in answer.amounts if each.name not in paid}
    script = f"""return states.map(state => {{
      const grid = page.explore.variant(state).grids.find(each => each.question === "{question}");
      return grid.cells.map(([number], place) => [number, page.explore.cell(grid, place, state)]); }});"""
    answers = computed(tmp_path, answer, script, states)
    for state, cells in zip(states, answers, strict=True):
        played = ["--games", str(ANSWER_GAMES), "--min-forks", "2", "--fit-games", "50", "--format", "json"]
        code, out, err = command("analyze", question, *OPTIONS, *options(answer, state), *played)
        assert code == 0, err
        theirs = json.loads(out)["cells"]
        assert len(cells) == sum(each["n"] >= MIN_FORKS for each in theirs)
        for number, mine in cells:
            cell = theirs[number]
            assert same([mine["n"], mine["diff"], mine["ci95"]], [cell["n"], *cell["ev_diff"].values()])
            assert mine["yes"] - mine["no"] == pytest.approx(mine["diff"])


@in_a_browser
def test_it_says_where_it_stops_being_exact(answer: ExploreAnswer, tmp_path: Path) -> None:
    (state,) = random_states(answer, 1)
    odd, unpaid = json.loads(json.dumps([state, state]))
    odd["amounts"]["pay.fold"], odd["fees"]["winnings"] = 0.1, 0.03
    names = [each.name for each in answer.amounts if not each.amount]
    unpaid["amounts"] |= dict.fromkeys(names, 1.0)
    script = """const grid = page.explore.data.variants[0].grids[0];
      return states.map(state => [page.explore.exact(state), page.explore.cell(grid, 0, state).ci95 !== null]);"""
    assert names
    assert computed(tmp_path, answer, script, [odd, unpaid]) == [[False, False], [True, False]]


@in_a_browser
def test_answers_come_and_go_with_the_way_of_playing(answer: ExploreAnswer, tmp_path: Path) -> None:
    """Where one way of playing has no answers to a question, a link to it and a switch from it show the rest."""
    first, other = answer.variants[0], next(each for each in answer.variants[1:] if len(each.grids) == 2)
    fewer = replace(first, grids=tuple(each for each in first.grids if each.question != "calls"))
    assert len(fewer.grids) == 1
    without = replace(answer, variants=(fewer, *answer.variants[1:]))
    address = "&".join(f"{knob}={value}" for knob, value in dict(other.settings).items())
    script = """const part = (name, what) => document.getElementById(name + what);
      const go = hash => history.replaceState(null, "", hash);
      const seen = () => ["calls", "challenges"].map(name => [part(name, "").hidden,
        part(name, "-strip").children.length > 1, part(name, "-answer").textContent]);
      const before = seen(); const shown = states.map(hash => { go("#" + hash); page.read(); page.show();
        return [seen(), document.getElementById("commands").textContent]; });
      go("#"); page.read(); page.show(); return [before, shown, seen()];"""
    before, [[moved, commands]], after = computed(tmp_path, without, script, [address])
    rare = "Played like this, it came up too rarely to say."
    assert [each[:2] for each in before] == [[False, False], [False, True]]
    assert before[0][2] == rare
    assert [each[:2] for each in moved] == [[False, True], [False, True]]
    assert rare not in moved[0][2]
    assert "tongits analyze calls" in commands
    assert after == before


@in_a_browser
def test_the_commands_are_promised_to_agree_only_where_players_ignore_what_moved(
    answer: ExploreAnswer, tmp_path: Path
) -> None:
    fold = next(each for each in answer.amounts if each.name == "pay.fold")
    seen = replace(
        answer, amounts=tuple(replace(each, moves="caller") if each is fold else each for each in answer.amounts)
    )
    script = """const said = hash => { history.replaceState(null, "", hash); page.read(); page.show();
        return document.getElementById("promise").textContent; };
      return [said("#"), said("#pay.fold=6")];"""
    for some, agrees in ((answer, True), (seen, False)):
        before, after = computed(tmp_path, some, script, [])
        assert before.startswith("Every figure above")
        assert after.startswith("Every figure above") == agrees
        assert ("play otherwise" in after) == (not agrees)


@in_a_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_on_a_phone_and_a_screen(answer: ExploreAnswer, tmp_path: Path, width: int) -> None:
    (tmp_path / "inner.html").write_text(page_of(answer))
    probe = """<script>const look = () => { const inner = frame.contentDocument;
      if (!inner || !inner.body || !inner.body.dataset.ready) { setTimeout(look, 50); return; }
      const sizes = [...inner.querySelectorAll("input[type=range], button, .choice")].filter(each => each.offsetParent)
        .map(each => each.getBoundingClientRect());
      document.body.append(JSON.stringify({
        ready: inner.body.dataset.ready, over: inner.documentElement.scrollWidth - frame.clientWidth,
        requests: frame.contentWindow.performance.getEntriesByType("resource").length,
        small: Math.min(...sizes.map(each => each.height)), wide: Math.max(...sizes.map(each => each.right)),
        players: inner.querySelectorAll("#players table").length, moved: inner.querySelector("#behaviour").textContent,
        fold: [...inner.querySelectorAll("input[type=number]")].map(each => each.value),
        commands: inner.querySelector("#commands").textContent })); }; look();</script>"""
    outer = (
        f'<body><iframe id="frame" src="inner.html#pay.fold=6&fees.winnings=0.1" width="{width}" height="900"></iframe>'
    )
    (tmp_path / "outer.html").write_text(outer + probe)
    fixed = ["--allow-file-access-from-files", "--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom"]
    out = browse(tmp_path / "outer.html", *fixed)
    document = json.loads(out[out.rindex('{"ready') : out.rindex("}") + 1].replace("&amp;", "&"))
    assert document["ready"] == "yes"
    assert document["over"] <= 0
    assert document["requests"] == 0
    assert document["small"] >= 24
    assert document["wide"] <= width
    assert document["players"] == 3
    assert "6" in document["fold"]
    assert "10" in document["fold"]
    assert "--set pay.fold=6 --set fees.winnings=0.1 --players greedy,caller,greedy" in document["commands"]
    assert document["moved"]


def test_the_page_needs_nothing_else(answer: ExploreAnswer) -> None:
    page = page_of(answer)
    assert len(page.encode()) <= MOST_BYTES
    assert "<!-- " not in page
    assert not re.findall(r"(?:src|href)=", page)
    assert "default-src 'none'" in page


def test_written_as_html_or_json(answer: ExploreAnswer, tmp_path: Path) -> None:
    assert write_explore(answer, tmp_path / "a.html") == (tmp_path / "a.html").stat().st_size
    write_explore(answer, tmp_path / "a.json")
    assert ExploreAnswer.from_dict(json.loads((tmp_path / "a.json").read_text())) == answer
    with pytest.raises(ExploreFileError, match=r"written as \.html or \.json"):
        explore_form(tmp_path / "a.pdf")
    with pytest.raises(ExploreFileError, match="cannot write"):
        write_explore(answer, tmp_path / "absent" / "a.html")


def test_a_page_too_large_for_a_phone_is_refused(answer: ExploreAnswer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.page.explore.MOST_BYTES", 10_000)
    with pytest.raises(ExploreFileError, match=r"the page would have .* kB, more than 10"):
        page_of(answer)
