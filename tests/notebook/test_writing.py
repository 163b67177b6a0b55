"""The toy's lesson as the cells of a notebook, which run as they stand."""

import html
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from course.contents import load_chapter
from course.i18n import LANGUAGES
from course.notebook.writing.markdown import markdown
from course.notebook.writing.publish import notebook


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_read_from_the_notebook_that_runs(language: str, tmp_path: Path, monkeypatch: Any) -> None:
    from course.notebook.running.language import notebook_language

    path = tmp_path / "renamed.ipynb"
    nbformat.write(notebook(load_chapter("ch3"), "pt", language), path)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    assert notebook_language({}) == ""
    assert notebook_language({"__vsc_ipynb_file__": str(path)}) == language
    monkeypatch.setenv("JPY_SESSION_NAME", str(path))
    assert notebook_language({}) == language
    monkeypatch.setenv("JPY_SESSION_NAME", "not-a-path")
    assert notebook_language({}) == ""


def test_prose_keeps_every_character() -> None:
    pytest.importorskip("nbconvert")
    from nbconvert.filters.markdown_mistune import markdown2html_mistune as render

    prose = "a `x_*$<y>` b_c_ *d* $e$ <i>f</i> [g](h) &amp; 1~2~ {z} | `|`"
    text = re.sub(r"<[^>]+>", "", render(markdown(prose)))

    assert html.unescape(text).replace("\\$", "$").strip() == prose.replace("`", "")
