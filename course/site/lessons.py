"""The pages of the chapters: one for each section, for each edition, and for what comes before and after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from course.contents import chapter_names, load_chapter
from course.i18n import N_, SHORT, format_date
from course.lesson import Chapter, Framework, Track
from course.notebook.writing.front import GOALS, OPEN, Place, file_name
from course.recording import Recording, load
from course.script import Script
from course.site import shown
from course.site.page import Contents, Page, Words
from course.site.teller import Teller
from course.stages import repaired_script, trains_at_the_end
from course.story import (
    EDITION,
    FURTHER,
    LEARNED,
    SCRIPT,
    Block,
    Look,
    Run,
    Try,
    edition_story,
    found,
    introduction,
    left_by_editions,
    story,
)

REPAIRED = N_("The script, repaired")
EDITIONS = N_("Editions of the course page")


@dataclass(frozen=True)
class Part:
    """What becomes a page of a lesson.

    Attributes:
        title: words; `values` fills its placeholders.
        before: the blocks of the pages before it, of which it may draw what was seen beside its own.
        script: the script that it ends with, whole; None where it shows none.
        links: where it leads to: lists of paths, each with a title, which are words.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]
    before: tuple[Block, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    script: Script | None = None
    links: Sequence[tuple[str, Sequence[str]]] = ()


class TrackSite:
    """The pages of one framework's way through a chapter."""

    def __init__(self, chapter: Chapter, track: Track, recording: Recording, place: Place) -> None:
        self.chapter = chapter
        self.track = track
        self.recording = recording
        self.place = place
        self.home = f"{chapter.name}/{track.framework}"
        self.story = story(chapter, track)

    def pages(self) -> Iterator[Page]:
        """Every page, in the order of reading."""
        yield self._page("", self.chapter.title, "chapter.html.jinja", self._front)
        for part in (*self.lesson(), *self.further(), *self.editions()):
            yield self._page(part.name, part.title, "lesson.html.jinja", partial(self._told, part), part.values)

    def lesson(self) -> list[Part]:
        """The pages of the lesson after its first."""
        found: list[Part] = []
        before: tuple[Block, ...] = ()
        for part in self.story.parts:
            for place, section in enumerate(part.sections):
                blocks = (*(part.opening if place == 0 else ()), *section.blocks)
                found.append(Part(section.section.name, section.section.title, blocks, before))
                before = (*before, *blocks)
            if trains_at_the_end(part.part):
                name = "repaired" if len(self.story.parts) == 1 else f"{part.part.name}-repaired"
                found.append(Part(name, REPAIRED, part.ending, before, script=repaired_script(part.part)))
        links = [(FURTHER, [f"{self.home}/{each.section.name}" for each in self.story.further])]
        links.append(("", [f"{self.chapter.name}/quiz"] if self.chapter.quiz else []))
        return [*found, Part("summary", LEARNED, self.story.ending, links=[each for each in links if each[1]])]

    def further(self) -> list[Part]:
        """The pages of the further sections."""
        return [Part(each.section.name, each.section.title, each.blocks) for each in self.story.further]

    def editions(self) -> list[Part]:
        """The pages on the editions of the course page."""
        return [
            Part(
                f"edition-{SHORT[edition.language]}",
                EDITION,
                (*edition_story(self.track, (edition,)), *left_by_editions(self.track, edition)),
                values={"language": edition.language},
            )
            for edition in self.track.editions
        ]

    def contents(self) -> Contents:
        """The list of this way's pages."""
        listed = (("", self.lesson()), (FURTHER, self.further()), (EDITIONS, self.editions()))
        groups = [(title, [f"{self.home}/{part.name}" for part in parts]) for title, parts in listed if parts]
        quiz = [("", [f"{self.chapter.name}/quiz"])] if self.chapter.quiz else []
        return Contents([("", [self.home, *groups[0][1]]), *groups[1:], *quiz])

    def _page(
        self, name: str, title: str, template: str, content: Any, values: Mapping[str, str] | None = None
    ) -> Page:
        path = f"{self.home}/{name}" if name else self.home
        parent = self.chapter.title if name else ""
        return Page(path, title, template, content, values or {}, self.home, self._twins(name), parent)

    def _twins(self, name: str) -> dict[Framework, str]:
        """The pages that have this page's place in each framework: the section of the same name, else the first page."""
        found: dict[Framework, str] = {}
        for framework, track in self.chapter.tracks.items():
            home = f"{self.chapter.name}/{framework}"
            names = {section.name for section in track.readable} | {"repaired", "summary"}
            names |= {f"edition-{SHORT[edition.language]}" for edition in track.editions}
            found[framework] = f"{home}/{name}" if name in names else home
        return found

    def _front(self, words: Words) -> dict[str, Any]:
        """What the first page is filled with."""
        teller = Teller(words, self.chapter, self.recording)
        first = self.story.parts[0]
        shown: tuple[Block, ...] = found(first.part, first.part.sections[0])
        return {
            "introduction": [words.prose(each.text, **each.values) for each in introduction(self.chapter, self.track)],
            "goals": [words.prose(goal) for goal in self.chapter.goals],
            "goals_title": words.say(GOALS),
            "script_title": words.say(SCRIPT),
            "items": teller.tell(shown),
            **self._ways(words, "", ()),
        }

    def _told(self, part: Part, words: Words) -> dict[str, Any]:
        """What the page of a section is filled with."""
        video = self.track.video.address if self.track.video is not None else ""
        items = Teller(words, self.chapter, self.recording, part.before, video).tell(part.blocks)
        title = words.say(part.title, **words.named(part.values))
        headings = [item for item in items if item["kind"] == "heading" and item["title"] != title]
        if headings and min(item["level"] for item in headings) > 2:
            # the title of the page takes the place of the heading above them
            for item in headings:
                item["level"] -= 1
        if part.script is not None:
            whole = shown.code(part.script.text().strip("\n"))
            items.append({"kind": "folded", "title": words.say(SCRIPT), "items": [whole]})
        links = [{"title": words.say(title) if title else "", "paths": paths} for title, paths in part.links]
        return {"items": items, "links": links, **self._ways(words, part.name, part.blocks)}

    def _ways(self, words: Words, name: str, blocks: Sequence[Block]) -> dict[str, Any]:
        """How to run this page's section on one's own machine or on Colab, and when and with what its blocks were recorded."""
        sections = {section.name for section in self.track.readable}
        language = SHORT[words.language]
        start = f" --fault {name}" if name in sections else ""
        notebook = file_name(self.chapter.name, self.track.framework, words.language)
        return {
            "command": f"python -m {self.chapter.package}{start} --framework {self.track.framework} --lang {language}",
            "colab": self.place.colab(notebook),
            "colab_title": words.say(OPEN),
            "recorded": when(self.recording, words)
            if any(isinstance(each, Run | Look | Try) for each in blocks)
            else None,
        }


def when(recording: Recording, words: Words) -> dict[str, str]:
    """The day and the versions of a recording, as a sentence names them."""
    return {
        "date": format_date(recording.date, words.language),
        "versions": words.listed(f"{package} {number}" for package, number in recording.used.items()),
    }


def chapters(place: Place) -> list[TrackSite]:
    """Every way through every chapter that was recorded."""
    found = []
    for name in chapter_names():
        chapter = load_chapter(name)
        for framework, track in chapter.tracks.items():
            recording = load(name, framework)
            if recording is not None:
                found.append(TrackSite(chapter, track, recording, place))
    return found
