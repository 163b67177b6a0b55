# mistake: scheduler-first
from torch.optim import AdamW
from transformers import get_scheduler


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    device = next(model.parameters()).device
    optimizer = AdamW(model.parameters(), lr=learning_rate)
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=num_epochs * len(train_dataloader),
    )
    losses = []
    model.train()
    for _ in range(num_epochs):
        for batch in train_dataloader:
            batch = {key: it.to(device) for key, it in batch.items()}
            loss = model(**batch).loss
            loss.backward()
            lr_scheduler.step()
            optimizer.step()
            optimizer.zero_grad()
            losses.append(loss.item())
    return losses
