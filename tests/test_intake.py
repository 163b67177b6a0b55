"""What an instructor points at becomes submissions, and whatever is wrong with a file is one line that says so."""

import csv
import hashlib
import io
import json
import os
import socket
import struct
import tempfile
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from course.contents import exercises, find_exercise, solution
from course.grading.intake.archive import MOST_ENTRIES
from course.grading.intake.collect import LARGEST, MOST_FILES, Collection, collect
from course.grading.intake.files import DEEPEST
from course.grading.intake.notes import SENTENCES, sentence
from course.grading.intake.roster import Roster, read_roster
from course.grading.records import Note, Student, Submission
from course.i18n import LANGUAGES
from course.message import WrongUse

LABELS = "import torch\n\n\ndef make_labelled_model(checkpoint, feature):\n    return None\n"
ROWS = "def decode_row(row, tokenizer):\n    return ''\n"
Tree = Mapping[str, str | bytes]

METADATA = """\
submission_11:
  :submitters:
  - :name: Ana Rossi
    :sid: '111'
    :email: ana@example.org
  - :name: "B\\xF6 Li"
    :sid: ''
    :email: bo@example.org
  :created_at: 2026-04-26 17:34:00.861687000 Z
  :results: &results
    output: |-
      :submitters:
      - :sid: '666'
    tests: [{name: {deep: [1, 2]}}, *results]
submission_12:
  :submitters:
  - :name: Chiara
    :sid: 333
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: &2 2026-04-27 10:00:00 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: Etc/UTC
    time: 2026-04-27 12:00:00 Z
"""
LAYOUTS: Mapping[str, tuple[Tree, list[tuple[str, str, str]]]] = {
    "folders": (
        {
            "ana/label_count_pt.py": LABELS,
            "ana/hw/week 2/know_your_data.py": ROWS,
            "li_wei/answer.py": LABELS,
            "li_wei/README.md": "read me",
            "empty/notes.txt": "",
            "__MACOSX/._ana": "",
            "ana/.git/hooks/x.py": LABELS,
            "README.md": "",
        },
        [
            ("ana", "", "know-your-data"),
            ("ana", "", "label-count"),
            ("empty", "", "nothing-found"),
            ("li_wei", "", "label-count"),
        ],
    ),
    "flat": (
        {
            "ana_label_count_pt.py": LABELS,
            "li_wei_know_your_data.py": ROWS,
            "bo_homework.py": LABELS,
            "bo.py": ROWS,
            "label_count_tf.py": LABELS,
            "grades.csv": "",
        },
        [
            ("", "", "no-student"),
            ("ana", "", "label-count"),
            ("bo", "", "know-your-data"),
            ("bo", "", "label-count"),
            ("li_wei", "", "know-your-data"),
        ],
    ),
    "moodle": (
        {
            "Ana Rossi_1234567_assignsubmission_file_/label_count_pt.py": LABELS,
            "Ana Rossi_1234567_assignsubmission_onlinetext_/onlinetext.html": "<p>",
            "王 小明_1234568_assignsubmission_file_know_your_data.py": ROWS,
            "Bo_3_assignsubmission_file_report.pdf": "%PDF",
        },
        [
            ("1234567", "Ana Rossi", "label-count"),
            ("1234568", "王 小明", "know-your-data"),
            ("3", "Bo", "nothing-found"),
        ],
    ),
    "canvas": (
        {
            "rossiana_12345_67890_label_count_pt-1.py": LABELS,
            "libo_LATE_12346_67891_know_your_data.py": ROWS,
            "wanghe_12347_67892_photo.png": b"\x89PNG",
        },
        [
            ("12345", "rossiana", "label-count"),
            ("12346", "libo", "know-your-data"),
            ("12347", "wanghe", "nothing-found"),
        ],
    ),
    "gradescope": (
        {
            "assignment_7_export/submission_metadata.yml": METADATA,
            "assignment_7_export/submission_11/label_count_pt.py": LABELS,
            "assignment_7_export/submission_12/src/label_count_pt.py": LABELS,
            "assignment_7_export/submission_13/label_count_pt.py": LABELS,
        },
        [
            ("111", "Ana Rossi", "label-count"),
            ("333", "Chiara", "label-count"),
            ("bo@example.org", "Bö Li", "label-count"),
            ("submission_13", "", "label-count"),
        ],
    ),
}


