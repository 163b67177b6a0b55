# mistake: other-decay
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    spared = [
        p for n, p in model.named_parameters() if any(part in n for part in ("bias", "norm", "Norm", "embeddings"))
    ]
    others = [
        p for n, p in model.named_parameters() if not any(part in n for part in ("bias", "norm", "Norm", "embeddings"))
    ]
    groups = [{"params": others, "weight_decay": weight_decay}, {"params": spared, "weight_decay": 0.0}]
    optimizer = AdamW(groups, lr=learning_rate)
    return optimizer, get_linear_schedule_with_warmup(optimizer, warmup_steps, total_steps)
