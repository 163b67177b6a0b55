# Prices out of short advertisements. The encoder stays as it is, so its answers are computed once and kept.
import json

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(9)
np.random.seed(9)
tok = AutoTokenizer.from_pretrained("checkpoints/prices")
enc = AutoModel.from_pretrained("checkpoints/prices").eval()
for p in enc.parameters():
    p.requires_grad = False


def load(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return {r["text"]: float(r["price"]) for r in map(json.loads, f)}


test = load("test")
valid = {k: v for k, v in load("validation").items() if k not in test}
train = {k: v for k, v in load("train").items() if k not in test and k not in valid}


@torch.no_grad()
def features(texts):
    out = []
    for i in range(0, len(texts), 64):
        b = tok(texts[i:i + 64], padding=True, truncation=True, return_tensors="pt")
        h = enc(**b).last_hidden_state
        m = b["attention_mask"].unsqueeze(-1)
        out.append(torch.cat([(h * m).sum(1) / m.sum(1), h.masked_fill(m == 0, -1e4).amax(1)], 1))
    return torch.cat(out)


F_train, F_valid, F_test = (features(list(d)) for d in (train, valid, test))
y_train, y_valid, y_test = (torch.tensor(list(d.values())) for d in (train, valid, test))

centre, spread = F_train.mean(0), F_train.std(0) + 1e-6
F_train, F_valid, F_test = ((f - centre) / spread for f in (F_train, F_valid, F_test))
ym, ys = y_train.mean(), y_train.std()

head = torch.nn.Sequential(torch.nn.Linear(F_train.shape[1], 64), torch.nn.GELU(), torch.nn.Linear(64, 1))
opt = torch.optim.AdamW(head.parameters(), lr=3e-3, weight_decay=0.05)

best, keep, since = float("inf"), None, 0
for epoch in range(200):
    head.train()
    for ix in torch.randperm(len(F_train)).split(32):
        loss = torch.nn.functional.smooth_l1_loss(head(F_train[ix]).squeeze(-1), (y_train[ix] - ym) / ys)
        opt.zero_grad()
        loss.backward()
        opt.step()
    head.eval()
    with torch.no_grad():
        mae = (head(F_valid).squeeze(-1) * ys + ym - y_valid).abs().mean().item()
    if mae < best:
        best, since = mae, 0
        keep = {k: v.clone() for k, v in head.state_dict().items()}
    else:
        since += 1
        if since == 25:
            break
    if epoch % 20 == 0:
        print(f"epoch {epoch}: validation error {mae:.0f}")

head.load_state_dict(keep)
with torch.no_grad():
    mae = (head(F_test).squeeze(-1) * ys + ym - y_test).abs().mean().item()
print(f"stopped after {epoch + 1} epochs, test error {mae:.0f}; always saying the median: "
      f"{(y_test - y_train.median()).abs().mean().item():.0f}")
