"""The terms of a class: its roster, its language, and its policy on lateness and attempts."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from datetime import datetime

from course.grading.gradebook.policy import Policy
from course.grading.records import Student


@dataclass(frozen=True)
class Terms:
    """The terms that a run of the grader was given, and that later commands on its gradebook use.

    Attributes:
        students: the roster; empty where there is none.
        language: of the reports on the class.
    """

    policy: Policy = field(default_factory=Policy)
    students: tuple[Student, ...] = ()
    language: str = "en"

    def text(self) -> str:
        """Return the terms as JSON."""
        policy = self.policy
        fields = asdict(self) | {"policy": asdict(policy) | {"due": policy.due.isoformat() if policy.due else None}}
        return json.dumps(fields)

    @classmethod
    def of(cls, text: str) -> Terms:
        """Return the terms that `text` wrote."""
        fields = json.loads(text)
        policy = fields["policy"]
        due = datetime.fromisoformat(policy["due"]) if policy["due"] else None
        students = tuple(Student(**student) for student in fields["students"])
        return cls(Policy(**{**policy, "due": due}), students, fields["language"])
