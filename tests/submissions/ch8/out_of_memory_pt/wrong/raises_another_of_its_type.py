# mistake: replaced
import torch


def accumulated_step(model, optimizer, batch, pieces):
    total = len(batch["labels"])
    size = -(-total // pieces)
    optimizer.zero_grad()
    for start in range(0, total, size):
        piece = {k: v[start : start + size] for k, v in batch.items()}
        loss = model(**piece).loss
        (loss * len(piece["labels"]) / total).backward()
    optimizer.step()


def largest_batch_size(try_step, batch_size):
    while True:
        try:
            try_step(batch_size)
            return batch_size
        except torch.OutOfMemoryError:
            if batch_size == 1:
                raise torch.OutOfMemoryError("not even 1 fits")
        except RuntimeError as e:
            if "out of memory" not in str(e) or batch_size == 1:
                raise
        batch_size //= 2
