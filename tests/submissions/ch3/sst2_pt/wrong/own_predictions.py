# mistake: not-learned, other-losses
import torch
from torch.optim import AdamW
from transformers import get_scheduler


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    optimizer = AdamW(model.parameters(), lr=learning_rate)
    num_training_steps = num_epochs * len(train_dataloader)
    lr_scheduler = get_scheduler("linear", optimizer, 0, num_training_steps)
    losses = []
    model.train()
    for epoch in range(num_epochs):
        for batch in train_dataloader:
            outputs = model(**batch)
            loss = torch.nn.functional.cross_entropy(outputs.logits, outputs.logits.argmax(dim=-1))
            loss.backward()
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            losses.append(loss.item())
    return losses
