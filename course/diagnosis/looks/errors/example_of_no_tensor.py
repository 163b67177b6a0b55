"""A batch cannot be made of what the data set returns."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="example-of-no-tensor",
    needs=("crash",),
    find=by_message(
        r"batch must contain tensors, numpy arrays, numbers, dicts or lists; found <class '(?:\w+\.)*(?P<kind>\w+)'>"
    ),
    title=N_("A batch cannot be made of what the data set returns"),
    why=N_(
        "The DataLoader makes batches of tensors, arrays, numbers, and of lists and dictionaries of them. Your data set returns `{kind}`. `NoneType` means that `__getitem__` returns nothing in some cases, and `Image` that the image was not turned into a tensor."
    ),
    change=N_(
        "Let `__getitem__` return tensors, for images with the transform `ToTensor()`, or give the DataLoader a `collate_fn` of your own."
    ),
    terms=("DataLoader", "batch", "collator"),
)
