"""The answers in a notebook, and the notebooks that are refused."""

import json
from pathlib import Path

import pytest
from support.intake import (
    LABELS,
    ROWS,
    code_cell,
    note_names,
    notebook_json,
    reason_or_exercise,
    refusals,
    submissions_of_notebook,
    write_tree,
)

from course.grading.intake.collect import LARGEST, collect


def test_marked_cells_make_an_answer_and_the_rest_does_not(tmp_path: Path) -> None:
    words = {"cell_type": "markdown", "metadata": {}, "source": "def decode_row"}
    cells = [
        words,
        code_cell("1 / 0"),
        code_cell(["a = 1\n", "b = 2"], "label-count", "pt"),
        code_cell(LABELS, "label-count", "pt"),
    ]
    (found,) = submissions_of_notebook(tmp_path, *cells)
    assert (reason_or_exercise(found), found.setting, found.origin) == ("label-count", "pt", "ana.ipynb")
    assert found.source == f"a = 1\nb = 2\n\n\n{LABELS}"
    assert note_names(found) == set()


def test_unmarked_cells_are_told_by_their_functions(tmp_path: Path) -> None:
    torch = code_cell("# first of all\nimport torch\nfrom transformers import (\n    AutoModel,\n)\n")
    keras = code_cell("import tensorflow as tf")
    labels = LABELS.replace("import torch", "")
    found = submissions_of_notebook(tmp_path, torch, keras, code_cell(ROWS), code_cell("x = 1"), code_cell(labels))
    assert {reason_or_exercise(each): each.setting for each in found} == {
        "label-count": "tf",
        "know-your-data": "plain",
    }
    assert all(note_names(each) == {"by-function"} for each in found)
    (found_one,) = submissions_of_notebook(tmp_path, torch, code_cell("x = 1"), code_cell(labels))
    assert (found_one.setting, found_one.source) == ("pt", f"{torch['source']}\n\n\n{labels}")


def test_imports_go_with_every_answer_save_those_of_another_framework_alone(tmp_path: Path) -> None:
    found = submissions_of_notebook(
        tmp_path,
        code_cell("import numpy as np"),
        code_cell("import tensorflow as tf"),
        code_cell("import torch\nimport tensorflow"),
        code_cell("import os; os.remove('x')"),
        code_cell(LABELS, "label-count", "pt"),
    )
    assert found[0].source == f"import numpy as np\n\n\nimport torch\nimport tensorflow\n\n\n{LABELS}"


def test_of_cells_that_define_the_same_the_last_counts_and_a_note_says_so(tmp_path: Path) -> None:
    first, last = LABELS.replace("None", "1"), LABELS.replace("None", "2")
    copy = "def label_shares(labels):\n    return 1\n"
    (labels,) = submissions_of_notebook(
        tmp_path, code_cell(first, "label-count", "pt"), code_cell("x"), code_cell(last, "label-count", "pt")
    )
    assert labels.source == last
    (note,) = labels.notes
    assert (note.name, note.data) == ("last-counts", {"function": "make_labelled_model", "count": 2, "cell": 3})
    # the last is one that the student added, without the mark
    (labels,) = submissions_of_notebook(tmp_path, code_cell(first, "label-count", "pt"), code_cell(last))
    assert (labels.source, labels.setting) == (last, "pt")
    # a cell stays as long as something in it counts
    (rows,) = submissions_of_notebook(tmp_path, code_cell(ROWS + copy), code_cell(copy))
    assert rows.source == f"{ROWS}{copy}\n\n\n{copy}"


def test_a_cell_that_was_moved_is_taken_for_what_it_defines(tmp_path: Path) -> None:
    found = submissions_of_notebook(
        tmp_path, code_cell(ROWS, "label-count", "pt"), code_cell(LABELS, "label-count", "pt")
    )
    assert {reason_or_exercise(each): each.source for each in found} == {"label-count": LABELS, "know-your-data": ROWS}
    assert ["moved-cell" in note_names(each) for each in found] == [each.exercise == "know-your-data" for each in found]


def test_marks_keep_apart_exercises_that_ask_for_the_same_function(tmp_path: Path) -> None:
    compile_ = "def compile_model(model):\n    {}\n"
    train = "def make_train_set():\n    pass\n"
    found = submissions_of_notebook(
        tmp_path,
        code_cell(train + compile_.format(1), "keras-loss", "tf"),
        code_cell(compile_.format(2), "right-loss", "tf"),
    )
    assert {reason_or_exercise(each): each.source for each in found} == {
        "keras-loss": train + compile_.format(1),
        "right-loss": compile_.format(2),
    }


def test_one_exercise_in_two_settings_is_two_answers(tmp_path: Path) -> None:
    found = submissions_of_notebook(
        tmp_path, code_cell(LABELS, "label-count", "tf"), code_cell(LABELS, "label-count", "pt")
    )
    assert [(each.setting, each.attempt) for each in found] == [("tf", 1), ("pt", 2)]


