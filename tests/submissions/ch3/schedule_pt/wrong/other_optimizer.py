# mistake: never-falls
import torch
from transformers import get_scheduler


def make_schedule(optimizer, train_dataloader, num_epochs):
    params = [p for group in optimizer.param_groups for p in group["params"]]
    optimizer = torch.optim.AdamW(params, lr=5e-5)
    steps = num_epochs * len(train_dataloader)
    return get_scheduler("linear", optimizer, 0, steps), steps
