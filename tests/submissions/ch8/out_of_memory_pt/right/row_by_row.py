import itertools

import torch


def accumulated_step(model, optimizer, batch, pieces):
    # one row at a time is never too large
    rows = len(batch["labels"])
    for p in model.parameters():
        p.grad = None
    for i in range(rows):
        model(**{k: v[i : i + 1] for k, v in batch.items()})[0].backward()
    with torch.no_grad():
        for p in model.parameters():
            if p.grad is not None:
                p.grad.div_(rows)
    optimizer.step()


def largest_batch_size(try_step, batch_size):
    for power in itertools.count():
        size = batch_size // 2**power
        try:
            try_step(size)
            return size
        except RuntimeError as err:
            hopeless = size == 1
            if hopeless or not str(err).count("out of memory"):
                raise
