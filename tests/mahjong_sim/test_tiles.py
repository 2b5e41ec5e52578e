from mahjong_sim import tiles
from mahjong_sim.tiles import KINDS, TILES, copies, format_tiles, parse_tile, parse_tiles


def test_v1_there_are_144_tiles() -> None:
    assert sum(copies(kind) for kind in range(KINDS)) == TILES
    assert len(set(tiles.NAMES)) == KINDS == len(tiles.NAMES)


def test_every_kind_is_read_as_it_is_written() -> None:
    for kind in range(KINDS):
        assert parse_tile(tiles.tile_name(kind)) == parse_tile(tiles.tile_name(kind).upper()) == kind


def test_tiles_are_written_sorted() -> None:
    assert format_tiles(parse_tiles("Dr 9c, 1s 1s F8")) == "1s 1s 9c Dr F8"
    counts = [0] * KINDS
    counts[3] = 2
    assert format_tiles(tiles.tiles_of(counts)) == "4s 4s"
