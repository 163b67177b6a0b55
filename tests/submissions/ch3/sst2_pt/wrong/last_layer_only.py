# mistake: part-trained
import torch
from transformers import get_scheduler


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    optimizer = torch.optim.AdamW(list(model.parameters())[-2:], lr=learning_rate)
    steps = num_epochs * len(train_dataloader)
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=0, num_training_steps=steps)
    losses = []
    model.train()
    for epoch in range(num_epochs):
        for batch in train_dataloader:
            loss = model(**batch).loss
            loss.backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            losses.append(loss.item())
    return losses
