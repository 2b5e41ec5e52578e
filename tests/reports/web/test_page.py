"""The page of `tongits web` in a browser: a game by finger and by key, answers equal to the program's, its looks."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analyses.advise import advise
from reports.web.engine import FOLDER
from reports.web.page import SCRIPTS, write_page
from strategies import load_players
from tests.chromium import BROWSER, Browser, browser
from tests.records.notation_text import notation_of
from tongits_sim.experiments.batch import Job
from tongits_sim.experiments.simulate import play_job
from tongits_sim.records.form import read_line
from tongits_sim.records.replay import dealt_board, play_events, verify
from tongits_sim.records.write import play_job_records
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent
from tongits_sim.table.position import position_of
from tongits_sim.table.position_text import Typed, read_position

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium to look with"),
]
TABS = ("play", "ask", "review", "train", "lab")
QUICK = {"bots": ["greedy", "caller"]}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("web") / "tongits.html"
    write_page(path)
    return path


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture
def page(file: Path, window: Browser) -> Iterator[Browser]:
    """The page on a small phone, opened afresh; nothing is said to its console."""
    window.said.clear()
    window.size(360, 640, touch=True)
    window.open(file)
    window.run(f"localStorage.clear(); localStorage.setItem('tongits.settings', '{json.dumps(QUICK)}')")
    window.open(file)
    window.until("document.body.dataset.ready")
    yield window
    assert not window.said


def quiet(page: Browser) -> None:
    page.until("!app.busy")


def test_a_game_by_finger_from_the_first_card_to_its_review(page: Browser) -> None:
    for _ in range(200):
        quiet(page)
        if page.run("app.look.over"):
            break
        if page.run("offered().length > 0"):
            page.tap(".bar button")
        else:  # pick a card that may go, and let it go
            card = page.run("app.look.options.find((each) => each.kind === 'discard').cards[0]")
            page.tap(f'[data-card="{card}"]')
            page.tap(".bar button")
    assert page.run("app.look.over")
    verify(read_line(page.run("table.call('record').then((each) => JSON.stringify(each))")))
    page.tap("#cost")
    page.until("!review.working && review.done === review.of")
    costs = page.run("review.found.map((each) => each.cost)")
    assert costs == sorted(costs, reverse=True)
    assert all(cost >= 0 for cost in costs)


def test_a_game_with_keys_alone(page: Browser) -> None:
    page.size(1000, 800)
    for _ in range(300):
        quiet(page)
        if page.run("app.look.over"):
            break
        if not page.run("offered().length > 0"):
            page.run("document.querySelector('.hand button').focus()")
            legal = page.run("app.look.options.filter((each) => each.kind === 'discard').map((each) => each.cards[0])")
            for _ in range(13):
                if page.run("document.activeElement.dataset.card") in legal:
                    break
                page.press("ArrowRight", 39)
            page.press("Enter")
        page.press("1")
    assert page.run("app.look.over")


def test_undo_takes_back_what_showed_nothing(page: Browser) -> None:
    for seed in range(40):
        page.run(f"app.seed = {seed}, start()")
        quiet(page)
        lay = page.run("app.look.options.findIndex((each) => each.kind === 'lay')")
        if lay >= 0:
            break
    before = page.run("JSON.stringify(app.look.hand)")
    page.run(f"act(app.look.options[{lay}])")
    quiet(page)
    assert page.run("JSON.stringify(app.look.hand)") != before
    page.tap("#undo")
    quiet(page)
    assert page.run("JSON.stringify(app.look.hand)") == before


def test_a_match_goes_on_where_the_page_was_left(page: Browser, file: Path) -> None:
    page.run("app.seed = 13, start()")
    for _ in range(40):
        quiet(page)
        if page.run("app.look.over"):
            page.tap("#next")
        elif page.run("app.look.game > 0 && app.look.turn > 3"):
            break
        else:
            page.run("act(offered()[0] || app.look.options.find((each) => each.kind === 'discard'))")
    quiet(page)
    seen = "JSON.stringify([app.look.game, app.look.hand, app.look.discards, app.look.options, app.score])"
    before = page.run(seen)
    page.open(file)
    page.until("document.body.dataset.ready")
    assert page.run(seen) == before


def test_opponents_are_chosen_in_the_settings(page: Browser) -> None:
    page.tap("#settings")
    for at, name in enumerate(("hunter", "miser")):
        select = f"document.querySelectorAll('dialog select')[{3 + at}]"
        page.run(f"{select}.value = '{name}'; {select}.dispatchEvent(new Event('change'))")
        quiet(page)
    assert page.run("app.look.names") == ["you", "hunter", "miser"]


def test_a_new_match_does_not_wait_for_a_bot_that_thinks(page: Browser) -> None:
    page.run("table.end(), app.busy = true, start()")
    quiet(page)
    assert page.run("app.look.options.length") > 0


def test_a_saved_game_is_reviewed_and_a_wrong_paste_is_answered(page: Browser) -> None:
    job = Job(load("pagat"), tuple(load_players("expert,greedy,caller")), 1, 5)
    game = next(play_job_records(job))
    line = json.dumps(game)
    wrong = {
        "hello": "bad_game",
        line[:300]: "bad_damaged",
        json.dumps({**game, "format": "tongits-game/999"}): "bad_newer",
        json.dumps({**game, "hands": [game["hands"][0]] * 3}): "bad_cards",
        json.dumps({**game, "rules": {"name": "ours", "knobs": {"call.timing": "never"}}}): "bad_rule",
        json.dumps({**game, "rules": "ours"}): "bad_damaged",
    }
    page.tap("#tab-review")
    page.run("document.querySelector('details').open = true")
    for text, why in wrong.items():
        page.run(f"readGames({json.dumps(text)})")
        assert page.run("document.querySelector('[role=alert]').textContent") == page.run(
            f"t('{why}', 'call.timing=never')"
        )
    illegal = json.dumps({**game, "events": game["events"][3:]})
    for text, failed in ((illegal, True), (f"{line}\n{line}", False)):
        page.run(f"readGames({json.dumps(text)})")
        page.tap("#review-pasted")
        page.until("!review.working")
        assert bool(page.run("review.failed")) == failed
    assert page.run("review.done") == page.run("review.of") > 0


ACCOUNTS = """
async (record, texts) => {
  const helper = new Helper(), found = [];
  const asked = (game, seat) => ({ record: game, rules: rulesOf(game.rules.knobs), seat, worlds: 4 });
  const reviewed = async (game, seat) => JSON.stringify(await helper.call("reviewRecord", asked(game, seat)));
  for (const seat of [0, 1, 2]) {
    const [whole, own] = texts[seat].map((text) => withGoodRules(sheetsOf(pack, text)[0]));
    const [costs, ...others] = await Promise.all([record, whole, own].map((game) => reviewed(game, seat)));
    found.push([whole.known.join(), own.known.join(), costs.length, ...others.map((each) => each === costs)]);
  }
  helper.end();
  return found;
}
"""


@pytest.mark.parametrize("rules", ["pagat", "sjs+joker", "casino_x", "wars"])
def test_a_game_that_one_seat_wrote_down_is_the_game(page: Browser, rules: str) -> None:
    """Every decision of a seat has the same worth by its own account as by the whole game."""
    players = tuple(load_players("miser,turtle,expert"))
    for record in play_job_records(Job(load(rules), players, 3, 7)):
        texts = [[notation_of(record), notation_of(record, seat)] for seat in range(3)]
        for seat, found in enumerate(page.run(f"({ACCOUNTS})({json.dumps(record)}, {json.dumps(texts)})")):
            assert found[:2] == ["0,1,2", str(seat)]
            assert found[2] > 100 or not any(each["seat"] == seat for each in record["events"])
            assert found[3:] == [True, True]


def test_a_call_that_was_passed_is_no_event(page: Browser) -> None:
    hand = "rules sjs\nhand A 5c 5d 5h Kh 2c 3c 4c 9d 9s Jh 7d 8s Ah\n"
    text = hand + "A: [5c 5d 5h] -Kh\nB: + -9c\nC: -Qd\nA: +Td -Jh{}\nB:{} -4c"
    games = [text.format("", ""), text.format(" pass", ""), text.format("", " pass")]
    read = [page.run(f"JSON.stringify(sheetsOf(pack, {json.dumps(game)})[0].moves)") for game in games]
    assert read[0] == read[1] == read[2]
    assert len(json.loads(read[0])) == 10


def test_a_written_game_is_read_or_the_line_is_named(page: Browser) -> None:
    page.tap("#tab-review")
    page.run("document.querySelector('details').open = true")
    page.tap("#example")
    assert page.run("review.games.map((each) => each.known.join())") == ["1", "1"]
    page.tap("#review-pasted")
    page.until("!review.working")
    assert page.run("review.failed") == ""
    assert page.run("review.done") == page.run("review.of") > 5
    example = page.run("pack.example")
    read = {
        example.replace("-Tc", "-Tx"): ("bad_line", "8: Tx"),
        example.replace("hand Ako 2c", "hand Aki 2c"): ("bad_line", "6: Aki 2c 9c 8d Jd 4h 6h Qh As 2s 5s Js Qs"),
        example.replace("rules pagat", "rules nobodys"): ("bad_rule", "nobodys"),
        example.replace("rules pagat", "set call.timing=never"): ("bad_rule", "call.timing=never"),
        example.replace("+4d", "+"): ("bad_unknown", ""),
    }
    for text, (why, what) in read.items():
        page.run(f"readGames({json.dumps(text)})")
        assert page.run("document.querySelector('[role=alert]').textContent") == page.run(
            f"said(new Error('{why} {what}'))"
        )
    broken = {"11": example.replace("Ben: [3c 4c 5c] -Qd\n", ""), "14": example.replace("7c@3c", "7c@Js")}
    for line, text in broken.items():
        page.run(f"readGames({json.dumps(text)})")
        page.tap("#review-pasted")
        page.until("!review.working")
        assert re.findall(r"line (\d+) ", page.run("review.failed")) == [line]


def test_thinking_stops_when_it_is_told_to(page: Browser) -> None:
    page.run("app.seed = 5, start()")
    quiet(page)
    page.tap("#hint-button")
    page.until("app.hint.worlds > 0")
    page.tap("#hint-button")
    page.until("thinker.waiting.size === 0")
    assert page.run("app.hint") is None
    page.run("table.call('record').then((each) => { reviewOf(each, app.rules, 1); })")
    page.run("go('review')")
    page.tap("#stop-review")
    page.until("!review.working")
    assert page.run("review.done <= review.of")


def same_actions(found: Any, actions: Any) -> None:
    """Whether the page's answers are those of `tongits advise`: which plays, their worth, intervals and chances."""
    mine = {}
    for each in found["answers"]:
        option = each["option"]
        cards = " ".join(option.get("faces") or option["cards"]) if option["kind"] != "draw" else ""
        mine[option["kind"], cards] = each
    assert set(mine) == {(each.kind, each.cards) for each in actions}
    for each in actions:
        answer = mine[each.kind, each.cards]
        numbers = [answer[name] for name in ("ev", "low", "high", "behind", "win", "burned", "beaten")]
        assert numbers == pytest.approx(
            [each.ev.mean, *each.ev.ci95, each.behind.mean, each.win, each.burned, each.beaten], abs=1e-9
        )


