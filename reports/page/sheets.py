"""A sheet of paper for one reader, on one side of A4: each block has a question, an answer, a small table and an
example.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from analyses.money import in_money
from analyses.words import Advice, Table
from reports.page.render import ReportError, form_of
from reports.page.review import cards_html
from reports.text.language import page_said
from tongits_sim.run.files import write_output, writing
from tongits_sim.run.numbers import unbroken


@dataclass(frozen=True)
class Block:
    """A question with its answer, a table, and an example in lines; the last line says what to do."""

    advice: Advice
    table: Table | None = None
    example: tuple[str, ...] = ()

    def priced(self) -> Block:
        """The block with the worth of its units."""
        asks, says, sure = map(in_money, self.advice)
        table = self.table and replace(
            self.table,
            rows=[[in_money(cell) for cell in row] for row in self.table.rows],
            note=in_money(self.table.note),
        )
        return Block(Advice(asks, says, sure), table, tuple(map(in_money, self.example)))


@dataclass(frozen=True)
class A4:
    """A sheet: title, a line below it, blocks, small print."""

    title: str
    lead: str
    blocks: Sequence[Block]
    small: Sequence[str]

    def priced(self) -> A4:
        """The sheet with the worth of its units."""
        blocks = [block.priced() for block in self.blocks]
        return A4(self.title, in_money(self.lead), blocks, tuple(map(in_money, self.small)))


def write_sheet(page: A4, path: Path) -> None:
    """Write a sheet as HTML or Markdown, by the suffix of the file. Raises ReportError."""
    text = (html if form_of(path) == ".html" else markdown)(page.priced())
    with writing(path, ReportError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_output(path, text)


def html(page: A4) -> str:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    loader = PackageLoader("reports")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["unbroken"] = unbroken
    environment.filters["cards"] = lambda text: Markup(cards_html(text))
    style = loader.get_source(environment, "report.css")[0]
    return page_said(environment.get_template("sheet.html").render(page=page, style=style))


def markdown(page: A4) -> str:
    parts = [f"# {page.title}\n", f"{page.lead}\n"]
    for block in page.blocks:
        parts += [f"## {block.advice.asks}\n", *(f"{text}\n" for text in block.advice[1:] if text)]
        parts += [block.table.markdown()] if block.table is not None else []
        parts += ["\n".join(f"> {line}  " for line in block.example) + "\n"] if block.example else []
    return "\n".join([*parts, *(f"{text}\n" for text in page.small)])
