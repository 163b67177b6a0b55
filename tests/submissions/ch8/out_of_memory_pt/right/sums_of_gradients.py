import torch


def accumulated_step(model, optimizer, batch, pieces):
    parameters = [p for p in model.parameters() if p.requires_grad]
    total = len(next(iter(batch.values())))
    sums = [torch.zeros_like(p) for p in parameters]
    splits = [torch.chunk(v, pieces) for v in batch.values()]
    for parts in zip(*splits):
        piece = dict(zip(batch, parts))
        loss = model(**piece).loss
        for s, g in zip(sums, torch.autograd.grad(loss, parameters)):
            s += g * len(parts[0])
    for p, s in zip(parameters, sums):
        p.grad = s / total
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)


def largest_batch_size(try_step, batch_size):
    """By recursion."""
    try:
        try_step(batch_size)
    except (torch.cuda.OutOfMemoryError, RuntimeError) as e:
        if isinstance(e, torch.cuda.OutOfMemoryError) or "out of memory" in str(e).lower():
            if batch_size <= 1:
                raise e
            torch.cuda.empty_cache()
            return largest_batch_size(try_step, batch_size // 2)
        raise
    return batch_size
