"""Writes submissions in directories, archives and notebooks, and reads them as a class."""

import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from course.grading.intake.collect import Collection, collect
from course.grading.intake.notes import sentence
from course.grading.records import Submission
from course.i18n import LANGUAGES

LABELS = "import torch\n\n\ndef make_labelled_model(checkpoint, feature):\n    return None\n"


ROWS = "def decode_row(row, tokenizer):\n    return ''\n"


Tree = Mapping[str, str | bytes]


def write_tree(root: Path, tree: Tree) -> Path:
    for name, content in tree.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def write_archive(path: Path, tree: Tree | Sequence[tuple[str | zipfile.ZipInfo, str | bytes]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in tree.items() if isinstance(tree, Mapping) else tree:
            file.writestr(name, content)
    return path


def reason_or_exercise(submission: Submission) -> str:
    """The reason it was refused for, else its exercise."""
    return submission.refused.name if submission.refused else submission.exercise


def students_and_answers(found: Collection) -> list[tuple[str, str]]:
    return [(submission.student.id, reason_or_exercise(submission)) for submission in found]


def note_names(submission: Submission) -> set[str]:
    return {note.name for note in submission.notes}


def refusals(root: Path) -> list[str]:
    """The reasons for which submissions were refused. Asserts that a sound submission beside them is accepted."""
    write_tree(root, {"zz-honest/label_count_pt.py": LABELS})
    *others, honest = collect(root)
    assert (honest.student.id, reason_or_exercise(honest), honest.source) == ("zz-honest", "label-count", LABELS)
    for submission in others:
        assert submission.refused is not None
        for language in LANGUAGES:
            said = sentence(submission.refused, language)
            assert said
            assert "…" not in said
        assert submission.origin.isprintable()
        assert len(submission.origin) < 400
        assert len(submission.sha256) == 64
    return [reason_or_exercise(submission) for submission in others]


def code_cell(source: Any, exercise: str | None = None, setting: str | None = None) -> dict[str, Any]:
    mark = {"course": {"exercise": exercise, "setting": setting}} if exercise else {}
    return {"cell_type": "code", "metadata": mark, "source": source, "outputs": []}


def notebook_json(*cells: Any) -> str:
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells)})


def submissions_of_notebook(tmp_path: Path, *cells: Any) -> list[Submission]:
    write_tree(tmp_path, {"ana.ipynb": notebook_json(*cells)})
    return list(collect(tmp_path))
