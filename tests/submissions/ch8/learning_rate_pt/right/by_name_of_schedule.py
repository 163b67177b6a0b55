from torch.optim import AdamW
from transformers import get_scheduler


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    optimizer = AdamW(
        [p for n, p in model.named_parameters() if n.endswith(".weight") and "norm" not in n.lower()],
        lr=learning_rate,
        weight_decay=weight_decay,
    )
    optimizer.add_param_group(
        {
            "params": [p for n, p in model.named_parameters() if not n.endswith(".weight") or "norm" in n.lower()],
            "weight_decay": 0.0,
        }
    )
    return optimizer, get_scheduler("linear", optimizer, num_warmup_steps=warmup_steps, num_training_steps=total_steps)
