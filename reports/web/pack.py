"""The data of the program for the page: layouts of records, rules, bots, codes of cards, words.

The page holds no rule of the game: it reads fields by name and calls the kernels of `engine.wasm`.
"""

from __future__ import annotations

import base64
import itertools
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from reports.web.engine import about
from strategies.registry import STRONGEST, load_player, names, strategy
from strategies.search import PLAYERS as BOTS_OF_ROLLOUTS
from strategies.trained import RULES
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch_kernel import CLUSTER_NAMES, FIELDS, HIST_ZERO
from tongits_sim.game.log import MAX_ROWS
from tongits_sim.game.state import DECISIONS, ENDINGS, PARTS
from tongits_sim.names import own
from tongits_sim.records.events import ACT_NAMES
from tongits_sim.records.form import FORMAT
from tongits_sim.rules import KNOBS, RuleError, RuleSet, load, rules_record
from tongits_sim.rules.amounts import bin_width
from tongits_sim.rules.library import LIBRARY, overlay_names
from tongits_sim.strategy import Player
from tongits_sim.table.builder import MOST_TURNS_BACK
from tongits_sim.table.choices import CARDS, MELDS, MELDS_FROM, SECRETS_FROM, TARGETS
from tongits_sim.table.exported import CHUNK, LAYOUTS
from tongits_sim.table.known_cards import Weighing
from tongits_sim.table.position import HIDDEN
from tongits_sim.table.rollouts import FIRST, GIVE_UP, STEP
from tongits_sim.table.worlds import IN_STOCK

ADDRESSES = ("play", "games", "think", "resume", "hooks", "params", "seat_hooks", "seat_params", "forking")
"""Fields that hold addresses, which mean nothing elsewhere."""
QUESTIONS = Path(__file__).with_name("questions.json")
"""The positions of the tab Train: choices of a strong bot's games under pagat that matter, picked by few worlds of
`tongits advise` and valued by 1,024 others.
"""


def pack() -> dict[str, Any]:
    """Everything, as JSON holds it."""
    rules = {name: rules_of(load(name)) for name in RULES}
    return {
        "layouts": {name: layout(dtype) for name, dtype in LAYOUTS.items()},
        "decisions": DECISIONS,
        "endings": ENDINGS,
        "parts": PARTS,
        "acts": {str(number): name for number, name in ACT_NAMES.items()},
        "actions": {"cards": CARDS, "targets": TARGETS, "melds": MELDS_FROM, "secrets": SECRETS_FROM},
        "melds": [f"{int(faces):x}" for faces in MELDS],
        "tally": {"fields": FIELDS, "clusters": CLUSTER_NAMES},
        "chunk": CHUNK,
        "advice": advice(),
        "rows": MAX_ROWS,
        "format": FORMAT,
        "knobs": [knob_of(each) for each in KNOBS.values()],
        "clashes": clashes(),
        "rules": rules,
        "overlays": {name: texts_of(LIBRARY.overlay(name).knobs) for name in overlay_names()},
        "example": own("docs/examples/one_seat.txt").read_text(encoding="utf-8"),
        "bots": {name: bot_of(name) for name in names() if has_bot(name)},
        "questions": blob(QUESTIONS.read_bytes()),
    }


def advice() -> dict[str, Any]:
    """How `tongits advise` weighs worlds and gives options up, and the bot that plays on under a user's own rules."""
    weighing = Weighing()
    return {
        "factors": weighing.factors,
        **{name: getattr(weighing, name) for name in ("steps", "gap", "per_walk")},
        "first": FIRST,
        "step": STEP,
        "give_up": GIVE_UP,
        "turns_back": MOST_TURNS_BACK,
        "in_stock": IN_STOCK,
        "hidden": HIDDEN,
        "against": adviser(),
    }


def has_bot(name: str) -> bool:
    """Whether the page has a bot: the module has its hooks and, for a bot that searches, those of its field."""
    bots = about()["bots"]
    if name not in bots or not strategy(name).searches:
        return name in bots
    return BOTS_OF_ROLLOUTS[int(load_player(name).parameters()["field"])].name in bots


def adviser() -> str:
    """The bot that plays on in rollouts: the strongest that the module has."""
    return STRONGEST if has_bot(STRONGEST) else "expert"


