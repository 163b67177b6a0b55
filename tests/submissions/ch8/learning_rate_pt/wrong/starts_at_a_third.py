# mistake: high-start
from torch.optim import AdamW
from torch.optim.lr_scheduler import LinearLR, SequentialLR


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    spared = [p for n, p in model.named_parameters() if "bias" in n or "norm" in n.lower()]
    others = [p for n, p in model.named_parameters() if not ("bias" in n or "norm" in n.lower())]
    groups = [{"params": others, "weight_decay": weight_decay}, {"params": spared, "weight_decay": 0.0}]
    optimizer = AdamW(groups, lr=learning_rate)
    up = LinearLR(optimizer, total_iters=warmup_steps)
    down = LinearLR(optimizer, start_factor=1.0, end_factor=0.0, total_iters=total_steps - warmup_steps)
    return optimizer, SequentialLR(optimizer, [up, down], milestones=[warmup_steps])
