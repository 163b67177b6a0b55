"""A layer returns several values, and what comes after it takes one."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="layer-returns-several",
    needs=("crash",),
    find=by_message(
        r"must be Tensor, not tuple|'tuple' object has no attribute '(?:size|shape|dim|view|squeeze|mean|backward|argmax|detach|to|loss|rank|unsqueeze|permute|logits|last_hidden_state)'"
    ),
    title=N_("A layer returns several values"),
    why=N_(
        "With PyTorch, LSTM, GRU and attention layers return a tuple: the outputs, and the state or the weights of the attention. What comes next takes the outputs only."
    ),
    change=N_(
        "Unpack it, `outputs, _ = self.lstm(inputs)`, in a `forward` of your own. In `Sequential` such a layer has no place."
    ),
    terms=(
        "layer",
        "forward pass",
        "tensor",
    ),
)
