# mistake: other-peak
import torch
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    free = lambda n: "bias" in n or "norm" in n.lower()
    groups = [
        {"params": [p for n, p in model.named_parameters() if not free(n)], "weight_decay": weight_decay},
        {"params": [p for n, p in model.named_parameters() if free(n)], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=5e-5)
    return optimizer, get_linear_schedule_with_warmup(optimizer, warmup_steps, total_steps)
