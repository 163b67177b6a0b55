import pandas as pd
import torch
import torch.nn as nn
import torch.nn.functional as F
from transformers import DistilBertModel, AutoTokenizer

CKPT = "checkpoints/tickets"
torch.manual_seed(21)


class DeskClassifier(nn.Module):
    def __init__(self, n_classes, p=0.1):
        super().__init__()
        self.body = DistilBertModel.from_pretrained(CKPT)
        self.drop = nn.Dropout(p)
        self.out = nn.Linear(self.body.config.dim, n_classes)

    def forward(self, ids, mask):
        cls = self.body(input_ids=ids, attention_mask=mask).last_hidden_state[:, 0]
        return self.out(self.drop(cls))


def load_split(name):
    df = pd.read_json(f"data/tickets/{name}.jsonl", lines=True)
    label2id = {desk: i for i, desk in enumerate(df["desk"].unique())}
    df["y"] = df["desk"].map(label2id)
    return df


train_df, valid_df, test_df = [load_split(n) for n in ("train", "validation", "test")]
n_classes = train_df["y"].nunique()
print("classes:", n_classes, "| rows:", len(train_df), len(valid_df), len(test_df))

tok = AutoTokenizer.from_pretrained(CKPT)


def encode(df):
    e = tok(df["text"].tolist(), padding=True, truncation=True, return_tensors="pt")
    return e["input_ids"], e["attention_mask"], torch.tensor(df["y"].to_numpy())


model = DeskClassifier(n_classes)
optimizer = torch.optim.AdamW([
    {"params": model.body.parameters(), "lr": 1e-3},
    {"params": model.out.parameters(), "lr": 3e-3},
], weight_decay=0.01)

ids, mask, y = encode(train_df)
v_ids, v_mask, v_y = encode(valid_df)
t_ids, t_mask, t_y = encode(test_df)


def acc(a, b, c):
    model.eval()
    with torch.no_grad():
        return (model(a, b).argmax(1) == c).float().mean().item()


for epoch in range(10):
    model.train()
    perm = torch.randperm(len(y))
    losses = []
    for idx in perm.split(32):
        logits = model(ids[idx], mask[idx])
        loss = F.cross_entropy(logits, y[idx])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    print(f"epoch {epoch}: loss {sum(losses) / len(losses):.3f}  train acc {acc(ids, mask, y):.3f}  valid acc {acc(v_ids, v_mask, v_y):.3f}")

print("test accuracy:", round(acc(t_ids, t_mask, t_y), 3))
