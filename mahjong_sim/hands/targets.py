"""The best divisions of the bahay and the eye of a hand among its four groups: all at once, as bytes of vectors.

A *target* of a group is a number of bahay s, with or without the eye: number `s` without, `6 + s` with it. Its distance
is the number of tiles that the group lacks. The groups' targets add up to the whole hand; a *best* target of a group is
part of a division with the fewest tiles in all. Two groups have 63 pairs of targets that can be in one hand, so all
divisions between two groups and the rest are a vector of 64 bytes. The vectors are LLVM's: every processor gives the
same numbers.
"""

from __future__ import annotations

from typing import Any

from mahjong_sim.tiles import BAHAY
from tongits_sim.compile.intrinsics import intrinsic, ir, types

LANES = BAHAY + 1
"""The numbers of bahay that a group can have."""
_BYTE, _I16, _I32, _I64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
_FAR = 63
# A group as a vector of sixteen bytes: distances without the eye, two bytes 0, with the eye, two bytes 0.
_GROUP = ir.VectorType(_BYTE, 16)
_EYE, _NONE = 8, 6
_STRAIGHT = list(range(16))
_TURNED = [*range(7, -1, -1), *range(15, 7, -1)]
_LANES = 64
# The pairs of targets of two groups as (bahay of one, bahay of the other, the one with the eye: 0 neither). Lanes l and
# 32 + l of a vector have the same sum, so that halves give the least of each sum (`_together`). Beside lane 30 is the
# pair without bahay and eye, the only one with its sum, and beside lane 31 no pair.
_NOTHING = (0, 0, 0)


