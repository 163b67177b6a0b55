"""The exercise and the setting that a file answers."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from support.intake import LABELS, ROWS, note_names, reason_or_exercise, students_and_answers, write_tree

from course.contents import exercises, find_exercise, solution
from course.grading.intake.collect import collect


@pytest.mark.parametrize(
    ("name", "renamed"),
    [
        ("label_count_pt.py", False),
        ("label_count_pt-1.py", True),
        ("label_count_pt (2).py", True),
        ("label_count_pt(2) - copy 3.py", True),
        ("Copy of label_count_pt.py", True),
        ("Copia di Copia di label_count_pt_v2.py", True),
        ("label_count_pt-Copy1.py", True),
        ("Label_Count_PT.PY", True),
    ],
)
def test_a_copys_name_tells_the_exercise_and_a_note_says_so(tmp_path: Path, name: str, renamed: bool) -> None:
    write_tree(tmp_path, {f"ana/{name}": "pass"})
    (found,) = collect(tmp_path)
    assert (reason_or_exercise(found), found.setting, found.source) == ("label-count", "pt", "pass")
    assert ("renamed" in note_names(found)) is renamed


@pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.name)
def test_every_solution_is_told_by_its_functions(tmp_path: Path, exercise: Any) -> None:
    for setting in exercise.settings:
        source = solution(exercise, setting).read_text(encoding="utf-8")
        write_tree(tmp_path, {f"ana/{setting}.py": source})
    assert {reason_or_exercise(each) for each in collect(tmp_path)} == {exercise.name}
    assert all("by-function" in note_names(each) for each in collect(tmp_path))


@pytest.mark.parametrize(
    "named",
    [
        "make_metrics = lambda metric: lambda pair: {}",
        "make_metrics = functools.partial(build, digits=3)",
        "make_metrics: Callable[..., object] = Maker()",
        "make_metrics = build  # the same",
    ],
)
def test_a_function_may_be_given_its_name_later(tmp_path: Path, named: str) -> None:
    source = f"import functools\n\n\ndef build(metric, digits=2):\n    return metric\n\n\n{named}\n"
    book = nbformat.writes(new_notebook(cells=[new_code_cell("make_metrics = None"), new_code_cell(source)]))
    write_tree(tmp_path, {"ana/mine.py": source, "bo/metrics_pt.ipynb": book})
    found = collect(tmp_path)
    assert [reason_or_exercise(each) for each in found] == ["metrics", "metrics"]
    assert all(each.source.count("make_metrics") == 1 for each in found)


def test_the_setting_is_what_the_name_says_else_what_is_imported_else_the_first(tmp_path: Path) -> None:
    bare = LABELS.replace("import torch", "")
    sources = {
        "label_count_tf.py": LABELS,
        "x_torch.py": LABELS,
        "y_none.py": bare,
        "z_keras.py": f"import keras\n{bare}",
    }
    write_tree(tmp_path / "ana", sources)
    found = {Path(each.origin).name: each.setting for each in collect(tmp_path)}
    first = find_exercise("label-count").settings[0]
    assert found == {"label_count_tf.py": "tf", "x_torch.py": "pt", "y_none.py": first, "z_keras.py": "tf"}


def test_a_file_of_several_exercises_answers_each(tmp_path: Path) -> None:
    write_tree(tmp_path, {"ana/all.py": LABELS + ROWS, "bo/none.py": "def other():\n    pass\n"})
    assert students_and_answers(collect(tmp_path)) == [
        ("ana", "label-count"),
        ("ana", "know-your-data"),
        ("bo", "no-exercise"),
    ]
