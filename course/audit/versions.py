"""The table of versions in docs/versions.md, which is made from what is kept of each set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from course.audit.complaint import Complaint
from course.contents import chapter_names, load_chapter
from course.frameworks import FRAMEWORKS
from course.i18n import N_
from course.lesson import Chapter, Track
from course.notebook.writing.markdown import table
from course.observe import SightingReport
from course.paths import CHECKOUT
from course.version_sets import PACKAGES, Row, VersionSet, load_sets, of_way, rows, runs, titles, way_name

PAGE = CHECKOUT / "docs" / "versions.md"
BEGIN, END = "<!-- made by `python -m course audit --update recordings` -->\n", "<!-- end -->\n"
BETWEEN = re.compile(f"(?<={re.escape(BEGIN)}).*?(?={re.escape(END)})", re.DOTALL)
"""The place of the table in the page."""


def update_table(page: Path = PAGE) -> None:
    """Write the table anew into the page."""
    page.write_text(_renewed(page.read_text("utf-8")), "utf-8")


def table_complaints(page: Path = PAGE) -> Iterator[Complaint]:
    """Complain if the table is not what the sets say, or a set lacks a symptom that a lesson has. Runs nothing."""
    text = page.read_text("utf-8") if page.is_file() else ""
    if not BETWEEN.search(text) or _renewed(text) != text:
        yield Complaint(
            f"docs/{page.name}",
            N_("The table of versions is out of date: renew it with `{command}`."),
            {"command": "python -m course audit --update recordings"},
        )
    for chapter, track in _ways():
        for each in of_way(chapter, track, load_sets()):
            way = each.ways[way_name(chapter.name, track.framework)]
            for fault in track.faults:
                if not way.why and f"{fault.name}-today" not in way.seen:
                    yield Complaint(
                        f"{each.name}/{fault.name}",
                        N_("The set of versions lacks this symptom: renew it with `{command}`."),
                        {"command": f"nox -s 'matrix({each.name})'"},
                    )


def _renewed(text: str) -> str:
    """The text of a page with the table as it is today."""
    return BETWEEN.sub(lambda _: f"\n{table_text()}\n", text)


def table_text() -> str:
    """The sets, and what each symptom was there, as Markdown."""
    sets = load_sets()
    return "\n\n".join([_list_of(sets), *(_told(chapter, track, sets) for chapter, track in _ways())])


def _ways() -> list[tuple[Chapter, Track]]:
    chapters = [load_chapter(name) for name in chapter_names()]
    return [(chapter, track) for chapter in chapters for track in chapter.tracks.values()]


def _list_of(sets: Sequence[VersionSet]) -> str:
    lines = [["set", *PACKAGES]]
    for each in sets:
        versions = each.versions
        lines.append([f"`{each.name}`", *(versions.get(name, "") for name in PACKAGES)])
    return table(lines)


def _told(chapter: Chapter, track: Track, sets: Sequence[VersionSet]) -> str:
    """One framework's way through a chapter."""
    parts = [f"### Chapter {chapter.name.removeprefix('ch')}, {FRAMEWORKS[track.framework].title}"]
    tried = runs(chapter, track, sets)
    for each in of_way(chapter, track, sets):
        why = each.ways[way_name(chapter.name, track.framework)].why
        parts += [f"`{each.name}`: nothing could be run. `{why}`"] if why else []
    lines = [["symptom", "what it says", "on"]]
    for row in rows(chapter, track, sets):
        for said in row.said:
            on = ", ".join(titles(said.sets, tried, track.framework)) or "all"
            lines.append([_title(row) if said is row.said[0] else "", said_as(said.told), on])
    return "\n\n".join([*parts, table(lines)])


def _title(row: Row) -> str:
    if row.fault is None:
        return f"`{row.block}`"
    return row.fault.title + (", as on the published page" if row.published else "")


def said_as(told: SightingReport | None) -> str:
    """What a symptom was, as Markdown."""
    if told is None:
        return "not run"
    text = f"`` {told.error}: {told.message} ``" if told.error else "no error, only other values"
    return text if told.held else f"**not the declared symptom:** {text}"
