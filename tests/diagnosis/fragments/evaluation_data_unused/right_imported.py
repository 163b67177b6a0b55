"""pretrain.py; linear_eval.py imports `encoder` and `test_loader` from here."""
import torch
from torch.utils.data import DataLoader

train_loader = DataLoader(train_set, batch_size=256, shuffle=True, drop_last=True)
test_loader = DataLoader(test_set, batch_size=256)

for epoch in range(100):
    for (first, second), _ in train_loader:
        loss = nt_xent(encoder(first), encoder(second))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

# the bank of features for the nearest neighbours
encoder.eval()
features, labels = [], []
with torch.no_grad():
    for (view, _), y in train_loader:
        features.append(encoder(view))
        labels.append(y)
torch.save((torch.cat(features), torch.cat(labels)), "bank.pt")
