import json
import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader
from sklearn.metrics import r2_score, mean_absolute_error

torch.manual_seed(42)

train_rows = [json.loads(l) for l in open("data/prices/train.jsonl")]
val_rows = [json.loads(l) for l in open("data/prices/validation.jsonl")]

vocab = {"<pad>": 0, "<unk>": 1}
for r in train_rows:
    for w in r["text"].split():
        if w not in vocab:
            vocab[w] = len(vocab)

prices = torch.tensor([float(r["price"]) for r in train_rows])
mean, std = prices.mean().item(), prices.std().item()
print("rows", len(train_rows), "vocab", len(vocab), "mean price", round(mean), "std", round(std))


class AdDataset(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        r = self.rows[i]
        ids = [vocab.get(w, 1) for w in r["text"].split()]
        return ids, (r["price"] - mean) / std


def collate(batch):
    longest = max(len(ids) for ids, _ in batch)
    x = torch.zeros(len(batch), longest, dtype=torch.long)
    for i, (ids, _) in enumerate(batch):
        x[i, :len(ids)] = torch.tensor(ids)
    y = torch.tensor([p for _, p in batch], dtype=torch.float32)
    return x, y


class PriceMLP(nn.Module):
    def __init__(self, vocab_size):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, 32, padding_idx=0)
        self.mlp = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, x):
        mask = (x != 0).unsqueeze(-1).float()
        pooled = (self.emb(x) * mask).sum(1) / mask.sum(1)
        return self.mlp(pooled)


train_dl = DataLoader(AdDataset(train_rows), batch_size=32, shuffle=True, collate_fn=collate)
val_dl = DataLoader(AdDataset(val_rows), batch_size=64, collate_fn=collate)

model = PriceMLP(len(vocab))
loss_fn = nn.MSELoss()
opt = torch.optim.AdamW(model.parameters(), lr=5e-3)

for epoch in range(30):
    model.train()
    losses = []
    for x, y in train_dl:
        pred = model(x)
        loss = loss_fn(pred.squeeze(1), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())

    if (epoch + 1) % 5 == 0:
        model.eval()
        preds, truth = [], []
        with torch.no_grad():
            for x, y in val_dl:
                preds.append(model(x) * std + mean)
                truth.append(y * std + mean)
        preds, truth = torch.cat(preds).numpy(), torch.cat(truth).numpy()
        print(f"epoch {epoch + 1}  train mse {sum(losses) / len(losses):.3f}  "
              f"val MAE {mean_absolute_error(truth, preds):.0f}  R2 {r2_score(truth, preds):.3f}")

print("first predictions:", preds[:8].ravel().round(), "prices:", truth[:8].round())
