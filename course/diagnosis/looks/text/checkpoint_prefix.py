"""The newest checkpoint is looked for in a directory that is none."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    prefixes = {ast.unparse(call.args[0]) for call in calls(facts, "save", "write") if call.args}
    for call in calls(facts, "latest_checkpoint"):
        given = ast.unparse(call.args[0]) if call.args else ""
        if given in prefixes:
            return Found(
                "likely",
                {"prefix": given},
                [(N_("line of code"), f"`{ast.unparse(call)}`"), (N_("saved under"), f"`{given}`")],
                place_of(facts, call),
            )
    return None


LOOK = Look(
    name="checkpoint-prefix",
    needs=(),
    find=find,
    title=N_("The newest checkpoint is looked for in the wrong place"),
    why=N_(
        "`latest_checkpoint` takes a directory. `{prefix}` is what the names of the files begin with. So it finds nothing and returns `None`, and `restore(None)` restores nothing and says nothing: the weights stay random."
    ),
    change=N_(
        "Give it the directory: `tf.train.latest_checkpoint(os.path.dirname({prefix}))`. Then call `assert_existing_objects_matched()` on what `restore` returns."
    ),
    terms=("checkpoint", "weight"),
)
