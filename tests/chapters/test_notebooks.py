"""The notebooks of the chapters: their cells, their grades, and that they run."""

import ast
import gettext
import html
import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from support.marks import NEWEST
from support.notebooks import assert_as_declared, code, executed, shortened
from support.paths import QUICK, ROOT

from course.contents import CASES, exercises, load_chapter, solution, starter
from course.exercise import Setting
from course.grading.intake.collect import notebook as intake
from course.i18n import LANGUAGES, SHORT, translate
from course.lesson import ScriptPart
from course.notebook.writing.markdown import markdown
from course.notebook.writing.publish import books, notebook
from course.script import functions, names_in, read
from course.stages import stage

BOOKS = [(chapter, framework) for chapter, framework in books() if chapter.name != CASES]
EVERY = [pytest.param(chapter, framework, id=f"{chapter.name}-{framework}") for chapter, framework in BOOKS]


def _functions(source: str) -> dict[str, str]:
    return {node.name: ast.dump(node) for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("chapter", "framework"), EVERY)
def test_code_and_ids_are_the_same_in_every_language(chapter: Any, framework: Any) -> None:
    books = [notebook(chapter, framework, language) for language in LANGUAGES]
    ids = [[cell.id for cell in book.cells] for book in books]
    assert all(each == ids[0] for each in ids)
    assert len(set(ids[0])) == len(ids[0])
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", each) for each in ids[0])
    sources = [[(cell.source, cell.metadata) for cell in code(book)] for book in books]
    assert all(each == sources[0] for each in sources)
    # what an edition changed is shown as its page has it
    own = [cell.source for cell in code(books[0]) if not cell.id.startswith("edition-")]
    assert all(text.isascii() for text in own)


def test_the_prose_is_in_the_language_of_the_notebook() -> None:
    chapter = load_chapter("ch8")
    for language in LANGUAGES:
        text = "".join(cell.source for cell in notebook(chapter, "pt", language).cells)
        # the first use of a term leads to the glossary
        text = re.sub(r"\[([^\]]*)\]\(#term-[^)]*\)", r"\1", text)
        for fault in chapter.tracks["pt"].faults:
            for words in (
                fault.title,
                fault.situation,
                fault.why,
                fault.repaired,
                *(probe.caption for probe in fault.probes),
            ):
                assert markdown(translate(words, language)) in text


def asks(chapter: Any, framework: Any) -> bool:
    """Whether a chapter has exercises that can be done in a framework."""
    settings = {setting for each in exercises() if each.chapter == chapter.name for setting in each.settings}
    return bool(settings & {framework, "plain"})


@pytest.mark.parametrize(("chapter", "framework"), EVERY)
def test_no_solution_is_in_a_notebook(chapter: Any, framework: Any) -> None:
    book = notebook(chapter, framework, "en")
    whole = json.dumps(book, ensure_ascii=False)
    ids = [cell.id for cell in book.cells]
    assert ("exercises" in ids) == asks(chapter, framework)
    place = ids.index("exercises") if "exercises" in ids else len(ids)
    behind = json.dumps(book.cells[place:], ensure_ascii=False)
    track = chapter.tracks.get(framework)
    of_lesson = {cell.name for part in track.parts for cell in read(part.script).cells} if track else set()
    for exercise in exercises():
        for setting in exercise.settings:
            begun = functions(starter(exercise, setting))
            for name, function in functions(solution(exercise, setting)).items():
                known = begun[name].source.splitlines() if name in begun else []
                new = [line for line in function.source.splitlines() if line not in known and len(line.strip()) > 5]
                # the lesson itself repairs some of the functions that exercises ask for, and shows how
                shown = behind if name in of_lesson else whole
                assert not all(json.dumps(line, ensure_ascii=False)[1:-1] in shown for line in new), (exercise, name)
    assert all(set(cell.metadata.get("course", {})) <= {"exercise", "setting", "cell"} for cell in book.cells)


def test_every_repair_is_shown_before_it_is_run_and_no_repair_before_its_fault() -> None:
    for chapter, framework in BOOKS:
        track = chapter.tracks.get(framework)
        if track is None:
            continue
        cells = notebook(chapter, framework, "en").cells
        ids = [cell.id for cell in cells]
        repaired = {fault: read(part.script).cell(fault.cell) for part in track.parts for fault in part.faults}
        for fault, cell in repaired.items():
            working = cell.function.source
            first = next(place for place, each in enumerate(cells) if working in each.source)
            assert first == ids.index(f"{fault.name}-repair-{fault.cell}"), fault.name
            assert cells[first - 1].id == f"{fault.name}-why"
            assert "```diff" in cells[first - 1].source


