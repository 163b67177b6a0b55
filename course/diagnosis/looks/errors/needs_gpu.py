"""The program needs a GPU, and this machine has none that can be used."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="needs-gpu",
    needs=("crash",),
    find=by_message(
        r"not compiled with CUDA enabled|No CUDA GPUs are available|Found no NVIDIA driver|(?:fp16|FP16|bf16|mixed precision).{0,80}(?:GPU|CUDA|cuda|device)|requires? a GPU|CUDA is not available"
    ),
    title=N_("The program needs a GPU, and this machine has none that can be used"),
    why=N_("The program asks for a GPU by name, or for a kind of numbers that only GPUs compute with."),
    change=N_(
        'Choose the device with `"cuda" if torch.cuda.is_available() else "cpu"`, and leave `fp16` out without a GPU; or run the program on a machine with a GPU.'
    ),
    terms=(
        "device",
        "mixed precision",
    ),
)
