# Siamese encoder: do two tickets belong to the same desk? Trained with the cosine embedding loss.
import random
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from datasets import load_dataset
from transformers import AutoModel, AutoTokenizer

random.seed(42)
torch.manual_seed(42)

class Pairs(Dataset):
    def __init__(self, rows, n, seed):
        rnd = random.Random(seed)
        by_desk = {}
        for r in rows:
            by_desk.setdefault(r["desk"], []).append(r["text"])
        desks = sorted(by_desk)
        self.items = []
        for i in range(n):
            if i % 2 == 0:
                d = rnd.choice(desks)
                a, b = rnd.sample(by_desk[d], 2)
                self.items.append((a, b, 1))
            else:
                d, e = rnd.sample(desks, 2)
                self.items.append((rnd.choice(by_desk[d]), rnd.choice(by_desk[e]), -1))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")

def collate(items):
    a, b, y = zip(*items)
    kw = dict(padding=True, truncation=True, return_tensors="pt")
    return tokenizer(list(a), **kw), tokenizer(list(b), **kw), torch.tensor(y, dtype=torch.float)

class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = AutoModel.from_pretrained("checkpoints/tickets")
    def forward(self, enc):
        h = self.body(**enc).last_hidden_state
        m = enc["attention_mask"][..., None].to(h.dtype)
        return (h * m).sum(1) / m.sum(1)

raw = load_dataset("data/tickets")
train = DataLoader(Pairs(raw["train"], 1600, 1), batch_size=16, shuffle=True, collate_fn=collate)
valid = DataLoader(Pairs(raw["validation"], 400, 2), batch_size=50, collate_fn=collate)
model = Encoder()
loss_fn = nn.CosineEmbeddingLoss(margin=0.2)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

def scores(loader):
    model.eval()
    s, t = [], []
    with torch.no_grad():
        for a, b, y in loader:
            s.append(torch.cosine_similarity(model(a), model(b)))
            t.append(y > 0)
    return torch.cat(s), torch.cat(t)

for epoch in range(2):
    model.train()
    for a, b, y in train:
        optimizer.zero_grad()
        loss = loss_fn(model(a), model(b), y)
        loss.backward()
        optimizer.step()
    s, t = scores(valid)
    print(epoch, "loss", round(loss.item(), 3), "same:", s[t].mean().item(), "other:", s[~t].mean().item(),
          "accuracy at 0.6:", ((s > 0.6) == t).float().mean().item())