def test_hints_are_those_of_advise(page: Browser) -> None:
    rules = load("pagat")
    page.run("app.seed = 5; start()")
    against = page.run("pack.advice.against")
    assert against in page.run("Object.keys(pack.bots)")
    for step in range(4):
        quiet(page)
        assert not page.run("app.look.over"), "this game has no four positions: take another seed"
        found = page.run("table.call('moment', {}).then((moment) => weigh({moment, worlds: 24}))")
        record = page.run("table.call('record')")
        board = dealt_board(record)
        play_events(board, record["events"], to_the_end=False)
        board.advance()
        answer = advise(position_of(board, rules), against, worlds=24, seed=1, how=How(workers=1, notice=silent))
        same_actions(found, answer.actions)
        page.run(f"act(app.look.options[{step} % app.look.options.length])")


def test_a_named_position_is_advised_on_as_in_the_terminal(page: Browser) -> None:
    rules, melds, discards = load("pagat"), {"owner": 1, "cards": ["7s", "8s", "9s"]}, "Qs 4c 9h"
    for hand in ("3h 4h 5h 9c 9d Ks 2c 7h 8d Tc Jc 4d", "3h 4h 5h 9c 9d Ks 2c 8d Jd Js 6c Ah Tc"):
        cards = hand.split()
        typed = Typed(hand=hand, table="right: 7s 8s 9s", discards=discards)
        answer = advise(
            read_position(rules, typed),
            page.run("pack.advice.against"),
            worlds=16,
            seed=1,
            how=How(workers=1, notice=silent),
        )
        facts = {"hand": cards, "melds": [melds], "discards": discards.split(), "sizes": [len(cards), 9, 12]}
        facts |= {"stock": answer.position.stock, "drawn": len(cards) == 13}
        same_actions(
            page.run(f"weigh({{facts: {json.dumps(facts)}, rules: app.rules, worlds: 16}})"),
            answer.actions,
        )


