# mistake: left-out
import torch
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    decay = [p for n, p in model.named_parameters() if "bias" not in n and "norm" not in n.lower()]
    optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": weight_decay}], lr=learning_rate)
    return optimizer, get_linear_schedule_with_warmup(optimizer, warmup_steps, total_steps)
