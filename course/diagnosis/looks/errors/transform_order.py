"""A transform of images gets a tensor where it needs an image, or the other way round."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="transform-order",
    needs=("crash",),
    find=by_message(
        r"pic should be PIL Image or ndarray|img should be PIL Image"
        r"|[Ii]nput (?:img|image) (?:tensor )?should be"
        r"|'(?:Image|PngImageFile|JpegImageFile)' object has no attribute '(?:shape|size\(\)|to|float|dim)'"
        r"|must be Tensor, not (?:Image|PngImageFile|JpegImageFile)"
        r"|Input tensor should be a torch tensor. Got <class 'PIL"
    ),
    title=N_("The transforms of images stand in the wrong order, or one is missing"),
    why=N_(
        "Some transforms take an image, others a tensor. `ToTensor` turns an image into a tensor, and must not come twice; `Normalize` comes after it."
    ),
    change=N_("Order them: sizes and crops, `ToTensor()`, `Normalize(…)`."),
    terms=("tensor",),
)