def write(root: Path, tree: Tree) -> Path:
    for name, content in tree.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def archive(path: Path, tree: Tree | Sequence[tuple[str | zipfile.ZipInfo, str | bytes]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in tree.items() if isinstance(tree, Mapping) else tree:
            file.writestr(name, content)
    return path


def what(submission: Submission) -> str:
    """The reason it was refused for, else its exercise."""
    return submission.refused.name if submission.refused else submission.exercise


def told(found: Collection) -> list[tuple[str, str]]:
    return [(submission.student.id, what(submission)) for submission in found]


def notes(submission: Submission) -> set[str]:
    return {note.name for note in submission.notes}


def refusals(root: Path) -> list[str]:
    """Why something was refused; what a sound submission beside it came to must be sound all the same."""
    write(root, {"zz-honest/label_count_pt.py": LABELS})
    *others, honest = collect(root)
    assert (honest.student.id, what(honest), honest.source) == ("zz-honest", "label-count", LABELS)
    for submission in others:
        assert submission.refused is not None
        for language in LANGUAGES:
            said = sentence(submission.refused, language)
            assert said
            assert "…" not in said
        assert submission.origin.isprintable()
        assert len(submission.origin) < 400
        assert len(submission.sha256) == 64
    return [what(submission) for submission in others]


@pytest.mark.parametrize("asked", ["as it is", "auto"])
@pytest.mark.parametrize("form", ["directory", "zip", "zip in a directory"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout_tells_whose_each_file_is(tmp_path: Path, layout: str, form: str, asked: str) -> None:
    tree, expected = LAYOUTS[layout]
    if form == "directory":
        root = write(tmp_path / "all", tree)
    elif form == "zip":
        root = archive(tmp_path / "all.zip", tree)
    elif layout in ("folders", "flat"):
        pytest.skip("an archive of no system's making is its student's, in a directory")
    else:
        root = archive(tmp_path / "all" / "downloaded.zip", tree).parent
    found = collect(root, layout=layout if asked == "as it is" else "auto")
    listed = [(each.student.id, each.student.name, what(each)) for each in found]
    assert sorted(listed) == sorted(expected)
    assert found.total == len(expected)


def test_a_zipped_folder_is_what_lies_in_it(tmp_path: Path) -> None:
    tree = {f"class/{name}": content for name, content in LAYOUTS["folders"][0].items()}
    assert {id for id, _ in told(collect(archive(tmp_path / "class.zip", tree)))} == {"ana", "empty", "li_wei"}


def test_a_students_archive_is_opened_and_one_within_it_is_not(tmp_path: Path) -> None:
    archive(tmp_path / "li_wei.zip", {"src/label_count_pt.py": LABELS, "more.zip": "PK"})
    archive(tmp_path / "ana" / "work.zip", {"know_your_data.py": ROWS})
    archive(tmp_path / "bo.zip", {})
    assert sorted(told(collect(tmp_path))) == [
        ("ana", "know-your-data"),
        ("bo", "nothing-found"),
        ("li_wei", "label-count"),
        ("li_wei", "nested-archive"),
    ]
    inside = archive(tmp_path / "all.zip", {"ana/work.zip": "PK", "bo/label_count_pt.py": LABELS})
    assert told(collect(inside)) == [("ana", "nested-archive"), ("bo", "label-count")]


def test_nobody_hands_in_for_others_by_naming_files_as_a_system_does(tmp_path: Path) -> None:
    forged = {
        "submission_metadata.yml": METADATA,
        "submission_11/label_count_pt.py": LABELS,
        "Bo Li_7_assignsubmission_file_/label_count_pt.py": LABELS,
        "libo_12346_67891_label_count_pt.py": LABELS,
    }
    write(tmp_path, {f"ana/{name}": content for name, content in forged.items()})
    write(tmp_path, {"eva/submission_metadata.yml": "{not yaml", "zoe/label_count_pt.py": LABELS})
    archive(tmp_path / "mia.zip", forged)
    assert {id for id, _ in told(collect(tmp_path))} == {"ana", "eva", "mia", "zoe"}


def test_one_file_is_its_folders_or_the_one_whom_it_is_named_after(tmp_path: Path) -> None:
    write(tmp_path, {"ana/label_count_pt.py": LABELS, "ana/bo_label_count_pt.py": LABELS, "ana/other.py": "1 / 0"})
    assert told(collect(tmp_path / "ana" / "label_count_pt.py")) == [("ana", "label-count")]
    assert told(collect(tmp_path / "ana" / "bo_label_count_pt.py")) == [("bo", "label-count")]


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
    write(tmp_path, {f"ana/{name}": "pass"})
    (found,) = collect(tmp_path)
    assert (what(found), found.setting, found.source) == ("label-count", "pt", "pass")
    assert ("renamed" in notes(found)) is renamed


@pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.name)
def test_every_solution_is_told_by_its_functions(tmp_path: Path, exercise: Any) -> None:
    for setting in exercise.settings:
        source = solution(exercise, setting).read_text(encoding="utf-8")
        write(tmp_path, {f"ana/{setting}.py": source})
    assert {what(each) for each in collect(tmp_path)} == {exercise.name}
    assert all("by-function" in notes(each) for each in collect(tmp_path))


def test_the_setting_is_what_the_name_says_else_what_is_imported_else_the_first(tmp_path: Path) -> None:
    bare = LABELS.replace("import torch", "")
    sources = {
        "label_count_tf.py": LABELS,
        "x_torch.py": LABELS,
        "y_none.py": bare,
        "z_keras.py": f"import keras\n{bare}",
    }
    write(tmp_path / "ana", sources)
    found = {Path(each.origin).name: each.setting for each in collect(tmp_path)}
    first = find_exercise("label-count").settings[0]
    assert found == {"label_count_tf.py": "tf", "x_torch.py": "pt", "y_none.py": first, "z_keras.py": "tf"}


def test_a_file_of_several_exercises_answers_each(tmp_path: Path) -> None:
    write(tmp_path, {"ana/all.py": LABELS + ROWS, "bo/none.py": "def other():\n    pass\n"})
    assert told(collect(tmp_path)) == [("ana", "label-count"), ("ana", "know-your-data"), ("bo", "no-exercise")]


def test_only_the_exercises_asked_for_are_given(tmp_path: Path) -> None:
    write(tmp_path, {"ana/label_count_pt.py": LABELS, "ana/know_your_data.py": ROWS, "bo/x.py": "pass"})
    found = collect(tmp_path, only=["know-your-data"])
    assert told(found) == [("ana", "know-your-data"), ("bo", "no-exercise")]
    with pytest.raises(WrongUse):
        collect(tmp_path, only=["know-your-dada"])


def test_the_hash_is_of_the_bytes_that_are_run_and_a_byte_order_mark_is_not(tmp_path: Path) -> None:
    source = f"# 안녕\r\n{LABELS}"
    write(tmp_path, {"ana/label_count_pt.py": b"\xef\xbb\xbf" + source.encode(), "bo/label_count_pt.py": source})
    ana, bo = collect(tmp_path)
    assert ana.source == bo.source == source
    assert ana.sha256 == bo.sha256 == hashlib.sha256(source.encode()).hexdigest()


def test_attempts_are_counted_in_the_order_of_handing_in(tmp_path: Path) -> None:
    write(tmp_path / "ana", {"label_count_pt.py": LABELS, "label_count_pt-1.py": LABELS, "know_your_data.py": ROWS})
    os.utime(tmp_path / "ana" / "label_count_pt.py", (1_700_000_000,) * 2)
    os.utime(tmp_path / "ana" / "label_count_pt-1.py", (1_600_000_000,) * 2)
    again = zipfile.ZipInfo("label_count_pt.py", (2024, 1, 1, 12, 0, 0))
    archive(tmp_path / "ana.zip", [(again, LABELS)])
    found = [each for each in collect(tmp_path) if each.exercise == "label-count"]
    assert [(each.origin, each.attempt, each.handed_in) for each in found] == [
        ("ana/label_count_pt-1.py", 1, "2020-09-13T12:26:40+00:00"),
        ("ana/label_count_pt.py", 2, "2023-11-14T22:13:20+00:00"),
        ("ana.zip/label_count_pt.py", 3, "2024-01-01T12:00:00+00:00"),
    ]


def test_gradescopes_times_hold_and_canvas_says_what_is_late(tmp_path: Path) -> None:
    found = {each.student.id: each.handed_in for each in collect(write(tmp_path / "g", LAYOUTS["gradescope"][0]))}
    assert found["111"] == found["bo@example.org"] == "2026-04-26T17:34:00+00:00"
    assert found["333"] == "2026-04-27T10:00:00+00:00"
    late = {
        each.student.id for each in collect(write(tmp_path / "c", LAYOUTS["canvas"][0])) if "marked-late" in notes(each)
    }
    assert late == {"12346"}


def test_a_list_that_gradescope_did_not_write_is_the_instructors_to_mend(tmp_path: Path) -> None:
    for broken in ("{", "a: [", "? [1]\n: 2", "\0", b"\xff"):
        write(tmp_path, {"submission_metadata.yml": broken, "submission_1/label_count_pt.py": LABELS})
        with pytest.raises(WrongUse):
            collect(tmp_path)


# notebooks


def code(source: Any, exercise: str | None = None, setting: str | None = None) -> dict[str, Any]:
    mark = {"course": {"exercise": exercise, "setting": setting}} if exercise else {}
    return {"cell_type": "code", "metadata": mark, "source": source, "outputs": []}


def notebook(*cells: Any) -> str:
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells)})


