"""Calls `make_schedule`, then goes through the epochs as a training loop would, and notes the learning rates."""

from types import ModuleType
from typing import Any

import torch
from torch.utils.data import DataLoader


def steps(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    weight = torch.nn.Parameter(torch.ones(3))
    optimizer = torch.optim.AdamW([weight], lr=given["rate"])
    rows: Any = list(range(given["rows"]))
    loader = DataLoader(rows, batch_size=given["batch_size"])
    made = answer.make_schedule(optimizer, loader, given["epochs"])
    if not (isinstance(made, tuple | list) and len(made) == 2 and callable(getattr(made[0], "step", None))):
        return {"made": made}
    lr_scheduler, num_training_steps = made
    group = optimizer.param_groups[0]
    rates = [float(group["lr"])]
    for _ in range(given["epochs"]):
        for _ in loader:
            optimizer.step()
            lr_scheduler.step()
            rates.append(float(group["lr"]))
    return {"steps": num_training_steps, "rates": rates}


rates = steps
