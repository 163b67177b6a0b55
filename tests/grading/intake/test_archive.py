"""Archives, sound, broken and hostile."""

import struct
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.intake import LABELS, ROWS, reason_or_exercise, refusals, students_and_answers, write_archive, write_tree

from course.grading.intake.archive import MOST_ENTRIES
from course.grading.intake.collect import MOST_FILES, collect
from course.message import WrongUse


def test_a_students_archive_is_opened_and_one_within_it_is_not(tmp_path: Path) -> None:
    write_archive(tmp_path / "li_wei.zip", {"src/label_count_pt.py": LABELS, "more.zip": "PK"})
    write_archive(tmp_path / "ana" / "work.zip", {"know_your_data.py": ROWS})
    write_archive(tmp_path / "bo.zip", {})
    assert sorted(students_and_answers(collect(tmp_path))) == [
        ("ana", "know-your-data"),
        ("bo", "nothing-found"),
        ("li_wei", "label-count"),
        ("li_wei", "nested-archive"),
    ]
    inside = write_archive(tmp_path / "all.zip", {"ana/work.zip": "PK", "bo/label_count_pt.py": LABELS})
    assert students_and_answers(collect(inside)) == [("ana", "nested-archive"), ("bo", "label-count")]


def test_an_archive_that_changes_between_listing_and_reading_is_one_line(tmp_path: Path) -> None:
    write_tree(tmp_path, {"ana/label_count_pt.py": LABELS})
    path = write_archive(tmp_path / "bo.zip", {"label_count_pt.py": LABELS})
    collection = collect(tmp_path)
    write_archive(path, {"other_pt.py": LABELS})
    assert students_and_answers(collection) == [("ana", "label-count"), ("bo", "vanished")]
    write_archive(path, {})
    assert students_and_answers(collection) == [("ana", "label-count"), ("bo", "vanished")]
    path.write_text("no archive")
    assert students_and_answers(collection) == [("ana", "label-count"), ("bo", "damaged-archive")]
    path.unlink()
    assert students_and_answers(collection) == [("ana", "label-count"), ("bo", "vanished")]


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
        found = collect(write_archive(tmp_path / "class.zip", entries))
        assert not [each for each in found if each.student.id == ""] or reason == "unsafe-path"
    else:
        write_archive(tmp_path / "ana.zip", entries)
        found = collect(tmp_path)
        assert {each.student.id for each in found} == {"ana"}
    assert sorted(map(reason_or_exercise, found)) == sorted([reason, "label-count"])


def test_an_entry_that_is_a_link_or_a_device_is_one_line(tmp_path: Path) -> None:
    link, device = zipfile.ZipInfo("label_count_pt.py"), zipfile.ZipInfo("know_your_data.py")
    link.external_attr, device.external_attr = 0o120777 << 16, 0o020666 << 16
    write_archive(tmp_path / "ana.zip", [(link, "/etc/passwd"), (device, "")])
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
        path = write_archive(tmp_path / "ana.zip", {"label_count_pt.py": LABELS})
        patched(path, local, central)
        assert refusals(tmp_path) == [reason]


def test_a_bomb_is_refused_by_what_comes_out_of_it(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "ana.zip", {"label_count_pt.py": b"#" * 100_000_000})
    assert refusals(tmp_path) == ["too-large"]
    # the header says that little is in it
    patched(path, [(22, b"\0\2\0\0")], [(24, b"\0\2\0\0")])
    assert refusals(tmp_path) == ["damaged-entry"]


def test_a_bomb_of_many_is_one_line(tmp_path: Path) -> None:
    write_archive(tmp_path / "ana.zip", {f"{place}.py": "" for place in range(MOST_FILES + 1)})
    write_archive(tmp_path / "bo.zip", {f"{place}/label_count_pt.py": "#" * 999_999 for place in range(70)})
    found = list(collect(tmp_path))
    assert [reason_or_exercise(each) for each in found if each.student.id == "ana"] == ["too-many-files"]
    bo = [reason_or_exercise(each) for each in found if each.student.id == "bo"]
    assert bo == ["label-count"] * 64 + ["too-much"]


def listing(count: int) -> bytes:
    """An archive that is a list of entries and nothing else."""
    listed = (b"PK\x01\x02" + bytes(24) + struct.pack("<H", 1) + bytes(16) + b"x") * count
    return listed + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count & 0xFFFF, count & 0xFFFF, len(listed), 0, 0)


def test_a_list_of_entries_without_end_is_not_read(tmp_path: Path) -> None:
    write_tree(tmp_path, {"ana.zip": listing(MOST_ENTRIES + 1), "bo.zip": listing(4 * MOST_ENTRIES)})
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
    sound = write_archive(tmp_path / "sound.zip", {"label_count_pt.py": LABELS}).read_bytes()
    (tmp_path / "sound.zip").unlink()
    for content in (b"", b"no archive", sound[:-30], sound[60:], b"PK\x05\x06" + b"\xff" * 18):
        write_tree(tmp_path, {"ana.zip": content})
        assert refusals(tmp_path) == ["damaged-archive"]
        with pytest.raises(WrongUse):
            collect(tmp_path / "ana.zip")


def test_a_damaged_archive_never_stops_the_others(tmp_path: Path) -> None:
    sound = write_archive(tmp_path / "ana.zip", {"label_count_pt.py": LABELS, "b/know_your_data.py": ROWS}).read_bytes()
    for place in range(len(sound)):
        (tmp_path / "ana.zip").write_bytes(sound[:place] + bytes([sound[place] ^ 0xFF]) + sound[place + 1 :])
        for submission in collect(tmp_path):
            assert submission.refused or submission.source in (LABELS, ROWS)
