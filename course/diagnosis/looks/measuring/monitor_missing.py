"""A callback of Keras waits for a value that there is not."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None
    if facts.settings.monitored is None:
        return None
    callback, name = facts.settings.monitored
    there = ", ".join(f"`{each}`" for each in facts.settings.logged)
    return Found(
        "certain",
        {"callback": callback, "name": name},
        [(f"`{callback}`", f'`monitor="{name}"`'), (N_("values after an epoch"), there)],
        call_place(facts, callback, option="monitor"),
    )


LOOK = Look(
    name="monitor-missing",
    needs=("settings",),
    find=find,
    title=N_("A callback waits for a value that the training does not have"),
    why=N_(
        "`{callback}` looks at `{name}` after each epoch, and there is no value of this name. Keras only warns, and the callback does nothing: it saves no weights, does not stop, or does not change the learning rate."
    ),
    change=N_(
        "Use a name from the table. The name of a metric is the one that `fit` prints; with validation data, the same name with `val_` before it."
    ),
    terms=("metric", "epoch"),
    raises=True,
)
