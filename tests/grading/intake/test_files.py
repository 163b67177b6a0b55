"""Files that cannot be listed or read as they are: links, devices, odd names, other encodings."""

import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.intake import LABELS, ROWS, reason_or_exercise, refusals, students_and_answers, write_archive, write_tree

from course.grading.intake.collect import LARGEST, collect
from course.grading.intake.files import DEEPEST


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
    write_tree(tmp_path, {"ana/label_count_pt.py": content})
    assert refusals(tmp_path) == [reason]
    (ana, _) = collect(tmp_path)
    assert (ana.exercise, ana.setting, ana.source) == ("label-count", "pt", "")


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = write_tree(tmp_path / "elsewhere", {"label_count_pt.py": LABELS}) / "label_count_pt.py"
    root = write_tree(tmp_path / "all", {"ana/README.md": ""})
    (root / "ana" / "label_count_pt.py").symlink_to(secret)
    (root / "ana" / "loop").symlink_to(root, target_is_directory=True)
    (root / "bo").symlink_to(secret.parent, target_is_directory=True)
    (root / "ana" / "dangling.ipynb").symlink_to("nowhere")
    assert refusals(root) == ["symlink"] * 4


def test_what_is_no_ordinary_file_is_never_waited_for(tmp_path: Path) -> None:
    write_tree(tmp_path, {"ana/README.md": ""})
    os.mkfifo(tmp_path / "ana" / "label_count_pt.py")
    os.mkfifo(tmp_path / "bo.zip")
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX) as server:
        # the path of a socket must be short when it is bound
        server.bind(f"{short}/s")
        Path(short, "s").rename(tmp_path / "ana" / "answer.ipynb")
        assert refusals(tmp_path) == ["special-file"] * 3


@pytest.mark.parametrize("change", ["gone", "a link", "a pipe", "a directory"])
def test_a_file_that_changes_between_listing_and_reading_is_one_line(tmp_path: Path, change: str) -> None:
    write_tree(tmp_path, {"ana/label_count_pt.py": LABELS, "bo/label_count_pt.py": LABELS})
    last = tmp_path / "bo" / "label_count_pt.py"
    found = iter(collect(tmp_path))
    assert reason_or_exercise(next(found)) == "label-count"
    last.unlink()
    if change == "a link":
        last.symlink_to(tmp_path / "ana" / "label_count_pt.py")
    elif change == "a pipe":
        os.mkfifo(last)
    elif change == "a directory":
        last.mkdir()
    reasons = {"gone": "vanished", "a link": "symlink", "a pipe": "special-file", "a directory": "special-file"}
    assert [reason_or_exercise(each) for each in found] == [reasons[change]]


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A directory that other users may enter, for tests that are no longer root."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_what_the_system_does_not_let_one_read_is_one_line(open_to_all: Path) -> None:
    write_tree(open_to_all, {"ana/label_count_pt.py": LABELS, "bo/label_count_pt.py": LABELS, "zz-honest/x.txt": ""})
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
    write_tree(
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


def test_depth_is_counted_the_same_in_archives_and_directories(tmp_path: Path) -> None:
    name = "d/" * (DEEPEST - 2) + "label_count_pt.py"
    write_tree(tmp_path, {f"ana/{name}": LABELS})
    write_archive(tmp_path / "bo.zip", {name: LABELS, "d/" + name: LABELS, "d/d/" + name: LABELS})
    assert sorted(students_and_answers(collect(tmp_path))) == [
        ("ana", "label-count"),
        ("bo", "label-count"),
        ("bo", "label-count"),
        ("bo", "too-deep"),
    ]