def test_the_lab_says_what_simulate_says(page: Browser) -> None:
    page.tap("#tab-lab")
    page.run("Object.assign(lab, {players: ['greedy', 'caller', 'hunter'], games: 3000, seed: 11}), show()")
    page.tap("#run")
    page.until("!lab.running && lab.arms[0].games === 3000")
    rows = page.run("[0, 1, 2].map((slot) => ratio(lab.arms[0].sums, slot))")
    job = Job(load("pagat"), tuple(load_players("greedy,caller,hunter")), 3000, 11)
    answer = play_job(job, How(workers=1, notice=silent))
    swings = page.run("[0, 1, 2].map((slot) => swing(lab.arms[0].sums, slot))")
    for mine, swing, theirs in zip(rows, swings, answer.players_summary, strict=True):
        assert swing == pytest.approx(theirs.payout_sd)
        assert theirs.payout.ci95 is not None
        assert mine["mean"] / 100 == pytest.approx(theirs.payout.mean, abs=1e-9)
        assert [mine["low"] / 100, mine["high"] / 100] == pytest.approx(list(theirs.payout.ci95), rel=1e-5)
    assert "--games 3000 --seed 11" in page.run("command()")


def test_a_question_of_the_quiz(page: Browser) -> None:
    page.tap("#tab-train")
    page.until("train.look && document.querySelector('.choice')")
    assert page.run("train.look.decision") == page.run("train.item.decision")
    assert page.run("train.look.seat") == page.run("train.item.seat")
    page.tap(".choice")
    page.until("document.querySelector('#next-question')")
    assert page.run("train.done") == 1


