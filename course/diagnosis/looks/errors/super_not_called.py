"""A module is used before the initialization of its base class."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="super-not-called",
    needs=("crash",),
    find=by_message(r"before Module.__init__\(\) call|[Yy]ou forgot to call `?super\(\)|super\(\).__init__\(\)"),
    title=N_("The base class was not initialized"),
    why=N_(
        "A module of PyTorch or Keras keeps account of its layers. The base class sets this up, and its `__init__` was not called before the first layer was assigned."
    ),
    change=N_("Write `super().__init__()` as the first line of `__init__`."),
    terms=(
        "class",
        "layer",
    ),
)
