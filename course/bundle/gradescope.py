"""Writes an archive that Gradescope takes for an autograder: this package with its scripts, and the packages that it needs.

Nothing of it is published elsewhere: the image that Gradescope builds installs what `requirements.txt` names from a package
index, and finds this package in the archive. The archive has no solutions, but it has the judges: it is for instructors.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from course.exercise import Exercise, Setting
from course.grading.reports.tables import gradescope_failure
from course.i18n import N_
from course.message import WrongUse
from course.paths import PACKAGE, constraints, locales, replacing_path, starters

FILES = Path(__file__).parent / "files"
SCRIPTS = ("setup.sh", "run_autograder")
DISTRIBUTION = "course-companion"


def bundle(exercise: Exercise, setting: Setting, language: str, out: Path, index: str | None = None) -> int:
    """Write the archive, and return its size in bytes. The same version of this project always writes the same bytes.

    Args:
        language: of the feedback.
        index: the address of one more package index to install from, such as one with PyTorch for the CPU alone.

    Raises:
        WrongUse: this package is not installed, so that nothing says what it needs.
        OSError: the archive cannot be written.
    """
    settings = {"exercise": exercise.name, "setting": setting, "language": language}
    written = {
        "settings.json": json.dumps(settings) + "\n",
        "failed.json": json.dumps(gradescope_failure(language), ensure_ascii=False) + "\n",
        "requirements.txt": "\n".join([*([f"--extra-index-url {index}"] if index else []), *requirements(setting), ""]),
        "constraints.txt": constraints().read_text(encoding="utf-8"),
    }
    with replacing_path(out) as part:
        with ZipFile(part, "x", ZIP_DEFLATED) as archive:
            for name in SCRIPTS:
                _add(archive, name, (FILES / name).read_bytes(), 0o755)
            for name, text in written.items():
                _add(archive, name, text.encode(), 0o644)
            for name, path in _package():
                _add(archive, name, path.read_bytes(), 0o644)
        return part.stat().st_size


def requirements(setting: Setting) -> list[str]:
    """Return what this package needs to grade answers in a setting, as pip reads it.

    Raises:
        WrongUse: the package is not installed.
    """
    try:
        declared = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        raise WrongUse(
            N_("This project is not installed as a package, so its requirements are not known: run `{command}`."),
            command="pip install -e .",
        ) from None
    parts = [each.partition(";") for each in declared]
    extra = f"extra == '{setting}'"
    return [
        requirement.strip()
        for requirement, _, marker in parts
        if "extra" not in marker or marker.strip().replace('"', "'") == extra
    ]


def _package() -> Iterator[tuple[str, Path]]:
    """Give the files of this package by their names in the archive: as in a wheel, whatever it runs from."""
    roots = {"course": PACKAGE, "course/locales": locales(), "course/starters": starters()}
    found = {
        f"{name}/{path.relative_to(root).as_posix()}": path
        for name, root in roots.items()
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    yield from sorted(found.items())


def _add(archive: ZipFile, name: str, content: bytes, mode: int) -> None:
    # a fixed time, so that equal contents are equal archives
    info = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = ZIP_DEFLATED
    info.external_attr = (0o100000 | mode) << 16
    archive.writestr(info, content)
