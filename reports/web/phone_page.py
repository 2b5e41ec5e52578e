"""The page of `tongits web`: one file with the engine and all data; it needs no network."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from analyses.opponents import FOLDERS, REGULAR, STRONG, TABLES
from analyses.seen import SHARE_GAMES, SURELY, UNLIKELY
from analyses.values import APART, ENOUGH, KNOWN, SETTLED, STEPS
from reports.page.card import picture
from reports.page.colours import DARK, LIGHT, variables
from reports.page.picture import Box, Item, Picture, text_width
from reports.text.card import pocket_card
from reports.text.language import LANGUAGES, speaking
from reports.web.engine_file import COMMAND, ENGINE, FOLDER, USUAL_RULES, about, sources
from strategies.book.shipped import shipped
from strategies.registry import USUAL_PLAYERS, strategy
from strategies.sights import MAX_FEATURE, N_SIGHTS, READ_AS, SIGHTS
from strategies.trained import FILE, RULES, TRAINED_DTYPE, record_of, trees_in, unpacked
from tongits_sim.bots.tree_ensembles import LOWEST, NEVER
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch_kernel import CLUSTER_NAMES, FIELDS, HIST_ZERO, T_WON
from tongits_sim.game.state import ENDINGS, PARTS
from tongits_sim.knobs.knob import Knob, Value
from tongits_sim.records.events import ACT_NAMES
from tongits_sim.records.form import FORMAT
from tongits_sim.rules import KNOBS, RuleError, RuleSet, load, rules_record
from tongits_sim.rules.amounts import bin_width
from tongits_sim.run.files import write_output, writing
from tongits_sim.strategy import Player
from tongits_sim.table.action_numbers import CARDS, MELDS, MELDS_FROM, SECRETS_FROM, TARGETS
from tongits_sim.table.builder import MAX_TURNS_BACK
from tongits_sim.table.exported import CHUNK, LAYOUTS
from tongits_sim.table.observed import Likelihood
from tongits_sim.table.position import HIDDEN
from tongits_sim.table.rollouts import GIVE_UP, ORDERS
from tongits_sim.table.worlds import IN_STOCK


def pack() -> dict[str, Any]:
    """Everything, as JSON holds it."""
    rules = {name: rules_of(load(name)) for name in RULES}
    return {
        "layouts": {name: layout(dtype) for name, dtype in {**LAYOUTS, "trained": TRAINED_DTYPE}.items()},
        "endings": ENDINGS,
        "parts": PARTS,
        "acts": {str(number): name for number, name in ACT_NAMES.items()},
        "actions": {"cards": CARDS, "targets": TARGETS, "melds": MELDS_FROM, "secrets": SECRETS_FROM},
        "melds": [f"{int(faces):x}" for faces in MELDS],
        "tally": {"fields": FIELDS, "clusters": CLUSTER_NAMES, "won": T_WON},
        "chunk": CHUNK,
        "advice": advice(),
        "format": FORMAT,
        "knobs": [knob_of(knob) for knob in KNOBS.values()],
        "clashes": clashes(),
        "rules": rules,
        "usual_rules": USUAL_RULES,
        "usual_players": USUAL_PLAYERS.split(","),
        "bots": {name: bot_of(name) for name in about()["bots"]},
        "colours": {"light": LIGHT, "dark": DARK},
        "cards": cards(),
        "strengths": {"strong": STRONG.bot, "regular": REGULAR.bot, "beginners": FOLDERS.bot},
        "tables": {line_up.name: line_up.bot for line_up in TABLES},
        "sights": {
            "rules": SIGHTS.index(next(iter(KNOBS.values())).field_name),
            "all": N_SIGHTS,
            "lowest": LOWEST,
            "most": MAX_FEATURE,
            "readAs": READ_AS,
        },
    }


def cards() -> dict[str, dict[str, Any]]:
    """The pocket cards of the rules that come with a book, in every language, as lists of rectangles and texts."""
    found: dict[str, dict[str, Any]] = {}
    for name in RULES:
        rules = load(name)
        book = shipped(rules)
        if book is not None:
            found[name] = {}
            for language in LANGUAGES:
                with speaking(language):
                    found[name][language] = listed(picture(pocket_card(book, rules)))
    return found


def listed(drawn: Picture) -> dict[str, Any]:
    """A picture as JSON holds it; `picture.js` says what its items are."""
    return {"wide": drawn.wide, "high": drawn.high, "title": drawn.title, "items": [*map(_item, drawn.items)]}


def _item(item: Item) -> list[Any]:
    if isinstance(item, Box):
        numbers = [round(number, 1) for number in (item.x, item.y, item.wide, item.high)]
        return [*numbers, item.fill, round(item.corner, 1), item.edge]
    anchor = ("start", "middle", "end").index(item.anchor)
    size = item.fitted
    wide = text_width(item.text, size, item.bold, item.serif) if item.room and not item.spacing else 0
    where = [round(item.x, 1), round(item.y, 1), item.text, round(size, 1)]
    return [*where, item.ink, int(item.bold), anchor, int(item.serif), item.spacing, round(wide, 1)]


def advice() -> dict[str, Any]:
    """How `tongits advise` weighs worlds and gives actions up."""
    likelihood = Likelihood()
    return {
        "factors": likelihood.factors,
        **{name: getattr(likelihood, name) for name in ("burn_in", "thin", "per_walk")},
        "orders": ORDERS,
        "steps": STEPS,
        "enough": STEPS.index(ENOUGH),
        "settled": SETTLED,
        "known": KNOWN,
        "give_up": GIVE_UP,
        "apart": str(APART),
        "unlikely": UNLIKELY,
        "surely": SURELY,
        "share_games": SHARE_GAMES,
        "turns_back": MAX_TURNS_BACK,
        "in_stock": IN_STOCK,
        "hidden": HIDDEN,
    }


def trees() -> bytes:
    """The trees of `trained`, for all rules: a line of JSON with the name, kind and length of each array, then the
    arrays.
    """
    ensembles = unpacked(trees_in(str(FILE)))
    all_trees = [tree for ensemble in ensembles for tree in ensemble.trees]
    arrays: dict[str, tuple[str, list[Any]]] = {
        "bias": ("<i4", [[ensemble.bias for ensemble in ensembles]]),
        "trees": ("<i4", [[len(ensemble.trees) for ensemble in ensembles]]),
        "stops": ("<i4", [np.ravel(ensemble.stops or [(LOWEST, NEVER)] * ensemble.groups) for ensemble in ensembles]),
        "edge": ("<i4", [tree.edge for tree in all_trees]),
        "leaf": ("<i4", [tree.leaf for tree in all_trees]),
        "next": ("<i2", [tree.next.ravel() for tree in all_trees]),
        "nodes": ("<i2", [[len(tree.feature) for tree in all_trees]]),
        "feature": ("<u1", [tree.feature for tree in all_trees]),
    }
    whole = {name: np.concatenate([np.array(part, kind) for part in parts]) for name, (kind, parts) in arrays.items()}
    head = json.dumps([[name, arrays[name][0][1:], len(array)] for name, array in whole.items()])
    return f"{head}\n".encode() + b"".join(array.tobytes() for array in whole.values())


def layout(dtype: np.dtype) -> dict[str, Any]:
    """Size of a record; for each field its offset, kind, number of elements and, if it is a record, its layout."""
    fields = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        base, shape = kind.subdtype or (kind, ())
        count = int(np.prod(shape, dtype=np.int64))
        fields[name] = [offset, base.str[1:] if base.names is None else layout(base), count]
    return {"size": dtype.itemsize, "fields": fields}


def blob(content: bytes) -> str:
    """Bytes as text: compressed, in base 64."""
    return base64.b64encode(zlib.compress(content, 9)).decode()


def knob_of(knob: Knob) -> dict[str, Any]:
    """A house rule: name, kind, sentences, and its values both in text and as kernels read them."""
    values = [knob.text(value) for value in knob.allowed]
    return {
        "name": knob.name,
        "field": knob.field_name,
        "kind": knob.kind,
        "rule": knob.rule,
        "title": knob.title,
        "values": values,
        "codes": [knob.encode(value) for value in knob.allowed],
        "sentences": {knob.text(value): text for value, text in knob.texts.items()},
        "template": knob.template,
        "lowest": knob.lowest,
        "highest": knob.highest,
        "default": knob.text(knob.default),
        "scale": {"units": 100, "share": 1_000_000}.get(knob.kind, 1),
    }


def clashes() -> list[dict[str, Any]]:
    """Pairs of knob values that contradict each other, found by trial, each with the error's sentence."""
    knobs = ("call.zero_count_fight", "call.timing", "tongits.hand_melds", "tongits.exit")
    found = []
    for values in itertools.product(*(KNOBS[name].allowed for name in knobs)):
        texts = texts_of(dict(zip(knobs, values, strict=True)))
        try:
            load("pagat", [f"{name}={text}" for name, text in texts.items()])
        except RuleError as error:
            found.append({"values": texts, "why": str(error)})
    return found