def layout(dtype: np.dtype) -> dict[str, Any]:
    """A record's size, and by field its offset, kind, number of elements and, of a record, its own layout."""
    fields = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        base, shape = kind.subdtype or (kind, ())
        count = int(np.prod(shape, dtype=np.int64))
        fields[name] = [offset, base.str[1:] if base.names is None else layout(base), count]
    return {"size": dtype.itemsize, "fields": fields}


def blob(content: bytes) -> str:
    """Bytes as text: compressed, in base 64."""
    return base64.b64encode(zlib.compress(content, 9)).decode()


def knob_of(knob: Any) -> dict[str, Any]:
    """A house rule: its name, kind, values as they are written and as kernels read them, and sentences."""
    values = [knob.text(each) for each in knob.allowed]
    return {
        "name": knob.name,
        "field": knob.field_name,
        "kind": knob.kind,
        "rule": knob.rule,
        "title": knob.title,
        "values": values,
        "codes": [knob.encode(each) for each in knob.allowed],
        "sentences": {knob.text(each): text for each, text in knob.texts.items()},
        "template": knob.template,
        "lowest": knob.lowest,
        "highest": knob.highest,
        "scale": {"units": 100, "share": 1_000_000}.get(knob.kind, 1),
    }


def clashes() -> list[dict[str, Any]]:
    """Values of house rules that contradict each other, found by trying: with the sentence that says why."""
    knobs = ("call.zero_count_fight", "tongits.hand_melds", "tongits.exit")
    found = []
    for values in itertools.product(*(KNOBS[name].allowed for name in knobs)):
        texts = texts_of(dict(zip(knobs, values, strict=True)))
        try:
            load("pagat", [f"{name}={text}" for name, text in texts.items()])
        except RuleError as error:
            found.append({"values": texts, "why": str(error)})
    return found


def rules_of(rules: RuleSet) -> dict[str, Any]:
    """Rules: each knob as text, the record, and parameters or field of the bots that depend on the rules."""
    params, fields = {}, {}
    for name in filter(has_bot, names()):
        bot = strategy(name)
        if bot.searches:
            fields[name] = BOTS_OF_ROLLOUTS[int(load_player(name).parameters()["field"])].name
        elif by_rules(name):
            params[name] = blob(load_player(name).params(rules).tobytes())
    return {
        "knobs": texts_of(rules.knobs()),
        "record": base64.b64encode(rules_record(rules).tobytes()).decode(),
        "against": adviser(),
        "bin": bin_width(rules, HIST_ZERO),
        "params": params,
        "fields": fields,
    }


def texts_of(knobs: Mapping[str, Any]) -> dict[str, str]:
    """Values of house rules as they are written."""
    return {name: KNOBS[name].text(value) for name, value in knobs.items()}


def bot_of(name: str) -> dict[str, Any]:
    """A bot: its sentence, hooks, numbers, and the record of its parameters."""
    bot = strategy(name)
    search = bot.searches
    record = thinking_of(name) if search else b"" if by_rules(name) else Player(bot).params().tobytes()
    return {
        "summary": bot.summary,
        "hooks": about()["bots"][name],
        "chance": bot.uses_random,
        "search": search,
        "by_rules": not search and by_rules(name),
        "size": bot.layout.itemsize,
        "record": blob(record),
        "fields": {} if search else {each.name: bot.layout.fields[each.name][1] for each in bot.params},
        "params": [
            {"name": each.name, "default": each.default, "low": each.low, "high": each.high, "meaning": each.meaning}
            for each in bot.params
            if not search or each.name == "worlds"
        ],
    }


def by_rules(name: str) -> bool:
    """Whether the parameters of a bot depend on the rules."""
    try:
        load_player(name).params()
    except TongitsError:
        return True
    return False


def thinking_of(name: str) -> bytes:
    """The record of a bot that searches, without addresses, the field and the rules."""
    record = load_player(name).params(load(RULES[0]))
    without_addresses(record)
    record["game"] = np.zeros(1, record.dtype["game"])
    return record.tobytes()


def without_addresses(record: np.ndarray) -> None:
    """Set the fields that hold addresses to 0, in parts of the record too."""
    for field in record.dtype.names or ():
        if record.dtype[field].names is not None:
            without_addresses(record[field])
        elif field in ADDRESSES:
            record[field] = 0
