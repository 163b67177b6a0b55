"""A tensor on the GPU is turned into an array."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="array-of-gpu-tensor",
    needs=("crash",),
    find=by_message(r"can't convert (?:cuda|mps|xpu)\S* device type tensor to numpy"),
    title=N_("A tensor on the GPU is turned into an array"),
    why=N_(
        "NumPy reads only the memory of the CPU, and this tensor is in the memory of the GPU. Functions of scikit-learn, pandas, Matplotlib and 🤗 Evaluate turn what they are given into an array as well."
    ),
    change=N_("Copy the tensor first: `tensor.detach().cpu().numpy()`."),
    terms=("tensor", "device", "GPU memory"),
)
