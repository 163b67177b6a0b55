"""There is `nan` or infinity in what scikit-learn gets."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="nan-for-scikit",
    needs=("crash",),
    find=by_message(r"Input (?:X |y |y_true |y_pred )?contains (?:NaN|infinity)|Input contains NaN, infinity"),
    title=N_("There is `nan` or infinity among the numbers"),
    why=N_("A column has missing values, or the outputs of the model are no numbers any more."),
    change=N_(
        "Count them: `frame.isna().sum()`, or `np.isnan(outputs).sum()`. Fill or leave out missing values of the data; outputs that are `nan` come from the training."
    ),
    terms=("NaN", "column"),
)
