"""The notebooks of the cases: every case stands in one, fails there as its author saw it, and can be handed in."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from support.marks import NEWEST
from support.notebooks import code, executed
from support.paths import ROOT

from course.case import Case, Program
from course.contents import CASES, cases, find_exercise, load_chapter, programs
from course.grading.intake.notebook import answers_in_notebook
from course.i18n import LANGUAGES, SHORT, translate
from course.lesson import Framework
from course.notebook.writing.cases import cell_text
from course.notebook.writing.markdown import markdown
from course.notebook.writing.publish import notebook
from course.script import read

FRAMEWORKS: list[Framework] = [
    each for each in ("tf", "pt") if any(program.framework == each for program in programs())
]


def of_framework(framework: Framework) -> list[tuple[Program, Case]]:
    return [(program, case) for program, case in cases() if program.framework == framework]


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_every_case_of_a_framework_stands_in_its_notebook_in_each_language(framework: Framework) -> None:
    books = {language: notebook(load_chapter(CASES), framework, language) for language in LANGUAGES}
    first = books["en"]
    assert [each.source for each in code(first)] == [each.source for each in code(books["ko"])]
    runs = {cell.id: cell for cell in code(first) if cell.id.startswith("run-")}
    for _, case in of_framework(framework):
        assert ("raises-exception" in runs[f"run-case-{case.name}"].metadata.get("tags", ())) == (
            case.raises is not None
        )
    assert len(runs) == len(of_framework(framework))
    for language, book in books.items():
        text = re.sub(r"\[([^\]]*)\]\(#term-[^)]*\)", r"\1", "".join(cell.source for cell in book.cells))
        for _, case in of_framework(framework):
            assert markdown(translate(case.symptom, language)) in text
            assert markdown(translate(case.note, language)) in text


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_no_repair_and_no_cause_stands_in_a_notebook(framework: Framework) -> None:
    whole = json.dumps(notebook(load_chapter(CASES), framework, "en"), ensure_ascii=False)
    for program, case in of_framework(framework):
        assert json.dumps(case.why)[1:-1] not in whole
        assert f"broken/{case.file}" not in whole
        (own,) = (
            cell
            for cell in notebook(load_chapter(CASES), framework, "en").cells
            if cell.id == f"answer-case-{case.name}"
        )
        working = "\n\n\n".join(each.function.source for each in read(program.folder / "script.py").cells)
        assert working not in own.source


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_saved_notebook_holds_an_answer_to_each_case_and_no_main_of_the_readers_own(framework: Framework) -> None:
    book = notebook(load_chapter(CASES), framework, "en")
    book.cells += [type(book.cells[0])(cell_type="code", source="def main():\n    pass", metadata={}, outputs=[])]
    found = answers_in_notebook(json.dumps(book))
    assert [answer.exercise.name for answer in found] == [f"case-{case.name}" for _, case in of_framework(framework)]
    for answer in found:
        assert cell_text(answer.exercise, framework) in answer.source
        assert "def main():" not in answer.source


@pytest.mark.train
@pytest.mark.parametrize(
    "framework",
    [pytest.param("pt", marks=NEWEST["pt"]), pytest.param("tf", marks=[*NEWEST["tf"], pytest.mark.release])],
)
def test_the_first_cases_run_in_a_kernel_fail_there_and_are_repaired(framework: Framework, tmp_path: Path) -> None:
    book = first_cases(notebook(load_chapter(CASES), framework, "it"), framework)
    program, case = of_framework(framework)[0]
    place = next(number for number, cell in enumerate(book.cells) if cell.id == f"check-case-{case.name}")
    answer = next(cell for cell in book.cells if cell.id == f"answer-case-{case.name}")
    repaired = answer.copy()
    repaired.update(id="repaired", source=f"{answer.source.partition(chr(10))[0]}\n{working(program)}")
    again = book.cells[place].copy()
    again.update(id="again")
    book.cells[place + 1 : place + 1] = [repaired, again]
    environment = {"COURSE_LANG": SHORT["it"], "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path / "home")}
    book = executed(book, tmp_path, sys.executable, **environment)
    for cell in code(book):
        errors = [output for output in cell.outputs if output.output_type == "error"]
        assert bool(errors) == ("raises-exception" in cell.metadata.get("tags", ())), (cell.id, errors)
    cells = {cell.id: json.dumps(cell.get("outputs"), ensure_ascii=False) for cell in book.cells}
    points = find_exercise(f"case-{case.name}").points
    score = translate("Score: {points} of {most}", "it")
    assert score.format(points=0, most=points) in cells[f"check-case-{case.name}"]
    assert score.format(points=points, most=points) in cells["again"]
    assert (tmp_path / f"cases_{framework}.zip").is_file()


def working(program: Program) -> str:
    """The text of a program's script."""
    return read(program.folder / "script.py").text()


def first_cases(book: Any, framework: Framework, count: int = 2) -> Any:
    """A notebook with its first cases only."""
    left = [f"case-{case.name}" for _, case in of_framework(framework)[count:]]
    book.cells = [cell for cell in book.cells if cell.id.partition("-")[2] not in left]
    return book
