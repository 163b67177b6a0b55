"""A learner's points and hints, kept in a file of the user's own data directory."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_dir

from course.exercise import Exercise, Setting
from course.i18n import N_
from course.message import WrongUse
from course.paths import replacing


def default_path() -> Path:
    """The file of the user who runs this."""
    return Path(user_data_dir("course-companion", appauthor=False)) / "progress.json"


@dataclass(frozen=True)
class Progress:
    """Points and hints by exercise. Each change is on disk, whole, before it counts as made."""

    path: Path

    def points(self, exercise: Exercise, setting: Setting) -> int | None:
        """The most points earned so far; None if the exercise was never checked."""
        found = self._read().get(_key(exercise), {}).get("points", {}).get(setting)
        return found if isinstance(found, int) else None

    def record(self, exercise: Exercise, setting: Setting, points: int) -> None:
        """Keep the points of a check, unless there were more before."""
        content = self._read()
        entry = content.setdefault(_key(exercise), {})
        best = entry.setdefault("points", {})
        best[setting] = max(points, best.get(setting, 0))
        self._write(content)

    def hints(self, exercise: Exercise) -> int:
        """The number of hints that were shown."""
        found = self._read().get(_key(exercise), {}).get("hints", 0)
        return found if isinstance(found, int) else 0

    def record_hint(self, exercise: Exercise, level: int) -> None:
        """Keep that hints up to this level were shown."""
        content = self._read()
        entry = content.setdefault(_key(exercise), {})
        entry["hints"] = max(level, entry.get("hints", 0))
        self._write(content)

    def reset(self) -> None:
        """Forget everything."""
        self.path.unlink(missing_ok=True)

    def _read(self) -> dict[str, Any]:
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError:
            content = None
        if not isinstance(content, dict) or not all(
            isinstance(entry, dict)
            and isinstance(entry.get("points", {}), dict)
            and isinstance(entry.get("hints", 0), int)
            for entry in content.values()
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


def _key(exercise: Exercise) -> str:
    return f"{exercise.chapter}/{exercise.name}"
