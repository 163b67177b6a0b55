"""Run a stage of a script in the circumstances that a scene describes, and return what was observed."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.frameworks import FRAMEWORKS, versions
from course.i18n import format_number, format_share, translate
from course.kernel import Kernel
from course.lesson import Frame, Metric, Observed, Raised, Raises, Scene, ScriptPart, Shows, Sighting, Symptom, Warns
from course.screen import Work
from course.script import OUTPUT, SCORES, STEPS, Function, Script, read, shown_name
from course.sources import Source
from course.stages import find_probe
from course.story import Look, Run, Try


def kernel_for(part: ScriptPart, source: Source, seed: int, workspace: Path) -> Kernel:
    """A kernel with the arguments of the part's script. `workspace` is a directory for what the script writes."""
    script = read(part.script)
    arguments = {
        "checkpoint": source.checkpoint,
        "dataset": source.dataset,
        "metric": source.metric,
        "seed": seed,
        OUTPUT: str(workspace),
    }
    # a probe may write, even where the script does not
    taken = {*script.required, *script.defaults, OUTPUT}
    return Kernel({name: value for name, value in arguments.items() if name in taken}, part.live_from)


@contextmanager
def captured() -> Iterator[None]:
    """Keep off the screen what libraries print, be it from Python or from C++ straight to the process's standard error.

    Live drawing goes on all the same: a console keeps the stream that it was made with.
    """
    sys.stderr.flush()
    with tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace") as kept:
        screen = os.dup(2)
        os.dup2(kept.fileno(), 2)
        try:
            with redirect_stdout(kept), redirect_stderr(kept):
                yield
        finally:
            os.dup2(screen, 2)
            os.close(screen)


def observe(
    part: ScriptPart,
    kernel: Kernel,
    script: Script,
    scene: Scene,
    on_cell: Callable[[str], None] = lambda name: None,
    on_loss: Callable[[float], None] = lambda loss: None,
) -> Observed:
    """Run a script as far as the scene says, then its probe, and return what was observed.

    An exception of a cell is not an error here but part of what was seen. Ctrl-C is passed on.
    """
    losses: list[float] = []

    def heard(loss: float) -> None:
        losses.append(loss)
        on_loss(loss)

    raised = None
    findings = ()
    with warnings.catch_warnings(record=True) as caught, captured():
        warnings.simplefilter("always")
        kernel.arguments["callbacks"] = [FRAMEWORKS[part.framework].make_callback(heard)]
        if scene.steps or part.steps:
            kernel.arguments["steps"] = scene.steps or part.steps
        try:
            kernel.run(script, scene.until, on_cell)
            if scene.define:
                kernel.define(script.cell(scene.define).function)
            if scene.probe:
                on_cell(scene.probe)
                findings = kernel.call(find_probe(part, scene.probe))
        except Exception as error:
            raised = raised_by(error, part)
    told = tuple((warning.category.__name__, str(warning.message)) for warning in caught)
    # a library may have measured numbers of types of its own
    scores = {name: float(value) for name, value in kernel.namespace.get(SCORES, {}).items()}
    return Observed(raised, told, tuple(losses), findings, scores)


class Live:
    """Runs what the blocks of a story ask for, in this process.

    Args:
        workspace: a directory for what the script writes.
    """

    def __init__(self, source: Source, seed: int, workspace: Path) -> None:
        self.source = source
        self.seed = seed
        self.workspace = workspace

    def origin(self) -> dict[str, Any]:
        """The versions that are installed."""
        return {"versions": versions()}

    def enter(self, part: ScriptPart) -> None:
        """Begin with a script: nothing of it has run yet."""
        self.part = part
        self.kernel = kernel_for(part, self.source, self.seed, self.workspace)

    def run(self, block: Run, work: Work) -> Observed:
        """Run a script as far as a block says."""
        part = self.part
        known = block.scene.steps or part.steps

        def counted() -> int | None:
            steps = self.kernel.namespace.get(STEPS)
            return steps if isinstance(steps, int) else None

        def heard(loss: float) -> None:
            work.step(loss, known or counted())

        return observe(part, self.kernel, block.script, block.scene, work.doing, heard)

    def look(self, block: Look, work: Work) -> Observed:
        """Run the probe of a block on the live objects."""
        work.doing(block.probe.name)
        return run_probe(block.part, self.kernel, block.probe.name)

    def attempt(self, block: Try) -> Observed:
        """Run the function of a block on the live objects."""
        return run_function(block.part, self.kernel, block.function)


