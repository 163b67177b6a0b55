# mistake: high-start
import torch
from torch.optim.lr_scheduler import LinearLR


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    matrices = [p for p in model.parameters() if p.ndim > 1]
    vectors = [p for p in model.parameters() if p.ndim == 1]
    groups = [{"params": matrices, "weight_decay": weight_decay}, {"params": vectors, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=learning_rate)
    return optimizer, LinearLR(optimizer, start_factor=1.0, end_factor=0.0, total_iters=total_steps)
