"""Which of one student's files is the answer that is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.intake import LABELS, ROWS, Tree, code_cell, write_archive, write_tree

from course.contents import find_exercise
from course.exercise import Setting
from course.grading.autograder.one_student import answer_to
from course.grading.intake.collect import collect_one
from course.grading.records import Student, Submission

LABEL_COUNT = find_exercise("label-count")
WITHOUT_IMPORTS = LABELS.replace("import torch\n", "")
NOTEBOOK = json.dumps({"cells": [code_cell(LABELS)], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def chosen(directory: Path, setting: Setting = "pt") -> Submission:
    student = Student("student", language="ko")
    return answer_to(LABEL_COUNT, setting, collect_one(directory, student), student)


@pytest.mark.parametrize(
    "tree",
    [
        {"label_count_pt.py": LABELS},
        {"deep/er/label_count_pt.py": LABELS, "notes.txt": "", "other.py": "x = 1"},
        {"bo_label_count_pt.py": LABELS},
        {"answer.py": LABELS},
        {"answer.py": WITHOUT_IMPORTS},
        {"answer.ipynb": NOTEBOOK},
        {"label_count_pt.py": LABELS, "label_count_tf.py": LABELS, "know_your_data.py": ROWS},
        {"label_count_pt.py": LABELS, ".git/label_count_pt.py": LABELS, "__pycache__/x.py": LABELS},
    ],
)
def test_the_answer_is_found_whatever_lies_beside_it(tmp_path: Path, tree: Tree) -> None:
    found = chosen(write_tree(tmp_path, tree))
    assert found.refused is None
    assert "make_labelled_model" in found.source
    assert (found.student, found.exercise, found.setting) == (Student("student", language="ko"), "label-count", "pt")


def test_an_answer_in_an_archive_is_read(tmp_path: Path) -> None:
    write_archive(tmp_path / "work.zip", {"label_count_pt.py": LABELS})
    assert chosen(tmp_path).source == LABELS


def test_an_answer_without_imports_is_for_the_framework_that_is_asked_for(tmp_path: Path) -> None:
    write_tree(tmp_path, {"answer.py": WITHOUT_IMPORTS})
    assert {chosen(tmp_path, setting).setting for setting in ("tf", "pt")} == {"tf", "pt"}
    assert chosen(tmp_path, "tf").refused is None


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        ({}, "nothing-found"),
        ({"notes.txt": ""}, "nothing-found"),
        ({"label_count_tf.py": LABELS}, "no-answer"),
        ({"answer.py": LABELS.replace("torch", "tensorflow")}, "no-answer"),
        ({"a.py": "x = 1"}, "no-exercise"),
        ({"a.py": "x = 1", "b.py": "x = 1"}, "no-answer"),
        ({"a.py": LABELS, "b.py": LABELS}, "several-answers"),
        ({"label_count_pt.py": LABELS, "answer.ipynb": NOTEBOOK}, "several-answers"),
        ({"label_count_pt.py": ""}, "empty"),
        ({"label_count_pt.py": b"\xff\xfe", "a.py": "x = 1"}, "not-utf8"),
    ],
)
def test_where_there_is_not_one_answer_the_reason_is_given(tmp_path: Path, tree: Tree, reason: str) -> None:
    found = chosen(write_tree(tmp_path, tree))
    assert found.refused is not None
    assert (found.refused.name, found.exercise, found.setting, found.source) == (reason, "label-count", "pt", "")


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    secret = write_tree(tmp_path / "elsewhere", {"label_count_pt.py": LABELS}) / "label_count_pt.py"
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "label_count_pt.py").symlink_to(secret)
    found = chosen(tmp_path / "work")
    assert found.refused is not None
    assert found.refused.name == "symlink"
