# mistake: left-out
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    others = [p for n, p in model.named_parameters() if not ("bias" in n or "norm" in n.lower())]
    optimizer = AdamW(others, lr=learning_rate, weight_decay=weight_decay)
    return optimizer, get_linear_schedule_with_warmup(optimizer, warmup_steps, total_steps)