def rules_of(rules: RuleSet) -> dict[str, Any]:
    """A rule set: each knob as text, and the record."""
    return {
        "knobs": texts_of(rules.knobs()),
        "record": base64.b64encode(rules_record(rules).tobytes()).decode(),
        "bin": bin_width(rules, HIST_ZERO),
    }


def texts_of(knobs: Mapping[str, Value]) -> dict[str, str]:
    """Values of house rules as text."""
    return {name: KNOBS[name].text(value) for name, value in knobs.items()}


def bot_of(name: str) -> dict[str, Any]:
    """A bot: its sentence, hooks, numbers, and the record of its parameters, without trees."""
    bot = strategy(name)
    return {
        "summary": bot.summary,
        "hooks": about()["bots"][name],
        "chance": bot.uses_random,
        "trees": bot.scratch is not None,
        "size": bot.layout.itemsize,
        "record": blob((Player(bot).params() if bot.scratch is None else record_of(b"", load(RULES[0]))).tobytes()),
        "fields": {param.name: bot.layout.fields[param.name][1] for param in bot.params},
        "params": [
            {
                "name": param.name,
                "default": param.default,
                "low": param.low,
                "high": param.high,
                "meaning": param.meaning,
            }
            for param in bot.params
        ],
    }


WORKERS = ("../templates/common.js", "engine.js", "live.js", "advice.js", "service.js")
"""Scripts of the workers, in their order."""
SCRIPTS = ("page.js", "picture.js", "play.js", "ask.js", "review.js", "train.js", "lab.js", "frame.js")
"""Scripts of the page, in their order."""