LOOKS = (Path(__file__).parent / "looks.js").read_text()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_looks(page: Browser, width: int, dark: bool) -> None:
    page.size(width, 640 if width == 360 else 900, touch=width == 360, dark=dark)
    for language in ("en", "fil"):
        page.run(f"app.language = '{language}'")
        for tab in TABS:
            page.run(f"go('{tab}')")
            if tab == "train":
                page.until("train.look && document.querySelector('.hand')")
            if tab == "play":
                page.run("hint()")
                page.until("app.hint && app.hint.answers.length")
            assert page.run(LOOKS) == [], (tab, language)
        page.run("settings()")
        assert page.run(LOOKS) == [], language
        page.press("Escape")


def test_needs_no_network(file: Path) -> None:
    text = file.read_text()
    assert not re.findall(r"(?:src|href)=[\"']?https?:", text)
    assert "default-src 'none'" in text
    assert len(text) < 4_000_000


def test_all_files_are_part_of_the_package() -> None:
    root = FOLDER.parents[1]
    patterns = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["reports"]
    packed = {path for pattern in patterns for path in (root / "reports").glob(pattern)}
    assert {path for path in FOLDER.iterdir() if path.is_file() and path.suffix != ".py"} <= packed


def test_every_word_in_both_languages() -> None:
    words = json.loads((FOLDER / "words.json").read_text())
    code = "".join((FOLDER / name).read_text() for name in SCRIPTS)
    assert set(words["en"]) == set(words["fil"])
    used = set(re.findall(r"\bt\(\"(\w+)\"", code))
    whole = {
        each for each in used if not each.endswith("_")
    }  # the others are beginnings of words with a code at the end
    assert whole <= set(words["en"])
    assert all(any(word.startswith(each) for word in words["en"]) for each in used - whole)
    for key, english in words["en"].items():
        assert set(re.findall(r"\{\d\}", english)) == set(re.findall(r"\{\d\}", words["fil"][key])), key


