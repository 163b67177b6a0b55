"""The outcome of a lesson so far, as `--json` writes it."""

from __future__ import annotations

from dataclasses import dataclass, field

from course.observe import SightingReport


@dataclass
class FaultReport:
    """The sightings of one fault, and the seconds that its section took."""

    name: str
    cell: str
    published: SightingReport | None = None
    today: SightingReport | None = None
    seconds: float = 0.0


@dataclass
class StepReport:
    """Whether everything in a step was as it must be, and the seconds that it took."""

    name: str
    held: bool = True
    seconds: float = 0.0


@dataclass
class ChangeReport(SightingReport):
    """The sighting of an edition's change, and whether its repair ran."""

    name: str = ""
    repaired: bool | None = None


@dataclass
class Report:
    """A lesson's outcome so far, as `--json` writes it: the names are the same in every language."""

    steps: list[StepReport] = field(default_factory=list)
    faults: list[FaultReport] = field(default_factory=list)
    changes: list[ChangeReport] = field(default_factory=list)
    final: dict[str, list[float | None] | float | None] | None = None
    failed: bool = False
