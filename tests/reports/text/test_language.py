"""Other languages: every sentence that people at a table read has a translation, and translations are left alone."""

from __future__ import annotations

import ast
import random
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from reports.play.matches import Quit
from reports.play.orders import _SIDES as SIDES
from reports.play.orders import WORDS as ORDERS
from reports.play.session import Session
from reports.text.language import FOLDER, HOLE, LANGUAGES, book, language_of, page_said, said, speaking, usual_language
from strategies import names as bot_names
from tests.playing import ROOT, command
from tests.reports.play.persons import Person, a_table, by_chance
from tests.table.people import a_match
from tongits_sim.rules import preset_names

READ = (
    *(f"reports/play/{name}.py" for name in ("news", "orders", "outcome", "screen", "session", "manual", "matches")),
    *("reports/text/advice.py", "reports/text/review.py", "reports/page/review.py"),
    *(
        "analyses/advise.py",
        "analyses/reasons.py",
        "tongits_sim/game/legality.py",
        "tongits_sim/table/match.py",
        "tongits_sim/table/options.py",
    ),
)
"""Modules whose sentences people at a table read."""
TYPED = (HOLE + " is played for a score", "Compiling")
"""The beginnings of sentences about options of commands, and of notices: they are English."""
KEPT = {
    *("tongits", "sapaw", "jackpot", "seed", "ctrl", "enter", "joker", "peso", "draw", "max", "exit", "expert"),
    *("card", "cards", "rules", "play", "resume", "replay", "file", "step", "worlds", "game", "games", "none"),
}
"""Words that are the same, or are names of commands, orders or knobs."""
ENGLISH = re.compile(r"\b(the|you|your|with|is|are|and|of|discards|takes|draws|lays|card)\b")
OTHERS = [name for name in LANGUAGES if name != "en"]


def prose(path: Path) -> Iterator[str]:
    """Texts of a module that look like prose, with HOLE for what is put into them; no documentation, no help."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            parts = [node.value]
        elif isinstance(node, ast.FunctionDef):
            parts = [*node.decorator_list, *filter(None, [node.returns])]
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            parts = [node.annotation]
        elif (isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("compile", "sub", "escape")) or (
            isinstance(node, ast.Raise) and "File" in ast.dump(node)
        ):
            parts = [node]
        skipped |= {id(each) for part in parts for each in ast.walk(part)}

    def texts(node: ast.AST) -> Iterator[str]:
        if id(node) in skipped:
            return
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(v.value) if isinstance(v, ast.Constant) else HOLE for v in node.values)
            for value in node.values:
                yield from texts(value.value) if isinstance(value, ast.FormattedValue) else ()
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node.value
        else:
            for child in ast.iter_child_nodes(node):
                yield from texts(child)

    return (
        text for text in texts(tree) if not re.search(r"<|=\"", text) and (" " in text.strip() or text[:1].isupper())
    )


def unknown(text: str, language: str) -> list[str]:
    """English words of a text that the phrasebook leaves as they are."""
    missed: list[str] = []
    book(language).says(text, missed.append)
    names = {*KEPT, *bot_names(), *preset_names()}
    words = [word for part in missed for word in re.findall(r"(?<![\w-])[A-Za-z]{3,}(?![\w=(])", part)]
    return [word for word in words if word.lower() not in names]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("module", READ)
def test_no_sentence_is_missing(module: str, language: str) -> None:
    keys = "\n".join(tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))["phrases"]).lower()
    missing = []
    for text in filter(lambda each: unknown(each, language) and not each.startswith(TYPED), prose(ROOT / module)):
        parts = [part.strip(" .,;:()") for part in text.replace("\n", " ").split(HOLE)]  # of a longer sentence
        missing += [part for part in parts if unknown(part, language) and part.lower() not in keys]
    assert not missing


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_is_not_translated_again(language: str) -> None:
    """The table is wrapped and then shown: what has been said is said once more."""
    translations = book(language)
    for phrase in translations.phrases:
        if "right" in phrase.says:  # what is to be typed, and asked only once
            continue
        text = phrase.says.format(**dict.fromkeys(phrase.pattern.groupindex, "7"))
        assert translations.says(text) == text


@pytest.mark.parametrize("language", OTHERS)
def test_a_game_is_told_and_played_in_it(language: str) -> None:
    match = a_match("pagat", games=2)
    orders = iter(["tulong", "why", "nonsense", "iskor", "tinapon", "bawi", "lihim", "sapaw X1"])
    play = by_chance(match, random.Random(5), 2)

    def types(screen: str, prompt: str) -> str | None:
        return next(orders, None) or play(screen, prompt) if prompt == "> " else play(screen, prompt)

    with speaking(language):
        person = Person(types, plain=True)
        with suppress(Quit):
            Session(a_table(match, person, "words")).play()
    told = person.all.splitlines()
    assert len(told) > 100
    assert not [line for line in told if ENGLISH.search(line)]


@pytest.mark.parametrize("language", OTHERS)
def test_words_for_orders_mean_orders(language: str) -> None:
    assert set(book(language).orders.values()) <= {*ORDERS, *SIDES}
    assert not set(book(language).orders) & {*ORDERS, *SIDES}


def test_sentences_of_the_table() -> None:
    with speaking("tl"):
        assert said("Discard Ks: 0.45 units better than to discard Qs.") == (
            "Itapon Ks: lamang ng 0.45 yunit kaysa itapon Qs."
        )
        assert said("Right draws and discards 10♥.") == "Kanan: bumunot at nagtapon ng 10♥."
        assert page_said('<html lang="en"><p title="Luck">Luck &amp; Stock</p><script>Luck</script>') == (
            '<html lang="tl"><p title="Suwerte">Suwerte &amp; Bunutan</p><script>Luck</script>'
        )
        unknown_sentence = "You draw the wrong conclusion of the discards."
        assert said(unknown_sentence) == unknown_sentence
    assert said("Right draws.") == "Right draws."


def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert usual_language() == "en"
    for text, language in (("fil_PH.UTF-8", "tl"), ("tl", "tl"), ("en_US.UTF-8", "en"), ("C", "en")):
        monkeypatch.setenv("LANG", text)
        assert usual_language() == language
    assert language_of("fr") == ""
    code, _, err = command("advise", "--hand", "7h", "--lang", "fr")
    assert code == 2
    assert "choose en or tl" in " ".join(err.split())
