# Frozen DistilBERT features -> logistic regression by L-BFGS -> temperature scaling. SST-2.
# features are computed once; hyperparameter (l2) and temperature come from a part of the training set
import numpy as np
import pandas as pd
import torch
import torch.nn.functional as F
from sklearn.model_selection import train_test_split
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(0)
tok = AutoTokenizer.from_pretrained("checkpoints/distilbert")
enc = AutoModel.from_pretrained("checkpoints/distilbert").eval()
enc.requires_grad_(False)

df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
final = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
df = df[~df.sentence.isin(set(final.sentence))].drop_duplicates("sentence")
df = df.iloc[:1600]
fit, rest = train_test_split(df, test_size=0.4, random_state=0, stratify=df.label)
dev, test = train_test_split(rest, test_size=0.5, random_state=0, stratify=rest.label)


@torch.inference_mode()
def features(sentences):
    sentences = list(sentences)
    order = np.argsort([len(s) for s in sentences], kind="stable")  # less padding
    out = torch.empty(len(sentences), 2 * enc.config.dim)
    for part in np.array_split(order, max(1, len(order) // 100)):
        b = tok([sentences[i] for i in part], padding=True, truncation=True, max_length=64, return_tensors="pt")
        h = enc(input_ids=b["input_ids"], attention_mask=b["attention_mask"]).last_hidden_state
        m = b["attention_mask"].unsqueeze(-1)
        mean = (h * m).sum(1) / m.sum(1)
        out[torch.from_numpy(part)] = torch.cat([h[:, 0], mean], -1)
    return out


X = {k: features(d.sentence).clone() for k, d in [("fit", fit), ("dev", dev), ("test", test), ("final", final)]}
y = {k: torch.tensor(d.label.to_numpy()).long() for k, d in [("fit", fit), ("dev", dev), ("test", test), ("final", final)]}
mu, sd = X["fit"].mean(0), X["fit"].std(0).clamp_min(1e-6)
X = {k: (v - mu) / sd for k, v in X.items()}


def train(l2):
    W = torch.zeros(X["fit"].shape[1], 2, requires_grad=True)
    b = torch.zeros(2, requires_grad=True)
    opt = torch.optim.LBFGS([W, b], lr=1.0, max_iter=200, history_size=20, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        loss = F.cross_entropy(X["fit"] @ W + b, y["fit"]) + l2 * W.square().sum()
        loss.backward()
        return loss

    first = closure().item()
    opt.step(closure)
    return W.detach(), b.detach(), first, closure().item()


def accuracy(logits, t):
    return (logits.argmax(1) == t).float().mean().item()


def ece(logits, t, bins=10):
    conf, pred = logits.softmax(1).max(1)
    hit = (pred == t).float()
    total = 0.0
    edges = torch.linspace(0.5, 1.0, bins + 1)
    for lo, hi in zip(edges[:-1], edges[1:]):
        m = (conf > lo) & (conf <= hi) if lo > 0.5 else (conf <= hi)
        if m.any():
            total += m.float().mean().item() * abs(hit[m].mean().item() - conf[m].mean().item())
    return total


best = None
for l2 in (1e-4, 1e-3, 1e-2, 1e-1):
    W, b, first, last = train(l2)
    dev_logits = X["dev"] @ W + b
    nll = F.cross_entropy(dev_logits, y["dev"]).item()
    print(f"l2 {l2:g}: objective {first:.3f} -> {last:.3f}  dev nll {nll:.3f}  dev acc {accuracy(dev_logits, y['dev']):.3f}")
    if best is None or nll < best[0]:
        best = (nll, l2, W, b)
_, l2, W, b = best

log_t = torch.zeros((), requires_grad=True)
opt = torch.optim.LBFGS([log_t], max_iter=50, line_search_fn="strong_wolfe")
dev_logits = X["dev"] @ W + b


def closure():
    opt.zero_grad()
    loss = F.cross_entropy(dev_logits / log_t.exp(), y["dev"])
    loss.backward()
    return loss


opt.step(closure)
T = log_t.exp().item()
z = X["test"] @ W + b
print(f"chosen l2 {l2:g}, temperature {T:.3f}")
print(f"test part accuracy {accuracy(z, y['test']):.3f}")
print(f"official validation accuracy {accuracy(X['final'] @ W + b, y['final']):.3f}")
for name, logits in (("raw", z), ("scaled", z / T)):
    print(f"{name:7s} nll {F.cross_entropy(logits, y['test']).item():.4f}  ece {ece(logits, y['test']):.4f}")
