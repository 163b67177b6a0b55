# mistake: examples-lost
def accumulated_step(model, optimizer, batch, pieces):
    size = len(batch["labels"]) // pieces
    optimizer.zero_grad()
    for number in range(pieces):
        piece = {k: v[number * size : (number + 1) * size] for k, v in batch.items()}
        (model(**piece).loss / pieces).backward()
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
