# mistake: gradients-lost
def accumulated_step(model, optimizer, batch, pieces):
    rows = len(batch["labels"])
    optimizer.zero_grad()
    for start in range(pieces):
        piece = {name: values[start::pieces] for name, values in batch.items()}
        (model(**piece).loss * len(piece["labels"]) / rows).backward()
        if start % pieces == 0:
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
