"""What the symptoms of the lessons were on other versions of the libraries: a set of versions is a column of a table.

`python -m course record --set NAME` runs the lessons where a set is installed and keeps, in place of a recording, what each
symptom was there. Unlike a recording this is kept where a symptom did not show, too: that is what the table is for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path

from course.lesson import Chapter, Fault, Framework, Track
from course.observe import SightingReport, report
from course.paths import replacing
from course.recording import DIRECTORY, Recording, neutral, one_a_line, sightings

SETS = DIRECTORY / "sets"
TODAY, PUBLISHED = "today", "published"
"""How the names of the blocks end that show a fault's two symptoms."""
USUAL = {"python": "3.11", "torch": "2.13"}
"""The versions of Python and of PyTorch that are not named."""
PACKAGES = ("python", "transformers", "datasets", "torch", "tensorflow", "tf-keras", "accelerate", "numpy")
"""What a set is told by, in this order."""


@dataclass(frozen=True)
class Tried:
    """What the symptoms of one way through a chapter were on a set of versions.

    Attributes:
        date: the day, as 2026-11-25.
        versions: of Python and of the libraries that its scripts use.
        seen: what was seen, by the name of the block that has the symptom.
        why: the error for which nothing could be run; empty where it could.
    """

    date: str
    versions: Mapping[str, str]
    seen: Mapping[str, SightingReport] = field(default_factory=dict)
    why: str = ""

    @property
    def missed(self) -> list[str]:
        """The names of the blocks whose symptom did not show."""
        return [name for name, told in self.seen.items() if not told.held]


@dataclass(frozen=True)
class VersionSet:
    """What was seen on a set of versions, by chapter and framework: `ch8/pt`."""

    name: str
    ways: Mapping[str, Tried]

    @property
    def versions(self) -> dict[str, str]:
        """The versions of Python and of the libraries."""
        return {name: number for way in self.ways.values() for name, number in way.versions.items()}


def way_name(chapter: str, framework: Framework) -> str:
    """The name of one framework's way through a chapter."""
    return f"{chapter}/{framework}"


def tried(chapter: Chapter, track: Track, recording: Recording, why: str = "") -> Tried:
    """What of a recording is kept for a set of versions; where nothing could be run, only why."""
    seen = {}
    for name, sighting, observed in () if why else sightings(chapter, track, recording):
        told = report(sighting, observed)
        seen[name] = SightingReport(told.held, told.error, told.message and neutral(told.message))
    return Tried(recording.date, recording.used, seen, neutral(why))


def load_sets() -> list[VersionSet]:
    """All sets that are kept, from the oldest libraries to the newest."""
    return sorted((load_set(path) for path in SETS.glob("*.json")), key=_age)


def load_set(path: Path) -> VersionSet:
    """Read a set. Raises FileNotFoundError if there is none."""
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read(path: Path, written: int) -> VersionSet:
    content = json.loads(path.read_text(encoding="utf-8"))
    ways = {}
    for name, way in content.items():
        way["seen"] = {block: SightingReport(**told) for block, told in way["seen"].items()}
        ways[name] = Tried(**way)
    return VersionSet(path.stem, ways)


def keep(name: str, way: str, new: Tried) -> Path:
    """Keep what was seen on a set of versions, beside what is kept of its other ways, and return the file.

    Args:
        name: of the set, or of a file elsewhere that ends in `.json`.
    """
    path = Path(name) if name.endswith(".json") else SETS / f"{name}.json"
    ways = dict(load_set(path).ways) if path.is_file() else {}
    ways[way] = new
    texts = {}
    for each in sorted(ways):
        content = asdict(ways[each])
        seen = one_a_line({block: json.dumps(told, ensure_ascii=False) for block, told in content.pop("seen").items()})
        texts[each] = f'{json.dumps(content, ensure_ascii=False)[:-1]}, "seen": {seen}}}'
    with replacing(path) as file:
        file.write(one_a_line(texts) + "\n")
    return path


def titles(sets: Sequence[VersionSet], among: Sequence[VersionSet], framework: Framework) -> list[str]:
    """What tells sets from the others among which they are; nothing where they are all of them."""
    return [] if len(sets) == len(among) else _titles(sets, among, framework)


def _titles(sets: Sequence[VersionSet], among: Sequence[VersionSet], framework: Framework) -> list[str]:
    """The sets that follow each other among all of them as one, from the first to the last."""
    places = [among.index(each) for each in sets]
    firsts = [place for place in places if place - 1 not in places]
    lasts = [place for place in places if place + 1 not in places]
    return [_range(among, first, last, framework) for first, last in zip(firsts, lasts, strict=True)]


def _range(among: Sequence[VersionSet], first: int, last: int, framework: Framework) -> str:
    """Sets that follow each other. What else than the libraries an end has is told where the set beside it has the same libraries."""
    if first == last:
        return _title(among[first], framework)
    start, end = _libraries(among[first], framework), _libraries(among[last], framework)
    if first > 0 and _libraries(among[first - 1], framework) == start:
        start = _title(among[first], framework)
    if last + 1 < len(among) and _libraries(among[last + 1], framework) == end:
        end = _title(among[last], framework)
    if start == end:
        return start
    # with PyTorch only the one number differs
    return f"{start} – {end if framework == 'tf' else end.removeprefix('transformers ')}"


