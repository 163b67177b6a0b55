"""Sine, square or sawtooth? A BERT encoder over 40 samples of a noisy signal."""
import math

import torch
import torch.nn as nn
from torch.optim.lr_scheduler import ReduceLROnPlateau
from torch.utils.data import DataLoader, TensorDataset
from transformers import BertConfig, BertModel

STEPS = 40


def waves(n):
    t = torch.arange(STEPS) / STEPS
    freq = 1 + 2 * torch.rand(n, 1)
    phase = torch.rand(n, 1)
    kind = torch.randint(0, 3, (n,))
    cycle = (freq * t + phase) % 1.0
    shapes = torch.stack([torch.sin(2 * math.pi * cycle), torch.sign(0.5 - cycle), 2 * cycle - 1], dim=1)
    x = shapes[torch.arange(n), kind] + 0.3 * torch.randn(n, STEPS)
    return x, kind


class WaveClassifier(nn.Module):
    def __init__(self, patch=4, width=48):
        super().__init__()
        self.patch = patch
        self.embed = nn.Linear(patch, width)
        self.encoder = BertModel(
            BertConfig(
                vocab_size=2, hidden_size=width, num_hidden_layers=2, num_attention_heads=4,
                intermediate_size=96, max_position_embeddings=STEPS // patch,
            ),
            add_pooling_layer=False,
        )
        self.head = nn.Linear(width, 3)

    def forward(self, x):
        pieces = x.view(len(x), -1, self.patch)
        mask = torch.ones(pieces.shape[:2], dtype=torch.long, device=x.device)
        hidden = self.encoder(inputs_embeds=self.embed(pieces), attention_mask=mask).last_hidden_state
        return self.head(hidden.mean(dim=1))


def val_accuracy(model, loader):
    model.eval()
    hits = n = 0
    with torch.no_grad():
        for x, y in loader:
            hits += (model(x).argmax(1) == y).sum().item()
            n += len(y)
    return hits / n


def main():
    torch.manual_seed(8)
    train_loader = DataLoader(TensorDataset(*waves(2000)), batch_size=64, shuffle=True)
    val_loader = DataLoader(TensorDataset(*waves(500)), batch_size=250)

    model = WaveClassifier()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    # halve the learning rate when validation accuracy has not got better for two epochs
    scheduler = ReduceLROnPlateau(optimizer, factor=0.5, patience=1)

    for epoch in range(16):
        model.train()
        train_loss = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
            train_loss += loss.item() * len(y)
        acc = val_accuracy(model, val_loader)
        scheduler.step(acc)
        lr = optimizer.param_groups[0]["lr"]
        print(f"{epoch + 1:2d}  loss {train_loss / len(train_loader.dataset):.4f}  val acc {acc:.3f}  lr {lr:.1e}")


if __name__ == "__main__":
    main()
