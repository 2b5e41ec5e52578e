from collections.abc import Iterator

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15
M1, M2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix(x: int) -> int:
    x = (x ^ x >> 30) * M1 % WORD
    x = (x ^ x >> 27) * M2 % WORD
    return x ^ x >> 31


def unmix(x: int) -> int:
    def unshift(x: int, by: int) -> int:
        word = x
        for _ in range(64 // by):
            word = x ^ word >> by
        return word

    x = unshift(x, 31) * pow(M2, -1, WORD) % WORD
    x = unshift(x, 27) * pow(M1, -1, WORD) % WORD
    return unshift(x, 30)


def words_of(state: int) -> Iterator[int]:
    while True:
        state = (state + GOLDEN) % WORD
        yield mix(state)
