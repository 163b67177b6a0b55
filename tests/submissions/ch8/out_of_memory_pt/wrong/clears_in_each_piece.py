# mistake: gradients-lost
import torch


def accumulated_step(model, optimizer, batch, pieces):
    rows = batch["labels"].shape[0]
    for indices in torch.arange(rows).tensor_split(pieces):
        piece = {k: v[indices] for k, v in batch.items()}
        loss = model(**piece).loss
        loss = loss * len(indices) / rows
        optimizer.zero_grad()
        loss.backward()
    optimizer.step()


def largest_batch_size(try_step, batch_size):
    size = batch_size
    while True:
        try:
            try_step(size)
            return size
        except RuntimeError as error:
            if "out of memory" not in str(error) or size == 1:
                raise
            size = size // 2
