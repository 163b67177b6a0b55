"""Prose as Markdown and HTML, such that a notebook shows every character of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from course.i18n import N_, spans, translate

HINT = N_("Hint {number}")


def markdown(prose: str) -> str:
    """Prose as Markdown: code spans stay, and whatever else Markdown or MathJax would take for a sign is escaped."""
    return "".join(f"`{piece}`" if code else _escaped(piece) for piece, code in spans(prose))


def _escaped(text: str) -> str:
    text = re.sub(r"([\\*_\[\]$~|])", r"\\\1", text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
    return re.sub(r"^(\s*)([#+-]|\d+\.)(?=\s)", r"\1\\\2", text)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of Markdown as a table, of which the first row is the head."""
    head, *others = ([cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *others))


def html(prose: str) -> str:
    """Prose as HTML."""
    return "".join(f"<code>{piece}</code>" if code else piece for piece, code in spans(escape(prose, quote=False)))


def folded(summary: str, body: str) -> str:
    """A summary whose body a click opens. `body` is HTML, or Markdown between empty lines."""
    return f"<details>\n<summary>{summary}</summary>\n{body}\n</details>"


def hints(listed: Sequence[str], language: str) -> str:
    """Hints, each of them folded into the one before: a glance spoils nothing, and one click opens no more than one."""
    body = ""
    for place in range(len(listed), 0, -1):
        summary = translate(HINT, language).format(number=place)
        body = folded(f"<i>{summary}</i>", f"<p>{html(translate(listed[place - 1], language))}</p>\n{body}".rstrip())
    return body
