# %% [markdown]
# Two stages: first teach the encoder "question / complaint", then put a new head
# with 4 departments on the frozen encoder.

# %%
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset
from transformers import BertConfig, BertForSequenceClassification

rng = np.random.default_rng(21)
torch.manual_seed(21)

# %% data: token 1 is [CLS], 2-9 department words (two for each), 10-13 question or complaint words, rest filler
SEQ_LEN = 14


def sample(n):
    ids = rng.integers(14, 80, size=(n, SEQ_LEN))
    ids[:, 0] = 1
    dept = rng.integers(0, 4, size=n)
    kind = rng.integers(0, 2, size=n)
    for i in range(n):
        a, b, c = rng.choice(np.arange(1, SEQ_LEN), size=3, replace=False)
        ids[i, a] = 2 + 2 * dept[i]
        ids[i, b] = 3 + 2 * dept[i]
        ids[i, c] = 10 + 2 * kind[i] + rng.integers(0, 2)
    return torch.tensor(ids), torch.tensor(kind), torch.tensor(dept)


x_tr, kind_tr, dept_tr = sample(1200)
x_va, kind_va, dept_va = sample(300)

# %% model
config = BertConfig(
    vocab_size=80, hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
    intermediate_size=128, max_position_embeddings=SEQ_LEN, num_labels=2,
)
model = BertForSequenceClassification(config)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)


# %%
def fit(loader, epochs):
    for epoch in range(epochs):
        model.train()
        losses = []
        for x, y in loader:
            logits = model(input_ids=x, attention_mask=torch.ones_like(x)).logits
            loss = F.cross_entropy(logits, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"  epoch {epoch + 1} loss {np.mean(losses):.4f}")


@torch.no_grad()
def accuracy(x, y):
    model.eval()
    logits = model(input_ids=x, attention_mask=torch.ones_like(x)).logits
    return (logits.argmax(-1) == y).float().mean().item()


# %% stage 1
print("stage 1: kind")
fit(DataLoader(TensorDataset(x_tr, kind_tr), batch_size=32, shuffle=True), epochs=3)
print("kind accuracy", accuracy(x_va, kind_va))

# %% stage 2
for p in model.bert.parameters():
    p.requires_grad = False
model.classifier = nn.Linear(config.hidden_size, 4)

print("stage 2: department")
fit(DataLoader(TensorDataset(x_tr, dept_tr), batch_size=32, shuffle=True), epochs=5)
print("department accuracy", accuracy(x_va, dept_va))