def read(tmp_path: Path, *cells: Any) -> list[Submission]:
    write(tmp_path, {"ana.ipynb": notebook(*cells)})
    return list(collect(tmp_path))


def test_marked_cells_make_an_answer_and_the_rest_does_not(tmp_path: Path) -> None:
    words = {"cell_type": "markdown", "metadata": {}, "source": "def decode_row"}
    cells = [words, code("1 / 0"), code(["a = 1\n", "b = 2"], "label-count", "pt"), code(LABELS, "label-count", "pt")]
    (found,) = read(tmp_path, *cells)
    assert (what(found), found.setting, found.origin) == ("label-count", "pt", "ana.ipynb")
    assert found.source == f"a = 1\nb = 2\n\n\n{LABELS}"
    assert notes(found) == set()


def test_unmarked_cells_are_told_by_their_functions(tmp_path: Path) -> None:
    torch = code("# first of all\nimport torch\nfrom transformers import (\n    AutoModel,\n)\n")
    keras = code("import tensorflow as tf")
    labels = LABELS.replace("import torch", "")
    found = read(tmp_path, torch, keras, code(ROWS), code("x = 1"), code(labels))
    assert {what(each): each.setting for each in found} == {"label-count": "tf", "know-your-data": "plain"}
    assert all(notes(each) == {"by-function"} for each in found)
    (found_one,) = read(tmp_path, torch, code("x = 1"), code(labels))
    assert (found_one.setting, found_one.source) == ("pt", f"{torch['source']}\n\n\n{labels}")