def held_before(cells: list[Any], part: ScriptPart) -> Iterator[tuple[Any, dict[str, str]]]:
    """The code cells of a notebook, each with the functions of a script that a kernel holds once it has run."""
    held: dict[str, str] = {}
    files = {path.stem: functions(path) for path in (part.script, part.broken, part.staging)}
    for cell in cells:
        for taken in ast.walk(ast.parse(cell.source)):
            if isinstance(taken, ast.ImportFrom) and (taken.module or "").startswith("course.ch"):
                folder, stem = (taken.module or "").split(".")[-2:]
                if folder == part.name and stem in files:
                    held.update({each.name: files[stem][each.name].source for each in taken.names})
        for name, function in ((name, each) for file in files.values() for name, each in file.items()):
            if f"{cell.source}\n\n\n".startswith(function.source + "\n\n\n") and name != "main":
                held[name] = function.source
        yield cell, held


@pytest.mark.parametrize(("chapter", "framework"), [each for each in EVERY if each.values[1] in each.values[0].tracks])
def test_whatever_a_cell_uses_the_cells_before_it_have_made(chapter: Any, framework: Any) -> None:
    """The functions that a call reaches are those of the stage that the lesson in a terminal runs there."""
    cells = code(notebook(chapter, framework, "en"))
    for part in chapter.tracks[framework].parts:
        names = {cell.name for cell in read(part.script).cells}
        for cell, held in held_before(cells, part):
            seen = [fault for fault in part.faults if re.fullmatch(rf"{fault.name}-today-calls(-\d+)?", cell.id)]
            if seen and seen[0].today.scene.alone is False:
                wanted = {each.name: each.function.source for each in stage(part, part.faults.index(seen[0])).cells}
                # where a fault was shown alone, a later cell may still be the repaired one until it is shown itself
                told = {name: text for name, text in held.items() if name in names & names_in(cell.source)}
                assert told == {name: wanted[name] for name in told}, seen[0].name


def answered(book: Any, framework: Setting) -> Any:
    """The notebook as saved by a learner who knows every answer."""
    for cell in code(book):
        mark = cell.metadata.get("course", {})
        if "exercise" in mark:
            exercise = next(each for each in exercises() if each.name == mark["exercise"])
            cell.source = cell.source.partition("\n")[0] + "\n" + solution(exercise, mark["setting"]).read_text("utf-8")
    return book


def reversed_(book: Any) -> Any:
    book.cells.reverse()
    return book


def with_outputs(book: Any) -> Any:
    for place, cell in enumerate(code(book)):
        cell.execution_count = place
        cell.outputs = [nbformat.v4.new_output("stream", text="def make_collator(): pass")]
    return book


def duplicated(book: Any) -> Any:
    book.cells = [each for cell in book.cells for each in (cell, nbformat.from_dict(json.loads(json.dumps(cell))))]
    for place, cell in enumerate(book.cells):
        cell.id = f"cell-{place}"
    return book


def edited(book: Any) -> Any:
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = "my own words"
        elif "exercise" not in cell.metadata.get("course", {}):
            cell.source += "\nprint('seen')"
    return book


def of_older_colab(book: Any) -> Any:
    for cell in book.cells:
        cell.metadata["id"] = cell.pop("id")
    book.nbformat_minor = 0
    return book


@pytest.mark.parametrize("saved", [with_outputs, reversed_, duplicated, edited, of_older_colab])
@pytest.mark.parametrize(("chapter", "framework"), EVERY)
def test_a_saved_notebook_is_graded_the_same_whatever_was_done_to_its_cells(
    chapter: Any, framework: Any, saved: Callable[[Any], Any]
) -> None:
    def found(book: Any) -> dict[Any, dict[str, str]]:
        return {
            (answer.exercise.name, answer.setting): _functions(answer.source)
            for answer in intake.answers_in_notebook(json.dumps(book))
        }

    plain = found(answered(notebook(chapter, framework, "en"), framework))
    assert plain.keys() == {
        (each.name, setting) for each in exercises() for setting in each.settings
        if each.chapter == chapter.name and setting in (framework, "plain")
    }  # fmt: skip
    for (name, setting), answer in plain.items():
        exercise = next(each for each in exercises() if each.name == name)
        assert _functions(solution(exercise, setting).read_text("utf-8")).items() <= answer.items()
    assert found(saved(answered(notebook(chapter, framework, "ko"), framework))) == plain