class WebError(TongitsError):
    """A page that cannot be made or written."""


def page() -> str:
    """Raises WebError if the engine is older than the program."""
    if about()["sources"] != sources():
        raise WebError(f"the engine for browsers is older than the program; make it anew with: {COMMAND}")
    words = json.dumps(json.loads(_text("words.json")), ensure_ascii=False, separators=(",", ":"))
    engine = "".join(map(_text, WORKERS))
    code = "\n".join([f"const WORDS = {words};", *map(_text, SCRIPTS)])
    data = pack()
    grown = trees()
    made = hashlib.sha256(json.dumps(data).encode() + ENGINE.read_bytes() + grown).hexdigest()[
        :16
    ]  # stored with a match
    parts = {
        "policy": _policy(engine, code),
        "css": variables() + _text("page.css"),
        "pack": blob(json.dumps({**data, "made": made}, separators=(",", ":")).encode()),
        "wasm": blob(ENGINE.read_bytes()),
        "trees": blob(grown),
        "engine": engine,
        "page": code,
    }
    frame = _text("page.html")
    for name, text in parts.items():
        frame = frame.replace(f"<!-- {name} -->", text)
    return frame


def write_page(path: Path) -> int:
    """Write the page; returns its bytes. Raises WebError."""
    text = page()
    with writing(path, WebError):
        write_output(path, text)
    return len(text.encode())


def _text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _policy(*scripts: str) -> str:
    """The security policy of the page: run these scripts and the engine, and load nothing from elsewhere."""
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; script-src {allowed} 'wasm-unsafe-eval' blob:; worker-src blob:; "
        "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
