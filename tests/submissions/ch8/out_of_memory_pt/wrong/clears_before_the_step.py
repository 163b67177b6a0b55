# mistake: no-gradients
def accumulated_step(model, optimizer, batch, pieces):
    rows = len(batch["labels"])
    size = -(-rows // pieces)
    for start in range(0, rows, size):
        piece = {k: v[start : start + size] for k, v in batch.items()}
        (model(**piece).loss * len(piece["labels"]) / rows).backward()
    optimizer.zero_grad()
    optimizer.step()


def largest_batch_size(try_step, batch_size):
    while True:
        try:
            try_step(batch_size)
            return batch_size
        except RuntimeError as error:
            if "out of memory" not in str(error) or batch_size == 1:
                raise
        batch_size //= 2