def test_the_name_of_a_notebook_says_the_setting_that_its_cells_do_not(tmp_path: Path) -> None:
    bare = code_cell(LABELS.replace("import torch", ""))
    named_otherwise = {"bea": [code_cell(LABELS)], "cem": [code_cell(LABELS, "label-count", "pt")]}
    for student, cells in {"ana": [bare, code_cell("import torch")], **named_otherwise}.items():
        write_tree(tmp_path, {f"{student}/label_count_tf.ipynb": notebook_json(*cells)})
    write_tree(tmp_path, {"dan/label_count_pt.ipynb": notebook_json(bare)})
    found = {each.student.id: each.setting for each in collect(tmp_path)}
    assert found == {"ana": "tf", "bea": "pt", "cem": "pt", "dan": "pt"}


def test_magics_become_comments_and_lines_keep_their_numbers(tmp_path: Path) -> None:
    source = (
        "%%time\n%pip install x\n!ls\n?help\nlen?\nif True:\n    %matplotlib inline\n"
        "x = ('%s'\n     % 1 !=\n     2)\nprint('''\n%s\n''')\ndef decode_row(row, tokenizer):\n    pass\n"
    )
    (found,) = submissions_of_notebook(tmp_path, code_cell(source))
    assert len(found.source.splitlines()) == len(source.splitlines())
    compile(found.source, "answer.py", "exec")
    assert found.source.splitlines()[7:] == source.splitlines()[7:]
    (found,) = submissions_of_notebook(tmp_path, code_cell("%%bash\ndef decode_row\n"), code_cell(ROWS))
    assert found.source == ROWS


def test_a_notebook_of_the_third_format_is_read(tmp_path: Path) -> None:
    sheet = {"cells": [{"cell_type": "code", "input": [LABELS], "language": "python"}]}
    write_tree(tmp_path, {"ana.ipynb": json.dumps({"nbformat": 3, "worksheets": [sheet]})})
    (found,) = collect(tmp_path)
    assert (reason_or_exercise(found), found.source) == ("label-count", LABELS)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "empty"),
        ("{", "not-json"),
        ("[]", "wrong-type"),
        ('"cells"', "wrong-type"),
        ("{}", "wrong-type"),
        ('{"nbformat": "4", "cells": []}', "wrong-type"),
        ('{"nbformat": 9, "cells": []}', "notebook-version"),
        ('{"nbformat": 4}', "wrong-type"),
        ('{"nbformat": 4, "cells": {}}', "wrong-type"),
        ('{"nbformat": 3, "worksheets": [1]}', "wrong-type"),
        ('{"nbformat": 3}', "wrong-type"),
        (notebook_json(), "no-exercise"),
        (notebook_json(code_cell("x = 1")), "no-exercise"),
        (notebook_json(1), "wrong-type"),
        (notebook_json({"cell_type": ["code"]}), "wrong-type"),
        (notebook_json({"cell_type": "code"}), "wrong-type"),
        (notebook_json({"cell_type": "code", "source": "", "metadata": []}), "wrong-type"),
        (notebook_json(code_cell(3)), "wrong-type"),
        (notebook_json(code_cell(["a", None])), "wrong-type"),
        (notebook_json({"cell_type": "code", "source": "", "metadata": {"course": 1}}), "wrong-type"),
        (notebook_json({"cell_type": "code", "source": "", "metadata": {"course": {"exercise": []}}}), "wrong-type"),
        (notebook_json(code_cell("", "label-count", {})), "wrong-type"),  # type: ignore[arg-type]
        (notebook_json(code_cell(" \n", "label-count", "pt")), "empty"),
        (notebook_json(code_cell("\0", "label-count", "pt")), "null-bytes"),
        (notebook_json(code_cell("'\ud800'", "label-count", "pt")), "not-utf8"),
        (notebook_json(code_cell("#" * (LARGEST[".py"] + 1), "label-count", "pt")), "too-large"),
        ("[" * 100_000, "too-intricate"),
        ('{"a":' * 100_000, "too-intricate"),
        ("[" + "[]," * 1_000_000 + "0]", "too-intricate"),
        (f'{{"nbformat": {"1" * 1_000_000}, "cells": []}}', "notebook-version"),
        ("\ufeff\ufeff{}", "not-json"),
        (b"\xff\xfe{\0}\0", "not-utf8"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_notebook_is_refused_with_the_reason(tmp_path: Path, content: str | bytes, reason: str) -> None:
    write_tree(tmp_path, {"ana.ipynb": content})
    assert refusals(tmp_path) == [reason]


def test_a_huge_notebook_is_refused_by_its_size(tmp_path: Path) -> None:
    with (tmp_path / "ana.ipynb").open("wb") as file:
        file.truncate(200_000_000)
    assert refusals(tmp_path) == ["too-large"]
