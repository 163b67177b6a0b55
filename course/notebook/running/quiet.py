"""Keep the libraries' progress bars, logs and warnings off a notebook, and show errors in a few lines."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from course.kernel import free_frames
from course.lesson import Fault, Observed, Raised, Raises, Symptom, Track, Warns
from course.message import WrongUse
from course.observe import held, telling_line

RED = "\x1b[1;31m"
PLAIN = "\x1b[0m"
# a message of more lines or characters is cut to the line that tells most
LINES = 6
LENGTH = 1_000


def symptoms(track: Track | None) -> Iterator[Symptom]:
    """Every symptom that a track declares."""
    for section in track.readable if track else ():
        for probe in section.probes:
            if probe.symptom is not None:
                yield probe.symptom
    for fault in _faults(track):
        for sighting in (fault.today, fault.today.earlier, fault.published, fault.relapse):
            if sighting is not None and sighting.symptom is not None:
                yield sighting.symptom
    for change in (each for edition in (track.editions if track else ()) for each in edition.changes):
        shown = (change.symptom, *(probe.symptom for probe in change.probes))
        yield from (symptom for symptom in shown if symptom is not None)


def _faults(track: Track | None) -> list[Fault]:
    return list(track.faults) if track else []


def expected(track: Track | None) -> list[Raises]:
    """The errors that a track declares; after a warning of the published page, any of the kind that today's libraries raise."""
    found = [symptom for symptom in symptoms(track) if isinstance(symptom, Raises)]
    for fault in _faults(track):
        if fault.published is not None and isinstance(fault.published.symptom, Warns):
            found += [Raises(fault.today.symptom.error, "")] if isinstance(fault.today.symptom, Raises) else []
    return found


def be_quiet(track: Track | None) -> None:
    """Keep progress bars, logs and warnings off the notebook, but for the warnings that the lesson is about."""
    for library in ("HF_DATASETS", "HF_HUB"):
        os.environ[f"{library}_DISABLE_PROGRESS_BARS"] = "1"
    # a loop's own bar: its loss is drawn instead
    os.environ["TQDM_DISABLE"] = "1"
    os.environ["TRANSFORMERS_VERBOSITY"] = "error"
    _quiet_loaded()
    warnings.simplefilter("ignore")
    for symptom in symptoms(track):
        if isinstance(symptom, Warns):
            # a data set that is read ahead of time would go on warning in cells further down
            warnings.filterwarnings("once", f".*(?:{symptom.pattern})")
    warnings.formatwarning = _warning  # type: ignore[assignment]
    if not sys.stderr.isatty() and type(sys.stderr).__name__ == "OutStream":
        # what C++ libraries write past Python; Python's own standard error goes another way in a kernel
        with open(os.devnull, "w") as nowhere:  # noqa: PTH123
            os.dup2(nowhere.fileno(), 2)
    import pandas

    pandas.set_option("display.max_colwidth", None)
    pandas.set_option("display.precision", 4)


def _quiet_loaded() -> None:
    """Quiet the libraries that the reader's notebook has imported before, and that heed no variable any more."""
    if "datasets" in sys.modules:
        sys.modules["datasets"].disable_progress_bars()
    if "huggingface_hub" in sys.modules:
        sys.modules["huggingface_hub"].utils.disable_progress_bars()
    if "transformers" in sys.modules:
        logging = sys.modules["transformers"].logging
        logging.set_verbosity_error()
        logging.disable_progress_bar()


def _warning(message: Warning | str, category: type[Warning], *where: object) -> str:
    return f"{category.__name__}: {message}\n"


def show_errors_briefly(shell: Any, declared: list[Raises], directory: Path | None, language: str) -> None:
    """Show an error as the reader's own lines and the message; `%tb` still has the whole traceback.

    Args:
        declared: the errors that are meant. They do not keep the cells after them from being run.
        directory: that of the chapter's own files, whose lines are shown, too.
    """

    def show(
        shell: Any,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
        tb_offset: int | None = None,
    ) -> list[str]:
        earlier = getattr(sys, "last_value", None)
        if earlier is not None and earlier is not error:
            # `%debug` is for the last error only
            free_frames(earlier)
        sys.last_type = kind
        sys.last_value = error
        sys.last_traceback = trace
        if isinstance(error, WrongUse):
            sentence = error.sentence(language)
            shell._showtraceback(kind, sentence, [sentence])
            return []
        match = declared_as(declared, error)
        text = str(error)
        if match is not None or text.count("\n") >= LINES or len(text) > LENGTH:
            text = telling_line(text, match.pattern if match else "")
        lines = [*_own(trace, shell.user_ns, directory), f"{RED}{kind.__name__}{PLAIN}: {text}"]
        shell._showtraceback(kind, text, ["\n".join(lines)])
        return []

    shell.set_custom_exc((Exception,), show)

    def go_on(result: Any) -> None:
        # in some front ends an error ends “run all”, whatever the cell's tags say
        if result.error_in_exec is not None and declared_as(declared, result.error_in_exec):
            result.error_in_exec = None

    shell.events.register("post_run_cell", go_on)


def declared_as(declared: list[Raises], error: BaseException) -> Raises | None:
    """The symptom that an error is; None if it is none."""
    seen = Observed(Raised(type(error).__name__, str(error)))
    return next((symptom for symptom in declared if held(symptom, seen)), None)


def _own(trace: TracebackType | None, namespace: dict[str, Any], directory: Path | None) -> Iterator[str]:
    """The lines of a traceback that stand in the notebook, or in the chapter's own files."""
    for frame, number in traceback.walk_tb(trace):
        path = Path(frame.f_code.co_filename)
        if frame.f_globals is namespace or (directory is not None and directory in path.parents):
            (summary,) = traceback.StackSummary.extract(iter([(frame, number)]))
            inside = "" if summary.name.startswith("<") else f"  {summary.name}"
            yield f"line {number}{inside}\n    {summary.line}"
