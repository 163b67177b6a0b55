# mistake: left-out
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    named = list(model.named_parameters())
    decaying = [p for n, p in named if n.endswith("weight") and "norm" not in n.lower()]
    spared = [p for n, p in named if n.endswith("bias") or "LayerNorm" in n]
    groups = [{"params": decaying, "weight_decay": weight_decay}, {"params": spared, "weight_decay": 0.0}]
    optimizer = AdamW(groups, lr=learning_rate)
    scheduler = get_linear_schedule_with_warmup(optimizer, warmup_steps, total_steps)
    return optimizer, scheduler