def test_imports_go_with_every_answer_save_those_of_another_framework_alone(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        code("import numpy as np"),
        code("import tensorflow as tf"),
        code("import torch\nimport tensorflow"),
        code("import os; os.remove('x')"),
        code(LABELS, "label-count", "pt"),
    )
    assert found[0].source == f"import numpy as np\n\n\nimport torch\nimport tensorflow\n\n\n{LABELS}"


def test_of_cells_that_define_the_same_the_last_counts_and_a_note_says_so(tmp_path: Path) -> None:
    first, last = LABELS.replace("None", "1"), LABELS.replace("None", "2")
    copy = "def label_shares(labels):\n    return 1\n"
    (labels,) = read(tmp_path, code(first, "label-count", "pt"), code("x"), code(last, "label-count", "pt"))
    assert labels.source == last
    (note,) = labels.notes
    assert (note.name, note.data) == ("last-counts", {"function": "make_labelled_model", "count": 2, "cell": 3})
    # the last is one that the student added, without the mark
    (labels,) = read(tmp_path, code(first, "label-count", "pt"), code(last))
    assert (labels.source, labels.setting) == (last, "pt")
    # a cell stays as long as something in it counts
    (rows,) = read(tmp_path, code(ROWS + copy), code(copy))
    assert rows.source == f"{ROWS}{copy}\n\n\n{copy}"


def test_a_cell_that_was_moved_is_taken_for_what_it_defines(tmp_path: Path) -> None:
    found = read(tmp_path, code(ROWS, "label-count", "pt"), code(LABELS, "label-count", "pt"))
    assert {what(each): each.source for each in found} == {"label-count": LABELS, "know-your-data": ROWS}
    assert ["moved-cell" in notes(each) for each in found] == [each.exercise == "know-your-data" for each in found]


def test_marks_keep_apart_exercises_that_ask_for_the_same_function(tmp_path: Path) -> None:
    compile_ = "def compile_model(model):\n    {}\n"
    train = "def make_train_set():\n    pass\n"
    found = read(
        tmp_path,
        code(train + compile_.format(1), "keras-loss", "tf"),
        code(compile_.format(2), "right-loss", "tf"),
    )
    assert {what(each): each.source for each in found} == {
        "keras-loss": train + compile_.format(1),
        "right-loss": compile_.format(2),
    }


def test_one_exercise_in_two_settings_is_two_answers(tmp_path: Path) -> None:
    found = read(tmp_path, code(LABELS, "label-count", "tf"), code(LABELS, "label-count", "pt"))
    assert [(each.setting, each.attempt) for each in found] == [("tf", 1), ("pt", 2)]


def test_the_name_of_a_notebook_says_the_setting_that_its_cells_do_not(tmp_path: Path) -> None:
    bare = code(LABELS.replace("import torch", ""))
    named_otherwise = {"bea": [code(LABELS)], "cem": [code(LABELS, "label-count", "pt")]}
    for student, cells in {"ana": [bare, code("import torch")], **named_otherwise}.items():
        write(tmp_path, {f"{student}/label_count_tf.ipynb": notebook(*cells)})
    write(tmp_path, {"dan/label_count_pt.ipynb": notebook(bare)})
    found = {each.student.id: each.setting for each in collect(tmp_path)}
    assert found == {"ana": "tf", "bea": "pt", "cem": "pt", "dan": "pt"}


def test_magics_become_comments_and_lines_keep_their_numbers(tmp_path: Path) -> None:
    source = (
        "%%time\n%pip install x\n!ls\n?help\nlen?\nif True:\n    %matplotlib inline\n"
        "x = ('%s'\n     % 1 !=\n     2)\nprint('''\n%s\n''')\ndef decode_row(row, tokenizer):\n    pass\n"
    )
    (found,) = read(tmp_path, code(source))
    assert len(found.source.splitlines()) == len(source.splitlines())
    compile(found.source, "answer.py", "exec")
    assert found.source.splitlines()[7:] == source.splitlines()[7:]
    (found,) = read(tmp_path, code("%%bash\ndef decode_row\n"), code(ROWS))
    assert found.source == ROWS


