# mistake: other-betas
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    spared = [p for n, p in model.named_parameters() if "bias" in n or "norm" in n.lower()]
    others = [p for n, p in model.named_parameters() if not ("bias" in n or "norm" in n.lower())]
    groups = [{"params": others, "weight_decay": weight_decay}, {"params": spared, "weight_decay": 0.0}]
    optimizer = AdamW(groups, lr=learning_rate, betas=(0.95, 0.999))
    return optimizer, get_linear_schedule_with_warmup(optimizer, warmup_steps, total_steps)
