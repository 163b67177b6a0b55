import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

train_loader = DataLoader(train_set, batch_size=128, shuffle=True)


def loss_function(x, recon, mu, logvar):
    bce = -torch.sum(x * torch.log(recon + 1e-8) + (1 - x) * torch.log(1 - recon + 1e-8))
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld


for epoch in range(20):
    train_loss = 0
    for x, _ in train_loader:
        x = x.view(-1, 784)
        recon, mu, logvar = model(x)
        loss = loss_function(x, recon, mu, logvar)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train_loss += loss.item()
    print(f"epoch {epoch}: {train_loss / len(train_loader.dataset):.4f}")
