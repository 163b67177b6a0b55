# mistake: never-moved
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    named = list(model.distilbert.named_parameters())
    spared = [p for n, p in named if "bias" in n or "norm" in n.lower()]
    others = [p for n, p in named if not ("bias" in n or "norm" in n.lower())]
    groups = [{"params": others, "weight_decay": weight_decay}, {"params": spared, "weight_decay": 0.0}]
    optimizer = AdamW(groups, lr=learning_rate)
    return optimizer, get_linear_schedule_with_warmup(optimizer, warmup_steps, total_steps)
