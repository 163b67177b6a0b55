"""An optimizer of Keras does not get pairs of a gradient and its variable."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, crash_place, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    place = crash_place(facts)
    if place is None:
        return None
    call = next((each for each in calls(facts, "apply_gradients") if place_of(facts, each).code == place.code), None)
    if call is None or not said(
        facts,
        r"'_unique_id'|values to unpack|not iterable|positional arguments but 3 were given|has no attribute '(?:dtype|path)'",
    ):
        return None
    given = ", ".join(ast.unparse(each) for each in call.args)
    return Found("certain", {"given": given}, [(N_("given to `apply_gradients`"), given[:120])], place)


LOOK = Look(
    name="pairs-expected",
    needs=("crash",),
    find=find,
    title=N_("`apply_gradients` does not get pairs of a gradient and its variable"),
    why=N_(
        "`apply_gradients` takes pairs: first the gradient, then the variable that it belongs to. It got `{given}`. So the optimizer takes something else for a gradient or for a variable, and that ends with an error."
    ),
    change=N_("Write `optimizer.apply_gradients(zip(gradients, model.trainable_variables))`."),
    terms=("gradient", "optimizer"),
)
