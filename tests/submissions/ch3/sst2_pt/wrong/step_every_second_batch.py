# mistake: fewer-steps
import torch
from transformers import get_scheduler


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    num_steps = num_epochs * len(train_dataloader)
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=0, num_training_steps=num_steps)
    losses = []
    model.train()
    for _ in range(num_epochs):
        for place, batch in enumerate(train_dataloader):
            loss = model(**batch).loss
            loss.backward()
            if place % 2 == 1:
                optimizer.step()
                optimizer.zero_grad()
            scheduler.step()
            losses.append(loss.item())
    return losses
