"""Files whose ids stand for more than one person."""

import unicodedata
from pathlib import Path

import pytest
from support.intake import LABELS, ROWS, reason_or_exercise, students_and_answers, write_archive, write_tree

from course.grading.intake.collect import collect
from course.grading.intake.roster import Roster
from course.grading.records import Student


def test_names_that_are_one_to_people_are_refused_together(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        write_archive(
            tmp_path / "ana.zip",
            [("label_count_pt.py", LABELS), ("label_count_pt.py", ROWS), ("know_your_data.py", ROWS)],
        )
    composed = unicodedata.normalize("NFC", "é_label_count_pt.py")
    write_tree(
        tmp_path / "bo", {composed: LABELS, unicodedata.normalize("NFD", composed): LABELS, "x.py": ROWS, "X.py": ROWS}
    )
    found = students_and_answers(collect(tmp_path))
    assert sorted(found) == [("ana", "know-your-data"), ("ana", "same-name"), ("bo", "same-name"), ("bo", "same-name")]


def test_two_people_under_one_id_are_both_refused(tmp_path: Path) -> None:
    moodle = {
        "Ann_12_assignsubmission_file_/label_count_pt.py": LABELS,
        "Ann_12_assignsubmission_file_/know_your_data.py": ROWS,
        "Bob_12_assignsubmission_file_/label_count_pt.py": LABELS,
        "Cyd_13_assignsubmission_file_/label_count_pt.py": LABELS,
    }
    found = list(collect(write_tree(tmp_path / "m", moodle)))
    assert [(each.student.name, reason_or_exercise(each)) for each in found] == [
        ("Ann", "shared-id"),
        ("Ann", "shared-id"),
        ("Bob", "shared-id"),
        ("Cyd", "label-count"),
    ]
    folders = {"ana/label_count_pt.py": LABELS, "ANA/label_count_pt.py": LABELS, "bo/label_count_pt.py": LABELS}
    write_tree(tmp_path / "f", folders)
    assert students_and_answers(collect(tmp_path / "f")) == [
        ("ANA", "shared-id"),
        ("ana", "shared-id"),
        ("bo", "label-count"),
    ]

    def roster(*students: Student) -> Roster:
        return Roster({student.id: student for student in students})

    settled = list(collect(tmp_path / "m", roster=roster(Student("12", "ann", "it"), Student("13"))))
    ann, cyd = Student("12", "ann", "it"), Student("13", "Cyd")
    graded = sorted((each.student.id, reason_or_exercise(each)) for each in settled if each.student in (ann, cyd))
    assert graded == [("12", "know-your-data"), ("12", "label-count"), ("13", "label-count")]
    assert [reason_or_exercise(each) for each in settled if each.student not in (ann, cyd)] == ["shared-id"]
    assert [each.attempt for each in settled if each.student == ann and each.exercise == "label-count"] == [2]
    both = roster(Student("ana"), Student("ANA"), Student("bo"))
    assert students_and_answers(collect(tmp_path / "f", roster=both)) == [
        (id, "label-count") for id in ("ANA", "ana", "bo")
    ]
    one = roster(Student("ana"), Student("bo"))
    assert students_and_answers(collect(tmp_path / "f", roster=one)) == [
        ("ANA", "shared-id"),
        ("ana", "label-count"),
        ("bo", "label-count"),
    ]
