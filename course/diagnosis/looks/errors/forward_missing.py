"""A model has no method that computes its outputs."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="forward-missing",
    needs=("crash",),
    find=by_message(
        r"is missing the required \"forward\" function|does not have a `call\(\)` method implemented|must implement (?:the )?`?(?:forward|call)"
    ),
    title=N_("The model has no method that computes its outputs"),
    why=N_(
        "A model of PyTorch computes in `forward`, one of Keras in `call`. This class has no method with that name: it may be misspelled, or be indented into another function."
    ),
    change=N_(
        "Write `def forward(self, …)` (with Keras `def call(self, …)`) directly in the class, and return the outputs."
    ),
    terms=(
        "forward pass",
        "class",
    ),
)
