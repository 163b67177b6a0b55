"""Does a sentence hold more 'good' than 'bad' tokens?  A small transformer with a [CLS] token decides."""
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(5)
PAD, CLS, VOCAB, MAX_LEN = 0, 1, 60, 24
GOOD, BAD = range(2, 12), range(12, 22)


def make_split(n, seed):
    g = torch.Generator().manual_seed(seed)
    ids = torch.full((n, MAX_LEN), PAD)
    labels = torch.zeros(n, dtype=torch.long)
    for i in range(n):
        while True:
            length = int(torch.randint(5, 20, (1,), generator=g))
            words = torch.randint(2, VOCAB, (length,), generator=g)
            good = sum(int(w) in GOOD for w in words)
            bad = sum(int(w) in BAD for w in words)
            if good != bad:
                break
        ids[i, 0] = CLS
        ids[i, 1:length + 1] = words
        labels[i] = int(good > bad)
    return TensorDataset(ids, labels)


class Classifier(nn.Module):
    def __init__(self, dim=48, heads=4, layers=2):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, dim, padding_idx=PAD)
        self.pos = nn.Embedding(MAX_LEN, dim)
        layer = nn.TransformerEncoderLayer(dim, heads, dim_feedforward=96, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.out = nn.Linear(dim, 2)

    def forward(self, ids):
        attention_mask = ids != PAD
        x = self.tok(ids) + self.pos(torch.arange(ids.size(1), device=ids.device))
        x = self.encoder(x, src_key_padding_mask=attention_mask)
        return self.out(x[:, 0])


train = DataLoader(make_split(3000, seed=1), batch_size=64, shuffle=True)
valid = DataLoader(make_split(600, seed=2), batch_size=200)

model = Classifier()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
EPOCHS = 8
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=2e-3, total_steps=EPOCHS * len(train))

for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for ids, labels in train:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(ids), labels)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        total += loss.item() * len(labels)

    model.eval()
    right = 0
    with torch.no_grad():
        for ids, labels in valid:
            right += (model(ids).argmax(-1) == labels).sum().item()
    print(f"epoch {epoch + 1}  train loss {total / len(train.dataset):.4f}  "
          f"validation accuracy {right / len(valid.dataset):.3f}")
