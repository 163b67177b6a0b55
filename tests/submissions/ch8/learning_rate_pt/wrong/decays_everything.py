# mistake: wrongly-decayed
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    optimizer = AdamW(model.parameters(), lr=learning_rate, weight_decay=weight_decay)
    scheduler = get_linear_schedule_with_warmup(optimizer, warmup_steps, total_steps)
    return optimizer, scheduler