def test_a_notebook_of_the_third_format_is_read(tmp_path: Path) -> None:
    sheet = {"cells": [{"cell_type": "code", "input": [LABELS], "language": "python"}]}
    write(tmp_path, {"ana.ipynb": json.dumps({"nbformat": 3, "worksheets": [sheet]})})
    (found,) = collect(tmp_path)
    assert (what(found), found.source) == ("label-count", LABELS)


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
        (notebook(), "no-exercise"),
        (notebook(code("x = 1")), "no-exercise"),
        (notebook(1), "wrong-type"),
        (notebook({"cell_type": ["code"]}), "wrong-type"),
        (notebook({"cell_type": "code"}), "wrong-type"),
        (notebook({"cell_type": "code", "source": "", "metadata": []}), "wrong-type"),
        (notebook(code(3)), "wrong-type"),
        (notebook(code(["a", None])), "wrong-type"),
        (notebook({"cell_type": "code", "source": "", "metadata": {"course": 1}}), "wrong-type"),
        (notebook({"cell_type": "code", "source": "", "metadata": {"course": {"exercise": []}}}), "wrong-type"),
        (notebook(code("", "label-count", {})), "wrong-type"),  # type: ignore[arg-type]
        (notebook(code(" \n", "label-count", "pt")), "empty"),
        (notebook(code("\0", "label-count", "pt")), "null-bytes"),
        (notebook(code("'\ud800'", "label-count", "pt")), "not-utf8"),
        (notebook(code("#" * (LARGEST[".py"] + 1), "label-count", "pt")), "too-large"),
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
    write(tmp_path, {"ana.ipynb": content})
    assert refusals(tmp_path) == [reason]


# hostile and broken input


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (b"x = '\0'", "null-bytes"),
        (LABELS.encode("utf-16"), "not-utf8"),
        (b"# -*- coding: latin-1 -*-\nx = '\xe9'", "not-utf8"),
        (b"#" * (LARGEST[".py"] + 1), "too-large"),
    ],
)
def test_what_is_no_text_is_refused_with_the_reason(tmp_path: Path, content: bytes, reason: str) -> None:
    write(tmp_path, {"ana/label_count_pt.py": content})
    assert refusals(tmp_path) == [reason]
    (ana, _) = collect(tmp_path)
    assert (ana.exercise, ana.setting, ana.source) == ("label-count", "pt", "")


def test_a_huge_notebook_is_refused_by_its_size(tmp_path: Path) -> None:
    with (tmp_path / "ana.ipynb").open("wb") as file:
        file.truncate(200_000_000)
    assert refusals(tmp_path) == ["too-large"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = write(tmp_path / "elsewhere", {"label_count_pt.py": LABELS}) / "label_count_pt.py"
    root = write(tmp_path / "all", {"ana/README.md": ""})
    (root / "ana" / "label_count_pt.py").symlink_to(secret)
    (root / "ana" / "loop").symlink_to(root, target_is_directory=True)
    (root / "bo").symlink_to(secret.parent, target_is_directory=True)
    (root / "ana" / "dangling.ipynb").symlink_to("nowhere")
    assert refusals(root) == ["symlink"] * 4


def test_what_is_no_ordinary_file_is_never_waited_for(tmp_path: Path) -> None:
    write(tmp_path, {"ana/README.md": ""})
    os.mkfifo(tmp_path / "ana" / "label_count_pt.py")
    os.mkfifo(tmp_path / "bo.zip")
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX) as server:
        # the path of a socket must be short when it is bound
        server.bind(f"{short}/s")
        Path(short, "s").rename(tmp_path / "ana" / "answer.ipynb")
        assert refusals(tmp_path) == ["special-file"] * 3


@pytest.mark.parametrize("change", ["gone", "a link", "a pipe", "a directory"])
def test_a_file_that_changes_between_listing_and_reading_is_one_line(tmp_path: Path, change: str) -> None:
    write(tmp_path, {"ana/label_count_pt.py": LABELS, "bo/label_count_pt.py": LABELS})
    last = tmp_path / "bo" / "label_count_pt.py"
    found = iter(collect(tmp_path))
    assert what(next(found)) == "label-count"
    last.unlink()
    if change == "a link":
        last.symlink_to(tmp_path / "ana" / "label_count_pt.py")
    elif change == "a pipe":
        os.mkfifo(last)
    elif change == "a directory":
        last.mkdir()
    reasons = {"gone": "vanished", "a link": "symlink", "a pipe": "special-file", "a directory": "special-file"}
    assert [what(each) for each in found] == [reasons[change]]


def test_an_archive_that_changes_between_listing_and_reading_is_one_line(tmp_path: Path) -> None:
    write(tmp_path, {"ana/label_count_pt.py": LABELS})
    path = archive(tmp_path / "bo.zip", {"label_count_pt.py": LABELS})
    collection = collect(tmp_path)
    archive(path, {"other_pt.py": LABELS})
    assert told(collection) == [("ana", "label-count"), ("bo", "vanished")]
    archive(path, {})
    assert told(collection) == [("ana", "label-count"), ("bo", "vanished")]
    path.write_text("no archive")
    assert told(collection) == [("ana", "label-count"), ("bo", "damaged-archive")]
    path.unlink()
    assert told(collection) == [("ana", "label-count"), ("bo", "vanished")]


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A directory that others may enter, and in it what they may not, as somebody other than root."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_what_the_system_does_not_let_one_read_is_one_line(open_to_all: Path) -> None:
    write(open_to_all, {"ana/label_count_pt.py": LABELS, "bo/label_count_pt.py": LABELS, "zz-honest/x.txt": ""})
    (open_to_all / "zz-honest").chmod(0o777)
    (open_to_all / "ana" / "label_count_pt.py").chmod(0)
    (open_to_all / "bo").chmod(0)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        assert refusals(open_to_all) == ["unreadable-file"] * 2
    finally:
        if root:
            os.seteuid(0)
        (open_to_all / "bo").chmod(0o755)


