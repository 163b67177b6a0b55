"""The functions that a notebook's cells call: checks, and the file to hand in."""

import ast
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from course.contents import exercises, load_chapter, solution
from course.grading.intake.recognize import answers_in_file
from course.i18n import translate
from course.notebook.writing.publish import notebook
from course.script import functions

pytestmark = pytest.mark.slow


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
    assert translate("Score: {points} of {most}", "it").format(points=points, most=points) in html


def test_what_is_handed_in_is_what_was_run_last_and_the_grader_takes_it(
    lesson: Any, capsys: Any, monkeypatch: Any, tmp_path: Path
) -> None:
    track = load_chapter("ch8").tracks["pt"]
    exercise = next(each for each in exercises() if each.name == "trainer-inputs")
    right = "# trainer_inputs_pt.py\n" + solution(exercise, "pt").read_text("utf-8")
    again = functions(track.parts[0].script)["make_collator"].source + "\n\n\ncollator = make_collator(tokenizer)"
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


def test_a_drawn_column_has_the_title_that_its_probe_declares_and_else_its_own_name(
    lesson: Any, capsys: Any, monkeypatch: Any
) -> None:
    import pandas

    found = pandas.DataFrame(
        {"step": [5, 5], "labels shuffled": [1.2, 1.1], "0.001": [1.1, 1.0], "another": [2.0, 1.0]}
    )
    html = said(capsys, monkeypatch, lambda: lesson().draw(found, "labels shuffled", "0.001", "another"))
    assert translate("labels shuffled", "it") in html
    assert "labels shuffled" not in html
    assert " 0.001<" in html
    assert " another<" in html
