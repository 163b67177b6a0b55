"""The submissions of a class: order, attempts, hashes, and wrong use."""

import hashlib
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
from support.intake import LABELS, ROWS, students_and_answers, write_archive, write_tree

from course.grading.intake.collect import collect, limited
from course.message import WrongUse


def test_only_the_exercises_asked_for_are_given(tmp_path: Path) -> None:
    write_tree(tmp_path, {"ana/label_count_pt.py": LABELS, "ana/know_your_data.py": ROWS, "bo/x.py": "pass"})
    found = collect(tmp_path, only=["know-your-data"])
    assert students_and_answers(found) == [("ana", "know-your-data"), ("bo", "no-exercise")]
    with pytest.raises(WrongUse):
        collect(tmp_path, only=["know-your-dada"])


def test_attempts_beyond_the_limit_are_refused_and_what_cannot_be_read_is_no_attempt(tmp_path: Path) -> None:
    for number in range(4):
        text = "" if number == 0 else f"{LABELS}\n# {number}\n"
        file = write_tree(tmp_path, {f"ana/{number}/label_count_pt.py": text}) / f"ana/{number}/label_count_pt.py"
        os.utime(file, (1_600_000_000 + number,) * 2)
    found = [each.refused.name if each.refused else each.attempt for each in limited(collect(tmp_path), 2)]
    assert found == ["empty", 2, 3, "beyond-limit"]
    assert all(each.refused is None for each in list(limited(collect(tmp_path), None))[1:])


def test_the_hash_is_of_the_bytes_that_are_run_and_a_byte_order_mark_is_not(tmp_path: Path) -> None:
    source = f"# 안녕\r\n{LABELS}"
    write_tree(tmp_path, {"ana/label_count_pt.py": b"\xef\xbb\xbf" + source.encode(), "bo/label_count_pt.py": source})
    ana, bo = collect(tmp_path)
    assert ana.source == bo.source == source
    assert ana.sha256 == bo.sha256 == hashlib.sha256(source.encode()).hexdigest()


@pytest.mark.parametrize("said", [(2020, 1, 1, 0, 0, 0), (2020, 0, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)])
def test_what_an_archive_says_of_its_entries_makes_nothing_earlier_than_itself(tmp_path: Path, said: Any) -> None:
    entry = zipfile.ZipInfo("label_count_pt.py", (2020, 1, 1, 0, 0, 0))
    entry.date_time = said
    archive = write_archive(tmp_path / "class" / "ana.zip", [(entry, LABELS)])
    os.utime(archive, (1_700_000_000,) * 2)
    (found,) = collect(archive.parent)
    assert found.handed_in >= "2023-11-14T22:13:20+00:00"


def test_attempts_are_counted_in_the_order_of_handing_in(tmp_path: Path) -> None:
    write_tree(
        tmp_path / "ana", {"label_count_pt.py": LABELS, "label_count_pt-1.py": LABELS, "know_your_data.py": ROWS}
    )
    os.utime(tmp_path / "ana" / "label_count_pt.py", (1_700_000_000,) * 2)
    os.utime(tmp_path / "ana" / "label_count_pt-1.py", (1_600_000_000,) * 2)
    again = zipfile.ZipInfo("label_count_pt.py", (2024, 1, 1, 12, 0, 0))
    archive = write_archive(tmp_path / "ana.zip", [(again, LABELS)])
    os.utime(archive, (1_700_000_001,) * 2)
    found = [each for each in collect(tmp_path) if each.exercise == "label-count"]
    assert [(each.origin, each.attempt, each.handed_in) for each in found] == [
        ("ana/label_count_pt-1.py", 1, "2020-09-13T12:26:40+00:00"),
        ("ana/label_count_pt.py", 2, "2023-11-14T22:13:20+00:00"),
        ("ana.zip/label_count_pt.py", 3, "2024-01-01T12:00:00+00:00"),
    ]


def test_wrong_use_says_so(tmp_path: Path) -> None:
    write_tree(tmp_path, {"x.txt": ""})
    for path, layout in ((tmp_path / "none", "auto"), (tmp_path / "x.txt", "auto"), (tmp_path, "blackboard")):
        with pytest.raises(WrongUse):
            collect(path, layout=layout)


def test_an_empty_directory_gives_nothing(tmp_path: Path) -> None:
    assert list(collect(tmp_path)) == []


def test_only_one_content_is_held_at_a_time(tmp_path: Path) -> None:
    write_tree(tmp_path, {f"{place:02}/label_count_pt.py": LABELS for place in range(20)})
    found = iter(collect(tmp_path))
    for place in range(20):
        (tmp_path / f"{place:02}" / "label_count_pt.py").write_text(f"# {place}")
        assert next(found).source == f"# {place}"
