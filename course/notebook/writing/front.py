"""The cells before and after the lesson: title, badge, contents, installation, and where to go next."""

from __future__ import annotations

from dataclasses import dataclass

from course.contents import CASES
from course.exercise import Exercise, Setting
from course.frameworks import FRAMEWORKS
from course.i18n import LANGUAGES, N_, NATIVE, SHORT, language_name, translate
from course.lesson import Chapter, Fault, Framework, Task, Track
from course.notebook.writing.cases import HOW
from course.notebook.writing.cells import Cells
from course.notebook.writing.exercises import EXERCISES
from course.notebook.writing.markdown import html
from course.notebook.writing.quiz import TITLE
from course.paths import REPOSITORY, site_of
from course.stages import trains_at_the_end
from course.story import EDITION, FURTHER, SCRIPT, introduction

# the branch from which notebooks are opened, unless options say otherwise
BRANCH = "main"
FOLDER = "notebooks"
# the extractor of messages sees none in an f-string
OPEN = N_("Open in Colab")
ALL = N_("All notebooks")
NEXT = N_("Where to go next")
GOALS = N_("What you will learn")
CONTENTS = N_("What is in this notebook")
GLOSSARY = N_("Glossary")
BEFORE = N_("Before you begin")
BADGE = "https://colab.research.google.com/assets/colab-badge.svg"


@dataclass(frozen=True)
class Place:
    """The repository and the branch from which notebooks are opened, and the package is installed."""

    repository: str = REPOSITORY
    branch: str = BRANCH

    def colab(self, name: str) -> str:
        """The address at which Colab opens a notebook."""
        return f"https://colab.research.google.com/github/{self.repository}/blob/{self.branch}/{FOLDER}/{name}"

    @property
    def site(self) -> str:
        """The address at which GitHub Pages publishes the web site."""
        return site_of(self.repository)

    @property
    def package(self) -> str:
        """The address from which pip installs the package."""
        return f"git+https://github.com/{self.repository}@{self.branch}"

    def badge(self, name: str, language: str) -> str:
        return f"[![{translate(OPEN, language)}]({BADGE})]({self.colab(name)})"


def file_name(chapter: str, framework: Framework, language: str) -> str:
    return f"{chapter}_{framework}.{SHORT[language]}.ipynb"


def write_front(
    cells: Cells,
    chapter: Chapter,
    framework: Framework,
    track: Track | None,
    listed: list[tuple[Exercise, Setting]],
    place: Place,
) -> None:
    """Write the cells before the lesson."""
    language = cells.language
    say = cells.say
    others = " · ".join(
        f"**{NATIVE[each]}**" if each == language else f"[{NATIVE[each]}]({file_name(chapter.name, framework, each)})"
        for each in LANGUAGES
    )
    cells.text(
        "title",
        f"# {title(chapter, framework, language)}",
        place.badge(file_name(chapter.name, framework, language), language),
        others,
        *(cells.prose(paragraph.text, **paragraph.values) for paragraph in introduction(chapter, track)),
    )
    goals = "\n".join(f"- {say(goal)}" for goal in chapter.goals)
    cells.text("goals", f"## {say(GOALS)}", goals)
    cells.text("contents", f"## {say(CONTENTS)}", _contents(cells, chapter, track, listed))
    cells.text(
        "set-up",
        f"## {say(BEFORE)}",
        say(
            N_(
                "Run the next three cells first: they install the packages that are missing and check that the installed versions work together."
            )
        ),
        _source_words(cells, chapter.task) if track else "",
    )
    source = 'SOURCE = "embedded"  # @param ["embedded", "hub"]\n' if track else ""
    languages = ", ".join(f'"{each}"' for each in ("auto", *(SHORT[each] for each in LANGUAGES)))
    cells.code("settings", f'{source}LANGUAGE = "auto"  # @param [{languages}]', cell="settings")
    cells.code("install", install(framework, place), cell="install")
    arguments = "source=SOURCE, language=LANGUAGE" if track else "language=LANGUAGE"
    cells.code(
        "start",
        f'import pandas as pd\n\nfrom course import kit\n\nlesson = kit.start("{chapter.name}", "{framework}", {arguments})',
        cell="start",
    )


