import torch


class Accumulation:
    """Gradients of a batch, piece by piece."""

    def __init__(self, optimizer, rows):
        self.optimizer, self.rows = optimizer, rows

    def __enter__(self):
        self.optimizer.zero_grad()
        return self

    def add(self, loss, rows):
        loss.mul(rows / self.rows).backward()

    def __exit__(self, kind, *_):
        if kind is None:
            self.optimizer.step()


def accumulated_step(model, optimizer, batch, pieces):
    rows = batch["labels"].numel()
    model.train()
    with Accumulation(optimizer, rows) as accumulation:
        for indices in torch.tensor_split(torch.randperm(rows), pieces):
            piece = {name: values[indices] for name, values in batch.items()}
            accumulation.add(model(**piece).loss, len(indices))


def fits(try_step, size):
    try:
        try_step(size)
    except torch.OutOfMemoryError:
        return False
    except RuntimeError as error:
        if "out of memory" in str(error):
            return False
        raise
    return True


def largest_batch_size(try_step, batch_size):
    size = batch_size
    while size > 1:
        if fits(try_step, size):
            return size
        size //= 2
    try_step(1)
    return 1
