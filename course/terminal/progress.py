"""A learner's progress, kept in a file of the user's own data directory: points, hints, and what was done last."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_dir

from course.contents import all_exercises
from course.exercise import Exercise, Setting, Verdict
from course.i18n import N_
from course.message import WrongUse
from course.paths import replacing

LAST = "last"
"""The entry of what was done last; all others are of exercises."""


def default_path() -> Path:
    """The file of the user who runs this."""
    return Path(user_data_dir("course-companion", appauthor=False)) / "progress.json"


@dataclass(frozen=True)
class LastCheck:
    """What the last check of an answer found first.

    Attributes:
        hint: the number of the hint that fits it; 0 if none does.
        file: the name of the file that was checked.
    """

    verdict: Verdict
    hint: int
    file: str


@dataclass(frozen=True)
class Progress:
    """Points and hints by exercise. Each change is on disk, whole, before it counts as made."""

    path: Path

    def points(self, exercise: Exercise, setting: Setting) -> int | None:
        """Return the most points earned so far; None if the exercise was never checked."""
        found = self._entry(exercise).get("points", {}).get(setting)
        return found if isinstance(found, int) else None

    def best(self, exercise: Exercise) -> int:
        """Return the most points earned so far, in whichever framework."""
        return max((self.points(exercise, setting) or 0 for setting in exercise.settings), default=0)

    def record(
        self, exercise: Exercise, setting: Setting, points: int, failed: Verdict | None, hint: int, file: str = ""
    ) -> None:
        """Keep the points of a check, unless there were more before, and what it found first.

        Args:
            failed: the first verdict that is not passed, if there is one.
            hint: the number of the hint that was shown for it; 0 for none.
            file: the name of the file that was checked.
        """
        content = self._read()
        entry = content.setdefault(_key(exercise), {})
        best = entry.setdefault("points", {})
        best[setting] = max(points, best.get(setting, 0))
        entry.pop("found", None)
        if failed is not None:
            data = {name: value for name, value in failed.data.items() if isinstance(value, str | int | float)}
            entry["found"] = {
                "check": failed.check,
                "mistake": failed.mistake,
                "data": data,
                "frames": failed.frames,
                "hint": hint,
                "file": file,
            }
        if hint:
            entry["shown"] = sorted({*_shown(entry), hint})
        _note_last(content, exercise, setting)
        self._write(content)

    def found(self, exercise: Exercise) -> LastCheck | None:
        """Return what the last check found first; None if it found nothing wrong, or there was none."""
        match self._entry(exercise).get("found"):
            case {
                "check": str(check),
                "mistake": str(mistake),
                "data": dict(data),
                "frames": list(frames),
                "hint": int(hint),
                "file": str(file),
            } if check in [each.name for each in exercise.checks]:
                verdict = Verdict(check, "failed", mistake=mistake, data=data, frames=_frames(frames))
                return LastCheck(verdict, hint, file)
        return None

    def hints(self, exercise: Exercise) -> list[int]:
        """Return the numbers of the hints that were shown."""
        return _shown(self._entry(exercise))

    def record_hint(self, exercise: Exercise, level: int) -> None:
        """Keep that a hint was shown."""
        content = self._read()
        entry = content.setdefault(_key(exercise), {})
        entry["shown"] = sorted({*_shown(entry), level})
        self._write(content)

    def last_framework(self) -> Setting | None:
        """Return the framework that an exercise was last started or checked for."""
        found = self._read().get(LAST, {}).get("framework")
        return next((setting for each in all_exercises() for setting in each.settings if setting == found), None)

    def last_exercise(self) -> Exercise | None:
        """Return the exercise that was last started or checked."""
        found = self._read().get(LAST, {}).get("exercise")
        return next((each for each in all_exercises() if each.name == found), None)

    def record_start(self, exercise: Exercise, setting: Setting) -> None:
        """Keep that an exercise was started, and for which framework."""
        content = self._read()
        _note_last(content, exercise, setting)
        self._write(content)

    def reset(self) -> None:
        """Forget everything."""
        self.path.unlink(missing_ok=True)

    def _entry(self, exercise: Exercise) -> dict[str, Any]:
        found = self._read().get(_key(exercise), {})
        return found if isinstance(found, dict) else {}

    def _read(self) -> dict[str, Any]:
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError:
            content = None
        if not isinstance(content, dict) or not all(
            isinstance(entry, dict) and isinstance(entry.get("points", {}), dict) for entry in content.values()
        ):
            raise WrongUse(
                N_(
                    "The file with your progress, `{path}`, cannot be read. Repair it, or start again without it: `{command}`."
                ),
                path=self.path,
                command="python -m course exercises --reset",
            )
        return content

    def _write(self, content: dict[str, Any]) -> None:
        with replacing(self.path) as file:
            json.dump(content, file, indent=2, sort_keys=True)
            # so that a crash of the machine leaves the old file or the new one
            file.flush()
            os.fsync(file.fileno())


def _note_last(content: dict[str, Any], exercise: Exercise, setting: Setting) -> None:
    last = content.setdefault(LAST, {})
    last["exercise"] = exercise.name
    if setting != "plain":
        last["framework"] = setting


def _key(exercise: Exercise) -> str:
    return f"{exercise.chapter}/{exercise.name}"


def _frames(found: list[Any]) -> tuple[tuple[int, str, str], ...]:
    return tuple((line, function, text) for line, function, text in found)


def _shown(entry: dict[str, Any]) -> list[int]:
    found = entry.get("shown")
    return [each for each in found if isinstance(each, int)] if isinstance(found, list) else []
