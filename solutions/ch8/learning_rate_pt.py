from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(
    model,
    learning_rate,
    warmup_steps,
    total_steps,
    weight_decay,
):
    decaying, spared = [], []
    for name, parameter in model.named_parameters():
        is_spared = name.endswith("bias") or "norm" in name.lower()
        (spared if is_spared else decaying).append(parameter)
    optimizer = AdamW(
        [
            {"params": decaying, "weight_decay": weight_decay},
            {"params": spared, "weight_decay": 0.0},
        ],
        lr=learning_rate,
    )
    scheduler = get_linear_schedule_with_warmup(
        optimizer,
        num_warmup_steps=warmup_steps,
        num_training_steps=total_steps,
    )
    return optimizer, scheduler
