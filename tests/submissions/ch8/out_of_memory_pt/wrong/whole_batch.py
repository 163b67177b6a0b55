# mistake: whole-batch
def accumulated_step(model, optimizer, batch, pieces):
    optimizer.zero_grad()
    model(**batch).loss.backward()
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
