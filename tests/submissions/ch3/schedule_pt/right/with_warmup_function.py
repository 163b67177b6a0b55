from transformers import get_linear_schedule_with_warmup


def make_schedule(optimizer, train_dataloader, num_epochs):
    total = len(train_dataloader) * num_epochs
    return get_linear_schedule_with_warmup(optimizer, 0, total), total