def _title(each: VersionSet, framework: Framework) -> str:
    """The versions of transformers and of TensorFlow, and those of PyTorch and Python that are not the usual ones."""
    unusual = []
    for name, title in (("torch", "PyTorch"), ("python", "Python")):
        version = ".".join(each.versions.get(name, "").split(".")[:2])
        if version and version != USUAL[name]:
            unusual.append(f"{title} {version}")
    return " + ".join([_libraries(each, framework), *unusual])


def _libraries(each: VersionSet, framework: Framework) -> str:
    """The versions of transformers and of TensorFlow."""
    names = {"transformers": "transformers", **({"tensorflow": "TensorFlow"} if framework == "tf" else {})}
    return " + ".join(f"{title} {each.versions[name]}" for name, title in names.items() if name in each.versions)


def elsewhere(chapter: Chapter, track: Track, block: str, told: SightingReport) -> list[tuple[str, list[str]]]:
    """The other messages that the symptom of a block had: each, and the sets on which it was that. Numbers in them are no difference."""
    return [each for words, each in _errors(chapter, track, block).items() if told.error and words != _plain(told)]


def messages(chapter: Chapter, track: Track, block: str) -> list[tuple[str, list[str]]]:
    """All messages that the symptom of a block had, where it had more than one: each, and the sets on which it was that."""
    found = _errors(chapter, track, block)
    return [*found.values()] if len(found) > 1 else []


def _errors(chapter: Chapter, track: Track, block: str) -> dict[str, tuple[str, list[str]]]:
    """The errors that the symptom of a block was and the sets on which it was that, by the words without their numbers."""
    sets = runs(chapter, track, load_sets())
    row = next((row for row in rows(chapter, track, sets) if row.block == block), None)
    found: dict[str, list[Said]] = {}
    for each in row.said if row else ():
        if each.told.held and each.told.error:
            found.setdefault(_plain(each.told), []).append(each)
    # it stands between backticks itself
    return {
        words: (
            f"{same[0].told.error}: {same[0].told.message}".replace("`", "'"),
            _titles([each for each in sets for said in same if each in said.sets], sets, track.framework),
        )
        for words, same in found.items()
    }


def _plain(told: SightingReport) -> str:
    """The words of an error without the numbers in them."""
    return re.sub(r"\d+", "0", neutral(f"{told.error}: {told.message}"))


def _age(each: VersionSet) -> list[list[int]]:
    """What sets are sorted by: the versions of transformers, of the framework and of Python."""
    return [_numbers(each.versions.get(name, "0")) for name in ("transformers", "tensorflow", "torch", "python")]


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.partition("+")[0].split(".") if part.isdigit()]


@dataclass(frozen=True)
class Said:
    """One thing that a symptom was, and the sets of versions on which it was that."""

    told: SightingReport
    sets: list[VersionSet]


@dataclass(frozen=True)
class Row:
    """What a symptom was on each set.

    Attributes:
        block: the name of the block that has it.
        fault: the fault that it is of; None for a symptom of a step, a probe or an edition.
        published: whether it is the symptom of the published page, brought about again.
    """

    block: str
    fault: Fault | None
    published: bool
    said: Sequence[Said]


def rows(chapter: Chapter, track: Track, sets: Sequence[VersionSet]) -> Iterator[Row]:
    """The symptoms of all faults, and those others that were an error, or not the same, on some set."""
    faults = {f"{fault.name}-{era}": fault for fault in track.faults for era in (TODAY, PUBLISHED)}
    ways = {each.name: each.ways[way_name(chapter.name, track.framework)] for each in of_way(chapter, track, sets)}
    for block in dict.fromkeys(name for way in ways.values() for name in way.seen):
        said: list[Said] = []
        for each in of_way(chapter, track, sets):
            told = ways[each.name].seen.get(block)
            if told is None:
                continue
            same = next((earlier for earlier in said if earlier.told == told), None)
            if same is None:
                said.append(Said(told, [each]))
            else:
                same.sets.append(each)
        if block in faults or len(said) > 1 or any(each.told.error for each in said):
            yield Row(block, faults.get(block), block.endswith(f"-{PUBLISHED}"), said)


def runs(chapter: Chapter, track: Track, sets: Sequence[VersionSet]) -> list[VersionSet]:
    """The sets on which one way through a chapter could be run."""
    way = way_name(chapter.name, track.framework)
    return [each for each in of_way(chapter, track, sets) if not each.ways[way].why]


def of_way(chapter: Chapter, track: Track, sets: Sequence[VersionSet]) -> list[VersionSet]:
    """The sets on which one way through a chapter was tried."""
    return [each for each in sets if way_name(chapter.name, track.framework) in each.ways]