@pytest.mark.train
@pytest.mark.parametrize(
    ("chapter", "framework", "language", "whole"),
    [
        pytest.param(
            chapter,
            framework,
            language,
            whole,
            # with TensorFlow every stage is traced and compiled anew, which takes minutes; test_publish.py sees that the cells fit
            # together, and test_stages.py runs them
            marks=[*([pytest.mark.release] if whole or framework == "tf" else []), *NEWEST[framework]],
            id=f"{chapter.name}-{framework}-{language}-{'whole' if whole else 'short'}",
        )
        for (chapter, framework), chosen in zip(BOOKS, itertools.cycle(("ko", "zh_CN", "it")), strict=False)
        for language, whole in [(chosen, False), *((language, True) for language in LANGUAGES)]
    ],
)
def test_a_notebook_runs_from_top_to_bottom_with_the_failures_that_are_meant_and_no_other(
    chapter: Any, framework: Any, language: str, whole: bool, tmp_path: Path
) -> None:
    book = notebook(chapter, framework, language)
    if not whole:
        book = shortened(book, chapter.task, tmp_path)
    path = [str(ROOT), *([] if whole else [str(QUICK)])]
    book = executed(book, tmp_path, COURSE_LANG=SHORT[language], PYTHONPATH=os.pathsep.join(path))
    assert_as_declared(book, chapter.tracks.get(framework), whole)
    said = html.unescape(json.dumps([cell.outputs for cell in code(book)], ensure_ascii=False))
    nothing = translate("There is no answer to hand in yet. Write one and run its cell first.", language)
    assert (nothing in said) == asks(chapter, framework)


@pytest.mark.train
@pytest.mark.release
@pytest.mark.newest
def test_the_wheel_brings_all_that_a_notebook_needs(tmp_path: Path) -> None:
    """A Python that sees the libraries of this one, but neither the checkout nor its installation."""
    import sysconfig

    pip = [sys.executable, "-m", "pip"]
    subprocess.run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, ROOT], check=True)
    (wheel,) = tmp_path.glob("course_companion-*.whl")
    home = tmp_path / "empty"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    (site,) = home.glob("lib/python*/site-packages")
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--target", site, wheel], check=True)
    # a path in a .pth adds the libraries, but not what their own .pth files add
    (site / "libraries.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    python = str(home / "bin" / "python")
    where = subprocess.run(
        [python, "-c", "import course; print(course.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.startswith(str(site))
    work = tmp_path / "work"
    work.mkdir()
    book = notebook(load_chapter("ch3"), "pt", "it")
    ids = [cell.id for cell in book.cells]
    # what a lesson needs to begin, and the exercises
    book.cells = book.cells[: ids.index("batches")] + book.cells[ids.index("exercises") :]
    exercise = next(each for each in exercises() if each.name == "columns")
    for cell in code(book):
        if cell.id == "answer-columns":
            cell.source = "# columns_pt.py\n" + solution(exercise, "pt").read_text("utf-8")
    book = executed(book, work, python, COURSE_LANG="it", PYTHONPATH=str(QUICK))
    assert_as_declared(book, load_chapter("ch3").tracks["pt"], whole=False)
    checked = next(cell for cell in book.cells if cell.id == "check-columns")
    assert translate("Score: {points} of {most}", "it").format(points=exercise.points, most=exercise.points) in str(
        checked.outputs
    )
    assert (work / "ch3_pt.zip").is_file()
    asked = subprocess.run(
        [python, "-c", "from course.sources import check_assets; from course.i18n import *; check_assets(); print(translate('Exercises', 'ko'))"],
        cwd=tmp_path, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert asked.stdout.strip() == translate("Exercises", "ko")


def test_every_message_of_a_notebook_is_one_that_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    from course import i18n
    from course.audit.messages import messages

    asked: set[str] = set()

    class Recorder(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            asked.add(message)
            return message

    monkeypatch.setattr(i18n, "_catalogue", lambda language: Recorder())
    for chapter, framework in books():
        notebook(chapter, framework, "it")
    assert asked
    assert not asked - messages().keys()