LEFT_BEHIND: list[dict[str, Any]] = [
    {"settings": None},
    {"settings": [1]},
    {"settings": {"language": "xx", "chosen": "xx", "theme": None, "tutor": "yes", "peso": None}},
    {"settings": {"chosen": "constructor", "theme": ["dark"], "peso": -1, "bots": None, "rules": None}},
    {"settings": {"rules": {"base": "gone", "set": {}}, "bots": ["solved", "gone"]}},
    {"settings": {"rules": {"base": "constructor", "set": {}}, "bots": ["toString", "__proto__"]}},
    {"settings": {"rules": {"base": "pagat", "set": {"gone.knob": "1"}}, "bots": [None, 7, "expert"]}},
    {"settings": {"rules": {"base": "pagat", "set": {"pay.fold": "-7"}}, "bots": [None, 7]}},
    {"settings": {"rules": {"base": "pagat", "set": {"pay.fold": None}}}},
    {"settings": {"rules": {"base": "pagat", "set": None}, "bots": ["greedy(call_at=9999)", "expert"]}},
    {"lab": None, "own": None, "boxes": None, "turn": None, "match": None},
    {"lab": {"players": None, "games": -5, "seed": "x", "rules": {"base": "gone"}, "change": 5}, "own": 7, "turn": "x"},
    {"own": [None, {}, {"name": "a", "choices": [{}], "look": {}}], "boxes": {"a": None, "pagat 1": 5}, "match": 7},
]


@pytest.mark.parametrize("stored", LEFT_BEHIND)
def test_what_another_version_stored_does_not_stop_the_page(page: Browser, file: Path, stored: dict[str, Any]) -> None:
    page.run(
        f"localStorage.clear(); Object.entries({json.dumps(stored)}).forEach(([name, value]) => kept.set(name, value))"
    )
    page.open(file)
    page.until("document.body.dataset.ready", seconds=10)
    assert page.run("app.look.options.length") > 0
    assert page.run("[app.language, app.theme, app.rules.base, app.tutor, app.peso]") == [
        "en",
        "system",
        "pagat",
        False,
        1,
    ]
    for tab in TABS:
        page.run(f"go('{tab}')")
    page.until("lab.games === 100000 && train.item", seconds=10)


def test_a_good_setting_is_kept_beside_a_bad_one(page: Browser, file: Path) -> None:
    stored = {
        "theme": "dark",
        "rules": {"base": "gone", "set": {}},
        "bots": ["gone", "hunter"],
        "peso": 5,
        "tutor": True,
    }
    page.run(f"localStorage.clear(); kept.set('settings', {json.dumps(stored)})")
    page.open(file)
    page.until("document.body.dataset.ready", seconds=10)
    assert page.run("[app.theme, app.rules.base, app.peso, app.tutor]") == ["dark", "pagat", 5, True]
    assert page.run("app.look.names[2]") == "hunter"
    assert page.run(
        "app.look.names[1] === (botsUnder(pack, app.rules).includes(USUAL_BOTS[0]) ? USUAL_BOTS[0] : 'expert')"
    )


