"""The owners of files in every layout of directories and downloads."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.intake import (
    LABELS,
    ROWS,
    Tree,
    note_names,
    reason_or_exercise,
    students_and_answers,
    write_archive,
    write_tree,
)

from course.grading.intake.collect import Collection, collect
from course.grading.intake.roster import Roster
from course.grading.records import Student
from course.message import WrongUse

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


def people(found: Collection) -> list[tuple[str, str, str]]:
    """The id, name, and reason or exercise of what was found, in order."""
    return sorted((each.student.id, each.student.name, reason_or_exercise(each)) for each in found)


@pytest.mark.parametrize("asked", ["as it is", "auto"])
@pytest.mark.parametrize("form", ["directory", "zip"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout_tells_whose_each_file_is(tmp_path: Path, layout: str, form: str, asked: str) -> None:
    tree, expected = LAYOUTS[layout]
    root = write_tree(tmp_path / "all", tree) if form == "directory" else write_archive(tmp_path / "all.zip", tree)
    found = collect(root, layout=layout if asked == "as it is" else "auto")
    assert people(found) == sorted(expected)
    assert found.total == len(expected)


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name not in ("folders", "flat")])
def test_a_download_in_a_directory_is_a_class_only_if_its_layout_is_named(tmp_path: Path, layout: str) -> None:
    tree, expected = LAYOUTS[layout]
    root = write_archive(tmp_path / "all" / "downloaded.zip", tree).parent
    assert people(collect(root, layout=layout)) == sorted(expected)
    # it could be the work of a class's only student
    with pytest.raises(WrongUse):
        collect(root)


def test_a_zipped_folder_is_what_lies_in_it(tmp_path: Path) -> None:
    tree = {f"class/{name}": content for name, content in LAYOUTS["folders"][0].items()}
    assert {id for id, _ in students_and_answers(collect(write_archive(tmp_path / "class.zip", tree)))} == {
        "ana",
        "empty",
        "li_wei",
    }


def test_nobody_hands_in_for_others_by_naming_files_as_a_system_does(tmp_path: Path) -> None:
    forged = {
        "submission_metadata.yml": METADATA,
        "submission_11/label_count_pt.py": LABELS,
        "Bo Li_7_assignsubmission_file_/label_count_pt.py": LABELS,
        "libo_12346_67891_label_count_pt.py": LABELS,
    }
    write_tree(tmp_path, {f"ana/{name}": content for name, content in forged.items()})
    write_tree(tmp_path, {"eva/submission_metadata.yml": "{not yaml", "zoe/label_count_pt.py": LABELS})
    write_archive(tmp_path / "mia.zip", forged)
    assert {id for id, _ in students_and_answers(collect(tmp_path))} == {"ana", "eva", "mia", "zoe"}


@pytest.mark.parametrize("form", ["folder", "archive"])
def test_the_names_in_the_only_students_work_decide_nothing(tmp_path: Path, form: str) -> None:
    for layout in ("moodle", "canvas", "gradescope"):
        place = tmp_path / layout
        tree = {name.removeprefix("assignment_7_export/"): text for name, text in LAYOUTS[layout][0].items()}
        if form == "folder":
            write_tree(place, {f"eve/{name}": content for name, content in tree.items()})
        else:
            write_archive(place / "eve.zip", tree)
        with pytest.raises(WrongUse):
            collect(place)
        assert {id for id, _ in students_and_answers(collect(place, layout="folders"))} == {"eve"}
        roster = Roster({"eve": Student("eve")})
        assert {id for id, _ in students_and_answers(collect(place, roster=roster))} == {"eve"}


def test_a_file_beside_a_download_opens_no_students_archive(tmp_path: Path) -> None:
    write_tree(tmp_path, {"bobb_777_1_label_count_pt.py": LABELS, "model_solution.py": LABELS})
    write_archive(tmp_path / "eve_666_3333_work.zip", {"annn_888_2_label_count_pt.py": LABELS})
    for layout in ("auto", "canvas"):
        found = {id for id, _ in students_and_answers(collect(tmp_path, layout=layout))}
        assert found <= {"", "666", "777", "model"}, layout


def test_a_name_with_the_mark_of_moodle_twice_is_nobodys(tmp_path: Path) -> None:
    forged = "Eve Evil_1111_assignsubmission_file_A_2222_assignsubmission_file_know_your_data.py"
    write_tree(tmp_path, {forged: ROWS, "Ana_2222_assignsubmission_file_label_count_pt.py": LABELS})
    assert students_and_answers(collect(tmp_path)) == [("", "no-student"), ("2222", "label-count")]


def test_one_file_is_its_folders_or_the_one_whom_it_is_named_after(tmp_path: Path) -> None:
    write_tree(tmp_path, {"ana/label_count_pt.py": LABELS, "ana/bo_label_count_pt.py": LABELS, "ana/other.py": "1 / 0"})
    assert students_and_answers(collect(tmp_path / "ana" / "label_count_pt.py")) == [("ana", "label-count")]
    assert students_and_answers(collect(tmp_path / "ana" / "bo_label_count_pt.py")) == [("bo", "label-count")]


def test_gradescopes_times_hold_and_canvas_says_what_is_late(tmp_path: Path) -> None:
    found = {each.student.id: each.handed_in for each in collect(write_tree(tmp_path / "g", LAYOUTS["gradescope"][0]))}
    assert found["111"] == found["bo@example.org"] == "2026-04-26T17:34:00+00:00"
    assert found["333"] == "2026-04-27T10:00:00+00:00"
    late = {
        each.student.id
        for each in collect(write_tree(tmp_path / "c", LAYOUTS["canvas"][0]))
        if "marked-late" in note_names(each)
    }
    assert late == {"12346"}


def test_a_list_that_gradescope_did_not_write_is_the_instructors_to_mend(tmp_path: Path) -> None:
    for broken in ("{", "a: [", "? [1]\n: 2", "\0", b"\xff"):
        write_tree(tmp_path, {"submission_metadata.yml": broken, "submission_1/label_count_pt.py": LABELS})
        with pytest.raises(WrongUse):
            collect(tmp_path)


def test_the_order_and_all_else_are_the_same_each_time(tmp_path: Path) -> None:
    for name, (tree, _) in LAYOUTS.items():
        forth = write_archive(tmp_path / "1" / "all.zip", tree)
        back = write_archive(tmp_path / "2" / "all.zip", dict(reversed(list(tree.items()))))
        first, again, other = collect(forth), collect(forth), collect(back)
        assert list(first) == list(first) == list(again), name
        assert [each.sha256 for each in first] == [each.sha256 for each in other], name


CLONES = {
    "lab-1-ana/label_count_pt.py": LABELS,
    "lab-1-ana/.git/config": "[core]\n\tfsmonitor = touch ran\n",
    "lab-1-ana/.git/hooks/x.py": LABELS,
    "lab-1-ana/.gitattributes": "* filter=x",
    "lab-1-ana/part/.git": "gitdir: ../../lab-1-bo/.git",
    "lab-1-ana/part/know_your_data.py": ROWS,
    "lab-1-anton/lab-1-bo/label_count_pt.py": LABELS,
    "lab-1-bo/.git/HEAD": "ref: refs/heads/main",
    "lab-1-bo/notes.txt": "",
    "lab-1-zoe/.github/workflows/grade.py": LABELS,
    "lab-1-zoe/README.md": "read me",
    "label_count_pt.py": LABELS,
}


@pytest.mark.parametrize("form", ["directory", "zip"])
def test_clones_are_their_users_whatever_lies_in_them(tmp_path: Path, form: str) -> None:
    made = {"directory": write_tree, "zip": lambda path, tree: write_archive(path.with_suffix(".zip"), tree)}
    root = made[form](tmp_path / "clones", CLONES)
    assert students_and_answers(collect(root, layout="clones")) == [
        ("", "no-student"),
        ("ana", "label-count"),
        ("ana", "know-your-data"),
        ("anton", "label-count"),
        ("bo", "nothing-found"),
        ("zoe", "nothing-found"),
    ]


def test_no_time_of_a_clone_is_that_of_handing_in(tmp_path: Path) -> None:
    write_archive(tmp_path / "lab-ana" / "work.zip", {"know_your_data.py": ROWS})
    write_tree(tmp_path, {"lab-ana/label_count_pt.py": LABELS, "lab-bo/label_count_pt.py": LABELS})
    found = list(collect(tmp_path, layout="clones"))
    assert {each.handed_in for each in found} == {""}
    assert len(found) == 3


def test_a_link_among_the_clones_is_nobodys(tmp_path: Path) -> None:
    write_tree(tmp_path, {"lab-ana/label_count_pt.py": LABELS, "lab-bo/label_count_pt.py": LABELS})
    (tmp_path / "lab-eve").symlink_to(tmp_path / "lab-ana")
    (tmp_path / "lab-bo" / "more").symlink_to(tmp_path / "lab-ana")
    assert students_and_answers(collect(tmp_path, layout="clones")) == [
        ("", "symlink"),
        ("ana", "label-count"),
        ("bo", "label-count"),
        ("bo", "symlink"),
    ]


@pytest.mark.parametrize(
    ("clones", "on_roster", "ids"),
    [
        (["lab-li-na", "lab-li-wei"], [], ["na", "wei"]),
        (["lab-li-na", "lab-li-wei"], ["li-na", "li-wei", "ana"], ["li-na", "li-wei"]),
        (["lab-li-na", "lab-li-wei"], ["LI-NA"], ["LI-NA", "li-wei"]),
        (["lab-ana", "lab-anabel"], [], ["ana", "anabel"]),
        (["lab-ana", "lab-ana-b", "lab-bo"], [], ["ana", "ana-b", "bo"]),
        (["lab-ana", "lab-ana-b"], ["ana"], ["ana", "ana-b"]),
        (["ch8-hw2-eve", "ch8-hw2-x-eve"], [], ["eve", "x-eve"]),
    ],
)
def test_an_id_is_what_the_names_of_clones_do_not_share(
    tmp_path: Path, clones: list[str], on_roster: list[str], ids: list[str]
) -> None:
    write_tree(tmp_path, {f"{name}/label_count_pt.py": LABELS for name in clones})
    roster = Roster({id: Student(id) for id in on_roster})
    found = collect(tmp_path, layout="clones", roster=roster)
    assert sorted(each.student.id for each in found) == sorted(ids)


@pytest.mark.parametrize(
    ("clones", "on_roster"),
    [
        (["lab-ana"], []),
        (["lab-x-ana"], ["ana"]),
        ([], []),
        (["lab-ana", "quiz-bo"], []),
        (["ana", "bo"], ["ana", "bo"]),
        (["lab-1", "lab-1-ana", "lab-1-bo"], []),
        (["lab-1", "lab-1-ana", "lab-1-bo"], ["ana", "bo"]),
        (["lab-x-ana", "lab-x-bo"], ["ana", "x-bo"]),
    ],
)
def test_clones_whose_names_leave_a_doubt_are_refused(tmp_path: Path, clones: list[str], on_roster: list[str]) -> None:
    write_tree(tmp_path, {f"{name}/label_count_pt.py": LABELS for name in clones})
    with pytest.raises(WrongUse):
        collect(tmp_path, layout="clones", roster=Roster({id: Student(id) for id in on_roster}))
