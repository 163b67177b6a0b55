# mistake: other-decay
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    head = [p for n, p in model.named_parameters() if "classifier.weight" in n]
    rest = [p for n, p in model.named_parameters() if "classifier.weight" not in n]
    groups = [{"params": head, "weight_decay": weight_decay}, {"params": rest, "weight_decay": 0.0}]
    optimizer = AdamW(groups, lr=learning_rate)
    scheduler = get_linear_schedule_with_warmup(optimizer, warmup_steps, total_steps)
    return optimizer, scheduler