def title(chapter: Chapter, framework: Framework, language: str) -> str:
    return f"{translate(chapter.title, language)} · {FRAMEWORKS[framework].title}"


def _contents(cells: Cells, chapter: Chapter, track: Track | None, listed: list[tuple[Exercise, Setting]]) -> str:
    say = cells.say
    lines = []
    if track is not None:
        if isinstance(track.sections[0], Fault):
            lines.append(f"- [{say(SCRIPT)}](#script)")
        for part in track.parts:
            if part.opening:
                lines.append(f"- [{say(part.title)}](#{part.name})")
            lines += [f"- [{say(section.title)}](#{section.name})" for section in part.sections]
            if trains_at_the_end(part):
                lines.append(f"- [{say(N_('The script, repaired'))}](#repaired)")
        lines.append(f"- [{say(N_('What you have learned'))}](#summary)")
        if track.further:
            lines.append(f"- [{say(FURTHER)}](#further)")
            lines += [f"  - [{say(section.title)}](#{section.name})" for section in track.further]
        for edition in track.editions:
            name = language_name(edition.language, cells.language)
            lines.append(f"- [{say(EDITION, language=name)}](#edition-{edition.language})")
    if track is not None and chapter.quiz:
        lines.append(f"- [{say(TITLE)}](#quiz)")
    if listed:
        heading, place = (HOW, "how") if chapter.name == CASES else (EXERCISES, "exercises")
        lines.append(f"- [{say(heading)}](#{place})")
        lines += [f"  - [{say(exercise.title)}](#exercise-{exercise.name})" for exercise, _ in listed]
        lines.append(f"- [{say(N_('Hand in'))}](#hand-in)")
    lines.append(f"- [{say(GLOSSARY)}](#glossary)")
    return "\n".join(lines)


def _source_words(cells: Cells, task: Task) -> str:
    if task.dataset is None or task.checkpoint is None:
        return ""
    return cells.say(
        N_(
            'The notebook runs on a CPU: it uses a small checkpoint and small data, which come with the package, so no internet connection is needed after the installation. The data only imitate the data set `{task}` of GLUE: their sentences were generated by a program. With `SOURCE = "hub"` the notebook loads the real data set `{task}` and the checkpoint `{checkpoint}` from the hub instead. Training with those is slow on a CPU, so choose a GPU for them (on Colab: Runtime › Change runtime type).'
        ),
        checkpoint=task.checkpoint.published,
        task=task.dataset.configuration,
    )


def install(framework: Framework, place: Place) -> str:
    """The cell that installs the package, unless what it needs is there already."""
    package = f"course-companion[{framework}]" if FRAMEWORKS[framework].packages else "course-companion"
    return f'''import importlib
import subprocess
import sys
from pathlib import Path

PACKAGE = "{package}"
PLACE = "{place.package}"


def is_there():
    try:
        from course import kit
    except ImportError:
        return False
    return kit.ready("{framework}")


if not is_there():
    # a wheel beside the notebook goes first: it needs no repository
    wheels = sorted(Path.cwd().glob("course_companion-*.whl"))
    place = wheels[-1].as_uri() if wheels else PLACE
    command = [sys.executable, "-m", "pip", "install", "--quiet"]
    subprocess.run([*command, f"{{PACKAGE}} @ {{place}}"], check=True)
    importlib.invalidate_caches()'''


def write_end(cells: Cells, following: tuple[Chapter, Framework] | None, place: Place) -> None:
    """Write the links to the next notebook and to all."""
    lines = []
    if following is not None:
        name = file_name(following[0].name, following[1], cells.language)
        words = html(title(*following, cells.language))
        lines.append(f"- [{words}]({name}) {place.badge(name, cells.language)}")
    address = f"https://github.com/{place.repository}/tree/{place.branch}/{FOLDER}"
    lines.append(f"- [{cells.say(ALL)}]({address})")
    cells.text("next", f"## {cells.say(NEXT)}", "\n".join(lines))