def test_directories_nested_without_end_are_one_line(tmp_path: Path) -> None:
    top = tmp_path / "all" / "ana"
    top.mkdir(parents=True)
    here = os.open(top, os.O_RDONLY)
    for _ in range(1_000):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(os.open("label_count_pt.py", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)
    try:
        assert refusals(tmp_path / "all") == ["too-deep"]
    finally:
        # what removes a directory and all below it cannot remove this
        while (top / "d" / "d").is_dir():
            (top / "d" / "d").rename(top / "next")
            (top / "d").rmdir()
            (top / "next").rename(top / "d")


def test_odd_names_are_refused_and_shown_printable(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a\nb/label_count_pt.py": LABELS,
            "a\nb/know_your_data.py": ROWS,
            "ana/label\u202etp.py": LABELS,
            "ana/x.py\n": LABELS,
            "ana/\x1b[31m.ipynb": LABELS,
            "ana/data\n.csv": "",
        },
    )
    (tmp_path / "ana" / os.fsdecode(b"\xff.py")).write_text(LABELS)
    assert refusals(tmp_path) == ["odd-name"] * 5


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("/etc/label_count_pt.py", "unsafe-path"),
        ("../label_count_pt.py", "unsafe-path"),
        ("a/../../label_count_pt.py", "unsafe-path"),
        ("a\\..\\label_count_pt.py", "unsafe-path"),
        ("C:/label_count_pt.py", "unsafe-path"),
        ("c:label_count_pt.py", "unsafe-path"),
        ("\\\\server\\label_count_pt.py", "unsafe-path"),
        ("label_count_pt.py\nx.py", "odd-name"),
        ("\u202eyp.tp_tnuoc_lebal.py", "odd-name"),
        ("x" * 5_000 + ".py", "long-name"),
        ("x" * 5_000 + "/label_count_pt.py", "long-name"),
        ("d/" * 1_000 + "label_count_pt.py", "too-deep"),
        ("more.ZIP", "nested-archive"),
    ],
    ids=lambda value: value[:20].encode("unicode_escape").decode(),
)
@pytest.mark.parametrize("whole", [False, True])
def test_an_entry_with_such_a_name_is_one_line(tmp_path: Path, name: str, reason: str, whole: bool) -> None:
    entries = {name: LABELS, "zz/label_count_pt.py": LABELS}
    if whole:
        found = collect(archive(tmp_path / "class.zip", entries))
        assert not [each for each in found if each.student.id == ""] or reason == "unsafe-path"
    else:
        archive(tmp_path / "ana.zip", entries)
        found = collect(tmp_path)
        assert {each.student.id for each in found} == {"ana"}
    assert sorted(map(what, found)) == sorted([reason, "label-count"])


def test_an_entry_that_is_a_link_or_a_device_is_one_line(tmp_path: Path) -> None:
    link, device = zipfile.ZipInfo("label_count_pt.py"), zipfile.ZipInfo("know_your_data.py")
    link.external_attr, device.external_attr = 0o120777 << 16, 0o020666 << 16
    archive(tmp_path / "ana.zip", [(link, "/etc/passwd"), (device, "")])
    assert sorted(refusals(tmp_path)) == ["special-file", "symlink"]


def patched(path: Path, local: Sequence[tuple[int, bytes]], central: Sequence[tuple[int, bytes]]) -> None:
    """Write over the headers of the only entry of an archive."""
    content = bytearray(path.read_bytes())
    for signature, changes in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        start = content.index(signature)
        for offset, value in changes:
            content[start + offset : start + offset + len(value)] = value
    path.write_bytes(content)


def test_an_entry_that_cannot_be_got_out_is_one_line(tmp_path: Path) -> None:
    def short(value: int) -> bytes:
        return struct.pack("<H", value)

    for reason, local, central in (
        ("encrypted", [(6, short(1))], [(8, short(1))]),
        ("compression", [(8, short(98))], [(10, short(98))]),
        ("compression", [(8, short(14))], [(10, short(14))]),
        ("damaged-entry", [(14, b"0000")], [(16, b"0000")]),
        ("damaged-entry", [(30, b"X")], []),
        # it says that it is shorter than it is
        ("damaged-entry", [(22, b"\1\0\0\0")], [(24, b"\1\0\0\0")]),
        ("too-large", [(22, b"\0\0\0\x40")], [(24, b"\0\0\0\x40")]),
    ):
        path = archive(tmp_path / "ana.zip", {"label_count_pt.py": LABELS})
        patched(path, local, central)
        assert refusals(tmp_path) == [reason]


def test_a_bomb_is_refused_by_what_comes_out_of_it(tmp_path: Path) -> None:
    path = archive(tmp_path / "ana.zip", {"label_count_pt.py": b"#" * 100_000_000})
    assert refusals(tmp_path) == ["too-large"]
    # the header says that little is in it
    patched(path, [(22, b"\0\2\0\0")], [(24, b"\0\2\0\0")])
    assert refusals(tmp_path) == ["damaged-entry"]


