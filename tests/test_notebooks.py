"""The notebooks: what is in them, who may be overwritten, how they are graded, and that they run."""

import ast
import gettext
import html
import itertools
import json
import os
import re
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from support.small import few_rows, one_layer

from course.contents import exercises, load_chapter, solution, starter
from course.exercise import Setting
from course.grading.intake.collect import notebook as intake
from course.grading.intake.recognize import answers_in_file
from course.i18n import LANGUAGES, SHORT, translate
from course.lesson import Task, Track
from course.message import WrongUse
from course.notebook.writing.front import FOLDER, Place, file_name
from course.notebook.writing.markdown import markdown
from course.notebook.writing.publish import INDEX, books, notebook, publish
from course.script import functions, read
from course.stages import stage

ROOT = Path(__file__).parent.parent
MARKS = {"tf": pytest.mark.tf, "pt": pytest.mark.newest}
EVERY = [pytest.param(chapter, framework, id=f"{chapter.name}-{framework}") for chapter, framework in books()]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("notebooks")
    publish(directory)
    return directory


def code(book: Any) -> list[Any]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "course", "notebooks", *arguments],
        cwd=ROOT,
        env={**os.environ, "COURSE_LANG": "it"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_there_is_one_notebook_for_each_chapter_framework_and_language_and_an_index_of_all(out: Path) -> None:
    expected = {
        file_name(chapter.name, framework, language) for chapter, framework in books() for language in LANGUAGES
    }
    assert {path.name for path in out.glob("*.ipynb")} == expected
    text = (out / INDEX).read_text(encoding="utf-8")
    assert all(f"]({name})" in text for name in expected)


def test_no_framework_is_imported_to_write_them(tmp_path: Path) -> None:
    check = (
        "import sys; from pathlib import Path; from course.notebook.writing.publish import publish; publish(Path(sys.argv[1])); "
        "print([name for name in ('tensorflow', 'torch', 'transformers', 'datasets', 'IPython') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", check, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_every_notebook_is_valid_and_small(out: Path) -> None:
    for path in out.glob("*.ipynb"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            nbformat.validate(json.loads(path.read_text(encoding="utf-8")))
        assert path.stat().st_size < 150_000
        metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"]
        assert metadata.keys() == {"kernelspec", "language_info", "colab", "course"}


def test_two_runs_write_the_same_bytes(out: Path, tmp_path: Path) -> None:
    for path in publish(tmp_path):
        assert path.read_bytes() == (out / path.name).read_bytes()


@pytest.mark.parametrize(("chapter", "framework"), EVERY)
def test_code_and_ids_are_the_same_in_every_language(chapter: Any, framework: Any) -> None:
    books = [notebook(chapter, framework, language) for language in LANGUAGES]
    ids = [[cell.id for cell in book.cells] for book in books]
    assert all(each == ids[0] for each in ids)
    assert len(set(ids[0])) == len(ids[0])
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", each) for each in ids[0])
    sources = [[(cell.source, cell.metadata) for cell in code(book)] for book in books]
    assert all(each == sources[0] for each in sources)
    assert all(text.isascii() for text, _ in sources[0])


def test_the_prose_is_in_the_language_of_the_notebook() -> None:
    chapter = load_chapter("ch8")
    for language in LANGUAGES:
        text = "".join(cell.source for cell in notebook(chapter, "pt", language).cells)
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
    of_lesson = {cell.name for cell in read(track.script).cells} if track else set()
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
    for chapter, framework in books():
        track = chapter.tracks.get(framework)
        if track is None:
            continue
        cells = notebook(chapter, framework, "en").cells
        ids = [cell.id for cell in cells]
        for fault in track.faults:
            working = functions(track.script)[fault.cell].source
            first = next(place for place, cell in enumerate(cells) if working in cell.source)
            assert first == ids.index(f"{fault.name}-repair-{fault.cell}"), fault.name
            assert cells[first - 1].id == f"{fault.name}-why"
            assert "```diff" in cells[first - 1].source


@pytest.mark.parametrize(("chapter", "framework"), [each for each in EVERY if each.values[0].tracks])
def test_whatever_a_cell_uses_the_cells_before_it_have_made(chapter: Any, framework: Any) -> None:
    """The functions that a call reaches are those of the stage that the lesson in a terminal runs there."""
    track: Track = chapter.tracks[framework]
    held: dict[str, str] = {}
    script = {cell.name: cell for cell in read(track.script).cells}
    place = 0
    for cell in code(notebook(chapter, framework, "en")):
        for taken in ast.walk(ast.parse(cell.source)):
            if isinstance(taken, ast.ImportFrom) and taken.module and taken.module.startswith("course.ch"):
                given = functions(track.directory / f"{taken.module.rpartition('.')[2]}.py")
                held.update({each.name: given[each.name].source for each in taken.names})
        for path in (track.script, track.broken, track.staging):
            for name, function in functions(path).items():
                if f"{cell.source}\n\n\n".startswith(function.source + "\n\n\n") and name != "main":
                    held[name] = function.source
        repaired = [fault for fault in track.faults if cell.id == f"{fault.name}-repair-{fault.cell}"]
        if repaired:
            place = track.faults.index(repaired[0]) + 1
        seen = [fault for fault in track.faults if cell.id == f"{fault.name}-today-calls"]
        if seen and seen[0].today.scene.alone is False:
            assert seen[0] is track.faults[place]
            wanted = {each.name: each.function.source for each in stage(track, place).cells}
            assert {name: text for name, text in held.items() if name in script} == {
                name: wanted[name] for name in held if name in script
            }


def test_no_probe_takes_the_name_of_something_that_the_script_makes() -> None:
    for chapter, framework in books():
        if framework in chapter.tracks:
            track = chapter.tracks[framework]
            script = read(track.script)
            made = {name for cell in script.cells for name in (*cell.binds, cell.name)}
            assert not functions(track.probes).keys() & (made | {*script.required, *script.defaults})


def test_each_badge_leads_to_a_file_that_is_generated(out: Path) -> None:
    place = Place()
    found = set()
    prefix = f"https://colab.research.google.com/github/{place.repository}/blob/{place.branch}/{FOLDER}/"
    for path in out.iterdir():
        for name in re.findall(
            r"\]\((https://colab\.research\.google\.com/github/[^)]*)\)", path.read_text(encoding="utf-8")
        ):
            name = name.replace('\\"', "")
            assert name.startswith(prefix)
            found.add(name.removeprefix(prefix))
    assert found == {path.name for path in out.glob("*.ipynb")}


def test_repository_and_branch_are_those_of_the_options(tmp_path: Path) -> None:
    done = command("--out", str(tmp_path), "--chapter", "ch8", "--framework", "pt", "--lang", "ko",
                   "--repository", "somebody/fork", "--branch", "next")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"ch8_pt.ko.ipynb", INDEX}
    text = (tmp_path / "ch8_pt.ko.ipynb").read_text(encoding="utf-8")
    assert "github/somebody/fork/blob/next/notebooks/ch8_pt.ko.ipynb" in text
    assert "git+https://github.com/somebody/fork@next" in text
    assert Place().repository not in text


@pytest.mark.parametrize("arguments", [["--chapter", "ch99"], ["--framework", "jax"], ["--lang", "xx"],
                                       ["--repository", "no"], ["--branch", ""]])  # fmt: skip
def test_wrong_use_is_one_sentence_and_writes_nothing(arguments: list[str], tmp_path: Path) -> None:
    done = command("--out", str(tmp_path / "new"), *arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "new").exists()


def test_a_directory_that_cannot_be_made_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = command("--out", str(tmp_path / "file" / "below"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert command().returncode == 2


@pytest.mark.parametrize("content", ["", "{}", '{"metadata": {"course": {"generated": "yes"}}}', "[1]", "\x00"])
@pytest.mark.parametrize("name", ["ch8_pt.it.ipynb", INDEX])
def test_what_somebody_else_has_made_is_overwritten_by_force_only(name: str, content: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(WrongUse, match=re.escape(name)):
        publish(tmp_path, "ch8", "pt")
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == content
    publish(tmp_path, "ch8", "pt", force=True)
    publish(tmp_path, "ch8", "pt")
    assert (tmp_path / name).stat().st_size > len(content)


def answered(book: Any, framework: Setting) -> Any:
    """The notebook as a learner would save it who knows every answer."""
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


def _functions(source: str) -> dict[str, str]:
    return {node.name: ast.dump(node) for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}


class Cells:
    """A shell that has run some cells."""

    def __init__(self, *ran: str) -> None:
        self.history_manager = self
        self.input_hist_raw = ["", *ran]


@pytest.fixture
def lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    from course.notebook.running.session import Session
    from course.sources import choose_source

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return lambda *ran: Session("ch8", "pt", choose_source(load_chapter("ch8").task, "embedded"), "it", Cells(*ran))


def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> str:
    from course.notebook.running import session

    shown: list[Any] = []
    monkeypatch.setattr(session, "display", lambda what, **more: shown.append(what.data))
    act()
    return "".join(shown)


def cell_of(name: str) -> Any:
    return next(cell for cell in notebook(load_chapter("ch8"), "pt", "it").cells if cell.id == f"answer-{name}")


def test_a_check_in_a_notebook_says_what_the_command_says(lesson: Any, capsys: Any, monkeypatch: Any) -> None:
    starter_cell = cell_of("know-your-data").source
    right = "# know_your_data.py\n" + solution(
        next(e for e in exercises() if e.name == "know-your-data"), "plain"
    ).read_text("utf-8")
    assert translate("Run the cell with your answer first, then this one.", "it") in said(
        capsys, monkeypatch, lambda: lesson().check("know-your-data")
    )
    assert "NotImplementedError" in said(capsys, monkeypatch, lambda: lesson(starter_cell).check("know-your-data"))
    html = said(capsys, monkeypatch, lambda: lesson(starter_cell, right).check("know-your-data"))
    points = next(e for e in exercises() if e.name == "know-your-data").points
    assert translate("Points: {points} of {most}.", "it").format(points=points, most=points) in html


def test_what_is_handed_in_is_what_was_run_last_and_the_grader_takes_it(
    lesson: Any, capsys: Any, monkeypatch: Any, tmp_path: Path
) -> None:
    track = load_chapter("ch8").tracks["pt"]
    exercise = next(each for each in exercises() if each.name == "trainer-inputs")
    right = "# trainer_inputs_pt.py\n" + solution(exercise, "pt").read_text("utf-8")
    again = functions(track.script)["make_collator"].source + "\n\n\ncollator = make_collator(tokenizer)"
    said(
        capsys,
        monkeypatch,
        lesson(cell_of("metrics").source, right.replace("return", "return 1,"), right, again).hand_in,
    )
    with zipfile.ZipFile(tmp_path / "ch8_pt.zip") as archive:
        assert archive.namelist() == ["trainer_inputs_pt.py"]
        text = archive.read("trainer_inputs_pt.py").decode()
    (answer,) = answers_in_file("trainer_inputs_pt.py", text)
    assert (answer.exercise.name, answer.setting) == ("trainer-inputs", "pt")
    assert _functions(text) == _functions(right)


def test_nothing_is_written_where_there_is_nothing_to_hand_in(
    lesson: Any, capsys: Any, monkeypatch: Any, tmp_path: Path
) -> None:
    said(capsys, monkeypatch, lesson(cell_of("metrics").source).hand_in)
    assert not [*tmp_path.glob("*.zip")]


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
    import html

    assert html.unescape(text).replace("\\$", "$").strip() == prose.replace("`", "")


def executed(book: Any, directory: Path, python: str = sys.executable, **environment: str) -> Any:
    """Run a notebook from top to bottom; an error where none is meant ends it."""
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    arguments = [python, "-m", "ipykernel_launcher", "-f", "{connection_file}"]

    class Manager(AsyncKernelManager):
        def format_kernel_cmd(self, extra_arguments: Any = None) -> list[str]:
            return [each.format(connection_file=self.connection_file) for each in arguments]

    client = NotebookClient(
        book, timeout=1800, kernel_manager_class=Manager, resources={"metadata": {"path": str(directory)}}
    )
    kept = {name: value for name, value in os.environ.items() if name not in ("JPY_SESSION_NAME", "PYTHONPATH")}
    client.execute(env={**kept, **environment})
    return book


def assert_as_declared(book: Any, track: Track | None, whole: bool = True) -> None:
    """Assert that a cell failed only as the lesson declares, and that the output is the same on any machine."""
    from course.notebook.running.quiet import declared_as, expected

    for cell in code(book):
        errors = [output for output in cell.outputs if output.output_type == "error"]
        assert bool(errors) == ("raises-exception" in cell.metadata.get("tags", ())), (cell.id, errors)
        for error in errors:
            kind = type(error.ename, (Exception,), {})
            assert declared_as(expected(track), kind(error.evalue)), (cell.id, error.evalue)
        text = json.dumps(cell.outputs, ensure_ascii=False)
        assert not re.search(r"/(?:tmp|home|root|work|usr)/|it/s|s/step|\d%\||\d\d:\d\d:\d\d", text), (
            cell.id,
            text[:2000],
        )
    scores = [cell.outputs for cell in code(book) if cell.id.split("-")[-1] == "scores"] if whole else []
    assert scores or not (track and whole)
    for told in scores:
        shares = [float(share.replace(",", ".")) for share in re.findall(r"(\d+[.,]\d)\s?%", json.dumps(told))]
        assert shares, told
        assert min(shares) >= 75


def shortened(book: Any, task: Task, directory: Path) -> Any:
    """A notebook with all its cells up to the further sections, on few rows, with a small model and few steps."""
    for part in ("data", "model"):
        (directory / part).mkdir()
    given = {
        "dataset": few_rows(task, directory / "data", 160),
        "checkpoint": one_layer(task, directory / "model" / "checkpoint"),
    }
    ids = [cell.id for cell in book.cells]
    if "further" in ids:
        book.cells = book.cells[: ids.index("further")] + book.cells[ids.index("quiz") :]
    for cell in code(book):
        for name, value in given.items():
            cell.source = re.sub(f"^{name} = .*", f'{name} = "{value}"', cell.source, flags=re.MULTILINE)
        cell.source = re.sub(r"^steps = \d{3}$", "steps = 12", cell.source, flags=re.MULTILINE)
    return book


@pytest.mark.train
@pytest.mark.parametrize(
    ("chapter", "framework", "language", "whole"),
    [
        pytest.param(
            chapter,
            framework,
            language,
            whole,
            marks=pytest.mark.release if whole else MARKS[framework],
            id=f"{chapter.name}-{framework}-{language}-{'whole' if whole else 'short'}",
        )
        for (chapter, framework), chosen in zip(books(), itertools.cycle(("ko", "zh_CN", "it")), strict=False)
        for language, whole in [(chosen, False), *((language, True) for language in LANGUAGES)]
    ],
)
def test_a_notebook_runs_from_top_to_bottom_with_the_failures_that_are_meant_and_no_other(
    chapter: Any, framework: Any, language: str, whole: bool, tmp_path: Path
) -> None:
    book = notebook(chapter, framework, language)
    if not whole:
        book = shortened(book, chapter.task, tmp_path)
    book = executed(book, tmp_path, COURSE_LANG=SHORT[language], PYTHONPATH=str(ROOT))
    assert_as_declared(book, chapter.tracks.get(framework), whole)
    said = html.unescape(json.dumps([cell.outputs for cell in code(book)], ensure_ascii=False))
    nothing = translate("There is nothing to hand in yet: write an answer, and run its cell.", language)
    assert (nothing in said) == asks(chapter, framework)


@pytest.mark.train
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
    book = executed(book, work, python, COURSE_LANG="it")
    assert_as_declared(book, load_chapter("ch3").tracks["pt"], whole=False)
    checked = next(cell for cell in book.cells if cell.id == "check-columns")
    assert translate("Points: {points} of {most}.", "it").format(points=exercise.points, most=exercise.points) in str(
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
    from course.audit.catalogues import messages

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
