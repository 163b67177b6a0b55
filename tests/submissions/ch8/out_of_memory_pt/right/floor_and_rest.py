def is_out_of_memory(error):
    return isinstance(error, RuntimeError) and "out of memory" in error.args[0]


def accumulated_step(model, optimizer, batch, pieces):
    model.train()
    model.zero_grad()
    n = batch["input_ids"].size(0)
    size = max(1, n // pieces)
    done = 0
    while done < n:
        end = min(n, done + size)
        out = model(
            input_ids=batch["input_ids"][done:end],
            attention_mask=batch["attention_mask"][done:end],
            labels=batch["labels"][done:end],
        )
        scaled = out["loss"] * ((end - done) / n)
        scaled.backward()
        print(f"{done}-{end}: {out.loss.item():.3f}")
        done = end
    optimizer.step()


def largest_batch_size(try_step, batch_size):
    size = int(batch_size)
    while size:
        try:
            try_step(size)
        except Exception as error:
            if not is_out_of_memory(error):
                raise
            last = error
            size >>= 1
        else:
            return size
    raise last