def test_a_bomb_of_many_is_one_line(tmp_path: Path) -> None:
    archive(tmp_path / "ana.zip", {f"{place}.py": "" for place in range(MOST_FILES + 1)})
    archive(tmp_path / "bo.zip", {f"{place}/label_count_pt.py": "#" * 999_999 for place in range(70)})
    found = list(collect(tmp_path))
    assert [what(each) for each in found if each.student.id == "ana"] == ["too-many-files"]
    bo = [what(each) for each in found if each.student.id == "bo"]
    assert bo == ["label-count"] * 64 + ["too-much"]


def listing(count: int) -> bytes:
    """An archive that is a list of entries and nothing else."""
    listed = (b"PK\x01\x02" + bytes(24) + struct.pack("<H", 1) + bytes(16) + b"x") * count
    return listed + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count & 0xFFFF, count & 0xFFFF, len(listed), 0, 0)


def test_a_list_of_entries_without_end_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"ana.zip": listing(MOST_ENTRIES + 1), "bo.zip": listing(4 * MOST_ENTRIES)})
    assert refusals(tmp_path) == ["too-many-entries"] * 2


def test_entries_that_lie_on_one_another_refuse_the_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "ana.zip", "w") as file:
        file.writestr("label_count_pt.py", LABELS)
        for name in ("know_your_data.py", "metrics_pt.py"):
            copy = zipfile.ZipInfo(name)
            first = file.infolist()[0]
            copy.header_offset, copy.CRC = first.header_offset, first.CRC
            copy.compress_size, copy.file_size = first.compress_size, first.file_size
            file.filelist.append(copy)
    assert refusals(tmp_path) == ["overlapping"]


def test_what_is_no_archive_is_one_line_or_the_instructors_to_mend(tmp_path: Path) -> None:
    sound = archive(tmp_path / "sound.zip", {"label_count_pt.py": LABELS}).read_bytes()
    (tmp_path / "sound.zip").unlink()
    for content in (b"", b"no archive", sound[:-30], sound[60:], b"PK\x05\x06" + b"\xff" * 18):
        write(tmp_path, {"ana.zip": content})
        assert refusals(tmp_path) == ["damaged-archive"]
        with pytest.raises(WrongUse):
            collect(tmp_path / "ana.zip")


def test_a_damaged_archive_never_stops_the_others(tmp_path: Path) -> None:
    sound = archive(tmp_path / "ana.zip", {"label_count_pt.py": LABELS, "b/know_your_data.py": ROWS}).read_bytes()
    for place in range(len(sound)):
        (tmp_path / "ana.zip").write_bytes(sound[:place] + bytes([sound[place] ^ 0xFF]) + sound[place + 1 :])
        for submission in collect(tmp_path):
            assert submission.refused or submission.source in (LABELS, ROWS)


