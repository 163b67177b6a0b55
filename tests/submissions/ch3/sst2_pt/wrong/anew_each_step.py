# mistake: never-falls
from torch.optim import AdamW
from transformers import get_scheduler


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    num_training_steps = num_epochs * len(train_dataloader)
    losses = []
    model.train()
    for epoch in range(num_epochs):
        for batch in train_dataloader:
            optimizer = AdamW(model.parameters(), lr=learning_rate)
            lr_scheduler = get_scheduler("linear", optimizer, 0, num_training_steps)
            outputs = model(**batch)
            loss = outputs.loss
            loss.backward()
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            losses.append(loss.item())
    return losses
