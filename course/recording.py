"""What was seen when a lesson ran, as data: `python -m course record` writes it, and who has it can tell the lesson without running it.

A recording holds for one framework's way through a chapter what each block of its story has shown, by the block's name, with a
digest of the code that was run. So it can be said when a recording no longer fits the code.
"""

from __future__ import annotations

import json
import math
import re
import site
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from course.lesson import Chapter, Frame, Framework, Observed, Raised, ScriptPart, Sighting, Track
from course.observe import Live, as_seen, held
from course.paths import ASSETS, CHECKOUT, PACKAGE, replacing
from course.screen import Work
from course.script import called
from course.stages import find_probe
from course.story import Block, Judge, Look, Question, Run, Story, Try, edition_story, left_by_editions, story

DIRECTORY = PACKAGE / "recordings"
DIGITS = 8
"""How many significant digits of a number are kept."""
LEFT_OUT = re.compile(r"^\[… (\d+) …\]$", re.MULTILINE)
"""The line that stands in a traceback in place of so many characters."""
LONGEST = 20_000
"""How many characters of a traceback are kept: a quarter from its beginning, and the rest from its end, which tells most."""

OF_OTHERS: Mapping[Framework, tuple[str, ...]] = {
    "tf": ("torch", "accelerate"),
    "pt": ("tensorflow", "tf-keras"),
    "plain": (),
}
"""Packages that may be installed beside a framework, and that its scripts do not use."""


@dataclass(frozen=True)
class Seen:
    """What one block has shown, and the digest of the code that it ran."""

    code: str
    observed: Observed


@dataclass(frozen=True)
class Recording:
    """What the blocks of one framework's way through a chapter have shown.

    Attributes:
        date: the day, as 2026-11-25.
        versions: of Python and of the libraries.
        data: a digest of the embedded data and checkpoints.
    """

    chapter: str
    framework: Framework
    date: str
    versions: Mapping[str, str]
    data: str
    seen: Mapping[str, Seen] = field(default_factory=dict)

    @property
    def used(self) -> dict[str, str]:
        """The versions of Python and of the libraries that the lesson's scripts use."""
        return {name: number for name, number in self.versions.items() if name not in OF_OTHERS[self.framework]}


def path_of(chapter: str, framework: Framework) -> Path:
    """The file of a recording."""
    return DIRECTORY / f"{chapter}-{framework}.json"


def load(chapter: str, framework: Framework) -> Recording | None:
    """Read a recording; None if there is none."""
    path = path_of(chapter, framework)
    if not path.is_file():
        return None
    content = json.loads(path.read_text(encoding="utf-8"))
    seen = {name: Seen(each.pop("code"), _observed(each)) for name, each in content.pop("seen").items()}
    return Recording(**content, seen=seen)


def save(recording: Recording) -> Path:
    """Write a recording, a line for each block, and return its file."""
    content = asdict(recording) | {"seen": {}}
    head = json.dumps(content, ensure_ascii=False, indent=1).removesuffix('"seen": {}\n}')
    seen = {
        name: json.dumps({"code": each.code, **_plain(each.observed)}, ensure_ascii=False)
        for name, each in recording.seen.items()
    }
    path = path_of(recording.chapter, recording.framework)
    with replacing(path) as file:
        file.write(f'{head}"seen": {one_a_line(seen)}\n}}\n')
    return path


