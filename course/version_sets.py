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
USUAL = "3.11"
"""The version of Python that is not named."""
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
    """The first and the last of these sets where all between are theirs, too; else each."""
    first = among.index(sets[0])
    if len(sets) > 1 and list(sets) == list(among[first : first + len(sets)]):
        last = _title(sets[-1], framework)
        # with PyTorch only the one number differs
        return [f"{_title(sets[0], framework)} – {last.removeprefix('transformers ') if framework != 'tf' else last}"]
    return [_title(each, framework) for each in sets]


def _title(each: VersionSet, framework: Framework) -> str:
    """The versions of transformers, of TensorFlow and of Python."""
    versions = each.versions
    names = {"transformers": "transformers", **({"tensorflow": "TensorFlow"} if framework == "tf" else {})}
    told = [f"{title} {versions[name]}" for name, title in names.items() if name in versions]
    python = ".".join(versions["python"].split(".")[:2])
    return " + ".join([*told, *([f"Python {python}"] if python != USUAL else [])])


def elsewhere(chapter: Chapter, track: Track, block: str, told: SightingReport) -> list[tuple[str, list[str]]]:
    """The other messages that the symptom of a block had: each, and the sets on which it was that. Numbers in them are no difference."""
    if not told.error:
        return []
    sets = runs(chapter, track, load_sets())
    row = next((row for row in rows(chapter, track, sets) if row.block == block), None)
    return [
        # it stands between backticks itself
        (f"{each.told.error}: {each.told.message}".replace("`", "'"), _titles(each.sets, sets, track.framework))
        for each in (row.said if row else ())
        if each.told.held and each.told.error and _plain(each.told) != _plain(told)
    ]


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
