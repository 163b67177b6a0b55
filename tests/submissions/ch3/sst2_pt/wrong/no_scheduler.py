# mistake: never-falls
from torch.optim import AdamW


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    optimizer = AdamW(model.parameters(), lr=learning_rate)
    losses = []
    model.train()
    for epoch in range(num_epochs):
        for batch in train_dataloader:
            outputs = model(**batch)
            loss = outputs.loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            losses.append(loss.item())
    return losses
