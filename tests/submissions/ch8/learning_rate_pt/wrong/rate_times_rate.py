# mistake: other-peak
import torch
from torch.optim.lr_scheduler import LambdaLR


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    matrices = [p for p in model.parameters() if p.ndim > 1]
    vectors = [p for p in model.parameters() if p.ndim == 1]
    groups = [{"params": matrices, "weight_decay": weight_decay}, {"params": vectors, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=learning_rate)

    def rate(step):
        if step < warmup_steps:
            return learning_rate * step / warmup_steps
        return learning_rate * (total_steps - step) / (total_steps - warmup_steps)

    return optimizer, LambdaLR(optimizer, rate)