def test_speaks_the_language_of_the_phone_until_another_is_chosen(page: Browser, file: Path) -> None:
    agent = page.run("navigator.userAgent")
    try:
        for languages, spoken in (
            ("tl-PH,en-US", "fil"),
            ("de,fil-PH,en", "fil"),
            ("en-PH,fil", "en"),
            ("de-DE", "en"),
        ):
            page("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=languages)
            page.run("localStorage.clear()")
            page.open(file)
            page.until("document.body.dataset.ready")
            assert page.run("document.documentElement.lang") == spoken, languages
            other = "en" if spoken == "fil" else "fil"
            page.tap("#settings")
            choose = "document.querySelector('dialog select')"
            page.run(f"{choose}.value = '{other}'; {choose}.dispatchEvent(new Event('change'))")
            page.open(file)
            page.until("document.body.dataset.ready")
            assert page.run("document.documentElement.lang") == other, languages
    finally:
        page("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="en")


def test_a_pasted_line_that_is_no_game_does_not_stop_the_tab(page: Browser) -> None:
    game = next(play_job_records(Job(load("pagat"), tuple(load_players("expert,greedy,caller")), 1, 5)))
    page.tap("#tab-review")
    page.run("document.querySelector('details').open = true")
    damaged: list[dict[str, Any]] = [
        *(
            {name: value}
            for name in ("players", "events", "before", "hands", "stock", "dealer")
            for value in (None, 7, [7])
        ),
        {"players": ["a", "b", {}]},
        {"events": [None]},
        {"events": [{"seat": 7, "act": "draw"}]},
        {"before": {**game["before"], "scores": 5}},
        {"dealer": 3},
    ]
    for change in damaged:
        page.run(f"readGames({json.dumps(json.dumps({**game, **change}))})")
        assert page.run("document.querySelector('[role=alert]').textContent === t('bad_damaged')"), change
    clash = {"call.zero_count_fight": "pays_double", "tongits.hand_melds": False}
    page.run(
        f"readGames({json.dumps(json.dumps({**game, 'rules': {'name': 'x', 'knobs': {'constructor': 1, **clash}}}))})"
    )
    assert "constructor" in page.run("document.querySelector('[role=alert]').textContent")
    others: tuple[Any, ...] = (5, [7], "abc", None, {})
    for known in others:  # of records nothing of that name is read
        page.run(f"readGames({json.dumps(json.dumps({**game, 'known': known, 'moves': 5}))})")
        page.tap("#review-pasted")
        page.until("review.working || review.failed")
        page.run("critic.stop()")
        page.until("!review.working")
        assert page.run("review.failed") == ""


@pytest.mark.parametrize("name", ["constructor", "__proto__", "toString", "pagat+constructor", "pagat+__proto__"])
def test_rules_of_no_name_are_refused(page: Browser, name: str) -> None:
    page.tap("#tab-review")
    page.run(f"readGames(pack.example.replace('rules pagat', 'rules {name}'))")
    assert page.run("review.failed") == page.run(f"t('bad_rule', '{name}')")
    page.run(f"readGames(pack.example.replace('rules pagat', 'set {name.split('+')[-1]}=1'))")
    assert page.run("review.failed") == page.run(f"t('bad_rule', '{name.split('+')[-1]}=1')")


@pytest.mark.parametrize("name", ["Ana #1", "Ana: the shark", "Bob ", "#1", "A; B", "x" * 70, "mine.py:bot"])
def test_a_player_is_called_by_any_name(page: Browser, name: str) -> None:
    text = (
        f"name A {json.dumps(name)}\nname B Ana\nhand {name} 7c ?\n{name}: -7c # well\n{name.upper()} : + -9c\nAna: +\n"
    )
    moves = page.run(f"sheetsOf(pack, {json.dumps(text)})[0].moves.map((each) => [each.seat, each.act])")
    assert moves == [[0, "discard"], [0, "draw"], [0, "discard"], [1, "draw"]]
    for bad in ('""', '";)"', '" "', '"Ana\\nBen"', '"Ana'):
        page.tap("#tab-review")
        page.run(f"readGames({json.dumps(f'rules pagat{chr(10)}name A {bad}{chr(10)}A: -7c')})")
        assert page.run("review.failed") == f"This cannot be read, in line 2: {bad}"


def test_cards_tapped_for_a_meld_are_kept_and_asked_for(page: Browser) -> None:
    page.tap("#tab-ask")
    page.run("Object.assign(ask, {hand: '3h 4h 5h 9c 9d Ks 2c 7h 8d Tc Jc 4d'.split(' '), discards: ['Qs']}), show()")
    assert page.run("document.querySelector('#ask-now').disabled") is False
    page.tap("#place-meld1")
    for card in ("7s", "8s"):
        page.tap(f'[data-card="{card}"]')
    page.tap("#place-hand")
    said = page.run("document.querySelector('[role=status]').textContent")
    assert said.startswith("7♠ 8♠: tapped for Right’s meld, but not put down.")
    assert page.run("document.querySelector('#ask-now').disabled") is True
    page.tap("#place-meld1")
    page.tap('[data-card="9s"]')
    page.run("[...document.querySelectorAll('main button')].find((each) => each.textContent === t('add_meld')).click()")
    assert page.run("[ask.melds[0].cards.join(' '), ask.sizes[1]]") == ["7s 8s 9s", 9]
    assert page.run("document.querySelector('#ask-now').disabled") is False


def typed(page: Browser, field: str, text: str) -> None:
    page.run(f"{field}.focus(), {field}.select()")
    for letter in text:
        page.press(letter)


def test_the_first_tap_after_typing_counts_and_results_stand_beside_their_command(page: Browser) -> None:
    page.tap("#tab-lab")
    typed(page, "document.querySelector('#games')", "3000")
    page.tap("#run")
    page.until("!lab.running && lab.arms && lab.arms[0].games === 3000", seconds=20)
    assert "--games 3000" in page.run("document.querySelector('#command').textContent")
    assert page.run("document.querySelector('#payouts') !== null")
    typed(page, "document.querySelector('#player-0')", "expert")
    page.tap("#tab-lab")
    assert "expert,caller,hunter" in page.run("document.querySelector('#command').textContent")
    assert page.run("document.querySelector('#payouts')") is None
    page.tap("#settings")
    typed(page, "document.querySelector('dialog input[type=number]')", "20")
    page.run("document.querySelector('dialog .bar .main').setAttribute('id', 'close')")
    page.tap("#close")
    page.until("!document.querySelector('dialog')", seconds=5)
    assert page.run("app.peso") == 20


def test_a_pasted_text_can_be_edited_in_its_middle(page: Browser) -> None:
    page.tap("#tab-review")
    page.run("document.querySelector('details').open = true")
    page.tap("#example")
    page.run("document.querySelector('#pasted').focus(), document.querySelector('#pasted').setSelectionRange(0, 0)")
    for letter in "ab":
        page.press(letter)
    assert page.run("document.querySelector('#pasted').value").startswith("ab#")
    assert page.run("review.text.startsWith('ab#') && review.failed !== ''")


def test_the_sentence_of_a_house_rule_follows_its_value(page: Browser) -> None:
    page.tap("#settings")
    page.run("document.querySelector('dialog details').open = true")
    title = page.run("pack.knobs.find((knob) => knob.name === 'call.timing').title")
    select = f"document.querySelector('dialog details select[aria-label=\"{title}\"]')"
    page.run(f"{select}.value = 'end'; {select}.dispatchEvent(new Event('change'))")
    says = page.run("pack.knobs.find((each) => each.name === 'call.timing').sentences.end")
    assert page.run(f"{select}.closest('div').querySelector('p').textContent") == says
    assert page.run("document.querySelector('dialog details').open") is True
    quiet(page)


def test_the_end_of_a_game_says_what_went_into_the_jackpot(page: Browser) -> None:
    for seed in range(11, 40):
        page.run(f"app.seed = {seed}, start()")
        for _ in range(100):
            quiet(page)
            if page.run("app.look.over"):
                break
            page.run("act(offered()[0] || app.look.options.find((each) => each.kind === 'discard'))")
        if page.run("app.look.result.parts.jackpot.some(Boolean)"):
            break
    rows = page.run(
        "[...document.querySelectorAll('main tr')].map((row) => [...row.children].map((each) => each.textContent))"
    )
    numbers = {row[0]: [float(each.split()[0].replace("−", "-")) for each in row[1:]] for row in rows[1:]}
    parts = [
        numbers[name] for name in ("Win", "Burned", "Bonus", "Sagasa", "Pot", "Jackpot", "Fees") if name in numbers
    ]
    assert "Jackpot" in numbers
    assert numbers["Game 1"] == [pytest.approx(sum(each)) for each in zip(*parts, strict=True)]
    held = page.run("app.look.jackpot")
    assert not held or f"{held:g} units lie in the jackpot" in page.run("document.querySelector('main').textContent")


def test_hints_have_one_kind_of_number_in_a_column(page: Browser) -> None:
    page.run("app.seed = 5, start()")
    quiet(page)
    page.run("hint()")
    shown = page.run(
        "[...document.querySelectorAll('.answers li:not(:first-child) > .num')].map((each) => each.textContent)"
    )
    assert shown == page.run("app.hint.answers.slice(0, 12).map((each) => signed(each.ev))")
    assert len(shown) > 1


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375)])
def test_held_sideways_the_hand_is_seen(page: Browser, width: int, height: int) -> None:
    page.size(width, height, touch=True)
    for seed in range(20):
        page.run(f"app.seed = {seed}, start()")
        quiet(page)
        if page.run("app.look.hand.length") >= 12:
            break
    seen = "[...document.querySelectorAll('.hand .card, .bar button')].map((each) => each.getBoundingClientRect())"
    for box in page.run(f"{seen}.map(({{ top, bottom, left, right }}) => [top, bottom, left, right])"):
        assert 0 <= box[0] < box[1] <= height, box
        assert 0 <= box[2] < box[3] <= width, box
    for tab in TABS:
        page.run(f"go('{tab}')")
        if tab == "train":
            page.until("train.look && document.querySelector('.hand')")
        assert page.run(LOOKS) == [], tab


def test_a_chance_that_stays_open_is_charged_once(page: Browser) -> None:
    def found(at: int, chosen: str, best: str, cards: str = "", low: float = 0.1) -> dict[str, Any]:
        option = {"at": 0, "cards": []}
        return {
            "at": at,
            "low": low,
            "cost": 1,
            "chosen": {"option": {**option, "kind": chosen}},
            "best": {"option": {**option, "kind": best, "cards": cards.split()}},
        }

    rows = [
        found(3, "draw", "call"),
        found(1, "draw", "call", low=-1),  # not clear: it charges nothing
        found(2, "take", "call"),  # the first that is clear
        found(4, "discard", "discard", "5c"),
        found(5, "discard", "discard", "5c"),
        found(6, "draw", "take", "5c"),
        found(7, "draw", "take", "5c"),  # a take passes
        found(8, "fold", "challenge"),
        found(9, "fold", "challenge"),
    ]
    assert page.run(f"chargedOnce({json.dumps(rows)}).map((each) => each.at)") == [2, 4, 6, 7, 8, 9]
    page.run(f"Object.assign(review, {{found: {json.dumps(rows)}, done: 9, of: 9, working: false}})")
