"""What was fitted to the training data is fitted once more to others."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

OTHERS = re.compile(r"(?<![a-z])(?:tests?|val|valid|validation|dev|eval|holdout|unseen)(?![a-z])", re.IGNORECASE)
"""What is in the names of data that a model is not trained on."""
TEXT = re.compile(r"'[^']*'|\"[^\"]*\"")
"""A text in the source, such as the name of a column."""
WITHOUT_TRANSFORM = re.compile(r"tsne|mds|spectral", re.IGNORECASE)
"""What has no `transform`."""


def find(facts: Facts) -> Found | None:
    fitted: dict[str, str] = {}
    for call in sorted(calls(facts, "fit_transform"), key=lambda each: each.lineno):
        if not isinstance(call.func, ast.Attribute) or not call.args:
            continue
        owner, data = ast.unparse(call.func.value), ast.unparse(call.args[0])
        # a call in place of a name is a new one each time
        if "(" in owner or WITHOUT_TRANSFORM.search(owner):
            continue
        before = fitted.setdefault(owner, data)
        if before != data and OTHERS.search(TEXT.sub("", data)) and not OTHERS.search(TEXT.sub("", before)):
            return Found(
                "likely",
                {"name": owner},
                [(N_("fitted first to"), f"`{before}`"), (N_("and then to"), f"`{data}`")],
                place_of(facts, call),
            )
    return None


LOOK = Look(
    name="fitted-again",
    needs=(),
    find=find,
    title=N_("What was fitted to the training data is fitted again to others"),
    why=N_(
        "`fit_transform` of `{name}` is called once for the training data and once more for others. The second call forgets the first: words, categories or means are then those of the other data, so the same number means something else to the model, or there are more or fewer columns."
    ),
    change=N_(
        "Fit it once, to the training data, with `{name}.fit_transform(…)`. For all other data, call only `{name}.transform(…)`."
    ),
    terms=("feature", "test set", "training set"),
    raises=True,
)