def run_probe(part: ScriptPart, kernel: Kernel, name: str) -> Observed:
    """Run one probe on the objects that the last script left alive."""
    return run_function(part, kernel, find_probe(part, name))


def run_function(part: ScriptPart, kernel: Kernel, function: Function) -> Observed:
    """Run a function by itself on the objects that the last script left alive."""
    raised = None
    findings = ()
    with warnings.catch_warnings(), captured():
        warnings.simplefilter("ignore")
        try:
            findings = kernel.call(function)
        except Exception as error:
            raised = raised_by(error, part)
    return Observed(raised, findings=findings)


def raised_by(error: Exception, part: ScriptPart) -> Raised:
    """An exception as it was seen: with the lines of the part's chapter that it came through."""
    directory = part.folder.parent
    frames = tuple(
        Frame(
            shown_name(Path(frame.filename)),
            "main" if frame.name == "<module>" else frame.name,
            frame.lineno or 0,
            frame.line or "",
        )
        for frame in traceback.extract_tb(error.__traceback__)
        if directory in Path(frame.filename).parents
    )
    return Raised(type(error).__name__, str(error), error, frames, "".join(traceback.format_exception(error)))


def held(symptom: Symptom | None, observed: Observed) -> bool:
    """Return True if the symptom was observed; without a symptom, True if nothing was raised."""
    match symptom:
        case None:
            return observed.raised is None
        case Raises(error, pattern):
            seen = observed.raised
            return seen is not None and seen.error in error.split("|") and re.search(pattern, seen.message) is not None
        case Warns(category, pattern):
            return any(name == category and re.search(pattern, text) for name, text in observed.warnings)
        case Shows(holds):
            return observed.raised is None and holds(observed)


def as_seen(sighting: Sighting, observed: Observed) -> Sighting:
    """The sighting; where it is not what was observed, and what it was on earlier versions is, then that."""
    earlier = sighting.earlier
    if earlier is None or held(sighting.symptom, observed) or not held(earlier.symptom, observed):
        return sighting
    return earlier


def scores_sentence(metric: Metric, scores: Mapping[str, float], language: str) -> str:
    """The sentence that tells a script's scores in a language."""
    write = format_share if metric.shares else format_number
    return translate(metric.sentence, language).format(
        **{name: write(scores[name], language) for name in metric.scores}
    )


def telling_line(message: str, pattern: str = "") -> str:
    """The line of an error's message that says most: the one with the pattern, else the last that is no node of a graph.

    Of a line longer than 160 characters, only what surrounds the pattern is given, and nowhere the file of a module.
    """
    message = re.sub(r" \([^()]*[/\\][^()]*\.py\)", "", message)
    lines = [line.strip() for line in message.splitlines() if line.strip() and not line.lstrip().startswith("[[")]
    for line in reversed(lines):
        found = re.search(pattern, line)
        if found is not None:
            if len(line) <= 160:
                return line
            first = max(0, found.start() - 40)
            last = min(len(line), found.end() + 60)
            return f"{'… ' if first else ''}{line[first:last]}{' …' if last < len(line) else ''}"
    return lines[-1] if lines else ""


@dataclass
class SightingReport:
    """One sighting as the lesson's JSON has it: whether the symptom held, and the error or warning that was raised."""

    held: bool
    error: str | None = None
    message: str | None = None


def report(sighting: Sighting, observed: Observed) -> SightingReport:
    """The report of a sighting in a run."""
    symptom = sighting.symptom
    told = SightingReport(held(symptom, observed))
    if observed.raised is not None:
        pattern = symptom.pattern if isinstance(symptom, Raises | Warns) else ""
        told.error = observed.raised.error
        told.message = telling_line(observed.raised.message, pattern)
    if isinstance(symptom, Warns):
        texts = [text for category, text in observed.warnings if category == symptom.category]
        if texts:
            told.error = symptom.category
            told.message = telling_line(texts[0], symptom.pattern)
    return told
