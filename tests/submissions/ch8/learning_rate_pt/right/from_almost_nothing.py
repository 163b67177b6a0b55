import torch
from torch.optim.lr_scheduler import LinearLR, PolynomialLR, SequentialLR

NO_DECAY = ("bias", "LayerNorm.weight", "layer_norm.weight")


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    params = list(model.named_parameters())
    grouped = [
        {"params": [p for n, p in params if not any(nd in n for nd in NO_DECAY)], "weight_decay": weight_decay},
        {"params": [p for n, p in params if any(nd in n for nd in NO_DECAY)], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(grouped, lr=learning_rate, amsgrad=True)
    scheduler = SequentialLR(
        optimizer,
        [LinearLR(optimizer, 1e-8, 1.0, warmup_steps), PolynomialLR(optimizer, total_steps - warmup_steps, power=1.0)],
        [warmup_steps],
    )
    return optimizer, scheduler
