"""The project's own modules and their syntax trees, for the tests that look at the code itself."""

import ast
import functools
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Left to right: a package imports only to its right.
LAYERS = ("cli", "mahjong_sim", "reports", "analyses", "strategies", "tongits_sim")


@dataclass(frozen=True)
class Module:
    path: Path
    name: str

    @property
    def layer(self) -> str:
        return self.name.partition(".")[0]

    @property
    def shown(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def tree(self) -> ast.Module:
        return _parsed(self.path)

    @property
    def nodes(self) -> tuple[ast.AST, ...]:
        return _nodes(self.path)


@functools.cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@functools.cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(_parsed(path)))


def modules() -> list[Module]:
    every = []
    for layer in LAYERS:
        single = ROOT / f"{layer}.py"
        paths = [single] if single.exists() else sorted((ROOT / layer).rglob("*.py"))
        for path in paths:
            parts = path.relative_to(ROOT).with_suffix("").parts
            every.append(Module(path, ".".join(parts[:-1] if parts[-1] == "__init__" else parts)))
    return every
