import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset


def accumulated_step(model, optimizer, batch, pieces):
    keys = list(batch)
    rows = len(batch[keys[0]])
    optimizer.zero_grad()
    loader = DataLoader(TensorDataset(*batch.values()), batch_size=int(np.ceil(rows / pieces)), shuffle=True)
    losses = []
    for values in loader:
        output = model(**dict(zip(keys, values)))
        # the mean of a piece times its rows is its sum
        (output.loss * values[0].shape[0] / rows).backward()
        losses.append(output.loss)
    optimizer.step()
    return torch.stack(losses).mean()


def largest_batch_size(try_step, batch_size):
    sizes = [batch_size]
    while sizes[-1] > 1:
        sizes.append(sizes[-1] // 2)
    for size in sizes:
        try:
            try_step(size)
        except RuntimeError as error:
            if "out of memory" in str(error) and size > 1:
                continue
            raise
        return np.int64(size)
