"""TensorFlow, PyTorch and neither: what each needs, which is installed, in which version, and which a reader gets."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from course.exercise import Setting
from course.i18n import N_
from course.lesson import Framework
from course.losses import MakeCallback, keras_callback, plain_callback, trainer_callback
from course.message import WrongUse


def _mute_keras() -> None:
    import tf_keras

    tf_keras.utils.disable_interactive_logging()


def _mute_nothing() -> None:
    """The callback of a `Trainer` mutes it, and a loop of one's own prints what it is told to print."""


class NotInstalled(WrongUse):
    """A framework, or a package that it needs, is not installed, or cannot be used as it is installed."""


@dataclass(frozen=True)
class FrameworkRecord:
    """Everything that the engine knows of a framework.

    Attributes:
        title: its name, the same in every language.
        packages: the modules that its scripts import.
        make_callback: makes the callback that a script trains with; see course/losses.py.
        mute: leaves what training says of each step to that callback, where the callback cannot do that itself. May import
            the framework.
    """

    title: str
    packages: tuple[str, ...]
    make_callback: MakeCallback
    mute: Callable[[], None]


FRAMEWORKS: Mapping[Framework, FrameworkRecord] = {
    "tf": FrameworkRecord("TensorFlow", ("tensorflow", "tf_keras", "transformers"), keras_callback, _mute_keras),
    "pt": FrameworkRecord("PyTorch", ("torch", "accelerate", "transformers"), trainer_callback, _mute_nothing),
    "plain": FrameworkRecord("Python", (), plain_callback, _mute_nothing),
}
"""All of them, in the order in which they are tried."""
REPORTED = ("datasets", "evaluate", "transformers", "numpy", "tensorflow", "tf-keras", "torch", "accelerate")


_MODULES: Mapping[str, Framework] = {
    "torch": "pt",
    "accelerate": "pt",
    "tensorflow": "tf",
    "tf_keras": "tf",
    "keras": "tf",
}
_IMPORT = re.compile(rf"(?:^|(?<=\r))[ \t]*(?:import|from)[ \t]+({'|'.join(_MODULES)})\b", re.MULTILINE)


def imported_frameworks(source: str) -> set[Framework]:
    """Return the frameworks that a text imports. It is searched and not parsed: some texts crash parsers."""
    return {_MODULES[name] for name in _IMPORT.findall(source)}


def installed(framework: Framework) -> bool:
    """Whether every package that the framework's track needs is there. Imports none of them."""
    return all(find_spec(package) is not None for package in FRAMEWORKS[framework].packages)


def known_frameworks(name: str | None, tracks: Collection[Framework] = ()) -> tuple[Framework, ...]:
    """The framework of that name, or all of them for None. `plain` is one only where it is among a chapter's tracks.

    Raises:
        WrongUse: there is no such framework.
    """
    known = tuple(
        framework
        for framework, record in FRAMEWORKS.items()
        if (record.packages or framework in tracks) and name in (None, framework)
    )
    if not known:
        raise WrongUse(N_("There is no framework `{name}`: choose `tf` or `pt`."), name=name)
    return known


def choose_framework(name: str | None, tracks: Collection[Framework] = ()) -> Framework:
    """The framework asked for, or the one installed; TensorFlow where both are, as on the published page.

    Raises:
        WrongUse: it is unknown.
        NotInstalled: it is not installed, or installed beside a transformers that cannot serve it.
    """
    asked = known_frameworks(name, tracks)
    whole = [framework for framework in asked if installed(framework)]
    if whole and whole[0] == "tf" and _transformers() >= (4, 55):
        if len(whole) == 1:
            raise NotInstalled(
                N_(
                    "The installed version of transformers, {version}, is too new for TensorFlow, which needs a version below 4.55: run `{command}`."
                ),
                version=version("transformers"),
                command=install("tf"),
            )
        return whole[1]
    if whole:
        return whole[0]
    if "tf" in asked and sys.version_info >= (3, 14):
        raise NotInstalled(
            N_(
                "The TensorFlow packages of this project cannot be installed on Python 3.14 or newer: use Python 3.13, or PyTorch with `--framework pt`."
            )
        )
    if name is None:
        raise NotInstalled(N_("Neither TensorFlow nor PyTorch is installed: run `{command}`."), command=install("tf"))
    raise NotInstalled(
        N_("{framework}, or a package that it needs here, is not installed: run `{command}`."),
        framework=FRAMEWORKS[asked[0]].title,
        command=install(asked[0]),
    )


def install(extra: str) -> str:
    """The line that installs an extra, or for `plain` the project alone, into the Python that is running."""
    project = "." if extra == "plain" else f".[{extra}]"
    return f'"{sys.executable}" -m pip install -c constraints.txt -e "{project}"'


def _transformers() -> tuple[int, ...]:
    return tuple(int(part) for part in version("transformers").split(".")[:2])


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that matter, those that are installed."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for package in REPORTED:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def available() -> dict[Setting, bool]:
    """The settings, each with whether answers in it can be run here."""
    return {framework: installed(framework) for framework in FRAMEWORKS}
