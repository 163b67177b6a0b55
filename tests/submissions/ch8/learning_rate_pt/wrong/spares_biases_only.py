# mistake: wrongly-decayed
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    weights = [p for n, p in model.named_parameters() if n.endswith(".weight")]
    biases = [p for n, p in model.named_parameters() if n.endswith(".bias")]
    groups = [{"params": weights, "weight_decay": weight_decay}, {"params": biases, "weight_decay": 0.0}]
    optimizer = AdamW(groups, lr=learning_rate)
    scheduler = get_linear_schedule_with_warmup(optimizer, warmup_steps, total_steps)
    return optimizer, scheduler
