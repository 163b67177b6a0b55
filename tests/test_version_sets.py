"""What is kept of other sets of versions, the table that is made of it, and what a new release changes."""

from dataclasses import replace
from pathlib import Path

import pytest
from toy import CHAPTER

from course import version_sets
from course.audit.newest import Findings, changes, failures, issue
from course.audit.versions import BEGIN, END, table_complaints, update_table
from course.contents import load_chapter
from course.lesson import Observed, Raised, Raises, Shows, Sighting, Warns
from course.notebook.running.quiet import symptoms
from course.observe import Live, SightingReport, as_seen
from course.recording import Recording, record
from course.screen import Work
from course.sources import choose_source
from course.version_sets import Tried, VersionSet, elsewhere, keep, load_sets, messages, rows, titles, tried

TRACK = CHAPTER.tracks["plain"]
FAULT = TRACK.faults[0]
WAY = f"{CHAPTER.name}/plain"


@pytest.fixture
def sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy's lesson on an old and a new version of a library, of which the old one gives another error."""
    monkeypatch.setattr(version_sets, "SETS", tmp_path / "sets")
    source = choose_source(CHAPTER.task, "embedded")
    recording = record(
        CHAPTER, TRACK, Live(source, 0, tmp_path), "2026-11-26", {"python": "3.11.7"}, Work(), short=True
    )
    new = tried(CHAPTER, TRACK, recording)
    keep("new", WAY, replace(new, versions={"python": "3.11.7", "transformers": "5.10.4"}))
    keep("middle", WAY, replace(new, versions={"python": "3.11.7", "transformers": "5.9.0"}))
    seen = {**new.seen, f"{FAULT.name}-today": SightingReport(False, "OldError", "it was | another")}
    keep("old", WAY, replace(new, versions={"python": "3.11.7", "transformers": "4.46.3"}, seen=seen))
    return tmp_path / "sets"


def test_sets_are_in_the_order_of_their_versions_and_are_read_as_they_were_kept(sets: Path) -> None:
    found = load_sets()
    assert [each.name for each in found] == ["old", "middle", "new"]
    keep("again", WAY, found[0].ways[WAY])
    assert (sets / "again.json").read_bytes() == (sets / "old.json").read_bytes()


def test_each_thing_that_a_symptom_was_is_told_once_with_the_sets_on_which_it_was_that(sets: Path) -> None:
    row = next(row for row in rows(CHAPTER, TRACK, load_sets()) if row.block == f"{FAULT.name}-today")
    assert row.fault is FAULT
    assert [[each.name for each in said.sets] for said in row.said] == [["old"], ["middle", "new"]]
    assert [said.told.held for said in row.said] == [False, True]


def test_all_faults_are_in_the_table(sets: Path) -> None:
    told = {row.fault.name for row in rows(CHAPTER, TRACK, load_sets()) if row.fault}
    assert told == {fault.name for fault in TRACK.faults}


def test_what_a_release_changes_is_told_with_the_old_and_the_new_words(sets: Path) -> None:
    old, middle, new = load_sets()
    assert not [*changes(middle, new)]
    (change,) = changes(old, new)
    assert change.block == f"{FAULT.name}-today"
    text = issue([Findings("plain", old, new, [change])])
    assert change.after is not None
    for words in ("OldError: it was | another", "4.46.3", "5.10.4", str(change.after.error)):
        assert words in text
    assert not issue([Findings("plain", middle, new)])


def test_a_way_that_could_not_be_run_is_told(sets: Path) -> None:
    _, middle, new = load_sets()
    assert [change.way for change in changes(middle, VersionSet("none", {}))] == [WAY]
    broken = replace(new.ways[WAY], seen={}, why="ImportError: no such name")
    assert {change.after for change in changes(middle, VersionSet("broken", {WAY: broken}))} == {None}


@pytest.mark.parametrize(
    ("content", "failed"),
    [
        ('<testsuite><testcase classname="a" name="b"/></testsuite>', {}),
        (
            '<testsuite><testcase classname="a" name="b"><failure message="wrong"/></testcase></testsuite>',
            {"a::b": "wrong"},
        ),
        (
            '<testsuite><testcase classname="a" name="b"><error message="worse"/></testcase></testsuite>',
            {"a::b": "worse"},
        ),
        ("<testsuite/>", {"pytest": "no test was run"}),
        (None, {"pytest": "no test was run"}),
    ],
    ids=["passed", "failed", "error", "empty", "none"],
)
def test_failed_tests_are_told_and_no_test_is_a_failure(
    content: str | None, failed: dict[str, str], tmp_path: Path
) -> None:
    results = tmp_path / "results.xml"
    if content is not None:
        results.write_text(content)
    assert failures(results) == failed


def test_a_table_that_is_out_of_date_is_a_complaint(tmp_path: Path) -> None:
    page = tmp_path / "versions.md"
    page.write_text(f"before\n\n{BEGIN}an old table\n{END}after\n")
    assert [complaint.where for complaint in table_complaints(page)] == ["docs/versions.md"]
    update_table(page)
    assert not [*table_complaints(page)]
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("after\n") and "an old table" not in text


