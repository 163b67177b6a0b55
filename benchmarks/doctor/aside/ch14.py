"""Transformer encoder in plain PyTorch: which kind of token is more frequent?"""
import random

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

PAD, CLS = 0, 1
N_TOKENS, MAX_LEN = 32, 24
random.seed(6)
torch.manual_seed(6)


def make_split(n):
    ids = torch.full((n, MAX_LEN), PAD)
    labels = torch.zeros(n, dtype=torch.long)
    for row in range(n):
        length = random.choice([5, 7, 9, 11, 13, 15, 17])
        odds = random.choice([0.25, 0.75])
        tokens = [random.randrange(17, 32) if random.random() < odds else random.randrange(2, 17)
                  for _ in range(length)]
        ids[row, 0] = CLS
        ids[row, 1:length + 1] = torch.tensor(tokens)
        labels[row] = int(sum(t >= 17 for t in tokens) > length / 2)
    return TensorDataset(ids, labels)


class Classifier(nn.Module):
    def __init__(self, dim=48, heads=4, layers=2):
        super().__init__()
        self.tokens = nn.Embedding(N_TOKENS, dim, padding_idx=PAD)
        self.places = nn.Embedding(MAX_LEN, dim)
        layer = nn.TransformerEncoderLayer(
            dim, heads, dim_feedforward=96, dropout=0.1, batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, 2)

    def forward(self, ids):
        mask = ids != PAD
        places = torch.arange(ids.size(1), device=ids.device)
        h = self.tokens(ids) + self.places(places)
        h = self.encoder(h, src_key_padding_mask=mask)
        return self.head(self.norm(h[:, 0]))


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    good = sum((model(ids).argmax(-1) == y).sum().item() for ids, y in loader)
    return good / len(loader.dataset)


def main():
    train_loader = DataLoader(make_split(2000), batch_size=64, shuffle=True)
    valid_loader = DataLoader(make_split(500), batch_size=250)

    model = Classifier()
    criterion = nn.CrossEntropyLoss()
    epochs = 10
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=1e-3, total_steps=epochs * len(train_loader))

    for epoch in range(epochs):
        model.train()
        total = 0.0
        for ids, y in train_loader:
            loss = criterion(model(ids), y)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            total += loss.item()
        print(f"epoch {epoch + 1:2d}  loss {total / len(train_loader):.4f}  "
              f"valid {accuracy(model, valid_loader):.3f}")


if __name__ == "__main__":
    main()
