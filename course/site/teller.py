"""Tells a lesson's story on pages: each block as what a template shows, with what was recorded when it ran."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from course.curves import TRAINING_LOSS, Curve, column_curve
from course.i18n import N_, format_number
from course.lesson import Chapter, Observed, Raises, Sighting, Warns, seconds_of
from course.notebook.writing.markdown import HINT
from course.observe import report, scores_sentence, telling_line
from course.recording import Recording
from course.screen import LONG_RUN, SHORT_RUN, long_run
from course.script import Function, called
from course.site import shown
from course.site.page import Words
from course.stages import find_probe
from course.story import (
    AFTER_REPAIR,
    AS_FOUND,
    ASKED,
    ELSEWHERE,
    HERE,
    LEARNED,
    REPAIR_OF,
    Block,
    Code,
    Difference,
    Found,
    Heading,
    Judge,
    Label,
    Link,
    Look,
    Prose,
    Question,
    Run,
    Summary,
    Text,
    Try,
    curve_name,
)
from course.version_sets import elsewhere

Item = dict[str, Any]
CLOSER = N_("Look closer")
RECORDED = N_("The symptom, as recorded")
"""In place of `On your installation`: nothing runs on a page."""
ANSWER = N_("The cause and the repair")


class Teller:
    """Tells blocks on one page. The curves of training runs that failed are drawn beside the one that does not.

    Args:
        before: the blocks of the pages before.
        video: the address of the video, to which the times in it lead; empty if there is none.
    """

    def __init__(
        self, words: Words, chapter: Chapter, recording: Recording, before: Sequence[Block] = (), video: str = ""
    ) -> None:
        self.words = words
        self.chapter = chapter
        self.recording = recording
        self.video = video
        self.curves: list[Curve] = []
        self._shown: set[Function] = set()
        self._last = Observed()
        for block in before:
            if isinstance(block, Run):
                self._keep_curve(block, self._observed(block.name))

    def _sides(self, items: list[Item]) -> list[Item]:
        """The same items; what was seen today, and what the course page shows, side by side where there are both."""
        places = [place for place, item in enumerate(items) if item["kind"] == "label"]
        if len(places) != 2:
            return items
        first, second = places
        sides = [{"title": each[0]["text"], "items": each[1:]} for each in (items[first:second], items[second:])]
        # a table needs the whole width
        stacked = any(item["kind"] == "table" for item in items[first:])
        return [*items[:first], {"kind": "sides", "sides": sides, "stacked": stacked}]

    def tell(self, blocks: Sequence[Block]) -> list[Item]:
        """The items of these blocks. What comes after a question stays folded until the reader asks for it."""
        items: list[Item] = []
        for place, block in enumerate(blocks):
            if isinstance(block, Question):
                items = self._sides(items)
                items += self._question(block)
                rest = [item for each in blocks[place + 1 :] for item in self._block(each)]
                items.append({"kind": "folded", "title": self.words.say(ANSWER), "items": rest})
                break
            items += self._block(block)
        return items

    def _block(self, block: Block) -> Iterator[Item]:
        match block:
            case Text(_, parts):
                for part in parts:
                    yield self._part(part)
            case Found(part, script):
                yield self.paragraph(AS_FOUND)
                yield shown.code(script.text(), title=f"{part.name}/script.py")
            case Code(function, wrong):
                yield shown.function(function, wrong)
            case Run():
                yield from self._run(block)
            case Judge(_, sighting):
                yield from self._note(sighting)
            case Look():
                yield from self._look(block)
            case Try(name, _, _, sighting):
                observed = self._observed(name)
                yield from self._observation(observed, sighting)
                yield from self._note(sighting)
            case Summary(paragraphs):
                yield {"kind": "heading", "level": 2, "anchor": "summary", "title": self.words.say(LEARNED)}
                yield {"kind": "list", "items": [self.words.prose(each) for each in paragraphs]}
            case Link():
                pass  # the page of the summary links to these pages itself

    def paragraph(self, text: str, /, aside: bool = False, **values: object) -> Item:
        """A paragraph of prose."""
        return {"kind": "prose", "html": self.words.prose(text, **values), "aside": aside}

    def _part(self, part: Heading | Prose | Label | Difference) -> Item:
        words = self.words
        match part:
            case Heading():
                title = words.say(part.title, **words.named(part.values))
                return {"kind": "heading", "level": part.level, "anchor": part.anchor, "title": title}
            case Prose(text, {"times": str(times)}) if self.video:
                return {"kind": "prose", "html": self._with_times(words.prose(text, times=times)), "aside": True}
            case Prose(text, values, titles, aside):
                return self.paragraph(
                    text, aside, **values, **{name: words.say(title) for name, title in titles.items()}
                )
            case Label(text):
                return {"kind": "label", "text": words.say(RECORDED if text == HERE else text)}
            case Difference(lines, file, repairs):
                return shown.difference(lines, words.say(REPAIR_OF, cell=repairs) if repairs else file)

    def _with_times(self, prose: Markup) -> Markup:
        """Prose in which each span of times of the video leads to where it begins."""

        def linked(found: re.Match[str]) -> str:
            separator = "&" if "?" in self.video else "?"
            seconds = seconds_of(found[1])
            return Markup('<a href="{}{}t={}">{}</a>').format(self.video, separator, seconds, found[0])

        return Markup(re.sub(r"(\d+:\d\d)–\d+:\d\d", linked, prose))

    def _observed(self, name: str) -> Observed:
        seen = self.recording.seen.get(name)
        return seen.observed if seen is not None else Observed()

    def _run(self, block: Run) -> Iterator[Item]:
        observed = self._last = self._observed(block.name)
        language = self.words.language
        if block.sighting is not None:
            yield from self._observation(observed, block.sighting)
            self._keep_curve(block, observed)
            # the note on a relapse stands before it
            if block.era != "relapse":
                yield from self._note(block.sighting)
                track = self.chapter.tracks[self.recording.framework]
                for said, versions in elsewhere(self.chapter, track, block.name, report(block.sighting, observed)):
                    yield self.paragraph(ELSEWHERE, aside=True, said=said, versions=self.words.listed(versions))
        if block.tells:
            yield from self._losses(observed)
            name = self.words.say(AFTER_REPAIR if self.curves else TRAINING_LOSS)
            drawn = shown.curves([*self.curves, Curve(name, observed.losses)], language) if observed.losses else None
            if drawn is not None:
                yield drawn
            if observed.scores:
                sentence = scores_sentence(self.chapter.task.metric, observed.scores, language)
                yield {"kind": "prose", "html": sentence, "aside": False}

    def _keep_curve(self, block: Run, observed: Observed) -> None:
        if len(observed.losses) >= SHORT_RUN and block.fault is not None and block.era != "relapse":
            self.curves.append(Curve(curve_name(block.fault, self.words.language), observed.losses))

    def _observation(self, observed: Observed, sighting: Sighting) -> Iterator[Item]:
        symptom = sighting.symptom
        if isinstance(symptom, Warns):
            for category, text in observed.warnings:
                if category == symptom.category:
                    yield {"kind": "warning", "category": category, "line": telling_line(text, symptom.pattern)}
                    break
        if observed.raised is not None:
            pattern = symptom.pattern if isinstance(symptom, Raises) else ""
            yield shown.error(observed.raised, telling_line(observed.raised.message, pattern))
        yield from self._losses(observed)
        if observed.findings:
            yield shown.table(observed.findings)

    def _losses(self, observed: Observed) -> Iterator[Item]:
        losses = observed.losses
        if 0 < len(losses) < SHORT_RUN:
            yield {"kind": "losses", "losses": [format_number(loss, self.words.language) for loss in losses]}
        elif losses:
            yield self.paragraph(LONG_RUN, **long_run(losses, self.words.language))

    def _note(self, sighting: Sighting) -> Iterator[Item]:
        if sighting.note:
            yield self.paragraph(sighting.note)

    def _look(self, look: Look) -> Iterator[Item]:
        probe = look.probe
        observed = self._observed(look.name)
        yield self.paragraph(probe.caption)
        for function in called(find_probe(look.part, probe.name)):
            if function not in self._shown or function.name == probe.name:
                yield shown.function(function)
                self._shown.add(function)
        yield from self._observation(observed, Sighting(probe.symptom))
        if probe.drawn and observed.findings:
            language = self.words.language
            columns = [column_curve(observed.findings, each, language) for each in probe.drawn]
            drawn = shown.curves(columns, language, epochs="epoch" in observed.findings[0])
            if drawn is not None:
                yield drawn
        if probe.note:
            yield self.paragraph(probe.note)

    def _question(self, question: Question) -> Iterator[Item]:
        words = self.words
        yield self.paragraph(ASKED)
        yield {
            "kind": "hints",
            "hints": [
                {"title": words.say(HINT, number=number), "html": words.prose(hint)}
                for number, hint in enumerate(question.fault.hints, 1)
            ],
        }
        closer = [item for look in question.closer for item in self._look(look)]
        if closer:
            yield {"kind": "folded", "title": words.say(CLOSER), "items": closer}
