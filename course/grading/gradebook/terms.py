"""The terms of a class: who is in it, which language it is told in, and what results are worth."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from datetime import datetime

from course.grading.gradebook.policy import Policy
from course.grading.records import Student


@dataclass(frozen=True)
class Terms:
    """What a run of the grader was told, and what later commands on its gradebook go by.

    Attributes:
        students: the roster; empty where there is none.
        language: of what is about the class.
    """

    policy: Policy = field(default_factory=Policy)
    students: tuple[Student, ...] = ()
    language: str = "en"

    def text(self) -> str:
        """As JSON."""
        policy = self.policy
        fields = asdict(self) | {"policy": asdict(policy) | {"due": policy.due.isoformat() if policy.due else None}}
        return json.dumps(fields)

    @classmethod
    def of(cls, text: str) -> Terms:
        """Those that `text` wrote."""
        fields = json.loads(text)
        policy = fields["policy"]
        due = datetime.fromisoformat(policy["due"]) if policy["due"] else None
        students = tuple(Student(**student) for student in fields["students"])
        return cls(Policy(**{**policy, "due": due}), students, fields["language"])
