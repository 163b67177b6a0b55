"""Begin a notebook: check what is installed and loaded, keep the libraries quiet, and give the session.

The lesson's own code needs none of this, and runs as it stands.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from course.i18n import LANGUAGES, N_, SHORT, environment_language, negotiate
from course.lesson import Framework, Raises
from course.message import Choice, WrongUse

if TYPE_CHECKING:
    from course.notebook.running.session import Session

NEEDED = ("babel", "datasets", "evaluate", "pandas", "rich")
LOADED = ("numpy", "datasets", "transformers", "tensorflow", "tf_keras", "torch", "accelerate")
_sources: set[str] = set()


def ready(framework: Framework) -> bool:
    """Whether everything that a notebook of the framework needs is installed. Imports none of it."""
    from course.frameworks import choose_framework

    try:
        choose_framework(framework)
    except WrongUse:
        return False
    return all(find_spec(package) is not None for package in NEEDED)


def start(chapter: str, framework: Framework, source: str = "embedded", language: str = "auto") -> Session:
    """Make sure that what is installed and loaded fits together, keep the libraries quiet, and begin.

    Args:
        source: `embedded` or `hub`.
        language: one of the four, or `auto`: the notebook's own, else the environment's.

    Raises:
        WrongUse: a part is missing, or the kernel must be restarted first.
    """
    from IPython import get_ipython

    from course.contents import CASES, load_chapter
    from course.environment import load_triton_first
    from course.frameworks import choose_framework
    from course.notebook.running.quiet import be_quiet, expected, show_errors_briefly
    from course.notebook.running.session import Session
    from course.sources import check, choose_source, prepare

    shell = get_ipython()
    chosen = _language(language, dict(shell.user_ns) if shell else {})
    declared = load_chapter(chapter)
    track = declared.tracks.get(framework)
    if shell is not None:
        errors = [*expected(track), *_errors_of_cases(framework)] if chapter == CASES else expected(track)
        show_errors_briefly(shell, errors, track.parts[0].folder.parent if track else None, chosen)
    if language not in ("", "auto") and negotiate(language) is None:
        known = Choice(SHORT[each] for each in LANGUAGES)
        raise WrongUse(N_("There is no language `{name}`: choose {languages}."), name=language, languages=known)
    choose_framework(framework)
    _check_loaded()
    found = choose_source(declared.task, source)
    if _sources - {source}:
        raise WrongUse(
            N_(
                "The source cannot be changed any more, because data were loaded already. Restart the kernel, and run the notebook again from the top."
            )
        )
    prepare(found, framework)
    if framework == "tf":
        load_triton_first()
    be_quiet(track)
    if not found.embedded:
        # what is wrong looks as described on a CPU; the repaired script then has the GPU to itself
        os.environ["ACCELERATE_TORCH_DEVICE"] = "cpu"
        check(found, declared.task)
    _sources.add(source)
    return Session(chapter, framework, found, chosen, shell)


def _errors_of_cases(framework: Framework) -> list[Raises]:
    from course.contents import cases

    return [case.raises for program, case in cases() if program.framework == framework and case.raises]


def _language(tag: str, namespace: dict[str, object]) -> str:
    from course.notebook.running.language import notebook_language

    own = negotiate(tag) or negotiate(notebook_language(namespace))
    return own or environment_language(os.environ)


def _check_loaded() -> None:
    """Raise WrongUse where a library was loaded before another version of it was installed."""
    for name in LOADED:
        loaded = getattr(sys.modules.get(name), "__version__", None)
        if isinstance(loaded, str) and loaded.partition("+")[0] != (there := version(name).partition("+")[0]):
            raise WrongUse(
                N_(
                    "`{package}` {loaded} is loaded already, while {installed} is installed now: restart the kernel (on Colab: Runtime › Restart session), and run the notebook again from the top."
                ),
                package=name,
                loaded=loaded,
                installed=there,
            )
    if "tensorflow" in sys.modules and os.environ.get("TF_USE_LEGACY_KERAS") != "1":
        raise WrongUse(
            N_(
                "TensorFlow is loaded already, with a Keras that these models are not made for: restart the kernel (on Colab: Runtime › Restart session), and run the notebook again from the top."
            )
        )
