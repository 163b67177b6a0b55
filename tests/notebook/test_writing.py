"""The toy's lesson as the cells of a notebook, which run as they stand."""

import html
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from support.screen import Person
from toy import CHAPTER

from course.contents import load_chapter
from course.glossary import anchor, first_uses
from course.i18n import LANGUAGES, translate
from course.notebook.writing.front import Place, install
from course.notebook.writing.markdown import markdown
from course.notebook.writing.publish import books, notebook
from course.observe import Live
from course.sources import choose_source
from course.terminal.walkthrough import Lesson
from course.terms import TERMS
from course.version_sets import messages


def code(book: Any) -> list[Any]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


class Kit:
    """Stands for the object that a notebook calls `lesson`, and keeps the arguments of its calls."""

    def __init__(self) -> None:
        self.losses: dict[str, list[float]] = {"": []}
        self.name = ""
        self.told: list[dict[str, float]] = []
        self.drawn: list[tuple[str, ...]] = []

    def callback(self) -> Any:
        return lambda loss: self.losses[self.name].append(loss)

    def attempt(self, name: str) -> None:
        self.name = name
        self.losses[name] = []

    def scores(self, scores: dict[str, float]) -> None:
        self.told.append(scores)

    def draw(self, found: Any, *columns: str) -> None:
        self.drawn.append(tuple(found[column].iloc[-1] for column in columns))


@pytest.fixture(scope="module")
def kit() -> Kit:
    """The calls of the toy's notebook, with its cells run from top to bottom in one namespace."""
    pandas = pytest.importorskip("pandas")
    kit = Kit()
    cells = code(notebook(CHAPTER, "plain", "en"))
    place = [cell.id for cell in cells].index("start") + 1
    namespace: dict[str, Any] = {"lesson": kit, "pd": pandas}
    for cell in cells[place:]:
        fails = "raises-exception" in cell.metadata.get("tags", ())
        try:
            exec(cell.source, namespace)
        except (TypeError, NameError) as error:
            assert fails, (cell.id, error)
        else:
            assert not fails, cell.id
    return kit


def test_the_cells_run_as_they_stand_and_those_fail_that_are_meant_to(kit: Kit) -> None:
    assert list(kit.losses) == ["", "wrong-sign", "repaired"]
    assert kit.losses[""] == []


def test_what_a_notebook_trains_is_what_the_terminal_trains(kit: Kit, tmp_path: Path) -> None:
    person = Person([])
    source = choose_source(CHAPTER.task, "embedded")
    given = Lesson(CHAPTER, CHAPTER.tracks["plain"], source, 0, Live(source, 0, tmp_path), person)
    given.run()
    final = given.report.final
    assert final is not None
    assert final["losses"] == kit.losses["repaired"]
    assert kit.told == [{"largest": final["largest"]}]
    assert kit.losses["wrong-sign"][-1] > kit.losses["wrong-sign"][0]


def test_a_probe_draws_its_columns(kit: Kit) -> None:
    [(slope,)] = kit.drawn
    assert slope < -1


def test_code_and_ids_are_the_same_in_every_language_and_no_cell_is_empty() -> None:
    books = [notebook(CHAPTER, "plain", language) for language in LANGUAGES]
    ids = [[cell.id for cell in book.cells] for book in books]
    assert all(each == ids[0] for each in ids)
    assert len(set(ids[0])) == len(ids[0])
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", each) for each in ids[0])
    sources = [[(cell.source, cell.metadata) for cell in code(book)] for book in books]
    assert all(each == sources[0] for each in sources)
    assert all(cell.source.strip() for book in books for cell in book.cells)


def test_a_notebook_without_a_framework_asks_for_no_extra_that_there_is_not() -> None:
    assert 'PACKAGE = "course-companion"\n' in install("plain", Place())
    assert 'PACKAGE = "course-companion[pt]"\n' in install("pt", Place())
    assert all(framework != "plain" for _, framework in books())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_read_from_the_notebook_that_runs(language: str, tmp_path: Path, monkeypatch: Any) -> None:
    from course.notebook.running.language import notebook_language

    path = tmp_path / "renamed.ipynb"
    nbformat.write(notebook(CHAPTER, "plain", language), path)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_explains_the_terms_that_its_own_entries_use(language: str) -> None:
    (page,) = [cell.source for cell in notebook(load_chapter("ch3"), "tf", language).cells if cell.id == "glossary"]
    explained = {term.name: term for term in TERMS if f'id="{anchor(term)}"' in page}
    assert explained
    for term in list(explained.values()):
        met = set(explained)
        for _ in first_uses(translate(term.definition, language), language, met):
            pass
        assert met == set(explained), term.name


def test_a_message_that_depends_on_the_versions_is_told_with_them() -> None:
    chapter = load_chapter("ch8")
    (text,) = [cell.source for cell in notebook(chapter, "pt", "it").cells if cell.id == "raw-dataset-today-versions"]
    told = messages(chapter, chapter.tracks["pt"], "raw-dataset-today")
    assert len(told) > 1
    for said, versions in told:
        assert all(words in text for words in (said, *versions))
