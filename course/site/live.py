"""The files with which an exercise is checked in its page: Python for the browser (Pyodide), and an archive of this project.

The archive holds the modules that checking an answer imports, found by checking one, with their starters and words.
"""

from __future__ import annotations

import ast
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import babel
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from course.contents import declaring_modules, starter
from course.exercise import Exercise
from course.i18n import DOMAIN, LANGUAGES, N_
from course.message import WrongUse
from course.paths import PACKAGE, locales

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of Pyodide that every page needs, beside the list of its packages."""
LOCK = "pyodide-lock.json"
USED = ("numpy", "pandas")
"""The packages that answers use, and that are served, too, if they lie beside the core."""
ARCHIVE = "course.zip"
BABEL = Path(babel.__file__).parent
TRACED = """
import json, sys
sys.modules["numpy"] = None
from course.grading.in_page import ended, judged
modules, starters, languages = map(json.loads, sys.argv[1:])
for module, starter in zip(modules, starters):
    for language in languages:
        judged(module, open(starter, encoding="utf-8").read(), language)
        ended(module, "time-limit", language)
print(json.dumps([module.__file__ for module in [*sys.modules.values()] if getattr(module, "__file__", None)]))
"""
"""A program that checks starters and prints the files of the modules that this has imported."""


def check_pyodide(directory: Path) -> None:
    """Raises WrongUse if Pyodide is not in a directory."""
    missing = [name for name in (*CORE, LOCK) if not (directory / name).is_file()]
    if missing:
        raise WrongUse(
            N_("`{path}` is not the directory of Pyodide: it has no file `{file}`."), path=directory, file=missing[0]
        )


def write_live(out: Path, pyodide: Path, exercises: Sequence[Exercise]) -> int:
    """Write what the pages of these exercises load into the directory of a site.

    Returns:
        The bytes that such a page loads, without packages that only some answers use.
    """
    target = out / "live" / "pyodide"
    target.mkdir(parents=True, exist_ok=True)
    lock = json.loads((pyodide / LOCK).read_text("utf-8"))
    lock["packages"] = _there(pyodide, lock["packages"])
    for name in (*CORE, *(package["file_name"] for package in lock["packages"].values())):
        shutil.copyfile(pyodide / name, target / name)
    (target / LOCK).write_text(json.dumps(lock, sort_keys=True), "utf-8")
    packed = out / "live" / ARCHIVE
    packed.write_bytes(archive(exercises))
    return sum(path.stat().st_size for path in (packed, *(target / name for name in CORE)))


def _there(pyodide: Path, packages: Mapping[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """The packages that answers use and those that these need, as far as their files are there."""

    def needed(name: str) -> Iterator[str]:
        yield name
        depends = packages[name]["depends"]
        for other in depends if isinstance(depends, list) else ():
            yield from needed(other)

    found: dict[str, dict[str, object]] = {}
    for name in USED:
        names = sorted({*needed(name)}) if name in packages else []
        if all((pyodide / str(packages[each]["file_name"])).is_file() for each in names):
            found |= {each: packages[each] for each in names}
    return found


def archive(exercises: Sequence[Exercise]) -> bytes:
    """The modules, the starters and the words that checking answers to these exercises needs; the same bytes every time."""
    modules = _modules(exercises)
    files = {f"{PACKAGE.name}/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes() for path in modules[PACKAGE]}
    files |= {f"{BABEL.name}/{path.relative_to(BABEL).as_posix()}": path.read_bytes() for path in modules[BABEL]}
    files |= {f"{BABEL.name}/{name}": (BABEL / name).read_bytes() for name in ("global.dat", *_locale_files())}
    for exercise in exercises:
        path = starter(exercise, "plain")
        files[f"{PACKAGE.name}/starters/{exercise.chapter}/{path.name}"] = path.read_bytes()
    texts = {text for path in modules[PACKAGE] for text in _texts(path)}
    for language in LANGUAGES[1:]:
        files[f"{PACKAGE.name}/locales/{language}/LC_MESSAGES/{DOMAIN}.mo"] = _words(language, texts)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name in sorted(files):
            # with no date of its own, the archive is the same every time
            file.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _modules(exercises: Sequence[Exercise]) -> dict[Path, list[Path]]:
    """The files of the modules of this project, and of Babel, that checking answers to the exercises imports."""
    arguments = [
        [module for each in exercises for module in declaring_modules(each)],
        [str(starter(each, "plain")) for each in exercises],
        LANGUAGES,
    ]
    command = [sys.executable, "-c", TRACED, *map(json.dumps, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PACKAGE.parent)
    files = sorted({Path(name).resolve() for name in json.loads(done.stdout.splitlines()[-1])})
    return {base: [file for file in files if file.is_relative_to(base)] for base in (PACKAGE, BABEL)}


def _locale_files() -> Iterable[str]:
    """What Babel knows of the languages: its files for each, and for what these are based on."""
    names = {"root"}
    for language in LANGUAGES:
        parts = str(Locale.parse(language)).split("_")
        names |= {"_".join(parts[: count + 1]) for count in range(len(parts))}
        script = Locale.parse(language).script
        names |= {f"{parts[0]}_{script}", f"{parts[0]}_{script}_{parts[-1]}"} if script else set()
    return [f"locale-data/{name}.dat" for name in sorted(names) if (BABEL / "locale-data" / f"{name}.dat").is_file()]


def _texts(path: Path) -> Iterator[str]:
    """The texts in a module."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _words(language: str, texts: set[str]) -> bytes:
    """The part of a language's catalogue that translates these texts, compiled."""
    with (locales() / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        whole = read_po(file, locale=language, domain=DOMAIN)
    part = Catalog(locale=language, domain=DOMAIN, creation_date=whole.creation_date, revision_date=whole.revision_date)
    for message in whole:
        if message.id and message.id in texts:
            part.add(message.id, message.string, flags=message.flags, context=message.context)
    compiled = io.BytesIO()
    write_mo(compiled, part)
    return compiled.getvalue()
