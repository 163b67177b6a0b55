import math

import torch
import torch.nn.functional as F


def pieces_of(batch, size):
    columns = {name: values.split(size) for name, values in batch.items()}
    for values in zip(*columns.values()):
        yield dict(zip(columns, values))


def accumulated_step(model, optimizer, batch, pieces):
    rows = batch["labels"].shape[0]
    optimizer.zero_grad()
    for piece in pieces_of(batch, math.ceil(rows / pieces)):
        logits = model(**piece).logits
        loss = F.cross_entropy(logits, piece["labels"], reduction="sum")
        (loss / rows).backward()
    optimizer.step()
    optimizer.zero_grad()


def largest_batch_size(try_step, batch_size):
    error = None
    for power in range(batch_size.bit_length() - 1, -1, -1):
        try:
            try_step(2**power)
        except (torch.cuda.OutOfMemoryError, RuntimeError) as caught:
            if "out of memory" not in str(caught):
                raise
            error = caught
        else:
            return 2**power
    raise error
