import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reports.web.engine_file import FOLDER
from reports.web.phone_page import SCRIPTS, write_page
from tests.axe import AXE, violations
from tests.chromium import BROWSER, Browser, browser
from tests.sources import ROOT
from tongits_sim.rules import RuleSet, load

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium to look with"),
]
TABS = ("play", "ask", "review", "train", "lab")
QUICK = {"bots": ["greedy", "caller"]}
LOOKS = (Path(__file__).parent / "looks.js").read_text()
READY = "document.body.dataset.ready"
QUICK_REVIEWS = """Helper.prototype.call = ((call) => function (method, args, part) {
  return call.call(this, method, method === "reviewRecord" ? { ...args, worlds: 32 } : args, part);
})(Helper.prototype.call), true"""
"""Reviews play 32 worlds a choice, a fifth of the usual time. Nothing here depends on their number; how many tell what
a choice costs is tested with the advice (tests/reports/web/test_engine_file.py).
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("web") / "tongits.html"
    write_page(path)
    return path


@pytest.fixture(scope="module")
def window(file: Path) -> Iterator[Browser]:
    with browser() as found:
        found.open(file)
        yield found


@pytest.fixture
def page(file: Path, window: Browser) -> Iterator[Browser]:
    """The page on a small phone, opened afresh; nothing is said to its console."""
    window.said.clear()
    window.size(360, 640, touch=True)
    window.run(f"localStorage.clear(); kept.set('settings', {json.dumps(QUICK)})")
    window.open(file)
    window.until(READY)
    window.run(QUICK_REVIEWS)
    yield window
    assert not window.said


def deal(page: Browser, seed: int) -> None:
    page.run(f"start(null, {seed})")
    page.until("!app.busy")


def play_out(page: Browser, until: str = "app.look.over") -> None:
    page.run(
        f"(async () => {{ for (let n = 0; n < 200 && !({until}) && !app.look.over; n++)"
        "await act(offered()[0] || app.look.options.find((each) => each.kind === 'discard')); })()"
    )


def test_a_game_by_finger_is_settled_reviewed_and_shared(page: Browser, file: Path) -> None:
    deal(page, 13)
    for _ in range(4):  # a turn with taps: the second of a double tap is none
        before = page.run("app.match.chosen[0].length")
        if page.run("offered().length === 0"):
            card = page.run("app.look.options.find((each) => each.kind === 'discard').cards[0]")
            page.tap(f"[data-card='{card}']")
            page.until("app.picked.length")
        page.tap(".bar button")
        page.tap(".bar button")
        page.until(f"app.match.chosen[0].length > {before} && !app.busy")
        time.sleep(0.4)
        assert page.run("app.match.chosen[0].length") == before + 1
    play_out(page)
    rows = page.run("[...$('#settled').rows].map((row) => [...row.cells].map((cell) => cell.textContent))")
    numbers = [[float(cell.replace("−", "-") or 0) for cell in row[1:]] for row in rows[1:]]
    assert page.run("app.look.result.parts.jackpot.some(Boolean)") == any("jackpot" in row[0] for row in rows)
    assert numbers[-2] == [pytest.approx(sum(column)) for column in zip(*numbers[:-2], strict=True)]
    page.tap("#cost")
    page.until("!review.working && review.of")
    costs = page.run("review.found.map((each) => chosenRow(each).lead.mean)")
    assert len(costs) > 1
    assert min(costs) >= 0
    link = page.run("table.call('record').then((game) => linkOf({ game }))")
    assert len(link) < 3000
    page.run(f"location.hash = {json.dumps(link.split('#')[1])}")
    page.until("review.games.length === 1")
    page.tap("#review-pasted")
    page.until("!review.working && review.of")
    assert page.run("review.found.map((each) => chosenRow(each).lead.mean)") == costs
    page.run("location.hash = 'AAAA'")
    page.until("document.querySelector('.toast')")


def test_a_game_with_keys_alone(page: Browser) -> None:
    page.size(1000, 800)
    deal(page, 7)
    for _ in range(20):
        page.until("!app.busy")
        if page.run("app.look.over || app.look.turn > 4"):
            break
        if not page.run("offered().length"):
            page.run("document.querySelector('.hand button').focus()")
            legal = page.run("app.look.options.filter((each) => each.kind === 'discard').map((each) => each.cards[0])")
            while page.run("document.activeElement.dataset.card") not in legal:
                page.press("ArrowRight", 39)
            page.press("Enter")
        page.press("1")
    assert page.run("app.look.turn") > 3 or page.run("app.look.over")


def test_undo_takes_back_what_showed_nothing(page: Browser) -> None:
    find = "app.look.options.findIndex((each) => each.kind === 'lay')"
    for seed in range(40):
        deal(page, seed)
        if page.run(find) >= 0:
            break
    before = page.run("JSON.stringify(app.look.hand)")
    page.run(f"act(app.look.options[{find}])")
    assert page.run("JSON.stringify(app.look.hand)") != before
    page.tap("#undo")
    page.until("!app.busy")
    assert page.run("JSON.stringify(app.look.hand)") == before


def test_matches_go_on_where_they_were_left(page: Browser, file: Path) -> None:
    seen = "JSON.stringify([app.look.game, app.look.hand, app.look.discards, app.look.options, app.score])"
    deal(page, 13)
    play_out(page)
    page.run("nextGame()")
    play_out(page, "app.look.turn > 3")
    first = page.run(seen)
    page.run("app.bots = ['hunter', 'miser'], start(null, 4)")
    play_out(page, "app.look.turn > 3")
    second = page.run(seen)
    page.open(file)
    page.until(READY)
    assert page.run(seen) == second
    page.run("settings(), document.querySelector('dialog details').open = true")
    page.run("document.querySelectorAll('.match')[1].click()")
    page.until("!app.busy")
    assert page.run(seen) == first
    assert page.run("app.look.names") == ["you", "greedy", "caller"]


def test_a_new_match_does_not_wait_for_a_bot_that_thinks(page: Browser) -> None:
    page.run("table.end(), app.busy = true, start()")
    page.until("!app.busy")
    assert page.run("app.look.options.length") > 0


def test_the_tutor_speaks_before_a_bad_move(page: Browser) -> None:
    page.run("app.tutor = true")
    deal(page, 5)  # kings may be taken
    page.run("act(app.look.options.find((each) => each.kind === 'draw'))")
    assert page.run("[app.warn.best.kind, app.match.chosen[0].length]") == ["take", 0]
    page.tap("#anyway")
    page.until("!app.busy")
    assert page.run("app.match.chosen[0][0].kind") == "draw"
    deal(page, 5)
    page.run("act(app.look.options.find((each) => each.kind === 'take'))")
    assert page.run("[app.warn, app.match.chosen[0][0].kind]") == [None, "take"]


def test_a_hint_stops_when_it_is_told_to(page: Browser) -> None:
    deal(page, 5)
    page.tap("#hint-button")
    page.until("app.hint.worlds > 0")
    assert page.run("document.querySelector('.answers').rows[1].cells.length") == 6
    time.sleep(0.4)  # else it is half of a double tap
    page.tap("#hint-button")
    page.until("helpers.thinker.waiting.size === 0")
    assert page.run("app.hint") is None


def test_a_line_that_is_no_game_is_answered(page: Browser) -> None:
    play_out(page)
    game = page.run("table.call('record')")
    knobs = game["rules"]["knobs"]
    wrong: list[tuple[str, Any]] = [
        ("bad_game", "hello"),
        ("bad_damaged", json.dumps(game)[:300]),
        ("bad_newer", {"format": "tongits-game/999"}),
        ("bad_cards", {"hands": [game["hands"][0]] * 3}),
        ("bad_rule", {"rules": {"name": "ours", "knobs": {**knobs, "call.timing": "never"}}}),
        ("bad_rule", {"rules": {"name": "ours", "knobs": {**knobs, "constructor": 1}}}),
        *(
            ("bad_damaged", {name: what})
            for name in ("players", "events", "before", "hands", "stock", "dealer", "rules")
            for what in ([7], None)
        ),
        ("bad_damaged", {"events": [{"seat": 7, "act": "draw"}]}),
        ("bad_damaged", {"before": {**game["before"], "scores": 5}}),
    ]
    page.run("go('review')")
    for word, change in wrong:
        text = change if isinstance(change, str) else json.dumps({**game, **change})
        page.run(f"readGames({json.dumps(text)})")
        assert page.run(f"WORDS.{word}[0].split(' {{')[0]") in page.run(
            "document.querySelector('[role=alert]').textContent"
        )
    for events, failed in ((game["events"][3:], True), (game["events"], False)):
        line = json.dumps({**game, "events": events})
        page.run(f"readGames({json.dumps(line)})")
        page.run("reviewOf(review.games[0], rulesOf(review.games[0].rules.knobs), 0)")
        assert bool(page.run("review.failed")) == failed
    older = {name: value for name, value in knobs.items() if name not in ("call.timing", "bonus.secret_set")}
    line = json.dumps({**game, "rules": {"name": "ours", "knobs": older}})
    page.run(f"readGames({json.dumps(line)})")
    rules = page.run("rulesOf(review.games[0].rules.knobs)")
    named = load(rules["base"], [f"{name}={text}" for name, text in rules["set"].items()])
    assert named.knobs() == RuleSet.from_knobs(older).knobs()


def test_a_hand_is_tapped_valued_and_shared(page: Browser) -> None:
    page.tap("#tab-ask")
    hand = ["3h", "4h", "5h", "9c", "9d", "Ks", "2c", "7h", "8d", "Tc", "Jc", "5d"]
    page.run(f"Object.assign(ask, {{ hand: {hand}, discards: ['Qs', '4c', '9h'] }}), show()")
    page.tap("#place-meld1")
    for card in ("7s", "8s"):
        page.tap(f'[data-card="{card}"]')
    page.tap("#place-hand")
    assert page.run("document.querySelector('#ask-now').disabled") is True  # two cards lie nowhere
    page.tap("#place-meld1")
    page.tap('[data-card="9s"]')
    page.run("[...document.querySelectorAll('main button')].find((each) => each.textContent === t('add_meld')).click()")
    assert page.run("[ask.melds[0].cards.join(' '), ask.sizes[1]]") == ["7s 8s 9s", 9]
    page.tap("#ask-now")
    page.until("ask.answer && ask.answer.worlds >= 16")
    state = "JSON.stringify([ask.hand, ask.melds, ask.discards, ask.sizes])"
    before = page.run(state)
    page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.tap("#share-hand")
    page.until("window.copied")
    page.run("Object.assign(ask, { hand: [], melds: [], discards: [] }), location.hash = copied.split('#')[1]")
    page.until("ask.hand.length")
    assert page.run(state) == before


def test_train_asks_and_asks_again_what_was_wrong(page: Browser) -> None:
    page.tap("#tab-train")
    page.until("train.item")
    hand = page.run("train.item.answers.look.hand.join()")
    page.run("answer(train.order.find((at) => !isRight(train.item, at)))")
    assert page.run("[train.done, train.right, ownQuestions().length]") == [1, 0, 1]
    page.run("kept.set('own', ownQuestions().map((each) => ({ ...each, due: 0 })))")
    page.tap("#next-question")
    page.until("train.item && train.chosen === null")
    assert page.run("[train.item.own, train.item.answers.look.hand.join()]") == [True, hand]


def typed(page: Browser, field: str, text: str) -> None:
    page.run(f"document.querySelector('{field}').focus(), document.querySelector('{field}').select()")
    for letter in text:
        page.press(letter)


def test_the_lab_after_typing_and_with_changes(page: Browser) -> None:
    page.tap("#tab-lab")
    typed(page, "#games", "2000")
    page.tap("#run")
    page.until("!lab.running && lab.arms && lab.arms[0].games === 2000")
    assert "--games 2000" in page.run("document.querySelector('#command').textContent")
    typed(page, "#player-0", "expert")
    page.tap("#tab-lab")
    assert "expert,caller,hunter" in page.run("document.querySelector('#command').textContent")
    assert page.run("document.querySelector('#payouts')") is None
    for knob, value in (("call.timing", "end"), ("pay.tongits", "6")):
        page.run(f"$('#add-change').value = '{knob}', $('#add-change').dispatchEvent(new Event('change'))")
        page.run(f"lab.changes['{knob}'] = '{value}'")
    page.run("show(), simulate()")
    page.until("!lab.running && lab.arms[1].games === 2000")
    assert page.run("$('#command').textContent").startswith(
        "tongits whatif call.timing=end pay.tongits=6 --rules pagat"
    )
    assert page.run("[...$('#payouts').rows].map((row) => row.cells.length)") == [4] * 4
    page.tap("#settings")
    typed(page, "#peso", "20")
    page.tap("#close")
    page.until("!document.querySelector('dialog')", seconds=5)
    assert page.run("app.peso") == 20


def names(page: Browser) -> list[str]:
    nodes = page("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "combobox", "textbox", "spinbutton", "checkbox", "img", "dialog", "table", "DisclosureTriangle"}
    said = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    return [role for role, name in said if role in roles - {"table"} and not name.strip()]


SCREENS = [(360, 640, False, "fil"), (1280, 900, True, "en")]


@pytest.mark.parametrize(("width", "height", "dark", "language"), SCREENS)
def test_looks(page: Browser, width: int, height: int, dark: bool, language: str) -> None:
    page.size(width, height, touch=width < 1000, dark=dark)
    page.run(f"app.language = '{language}'")
    deal(page, 5)
    seen = "[...document.querySelectorAll('.hand .card, .bar button')].map((each) => each.getBoundingClientRect())"
    for box in page.run(f"{seen}.map(({{ top, bottom, left, right }}) => [top, bottom, left, right])"):
        assert 0 <= box[0] < box[1] <= height, box  # the whole hand is in sight
        assert 0 <= box[2] < box[3] <= width, box
    for tab in TABS:
        page.run(f"go('{tab}')")
        if tab == "play":
            page.run("hint()")
        if tab == "train":
            page.until("train.item && document.querySelector('.hand')")
        assert page.run(LOOKS) == [], (tab, language)
        assert names(page) == [], tab
        if AXE.is_file():
            assert violations(page) == [], tab
    for dialog in ("settings", "howToPlay", "rulesOfTable"):
        page.run(f"{dialog}()")
        assert page.run(LOOKS) == [], dialog
        assert names(page) == [], dialog
        page.press("Escape")
        page.until("!document.querySelector('dialog')")
    page.run("go('play')")
    play_out(page)
    assert page.run(LOOKS) == [], language


def test_needs_no_network(file: Path) -> None:
    text = file.read_text()
    assert not re.findall(r"(?:src|href)=[\"']?https?:", text)
    assert "default-src 'none'" in text
    assert len(text) < 1_000_000


def test_every_word_in_both_languages() -> None:
    words = json.loads((FOLDER / "words.json").read_text())
    used = set(re.findall(r"\bt\(\"(\w+)\"", "".join((FOLDER / name).read_text() for name in SCRIPTS)))
    assert {name for name in used if not name.endswith("_")} <= set(words)
    for key, (english, filipino) in words.items():
        assert set(re.findall(r"\{\d\}", english)) == set(re.findall(r"\{\d\}", filipino)), key


HAND = ["3h", "4h", "5h", "9c", "9d", "Ks", "2c", "8d", "Jd", "Js", "6c", "Ah", "Tc"]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_the_answer_to_a_question_is_in_sight(page: Browser, width: int, height: int) -> None:
    page.size(width, height, touch=True)
    hand = {
        "rules": {"base": "pagat"},
        "hand": HAND,
        "melds": [],
        "discards": ["Qs", "4c", "Kd"],
        "sizes": [13, 12, 12],
    }
    page.run(f"readHand({json.dumps(hand)}), go('ask')")
    page.tap("#ask-now")
    page.until("ask.answer && ask.answer.rows.length && document.querySelector('#answer .verdict')")
    top, bottom = page.run("(({ top, bottom }) => [top, bottom])($('#answer .verdict').getBoundingClientRect())")
    assert 0 <= top < bottom <= page.run("$('nav').getBoundingClientRect().top")
    assert top < height / 2


def test_input_of_a_person_is_answered_in_words(page: Browser) -> None:
    record = page.run("table.call('record')")
    record["players"] = ["expert", "you", "expert"]
    page.run(f"go('review'), readGames({json.dumps(json.dumps(record))})")
    page.until("review.games.length === 1 && document.querySelector('#whose')")
    assert page.run("[...$('#whose').options].map((each) => each.textContent)") == ["expert 1", "you", "expert 2"]
    for example in ("game.txt", "one_seat.txt"):
        page.run(f"readGames({json.dumps((ROOT / 'docs' / 'examples' / example).read_text())})")
        page.until("review.failed")
        assert "tongits review reads it" in page.run("review.failed")
    page.run("copyLink({ game: 1 })")
    page.until("document.querySelector('.toast')")
    assert "opens here only" in page.run("document.querySelector('.toast').textContent")
    page.tap("#tab-lab")
    typed(page, "#games", "99999999999")
    page.run("document.querySelector('#games').blur()")
    assert page.run("$('#games').value") == "100000000"
    assert "to 100,000,000" in page.run("document.querySelector('.toast').textContent")


def damaged_match(**changes: Any) -> dict[str, Any]:
    draw = {"kind": "draw", "at": 2, "word": "1", "cards": []}
    usual = {"base": "pagat", "set": {}}
    sound = {"made": "MADE", "rules": usual, "bots": [None, "greedy", "caller"], "seed": 3, "chosen": [[draw]]}
    return sound | {"score": [0, 0, 0]} | changes


def damaged_question(**changes: Any) -> dict[str, Any]:
    answers = {"rows": [None, None], "look": {}, "margin": 0.1}
    return {"made": "MADE", "rules": {"base": "pagat"}, "due": 0, "level": 0, "answers": answers} | changes


DAMAGED: dict[str, list[Any]] = {
    "settings": [
        None,
        {"chosen": "constructor", "tutor": "yes", "peso": -1, "bots": None, "rules": None},
        {"rules": {"base": "constructor", "set": {}}, "bots": ["toString", "__proto__"]},
        {"rules": {"base": "pagat", "set": {"gone.knob": "1"}}, "bots": ["greedy(call_at=9999)", "expert"]},
    ],
    "lab": [None, {"players": None, "games": -5, "seed": "x"}, [1]],
    "turn": ["x", None],
    "own": [
        None,
        [None, {}, 7, {"made": "MADE", "due": -1}],
        7,
        [damaged_question(due=-1)],
        [damaged_question(), damaged_question(rules={"base": "gone"})],
        [damaged_question(answers={"rows": [], "look": {}}), damaged_question(answers=None)],
    ],
    "matches": [
        None,
        [7, {}],
        [{"made": "MADE", "rules": {"base": "gone"}, "bots": 5}],
        [damaged_match(rules={"base": "pagat", "set": {"pay.tongits": "-5"}})],
        [damaged_match(chosen=7), damaged_match(seed=-1), damaged_match(score=[None])],
        [damaged_match(chosen=[[None]]), damaged_match(bots=[None, "gone", "caller"])],
    ],
    "weeks": [[{"week": "x", "choices": 0, "wrong": 0, "cost": 1}]],
    "scores": [{"call": [None, "x"], "gone": [1, 1]}],
}
"""Under each key of the storage, what may have been left there. The page reads each key by itself, so the first damages
of all keys are tried at once, then the second, and so on.
"""


def test_damaged_storage_does_not_stop_the_page(page: Browser, file: Path) -> None:
    defaults = ["en", "pagat", False, 1, ["expert", "trained"]]
    for number in range(max(map(len, DAMAGED.values()))):
        stored = {name: damages[number] for name, damages in DAMAGED.items() if number < len(damages)}
        given = json.dumps(stored).replace("MADE", page.run("pack.made"))
        page.run(f"localStorage.clear(); Object.entries({given}).forEach(([name, value]) => kept.set(name, value))")
        page.open(file)
        page.until(READY, seconds=10)
        assert page.run("app.look.options.length") > 0
        assert page.run("[app.language, app.rules.base, app.tutor, app.peso, app.bots]") == defaults
        assert page.run("[app.match.rules.set, matches().length, ownQuestions().length]") == [{}, 0, 0]
        for tab in TABS:
            page.run(f"go('{tab}')")
        if "turn" in stored:  # the page plays games until it has something to ask
            page.run("go('train')")
            page.until("train.item && document.querySelector('.hand')")
        assert page.run("lab.games") == 100000
    kept = {
        "theme": "dark",
        "rules": {"base": "gone", "set": {}},
        "peso": 5,
        "tutor": True,
        "bots": ["hunter", "miser"],
    }
    page.run(f"localStorage.clear(); kept.set('settings', {json.dumps(kept)})")
    page.open(file)
    page.until(READY, seconds=10)
    assert page.run("[app.rules.base, app.peso, app.tutor]") == ["pagat", 5, True]
    assert page.run("app.look.names") == ["you", "hunter", "miser"]


def test_the_card_of_the_phone_is_that_of_the_program(page: Browser) -> None:
    from reports.page.card import picture
    from reports.page.picture import Words
    from reports.text.card import pocket_card
    from strategies.book.shipped import shipped
    from tongits_sim.rules import load

    rules = load("pagat")
    book = shipped(rules)
    assert book is not None
    drawn = picture(pocket_card(book, rules))
    page.tap("#pocket-card")
    shown = page.run("[...document.querySelectorAll('dialog svg text')].map((each) => each.textContent)")
    assert shown == [item.text for item in drawn.items if isinstance(item, Words)]
    boxes = page.run("document.querySelectorAll('dialog svg rect').length")
    assert boxes == len(drawn.items) - len(shown)
    outside = (
        "(() => { const card = $('dialog svg').getBoundingClientRect(); return [...document.querySelectorAll("
        "'dialog svg text')].filter((each) => each.getBoundingClientRect().right > card.right + 1).length; })()"
    )
    assert page.run(outside) == 0
    begins = (
        "pngOf(cardPicture(), 300).then((each) => each.arrayBuffer()).then((each) => [...new Uint8Array(each, 0, 4)])"
    )
    assert page.run(begins) == [0x89, 0x50, 0x4E, 0x47]
    page.run("$('dialog').close()")
    page.until("!document.querySelector('dialog')")  # it goes once the browser has told that it is closed
    page.run("app.rules = { base: 'pagat', set: { 'pay.fold': '2' } }, pocketCard()")
    assert page.run("document.querySelector('dialog svg')") is None  # its limits are not those of other rules


def test_a_hand_is_sent_as_a_picture_with_its_price(page: Browser) -> None:
    deal(page, 13)
    play_out(page)
    page.run("go('review'), reviewMine()")
    page.until("!review.working && review.of")
    wrong = page.run("review.found.findIndex((each) => each.chosen > 0)")
    texts = page.run(
        f"[...svgOf(handPicture(review.found[{wrong}])).querySelectorAll('text')].map((each) => each.textContent)"
    )
    price = page.run(f"much(chosenRow(review.found[{wrong}]).lead.mean)")
    assert f"It cost {price}." in texts
    assert f"−{price}" in texts
    weeks = page.run("weeks()")
    assert [week["choices"] for week in weeks] == [page.run("review.found.length")]
    page.run("reviewMine()")
    page.until("!review.working")
    assert page.run("weeks()") == weeks  # a game counts once
    assert page.run("document.querySelectorAll('#weeks .week').length") == 1


def test_the_drill_asks_about_a_topic_and_keeps_the_score(page: Browser) -> None:
    page.run("go('train')")
    page.until("train.asking")
    page.run("$('#topic').value = 'challenge', $('#topic').dispatchEvent(new Event('change'))")  # while one is sought
    page.until("train.item", seconds=200)
    assert page.run("train.item.answers.failed") is None
    kinds = page.run("train.item.answers.rows.map((each) => each.option.kind)")
    assert {"challenge", "fold"} & set(kinds)
    page.run("answer(0)")
    assert page.run("scores()") == {"challenge": [1, 1]}
    assert "1 of 1" in page.run("document.querySelector('#scores').textContent")
    page.run("$('#topic').value = 'discard', $('#topic').dispatchEvent(new Event('change'))")
    page.until("train.item", seconds=200)
    assert set(page.run("train.item.answers.rows.map((each) => each.option.kind)")) == {"discard"}
    page.run("kept.set('scores', 7)")
    assert page.run("scores()") == {}
