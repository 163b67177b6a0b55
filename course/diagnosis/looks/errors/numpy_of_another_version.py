"""NumPy and another library were built for different versions."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="numpy-of-another-version",
    needs=("crash",),
    find=by_message(
        r"Numpy is not available|compiled using NumPy 1\.x|numpy\.dtype size changed"
        r"|numpy\.core\.multiarray failed to import"
    ),
    title=N_("NumPy has another version than a library was built for"),
    why=N_("Libraries that were built for NumPy 1 do not work with NumPy 2."),
    change=N_(
        'Update the library, or install the older NumPy: `pip install "numpy<2"`. Restart the kernel of a notebook after it.'
    ),
    terms=("kernel (notebook)",),
)
