# mistake: batch-unpacked
import torch


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    losses = []
    model.train()
    for _ in range(num_epochs):
        for inputs, labels in train_dataloader:
            optimizer.zero_grad()
            loss = model(inputs, labels=labels).loss
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return losses
