"""A setting has a value that it cannot have."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="setting-out-of-range",
    needs=("crash",),
    find=by_message(
        r"Invalid (?:learning rate|beta parameter|momentum value|weight_decay value|epsilon value)"
        r"|dropout probability has to be between"
        r"|should be a positive integer value, but got (?:batch_size|num_workers)"
        r"|(?:test_size|train_size)=.{1,30} should be|Padding_idx must be within|rate must be (?:between|in)"
        r"|Expected.{0,40}value in the range \[0, 1\]"
    ),
    title=N_("A setting has a value that it cannot have"),
    why=N_(
        "The message names the setting and the value. Shares lie between 0 and 1, and are not percentages; rates and sizes are not negative."
    ),
    change=N_("Look where the value comes from: it may stand in the place of another argument, or it was computed."),
    terms=("hyperparameter", "argument"),
)
