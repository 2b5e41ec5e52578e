"""What people and programs with bad intentions write: texts, numbers, JSON, and files with something wrong in them."""

import copy
from typing import Any

from hypothesis import strategies as st

SCRIPT = "<script>alert(1)</script>"
TEXTS = (
    "",
    " ",
    "-",
    "--",
    ".",
    "..",
    "/",
    "../../etc/passwd",
    "~",
    "*",
    "%s%n",
    "{0}",
    "{x.__class__}",
    "$HOME",
    "$(id)",
    SCRIPT,
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "]]>",
    "&lt;",
    "'\"`",
    "</title><b>",
    "-->",
    "a" * 300,
    "a" * 5000,
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "a\rb",
    "a\nb",
    "a\tb",
    "\u202eabc",
    "\ufeff",
    "é",
    "\u0663",
    "½",
    "𝟜",
    "ﬁ",
    "\ud800",
    "[bold]x[/bold]",
    "[/]",
    "$x^2$",
    "$\\frac{",
    "\\",
    "|",
    "=1+1",
    "null",
    "true",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "1e-999",
    "-0",
    "0",
    "-1",
    "1",
    "2",
    "3",
    "1.5",
    "1e30",
    "9" * 400,
    "0x10",
    "1_0",
    "None",
    "__import__('os').system('id')",
    "tags:!!python/object",
    "pagat",
    "greedy",
    "call.timing=end",
    "\u2028",
)
NUMBERS = (
    0,
    1,
    2,
    3,
    -1,
    12,
    13,
    52,
    100,
    255,
    256,
    2**31,
    2**32,
    2**63 - 1,
    2**63,
    2**64 - 1,
    2**64,
    10**12,
    10**30,
    -(2**63),
    10**400,
    0.5,
    -0.0,
    1e-300,
    1e300,
    -1e308,
    1.7976931348623157e308,
    float("nan"),
    float("inf"),
    0.01,
    1.5,
)

texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=30), st.text("0123456789.,_-+eEkMG xX", max_size=12))
numbers = st.one_of(st.sampled_from(NUMBERS), st.integers(), st.floats())
scalars = st.one_of(texts, numbers, st.booleans(), st.none())
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=8
)


def plain(text: str) -> str:
    return text.replace("\0", "")


@st.composite
def spoilt(draw: st.DrawFn, sound: Any, most: int = 3) -> Any:
    root = {"": copy.deepcopy(sound)}
    for _ in range(draw(st.integers(1, most))):
        place: Any = root
        key: Any = ""
        while isinstance(place[key], dict | list) and len(place[key]) and draw(st.integers(0, 5)):
            place = place[key]
            keys = list(place) if isinstance(place, dict) else range(len(place))
            key = keys[draw(st.integers(0, len(keys) - 1))]
        _change(draw, root, place, key)
    return root[""]


def _change(draw: st.DrawFn, root: Any, place: Any, key: Any) -> None:
    way = draw(st.sampled_from(("value", "value", "near", "near", "gone", "more", "wrapped", "renamed")))
    old = place[key]
    if way == "near" and isinstance(old, int | float) and not isinstance(old, bool):
        place[key] = old + draw(st.sampled_from((1, -1, 0.5, 1e-9, 10**6)))
    elif way == "near" and isinstance(old, str) and old:
        place[key] = old[: draw(st.integers(0, len(old)))] + draw(texts)
    elif way == "near" and isinstance(old, list) and len(old) > 1:
        one = draw(st.integers(0, len(old) - 1))
        other = draw(st.integers(0, len(old) - 1))
        old[one], old[other] = old[other], old[one]
    elif way == "gone" and place is not root:
        del place[key]
    elif way == "more" and isinstance(old, list):
        old.insert(draw(st.integers(0, len(old))), copy.deepcopy(draw(values)))
    elif way == "more" and isinstance(old, dict):
        old[draw(texts)] = draw(values)
    elif way == "wrapped":
        place[key] = draw(st.sampled_from(([old], {"x": old}, [old] * 3)))
    elif way == "renamed" and isinstance(place, dict) and place is not root:
        place[draw(texts)] = place.pop(key)
    else:
        place[key] = draw(values)


@st.composite
def damaged(draw: st.DrawFn, sound: bytes, pieces: tuple[bytes, ...] = ()) -> bytes:
    content = bytearray(sound)
    fillings = st.one_of(st.binary(max_size=8), st.sampled_from((b"\0", b"\xff", b"[" * 2000, b"9" * 5000, *pieces)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        length = draw(st.sampled_from((0, 0, 1, 1, 2, 8, 64, 10**6)))
        way = draw(st.sampled_from(("cut", "put", "double", "flip")))
        if way == "cut":
            del content[start : start + length]
        elif way == "put":
            content[start : start + length] = draw(fillings)
        elif way == "double":
            content[start:start] = content[start : start + min(length, 64)]
        elif start < len(content):
            content[start] ^= 1 << draw(st.integers(0, 7))
    return bytes(content)
