"""TensorFlow and PyTorch: which is installed, in which version, and which a reader gets."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from course.exercise import Setting
from course.i18n import N_
from course.lesson import Framework
from course.message import WrongUse

PACKAGES = {"tf": ("tensorflow", "tf_keras", "transformers"), "pt": ("torch", "accelerate", "transformers")}


TITLES: dict[Framework, str] = {"tf": "TensorFlow", "pt": "PyTorch"}


REPORTED = ("datasets", "evaluate", "transformers", "numpy", "tensorflow", "tf-keras", "torch", "accelerate")


def installed(framework: Framework) -> bool:
    """Whether every package that the framework's track needs is there. Imports none of them."""
    return all(find_spec(package) is not None for package in PACKAGES[framework])


def known_frameworks(name: str | None) -> tuple[Framework, ...]:
    """The framework of that name, or all of them for None.

    Raises:
        WrongUse: there is no such framework.
    """
    known: tuple[Framework, ...] = tuple(framework for framework in TITLES if name in (None, framework))
    if not known:
        raise WrongUse(N_("There is no framework `{name}`: choose `tf` or `pt`."), name=name)
    return known


def choose_framework(name: str | None) -> Framework:
    """The framework asked for, or the one installed; TensorFlow where both are, as on the published page.

    Raises:
        WrongUse: it is unknown, not installed, or installed beside a transformers that cannot serve it.
    """
    asked = known_frameworks(name)
    whole = [framework for framework in asked if installed(framework)]
    if whole and whole[0] == "tf" and _transformers() >= (4, 55):
        if len(whole) == 1:
            raise WrongUse(
                N_(
                    "transformers {version} is too new for TensorFlow, which needs one older than 4.55: run `{command}`."
                ),
                version=version("transformers"),
                command=install("tf"),
            )
        return whole[1]
    if whole:
        return whole[0]
    if "tf" in asked and sys.version_info >= (3, 14):
        raise WrongUse(
            N_(
                "TensorFlow's packages do not install together on Python 3.14 or newer: use Python 3.13, or PyTorch with `--framework pt`."
            )
        )
    if name is None:
        raise WrongUse(N_("Neither TensorFlow nor PyTorch is installed: run `{command}`."), command=install("tf"))
    raise WrongUse(
        N_("{framework} is not installed, or not whole: run `{command}`."),
        framework=TITLES[asked[0]],
        command=install(asked[0]),
    )


def install(extra: str) -> str:
    """The line that installs an extra into the Python that is running."""
    return f'"{sys.executable}" -m pip install -c constraints.txt -e ".[{extra}]"'


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
    return {"tf": installed("tf"), "pt": installed("pt"), "plain": True}
