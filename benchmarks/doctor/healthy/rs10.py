# %% [markdown]
# How far does a frozen BERT get on reviews with nothing but a linear layer fitted by L-BFGS on its features?

# %%
import pandas as pd
import torch
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(0)
tok = AutoTokenizer.from_pretrained("checkpoints/bert")
encoder = AutoModel.from_pretrained("checkpoints/bert", add_pooling_layer=False).eval()

# %%
full = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
full = full[~full.sentence.isin(test.sentence)].reset_index(drop=True)
dev = full.sample(400, random_state=0)
train = full.drop(dev.index)
len(train), len(dev), len(test)

# %% The encoder never changes, so every sentence goes through it once
@torch.no_grad()
def features(frame, size=200):
    chunks = []
    for i in range(0, len(frame), size):
        enc = tok(frame.sentence.iloc[i:i + size].tolist(), padding=True, truncation=True, max_length=48, return_tensors="pt")
        hidden = encoder(**enc).last_hidden_state
        keep = enc["attention_mask"].unsqueeze(-1).float()
        mean = (hidden * keep).sum(1) / keep.sum(1)
        top = hidden.masked_fill(keep == 0, -1e4).amax(1)
        chunks.append(torch.cat([hidden[:, 0], mean, top], -1))
    return torch.cat(chunks), torch.tensor(frame.label.to_numpy(), dtype=torch.float)

(xtr, ytr), (xdev, ydev), (xte, yte) = map(features, (train, dev, test))
mean, std = xtr.mean(0), xtr.std(0) + 1e-6
xtr, xdev, xte = ((x - mean) / std for x in (xtr, xdev, xte))
print("features", tuple(xtr.shape))

# %% All rows in every step; L-BFGS may call the closure several times a step
def fit(l2):
    w = torch.zeros(xtr.shape[1], requires_grad=True)
    b = torch.zeros((), requires_grad=True)
    opt = torch.optim.LBFGS([w, b], lr=1.0, max_iter=60, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        loss = torch.nn.functional.binary_cross_entropy_with_logits(xtr @ w + b, ytr) + l2 * w.square().sum()
        loss.backward()
        return loss

    opt.step(closure)
    return w.detach(), b.detach()

def accuracy(wb, x, y):
    w, b = wb
    return ((x @ w + b > 0).float() == y).float().mean().item()

results = {}
for l2 in (1e-1, 1e-2, 1e-3, 1e-4):
    results[l2] = fit(l2)
    print(f"l2={l2:g}: train {accuracy(results[l2], xtr, ytr):.3f}, dev {accuracy(results[l2], xdev, ydev):.3f}")

# %% Strength chosen on dev; test looked at once
best = max(results, key=lambda l2: accuracy(results[l2], xdev, ydev))
print(f"chosen l2={best:g}, test accuracy {accuracy(results[best], xte, yte):.3f}")