def test_names_that_are_one_to_people_are_refused_together(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        archive(
            tmp_path / "ana.zip",
            [("label_count_pt.py", LABELS), ("label_count_pt.py", ROWS), ("know_your_data.py", ROWS)],
        )
    composed = unicodedata.normalize("NFC", "é_label_count_pt.py")
    write(
        tmp_path / "bo", {composed: LABELS, unicodedata.normalize("NFD", composed): LABELS, "x.py": ROWS, "X.py": ROWS}
    )
    found = told(collect(tmp_path))
    assert sorted(found) == [("ana", "know-your-data"), ("ana", "same-name"), ("bo", "same-name"), ("bo", "same-name")]


# one id for two, and the roster


def test_two_people_under_one_id_are_both_refused(tmp_path: Path) -> None:
    moodle = {
        "Ann_12_assignsubmission_file_/label_count_pt.py": LABELS,
        "Ann_12_assignsubmission_file_/know_your_data.py": ROWS,
        "Bob_12_assignsubmission_file_/label_count_pt.py": LABELS,
        "Cyd_13_assignsubmission_file_/label_count_pt.py": LABELS,
    }
    found = list(collect(write(tmp_path / "m", moodle)))
    assert [(each.student.name, what(each)) for each in found] == [
        ("Ann", "shared-id"),
        ("Ann", "shared-id"),
        ("Bob", "shared-id"),
        ("Cyd", "label-count"),
    ]
    folders = {"ana/label_count_pt.py": LABELS, "ANA/label_count_pt.py": LABELS, "bo/label_count_pt.py": LABELS}
    write(tmp_path / "f", folders)
    assert told(collect(tmp_path / "f")) == [("ANA", "shared-id"), ("ana", "shared-id"), ("bo", "label-count")]

    def roster(*students: Student) -> Roster:
        return Roster({student.id: student for student in students})

    settled = list(collect(tmp_path / "m", roster=roster(Student("12", "ann", "it"), Student("13"))))
    ann, cyd = Student("12", "ann", "it"), Student("13", "Cyd")
    graded = sorted((each.student.id, what(each)) for each in settled if each.student in (ann, cyd))
    assert graded == [("12", "know-your-data"), ("12", "label-count"), ("13", "label-count")]
    assert [what(each) for each in settled if each.student not in (ann, cyd)] == ["shared-id"]
    assert [each.attempt for each in settled if each.student == ann and each.exercise == "label-count"] == [2]
    both = roster(Student("ana"), Student("ANA"), Student("bo"))
    assert told(collect(tmp_path / "f", roster=both)) == [(id, "label-count") for id in ("ANA", "ana", "bo")]
    one = roster(Student("ana"), Student("bo"))
    assert told(collect(tmp_path / "f", roster=one)) == [
        ("ANA", "shared-id"),
        ("ana", "label-count"),
        ("bo", "label-count"),
    ]


def test_the_roster_gives_names_and_languages_and_says_who_is_missing(tmp_path: Path) -> None:
    path = write(
        tmp_path, {"roster.csv": "\ufeffName;extra;ID;Language\nAna Rossi;x;ana;it-IT\nBo;;bo_li;\nCyd;;cyd;ko\n"}
    )
    roster = read_roster(path / "roster.csv", "zh_CN")
    tree = {"ANA/label_count_pt.py": LABELS, "bo_li_work.py": LABELS, "eva_work.py": LABELS, "bo_li_x.zip/x.txt": ""}
    found = collect(write(tmp_path / "all", tree), roster=roster, language="en")
    assert [(each.student, notes(each) - {"by-function"}) for each in found] == [
        (Student("ana", "Ana Rossi", "it"), set()),
        (Student("bo_li", "Bo", "zh_CN"), set()),
        (Student("eva", "", "en"), {"not-on-roster"}),
    ]
    assert found.absent == (Student("cyd", "Cyd", "ko"),)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("", 1),
        ("name,language\nAna,it\n", 1),
        ("id,name\nana,Ana\n\nana,Bo\n", 4),
        ("id,language\nana,it\nbo,tlh\n", 3),
        ("id,name\n,Ana\n", 2),
        ('id,name\nana,"' + "x" * 200_000, 2),
        (b"id\n\xff\n", None),
        (None, None),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_broken_roster_is_wrong_use_that_names_the_line(
    tmp_path: Path, content: str | bytes | None, line: int | None
) -> None:
    path = tmp_path / "roster.csv"
    if content is not None:
        write(tmp_path, {"roster.csv": content})
    with pytest.raises(WrongUse) as caught:
        read_roster(path)
    assert caught.value.message.values.get("line") == line
    assert str(path) in caught.value.sentence("it")


def test_a_roster_may_hold_lines_and_separators_in_quotes(tmp_path: Path) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([["id", "name"], ["ana", 'Rossi, "Ana"\nMaria;']])
    roster = read_roster(write(tmp_path, {"roster.csv": text.getvalue()}) / "roster.csv")
    assert roster.students["ana"].name == 'Rossi, "Ana"\nMaria;'


# the whole


def test_wrong_use_says_so(tmp_path: Path) -> None:
    write(tmp_path, {"x.txt": ""})
    for path, layout in ((tmp_path / "none", "auto"), (tmp_path / "x.txt", "auto"), (tmp_path, "blackboard")):
        with pytest.raises(WrongUse):
            collect(path, layout=layout)


def test_an_empty_directory_gives_nothing(tmp_path: Path) -> None:
    assert list(collect(tmp_path)) == []


def test_the_order_and_all_else_are_the_same_each_time(tmp_path: Path) -> None:
    for name, (tree, _) in LAYOUTS.items():
        forth = archive(tmp_path / "1" / "all.zip", tree)
        back = archive(tmp_path / "2" / "all.zip", dict(reversed(list(tree.items()))))
        first, again, other = collect(forth), collect(forth), collect(back)
        assert list(first) == list(first) == list(again), name
        assert [each.sha256 for each in first] == [each.sha256 for each in other], name


def test_only_one_content_is_held_at_a_time(tmp_path: Path) -> None:
    write(tmp_path, {f"{place:02}/label_count_pt.py": LABELS for place in range(20)})
    found = iter(collect(tmp_path))
    for place in range(20):
        (tmp_path / f"{place:02}" / "label_count_pt.py").write_text(f"# {place}")
        assert next(found).source == f"# {place}"


def test_every_sentence_can_be_filled_with_anything(tmp_path: Path) -> None:
    for name in [*SENTENCES, "no-such-note"]:
        for data in ({}, {"id": "\x1b[31m" + "x" * 10_000, "limit": 3, "other": object(), "file": ["a", 3]}):
            for language in LANGUAGES:
                said = sentence(Note(name, data), language)
                assert "\x1b" not in said
                assert 0 < len(said) < 1_000


def test_depth_is_counted_the_same_in_archives_and_directories(tmp_path: Path) -> None:
    name = "d/" * (DEEPEST - 2) + "label_count_pt.py"
    write(tmp_path, {f"ana/{name}": LABELS})
    archive(tmp_path / "bo.zip", {name: LABELS, "d/" + name: LABELS, "d/d/" + name: LABELS})
    assert sorted(told(collect(tmp_path))) == [
        ("ana", "label-count"),
        ("bo", "label-count"),
        ("bo", "label-count"),
        ("bo", "too-deep"),
    ]