@pytest.mark.parametrize("text", ["", f"{BEGIN}a table without an end\n", f"a table without a beginning\n{END}"])
def test_a_page_without_a_place_for_the_table_is_a_complaint(text: str, tmp_path: Path) -> None:
    page = tmp_path / "versions.md"
    page.write_text(text)
    assert [complaint.where for complaint in table_complaints(page)] == ["docs/versions.md"]


def test_where_nothing_could_be_run_only_the_reason_is_kept() -> None:
    chapter = load_chapter("ch8")
    nothing = Recording("ch8", "pt", "2026-11-26", {"python": "3.11.7"}, "")
    assert tried(chapter, chapter.tracks["pt"], nothing).missed
    found = tried(chapter, chapter.tracks["pt"], nothing, "ImportError: no such name")
    assert (found.why, found.seen) == ("ImportError: no such name", {})


def test_other_messages_are_told_with_their_sets_and_numbers_make_no_other(sets: Path) -> None:
    row = next(row for row in rows(CHAPTER, TRACK, load_sets()) if row.block == f"{FAULT.name}-today")
    today = row.said[1].told
    keep(
        "later",
        WAY,
        replace(
            load_sets()[2].ways[WAY],
            versions={"python": "3.11.7", "transformers": "5.20.0"},
            seen={row.block: SightingReport(True, "NewError", "row 7 of `rows`")},
        ),
    )
    assert elsewhere(CHAPTER, TRACK, row.block, today) == [("NewError: row 7 of 'rows'", ["transformers 5.20.0"])]
    told = elsewhere(CHAPTER, TRACK, row.block, SightingReport(True, "NewError", "row 12 of `rows`"))
    assert [on for _, on in told] == [["transformers 5.9.0 – 5.10.4"]]
    assert not elsewhere(CHAPTER, TRACK, row.block, SightingReport(True))


def test_where_the_versions_that_run_are_not_known_every_message_is_told_once(sets: Path) -> None:
    new = load_sets()[2].ways[WAY]
    block = f"{FAULT.name}-today"
    assert not messages(CHAPTER, TRACK, block)
    for version, row in (("5.20.0", 7), ("5.21.0", 8)):
        seen = {block: SightingReport(True, "NewError", f"row {row}")}
        keep(version, WAY, replace(new, versions={"python": "3.11.7", "transformers": version}, seen=seen))
    told = messages(CHAPTER, TRACK, block)
    assert [on for _, on in told] == [["transformers 5.9.0 – 5.10.4"], ["transformers 5.20.0 – 5.21.0"]]
    assert told[1][0] == "NewError: row 7"


def made(transformers: str, python: str = "3.11.7", torch: str = "2.13.0+cpu") -> VersionSet:
    return VersionSet(
        "set", {WAY: Tried("2026-11-26", {"python": python, "torch": torch, "transformers": transformers})}
    )


def test_sets_that_follow_each_other_are_told_as_one_and_python_where_it_tells_them_apart() -> None:
    among = [made("4.57.6"), made("5.0.0"), made("5.0.0", "3.12.1", "2.10.0"), made("5.10.4"), made("5.10.4", "3.14.1")]
    first, second, third, fourth, fifth = among
    assert titles(among, among, "pt") == []
    assert titles([third], among, "pt") == ["transformers 5.0.0 + PyTorch 2.10 + Python 3.12"]
    assert titles([second, third, fourth, fifth], among, "pt") == ["transformers 5.0.0 – 5.10.4"]
    assert titles([first, fourth, fifth], among, "pt") == ["transformers 4.57.6", "transformers 5.10.4"]
    assert titles([third, fourth], among, "pt") == ["transformers 5.0.0 + PyTorch 2.10 + Python 3.12 – 5.10.4"]


def test_a_symptom_may_have_been_another_on_earlier_versions() -> None:
    earlier = Sighting(Warns("FutureWarning", "will go"))
    sighting = Sighting(Raises("TypeError", "unexpected"), earlier=earlier)
    assert as_seen(sighting, Observed(Raised("TypeError", "unexpected argument"))) is sighting
    assert as_seen(sighting, Observed(warnings=(("FutureWarning", "this will go"),))) is earlier
    assert as_seen(sighting, Observed()) is sighting
    assert as_seen(Sighting(Shows(bool)), Observed()).symptom is not None


def test_a_set_without_any_way_through_a_chapter_is_no_column() -> None:
    assert not [*rows(CHAPTER, TRACK, [VersionSet("other", {"other/pt": Tried("2026-11-26", {})})])]


def test_a_notebook_lets_through_what_an_earlier_version_warns_of() -> None:
    track = load_chapter("ch8").tracks["pt"]
    earlier = [fault.today.earlier.symptom for fault in track.faults if fault.today.earlier]
    assert earlier
    assert set(earlier) <= set(symptoms(track))
