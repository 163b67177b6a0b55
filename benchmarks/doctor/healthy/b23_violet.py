# Contrastive fine-tuning (SupCon) + k nearest neighbours
import torch, torch.nn as nn, torch.nn.functional as F
import pandas as pd
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(1)
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
train = pd.read_json("data/tickets/train.jsonl", lines=True)
test = pd.read_json("data/tickets/test.jsonl", lines=True)

class Embedder(nn.Module):
    def __init__(self, name, out=32):
        super().__init__()
        self.enc = AutoModel.from_pretrained(name)
        d = self.enc.config.dim
        self.proj = nn.Sequential(nn.Linear(d, d), nn.ReLU(), nn.Linear(d, out))

    def forward(self, input_ids, attention_mask):
        h = self.enc(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).float()
        return F.normalize(self.proj((h * m).sum(1) / m.sum(1)), dim=-1)

def supcon(z, y, t=0.2):
    n = len(y)
    eye = torch.eye(n, dtype=torch.bool)
    logits = (z @ z.T / t).masked_fill(eye, float("-inf"))
    logp = logits - torch.logsumexp(logits, dim=1, keepdim=True)
    pos = (y[:, None] == y[None, :]) & ~eye
    logp = logp.masked_fill(~pos, 0.0)
    return -(logp.sum(1) / pos.sum(1).clamp(min=1))[pos.any(1)].mean()

def enc(texts):
    return tok(list(texts), padding=True, truncation=True, return_tensors="pt")

model = Embedder("checkpoints/tickets")
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
labels = torch.tensor(train.desk_id.values)
model.train()
for step in range(130):
    idx = torch.randperm(len(train))[:40]
    batch = enc(train.text.iloc[idx.numpy()])
    loss = supcon(model(batch.input_ids, batch.attention_mask), labels[idx])
    opt.zero_grad(); loss.backward(); opt.step()
    if step % 26 == 0:
        print(step, round(loss.item(), 3))

model.eval()
with torch.no_grad():
    bank = model(**enc(train.text))
    query = model(**enc(test.text))
near = (query @ bank.T).topk(5, dim=1).indices
pred = labels[near].mode(dim=1).values
print("5-NN accuracy on the test rows:", (pred == torch.tensor(test.desk_id.values)).float().mean().item())
