"""
Bottleneck adapters (Houlsby et al.) written by hand, without the peft library.
The pretrained encoder stays frozen; only the adapters and the linear head are trained.
"""
from functools import partial

import torch
import torch.nn as nn
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(5)
name = "checkpoints/prices"


class Adapter(nn.Module):
    def __init__(self, dim, bottleneck=32):
        super().__init__()
        self.down = nn.Linear(dim, bottleneck)
        self.act = nn.GELU()
        self.up = nn.Linear(bottleneck, dim)
        nn.init.zeros_(self.up.weight)     # starts as the identity
        nn.init.zeros_(self.up.bias)

    def forward(self, x):
        return x + self.up(self.act(self.down(x)))


def apply_adapter(adapter, module, inputs, output):
    """forward hook: put the adapter behind a sublayer, before the residual connection"""
    return adapter(output)


class AdapterRegressor(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.base = AutoModel.from_pretrained(name)
        for p in self.base.parameters():
            p.requires_grad = False

        dim = self.base.config.dim
        self.head = nn.Linear(dim, 1)
        self.adapters = []
        for layer in self.base.transformer.layer:
            for sublayer in (layer.attention.out_lin, layer.ffn.lin2):
                adapter = Adapter(dim)
                sublayer.register_forward_hook(partial(apply_adapter, adapter))
                self.adapters.append(adapter)

    def forward(self, input_ids, attention_mask):
        cls = self.base(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state[:, 0]
        return self.head(cls).squeeze(-1)


tokenizer = AutoTokenizer.from_pretrained(name)
data = load_dataset("json", data_files={s: f"data/prices/{s}.jsonl" for s in ("train", "validation", "test")})


def collate(rows):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc, torch.tensor([r["price"] / 1000 for r in rows])


loaders = {s: DataLoader(data[s], batch_size=16, shuffle=(s == "train"), collate_fn=collate) for s in data}

model = AdapterRegressor(name).to(device)
optimizer = torch.optim.AdamW((p for p in model.parameters() if p.requires_grad), lr=3e-3)


@torch.no_grad()
def mean_error(loader):
    model.eval()
    error = total = 0
    for enc, price in loader:
        error += (model(**enc.to(device)) - price.to(device)).abs().sum().item()
        total += len(price)
    return 1000 * error / total


for epoch in range(15):
    model.train()
    losses = []
    for enc, price in loaders["train"]:
        loss = nn.functional.mse_loss(model(**enc.to(device)), price.to(device))
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    print(f"epoch {epoch:2d}  loss {sum(losses) / len(losses):.4f}  mean error {mean_error(loaders['validation']):.1f}")
print(f"test: the price is missed by {mean_error(loaders['test']):.1f} on average")