def one_a_line(texts: Mapping[str, str]) -> str:
    """A JSON object of values that are JSON already, each on a line of its own."""
    lines = [f"{json.dumps(name)}: {text}" for name, text in texts.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def data_digest() -> str:
    """A digest of everything in `course/assets`, as its list of checksums has it."""
    return sha256((ASSETS / "SHA256SUMS").read_bytes()).hexdigest()[:16]


def code_digest(block: Run | Look | Try) -> str:
    """A digest of the code that a block runs: the cells up to the last, and the probe."""
    texts: list[str] = []
    if isinstance(block, Run):
        script, scene = block.script, block.scene
        texts += [preamble.source for preamble in script.preambles]
        texts += [text for cell in script.until(scene.until) for text in (cell.function.source, cell.call)]
        texts += [script.cell(scene.define).function.source] if scene.define else []
        texts += [each.source for each in called(find_probe(block.part, scene.probe))] if scene.probe else []
        texts += [str(scene.steps or block.part.steps)]
    else:
        function = find_probe(block.part, block.probe.name) if isinstance(block, Look) else block.function
        texts += [each.source for each in called(function)]
    return sha256("\0".join(texts).encode()).hexdigest()[:16]


def stories(chapter: Chapter, track: Track, short: bool = False) -> Iterator[tuple[ScriptPart, tuple[Block, ...]]]:
    """All blocks of a track, those of further sections and editions too, with the script that they belong to.

    Args:
        short: leave out the further sections that train models of their own.
    """
    told: Story = story(chapter, track)
    for part in told.parts:
        yield part.part, part.opening
        for section in part.sections:
            yield part.part, section.blocks
        yield part.part, part.ending
    first = track.parts[0]
    for section in told.further:
        if not (short and any(each.drawn or each.of_learning for each in section.section.probes)):
            yield first, section.blocks
    yield first, edition_story(track, track.editions)
    for edition in track.editions[:1]:
        yield first, left_by_editions(track, edition)


def shown(chapter: Chapter, track: Track, short: bool = False) -> Iterator[tuple[ScriptPart, Run | Look | Try | Judge]]:
    """The blocks of a track that show something, in the order in which they run."""
    for part, blocks in stories(chapter, track, short):
        for block in blocks:
            if isinstance(block, Question):
                yield from ((part, look) for look in block.closer)
            elif isinstance(block, Run | Look | Try | Judge):
                yield part, block


def record(
    chapter: Chapter, track: Track, live: Live, date: str, versions: Mapping[str, str], work: Work, short: bool = False
) -> Recording:
    """Run every block of a track that shows something, and return what was seen; see `stories` for `short`."""
    seen: dict[str, Seen] = {}
    entered = None
    for part, block in shown(chapter, track, short):
        if part is not entered:
            live.enter(part)
            entered = part
        if isinstance(block, Run):
            seen[block.name] = Seen(code_digest(block), live.run(block, work))
        elif isinstance(block, Look):
            seen[block.name] = Seen(code_digest(block), live.look(block, work))
        elif isinstance(block, Try):
            seen[block.name] = Seen(code_digest(block), live.attempt(block))
    return Recording(chapter.name, track.framework, date, versions, data_digest(), seen)


def sightings(chapter: Chapter, track: Track, recording: Recording) -> Iterator[tuple[str, Sighting, Observed]]:
    """What each block of a track should show, and what it has shown: the block's name, the sighting, and what was observed."""
    last = Observed()
    for _, block in shown(chapter, track):
        if isinstance(block, Judge):
            yield block.name, as_seen(block.sighting, last), last
        elif block.name in recording.seen:
            observed = recording.seen[block.name].observed
            last = observed if isinstance(block, Run) else last
            sighting = Sighting(block.probe.symptom) if isinstance(block, Look) else block.sighting or Sighting(None)
            yield block.name, as_seen(sighting, observed), observed


def not_held(chapter: Chapter, track: Track, recording: Recording) -> Iterator[str]:
    """The names of the blocks whose symptom is not in a recording."""
    for name, sighting, observed in sightings(chapter, track, recording):
        if not held(sighting.symptom, observed):
            yield name


class Recorded:
    """Knows what the blocks of a story have shown when they were recorded. Runs nothing."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording

    def origin(self) -> dict[str, Any]:
        """The day of the recording, and the versions that it was made with."""
        return {"recorded": self.recording.date, "versions": dict(self.recording.versions)}

    def enter(self, part: ScriptPart) -> None:
        """Begin with a script."""

    def run(self, block: Run, work: Work) -> Observed:
        return self._of(block)

    def look(self, block: Look, work: Work) -> Observed:
        return self._of(block)

    def attempt(self, block: Try) -> Observed:
        return self._of(block)

    def _of(self, block: Run | Look | Try) -> Observed:
        seen = self.recording.seen.get(block.name)
        return seen.observed if seen is not None else Observed()


def _shortened(text: str) -> str:
    """Leave out the middle of a text that is too long; the number of characters left out stands in its place."""
    if len(text) <= LONGEST:
        return text
    head = text[: LONGEST // 4].rpartition("\n")[0]
    tail = text[-3 * LONGEST // 4 :]
    # a line may be longer than that: then it begins somewhere
    tail = tail.partition("\n")[2] or tail
    return f"{head}\n\n[… {len(text) - len(head) - len(tail)} …]\n\n{tail}"


def _plain(observed: Observed) -> dict[str, Any]:
    """What was seen in values that JSON has, without what is empty."""
    raised = observed.raised
    content = {
        "raised": raised
        and {
            "error": raised.error,
            "message": neutral(raised.message),
            "frames": [asdict(frame) for frame in raised.frames],
            "traceback": _shortened(neutral(raised.traceback)),
        },
        "warnings": [[category, neutral(text)] for category, text in dict.fromkeys(observed.warnings)],
        "losses": [_number(loss) for loss in observed.losses],
        "findings": [{name: _number(value) for name, value in row.items()} for row in observed.findings],
        "scores": {name: _number(value) for name, value in observed.scores.items()},
    }
    return {name: value for name, value in content.items() if value}


def _observed(content: Mapping[str, Any]) -> Observed:
    raised = content.get("raised")
    return Observed(
        Raised(
            raised["error"],
            raised["message"],
            None,
            tuple(Frame(**each) for each in raised["frames"]),
            raised["traceback"],
        )
        if raised
        else None,
        tuple((category, text) for category, text in content.get("warnings", ())),
        tuple(map(_read, content.get("losses", ()))),
        [{name: _read(value) for name, value in row.items()} for row in content.get("findings", ())],
        {name: _read(value) for name, value in content.get("scores", {}).items()},
    )


def _number(value: Any) -> Any:
    """A value of a table with as many digits as are kept; one that is no number in JSON as an object of its name."""
    if isinstance(value, str | bool) or value is None:
        return value
    if isinstance(value, list | tuple):
        return [_number(each) for each in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else {"number": str(value)}
    return value if isinstance(value, int) else str(value)


def _read(value: Any) -> Any:
    if isinstance(value, dict):
        return float(value["number"])
    return [_read(each) for each in value] if isinstance(value, list) else value


def neutral(text: str) -> str:
    """A text without what only this machine has: directories, addresses in memory, temporary names."""
    roots = [str(CHECKOUT), *site.getsitepackages(), sys.base_prefix, str(Path.home())]
    for root in sorted(roots, key=len, reverse=True):
        text = text.replace(root + "/", "")
    text = re.sub(r"/tmp/[\w./-]*/", "", text)
    return re.sub(r"0x[0-9a-f]{6,}", "0x…", text)
