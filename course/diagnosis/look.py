"""The parts of the doctor: a look, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from course.diagnosis.facts import Facts, Place

Confidence = Literal["certain", "likely", "possible"]
"""How sure a finding is. `certain`: what was seen is itself the mistake, as an error that names it, or a call that is never right.
`likely`: it is concluded, from some of the rows, from what did not happen while the program was watched, or from the text of the program.
`possible` says only where to look next. This is the look's own word, which also decides what is told first; a reader is told that a look is certain only if it is proven.
"""
RANKS: Mapping[Confidence, int] = {"certain": 0, "likely": 1, "possible": 2}
PROVEN = frozenset(Path(__file__).with_name("proven.txt").read_text(encoding="ascii").split())
"""The looks that were certain, and right, about at least two programs of people who did not know them, before they were mended after those programs.

`benchmarks/doctor.py` writes them.
"""


@dataclass(frozen=True)
class Found:
    """What a look concludes from the facts of one program.

    Attributes:
        values: those of the placeholders in the look's words.
        evidence: the rows of a small table in the reader's own numbers: what was seen, and its value.
        place: the reader's line that is to be changed, if it is known.
    """

    confidence: Confidence
    values: Mapping[str, object] = field(default_factory=dict)
    evidence: Sequence[tuple[str, object]] = ()
    place: Place | None = None


@dataclass(frozen=True)
class Look:
    """One thing that the doctor looks at.

    Attributes:
        name: kebab-case.
        needs: the names of the facts that it concludes from; where one of them was not seen, the look cannot be taken.
        find: what it finds in the facts; None if there is nothing to find.
        title: words; the diagnosis in one line.
        why: words; what the mistake does, and how the evidence shows it.
        change: words; what to do about it.
        read: the lesson to read, as `ch8 --fault NAME`; empty if there is none.
        cases: the names of the cases with this mistake.
        terms: of the glossary.
        raises: whether the mistake can end a program with an error, although the look does not need one.
        ahead: whether it comes even before an error: without this repair, the program does not get that far.
        last: whether it knows an error by its message alone, and is told only where no other look explains the error.
    """

    name: str
    needs: tuple[str, ...]
    find: Callable[[Facts], Found | None]
    title: str
    why: str
    change: str
    read: str = ""
    cases: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    raises: bool = False
    ahead: bool = False
    last: bool = False

    @property
    def explains(self) -> bool:
        """Whether it can explain an error."""
        return self.raises or "crash" in self.needs


@dataclass(frozen=True)
class Finding:
    """A look together with what it found."""

    look: Look
    found: Found

    @property
    def confidence(self) -> Confidence:
        """How sure it is said to be: only a look that is proven says that it is certain."""
        unproven = self.found.confidence == "certain" and self.look.name not in PROVEN
        return "likely" if unproven else self.found.confidence