def _in_halves() -> list[tuple[int, int, int]]:
    """All 63 pairs in the order of the lanes: the last lane has no pair, the one before it `_NOTHING`."""
    low, high, single = [], [], []
    for with_eye in range(2):
        for bahay in range(1 - with_eye, LANES):
            alike = [(i, bahay - i, eye) for eye in ((1, 2) if with_eye else (0,)) for i in range(bahay + 1)]
            low += alike[1::2]
            high += alike[: len(alike) // 2 * 2 : 2]
            single += alike[len(alike) // 2 * 2 :]
    return [*low, *single, *high, _NOTHING]


_PAIRS = _in_halves()
TARGETS = 2 * LANES
# Of each pair the targets of both groups, and their sum.
_OWN = [i + (LANES if eye == 2 else 0) for i, _, eye in _PAIRS]
_THEIRS = [j + (LANES if eye == 1 else 0) for _, j, eye in _PAIRS]
_SUMS = [i + j + (LANES if eye else 0) for i, j, eye in _PAIRS]
# For each pair the byte with the rest of the hand; the last byte is `_FAR`.
_RESTS = [*(i + j + (0 if eye else _EYE) for i, j, eye in _PAIRS), 7]


def _constant(kind: Any, numbers: list[int]) -> Any:
    return ir.Constant(ir.VectorType(kind, len(numbers)), numbers)


def _chosen(builder: Any, vector: Any, lanes: list[int]) -> Any:
    """Bytes of a vector, in any order."""
    return builder.shuffle_vector(vector, vector, _constant(_I32, lanes))


def _least(builder: Any, first: Any, second: Any) -> Any:
    return builder.select(builder.icmp_unsigned("<", first, second), first, second)


def _halves(builder: Any, vector: Any, lanes: int) -> tuple[Any, Any]:
    return (
        builder.shuffle_vector(vector, vector, _constant(_I32, list(range(lanes)))),
        builder.shuffle_vector(vector, vector, _constant(_I32, list(range(lanes, 2 * lanes)))),
    )


def _group(builder: Any, word: Any) -> Any:
    """The vector of a group from its word, in which byte s is distance + 16 * distance with the eye."""
    half = ir.VectorType(_BYTE, 8)
    both = builder.bitcast(word, half)
    plain = builder.and_(both, _constant(_BYTE, [15] * 8))
    eye = builder.lshr(both, _constant(_BYTE, [4] * 8))
    return builder.shuffle_vector(plain, eye, _constant(_I32, list(range(16))))


def _both(builder: Any, first: Any, second: Any) -> Any:
    """The tiles that two groups lack together for each pair of targets: 64 bytes; the last is no pair."""
    own = [i + (_EYE if eye == 2 else 0) for i, _, eye in _PAIRS]
    theirs = [j + (_EYE if eye == 1 else 0) for _, j, eye in _PAIRS]
    return builder.add(_chosen(builder, first, [*own, _NONE]), _chosen(builder, second, [*theirs, _NONE]))


def _together(builder: Any, both: Any, lanes: list[int]) -> Any:
    """The distances of two groups together: byte n of a vector of sixteen is the distance to target `lanes[n]`.

    both: from `_both`.
    """
    low, high = _halves(builder, both, 32)
    high = builder.or_(high, _constant(_BYTE, [0] * 30 + [_FAR] * 2))  # the pair `_NOTHING`, and no pair
    best = _least(builder, low, high)
    sums = [i + j + (_EYE if eye else 0) for i, j, eye in _PAIRS[:32]]
    alike = [[lane for lane, total in enumerate(sums) if total == target] or [0] for target in lanes]
    # At most six lanes have a sum: three in each half of a vector of 32.
    first, second, third = (
        _chosen(
            builder, best, [of_target[(turn + 3 * half) % len(of_target)] for half in range(2) for of_target in alike]
        )
        for turn in range(3)
    )
    best = _least(builder, *_halves(builder, _least(builder, _least(builder, first, second), third), 16))
    # The target without bahay and eye lacks nothing.
    return builder.and_(best, _constant(_BYTE, [0 if target == 0 else 255 for target in lanes]))


def _left(builder: Any, turned: Any, bahay: Any) -> Any:
    """The distances of the rest of a hand by the number of the other groups' bahay, of `bahay` (i64) in all: byte s is
    the former byte 7 - `bahay` + s.

    turned: the distances of the rest with the bytes of each half in reverse order (`_TURNED`).
    """
    words = ir.VectorType(_I64, 2)
    bits = builder.shl(bahay, ir.Constant(_I64, 3))
    down = builder.sub(ir.Constant(_I64, 56), bits)
    far = builder.shl(ir.Constant(_I64, int.from_bytes(bytes([_FAR] * 7))), builder.add(bits, ir.Constant(_I64, 8)))
    moved = builder.lshr(builder.bitcast(turned, words), _splat(builder, down, _I64, 2))
    return builder.bitcast(builder.or_(moved, _splat(builder, far, _I64, 2)), _GROUP)


def _divisions(builder: Any, both: Any, left: Any) -> Any:
    """The distance of the whole hand for each pair of targets of two groups: 64 bytes; the last is no pair."""
    return builder.add(both, _chosen(builder, left, _RESTS))


def _smallest(builder: Any, bytes_: Any) -> Any:
    """The least of 64 bytes (i8)."""
    name = f"llvm.vector.reduce.umin.v{_LANES}i8"
    kind = ir.FunctionType(_BYTE, [ir.VectorType(_BYTE, _LANES)])
    return builder.call(builder.module.globals.get(name) or ir.Function(builder.module, kind, name), [bytes_])


def _splat(builder: Any, value: Any, kind: Any, lanes: int) -> Any:
    first = builder.insert_element(ir.Constant(ir.VectorType(kind, lanes), ir.Undefined), value, ir.Constant(_I32, 0))
    return builder.shuffle_vector(first, first, _constant(_I32, [0] * lanes))


def _equal(builder: Any, bytes_: Any, value: Any) -> Any:
    """The bits (i64) of the bytes that equal a value (i8)."""
    return builder.bitcast(builder.icmp_unsigned("==", bytes_, _splat(builder, value, _BYTE, _LANES)), _I64)


def _targets(builder: Any, pairs: Any) -> tuple[Any, Any]:
    """The targets (bits, i64) of both groups in a set of pairs of targets (bits, i64)."""
    masks = [0] * (2 * TARGETS)
    for lane, (own, theirs) in enumerate(zip(_OWN, _THEIRS, strict=True)):
        masks[own] |= 1 << lane
        masks[TARGETS + theirs] |= 1 << lane
    bits = []
    for part in (masks[:16], masks[16:]):
        hit = builder.and_(_splat(builder, pairs, _I64, len(part)), _constant(_I64, part))
        found = builder.icmp_unsigned("!=", hit, _constant(_I64, [0] * len(part)))
        bits.append(builder.zext(builder.bitcast(found, ir.IntType(len(part))), _I64))
    word = builder.or_(bits[0], builder.shl(bits[1], ir.Constant(_I64, 16)))
    return builder.and_(word, ir.Constant(_I64, (1 << TARGETS) - 1)), builder.lshr(word, ir.Constant(_I64, TARGETS))


def _fitting(builder: Any, targets: Any, lanes: list[int]) -> Any:
    """The pairs (bits, i64) with a number in `lanes` among `targets` (bits, i64)."""
    sixteen = ir.VectorType(ir.IntType(1), 16)
    chosen = builder.sext(builder.bitcast(builder.trunc(targets, _I16), sixteen), _GROUP)
    fit = _chosen(builder, chosen, [*lanes, 15])
    return builder.bitcast(builder.icmp_signed("<", fit, _constant(_BYTE, [0] * _LANES)), _I64)


def _left_by(builder: Any, sums: Any, bahay: Any) -> Any:
    """The targets (bits) of the other two groups when two groups have one of the targets `sums` (bits, i64)."""
    down = builder.sub(ir.Constant(_I64, 63), bahay)
    plain, eye = (
        builder.lshr(builder.bitreverse(builder.and_(half, ir.Constant(_I64, (1 << LANES) - 1))), down)
        for half in (sums, builder.lshr(sums, ir.Constant(_I64, LANES)))
    )
    return builder.or_(eye, builder.shl(plain, ir.Constant(_I64, LANES)))


def _sums(builder: Any, pairs: Any) -> Any:
    """The sums of a set of pairs of targets (bits, i64): targets (bits, i64)."""
    masks = [sum(1 << lane for lane, total in enumerate(_SUMS) if total == target) for target in range(16)]
    hit = builder.and_(_splat(builder, pairs, _I64, 16), _constant(_I64, masks))
    bits = builder.bitcast(builder.icmp_unsigned("!=", hit, _constant(_I64, [0] * 16)), _I16)
    return builder.zext(bits, _I64)


@intrinsic
def targets_if(typingctx, which, fit, near, far, bahay):
    """The best targets of all groups in the divisions that give one group one of some targets: four sets of bits.

    The order is the pair of groups with that group, then the other pair.

    Args:
        which: whether the group is the first of its pair (else the second), int64.
        fit: the targets it may have (bits, uint64).
        near: the best pairs of targets of its own pair of groups, from `best_targets`.
        far: the best pairs of the other pair of groups.
        bahay: the number of bahay that the hand needs.
    """

    def codegen(context, builder, signature, args):
        which, fitting, own, far_pairs, needed = args
        first = builder.icmp_signed("!=", which, ir.Constant(_I64, 0))
        mask = builder.select(first, _fitting(builder, fitting, _OWN), _fitting(builder, fitting, _THEIRS))
        own = builder.and_(own, mask)
        left = _left_by(builder, _sums(builder, own), needed)
        far_pairs = builder.and_(far_pairs, _fitting(builder, left, _SUMS))
        sets = [*_targets(builder, own), *_targets(builder, far_pairs)]
        return context.make_tuple(builder, signature.return_type, sets)

    arguments = types.int64, types.uint64, types.uint64, types.uint64, types.int64
    return types.UniTuple(types.uint64, 4)(*arguments), codegen


@intrinsic
def best_targets(typingctx, a, b, c, d, bahay):
    """The distance of a hand of four groups, the best targets of each group, and the best pairs of targets of `a` and
    `b` and of `c` and `d`: (distance, four sets of targets, two sets of pairs), bits of uint64.

    a, b, c, d: words of the groups (uint64): byte s holds the distance to s bahay, and 16 times the distance with the
    eye. The distance to no bahay without the eye is 0.
    bahay: the number of bahay that the hand needs (0..5), besides the eye.
    """

    def codegen(context, builder, signature, args):
        one, two, three, four = (_group(builder, word) for word in args[:4])
        front = _both(builder, one, two)
        back = _both(builder, three, four)
        first = _divisions(builder, front, _left(builder, _together(builder, back, _TURNED), args[4]))
        second = _divisions(builder, back, _left(builder, _together(builder, front, _TURNED), args[4]))
        least = _smallest(builder, first)
        pairs = _equal(builder, first, least), _equal(builder, second, least)
        sets = [*_targets(builder, pairs[0]), *_targets(builder, pairs[1]), *pairs]
        return context.make_tuple(builder, signature.return_type, [builder.zext(least, _I64), *sets])

    words = types.uint64, types.uint64, types.uint64, types.uint64
    return types.UniTuple(types.uint64, 7)(*words, types.int64), codegen


@intrinsic
def least_lacking(typingctx, a, b, c, d, bahay):
    """The distance (uint64) of a hand of four groups, as in `best_targets`."""

    def codegen(context, builder, signature, args):
        one, two, three, four = (_group(builder, word) for word in args[:4])
        left = _left(builder, _together(builder, _both(builder, three, four), _TURNED), args[4])
        return builder.zext(_smallest(builder, _divisions(builder, _both(builder, one, two), left)), _I64)

    words = types.uint64, types.uint64, types.uint64, types.uint64
    return types.uint64(*words, types.int64), codegen


def _beside_jokers(builder: Any, both: Any, jokers: Any, left: Any) -> Any:
    """The distance of the whole hand for pairs of targets, when jokers (i8) stand for missing suited tiles: 64 bytes.

    both: the tiles that the suits lack for each pair; left: the tiles that dragons and winds lack for the rest.
    """
    many = _splat(builder, jokers, _BYTE, _LANES)
    more = builder.select(builder.icmp_unsigned(">", both, many), both, many)
    return builder.add(builder.sub(more, many), left)


def _suit_beside_jokers(builder: Any, own: Any, others: Any, left: Any, jokers: Any, least: Any) -> tuple[Any, ...]:
    """The results of one suit beside the other two together, see `targets_beside_jokers`.

    Returns the least distance (or `least`, if it is given), three words for the suit, and the best pairs of targets.
    """
    both = _both(builder, own, others)
    rest = _chosen(builder, left, _RESTS)
    a_tile = ir.Constant(_BYTE, 1)
    now = _beside_jokers(builder, both, jokers, rest)
    least = _smallest(builder, now) if least is None else least
    pairs = _equal(builder, now, least)
    more = _beside_jokers(builder, both, builder.add(jokers, a_tile), rest)
    fewer = _beside_jokers(builder, builder.add(both, _splat(builder, a_tile, _BYTE, _LANES)), jokers, rest)
    helped = _equal(builder, more, builder.sub(least, a_tile))
    free = builder.icmp_unsigned("!=", _equal(builder, fewer, least), ir.Constant(_I64, 0))
    words = _targets(builder, helped)[0], _targets(builder, pairs)[0], builder.zext(free, _I64)
    return least, words, pairs


@intrinsic
def targets_beside_jokers(typingctx, a, b, c, d, jokers, bahay):
    """The distance of a hand with jokers, and the targets of its groups that matter: a tuple of eleven uint64.

    Jokers stand for suited tiles only. A further suited tile helps where the suits lack more tiles than there are
    jokers; a suit may lose a tile if it lacks no more without it, or if a joker is spare.

    Returns the distance; for each suit the targets (bits) that help if they come nearer; for each suit the targets that
    must lack no more; for each suit whether it may lose any tile; and the best targets of dragons and winds.

    a, b, c: words of the suits, as in `best_targets`. d: the word of dragons and winds. jokers: their number (int64).
    bahay: the number of bahay that the hand needs (0..5), besides the eye.
    """

    def codegen(context, builder, signature, args):
        one, two, three, four = (_group(builder, word) for word in args[:4])
        jokers = builder.trunc(args[4], _BYTE)
        left = _left(builder, _chosen(builder, four, _TURNED), args[5])
        suits = one, two, three
        others = [
            _together(builder, _both(builder, *(suit for suit in suits if suit is not own)), _STRAIGHT) for own in suits
        ]
        least, first, pairs = _suit_beside_jokers(builder, one, others[0], left, jokers, None)
        _, second, _ = _suit_beside_jokers(builder, two, others[1], left, jokers, least)
        _, third, _ = _suit_beside_jokers(builder, three, others[2], left, jokers, least)
        words = [word for of_suit in zip(first, second, third, strict=True) for word in of_suit]
        rest = _left_by(builder, _sums(builder, pairs), args[5])
        return context.make_tuple(builder, signature.return_type, [builder.zext(least, _I64), *words, rest])

    words = types.uint64, types.uint64, types.uint64, types.uint64
    return types.UniTuple(types.uint64, 11)(*words, types.int64, types.int64), codegen


@intrinsic
def marked(typingctx, address, targets):
    """The numbers among the 32 (uint16) at an address that share a bit with `targets`: bits (uint64)."""

    def codegen(context, builder, signature, args):
        vector = ir.VectorType(_I16, 32)
        row = builder.load(builder.inttoptr(args[0], vector.as_pointer()), align=2)
        wanted = _splat(builder, builder.trunc(args[1], _I16), _I16, 32)
        hit = builder.icmp_unsigned("!=", builder.and_(row, wanted), _constant(_I16, [0] * 32))
        return builder.zext(builder.bitcast(hit, _I32), _I64)

    return types.uint64(types.int64, types.uint64), codegen
