"""Rosters, sound and broken."""

import csv
import io
from pathlib import Path

import pytest
from support.intake import LABELS, note_names, write_tree

from course.grading.intake.collect import collect
from course.grading.intake.roster import read_roster
from course.grading.records import Student
from course.message import WrongUse


def test_the_roster_gives_names_and_languages_and_says_who_is_missing(tmp_path: Path) -> None:
    path = write_tree(
        tmp_path, {"roster.csv": "\ufeffName;extra;ID;Language\nAna Rossi;x;ana;it-IT\nBo;;bo_li;\nCyd;;cyd;ko\n"}
    )
    roster = read_roster(path / "roster.csv", "zh_CN")
    tree = {"ANA/label_count_pt.py": LABELS, "bo_li_work.py": LABELS, "eva_work.py": LABELS, "bo_li_x.zip/x.txt": ""}
    found = collect(write_tree(tmp_path / "all", tree), roster=roster, language="en")
    assert [(each.student, note_names(each) - {"by-function"}) for each in found] == [
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
        write_tree(tmp_path, {"roster.csv": content})
    with pytest.raises(WrongUse) as caught:
        read_roster(path)
    assert caught.value.message.values.get("line") == line
    assert str(path) in caught.value.sentence("it")


def test_a_roster_may_hold_lines_and_separators_in_quotes(tmp_path: Path) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([["id", "name"], ["ana", 'Rossi, "Ana"\nMaria;']])
    roster = read_roster(write_tree(tmp_path, {"roster.csv": text.getvalue()}) / "roster.csv")
    assert roster.students["ana"].name == 'Rossi, "Ana"\nMaria;'
