"""What do the layers of a small encoder know about the help desk of a ticket? (linear probing)

For every layer: mean-pooled hidden states, frozen -> logistic regression.
Controls: (a) the same architecture with random weights,
          (b) the same probe on shuffled training labels (Hewitt & Liang's worry, in its simplest form).
Probe strength (weight decay) and layer are picked on validation; test is touched once per model.
"""
import json
import os

import torch
from torch import nn
from transformers import AutoConfig, AutoModel, AutoTokenizer

CKPT = "checkpoints/tickets"
DECAYS = (1e-4, 1e-3, 1e-2)
torch.manual_seed(0)
torch.set_num_threads(2)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


test = read("test")
held = {r["text"] for r in test}
val = [r for r in read("validation") if r["text"] not in held]
held |= {r["text"] for r in val}
train = [r for r in read("train") if r["text"] not in held]
print(f"train {len(train)}, validation {len(val)}, test {len(test)} (texts of later splits removed from earlier ones)")
labels = {k: torch.tensor([r["desk_id"] for r in rows]) for k, rows in
          (("train", train), ("val", val), ("test", test))}
n_classes = 4

tokenizer = AutoTokenizer.from_pretrained(CKPT)
# some tickets exceed the 32 positions; product and complaint come first, so cutting the end is harmless
encode = lambda rows: tokenizer([r["text"] for r in rows], padding=True, truncation=True, max_length=32,
                                return_tensors="pt")


@torch.no_grad()
def pooled_layers(encoder, rows):
    """-> list over layers (embeddings first) of tensors (rows, dim)"""
    encoder.eval()
    chunks = []
    for start in range(0, len(rows), 80):
        batch = encode(rows[start:start + 80])
        hidden = encoder(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"],
                         output_hidden_states=True).hidden_states
        m = batch["attention_mask"].unsqueeze(-1).float()
        chunks.append([(h * m).sum(1) / m.sum(1) for h in hidden])
    return [torch.cat(parts) for parts in zip(*chunks)]


def probe(x, y, decay):
    clf = nn.Linear(x.shape[1], n_classes)
    nn.init.zeros_(clf.weight)
    nn.init.zeros_(clf.bias)
    opt = torch.optim.LBFGS(clf.parameters(), max_iter=200, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        loss = nn.functional.cross_entropy(clf(x), y) + decay * clf.weight.pow(2).sum()
        loss.backward()
        return loss

    opt.step(closure)
    return clf


@torch.no_grad()
def accuracy(clf, x, y):
    return (clf(x).argmax(1) == y).float().mean().item()


def study(name, encoder, y_train):
    feats = {"train": pooled_layers(encoder, train), "val": pooled_layers(encoder, val),
             "test": pooled_layers(encoder, test)}
    best = None
    for layer, x in enumerate(feats["train"]):
        mu, sd = x.mean(0), x.std(0).clamp_min(1e-6)
        z = {k: (feats[k][layer] - mu) / sd for k in feats}
        for decay in DECAYS:
            clf = probe(z["train"], y_train, decay)
            v = accuracy(clf, z["val"], labels["val"])
            if best is None or v > best[0]:
                best = (v, layer, decay, clf, z["test"])
            print(f"  {name:16s} layer {layer} decay {decay:g}: validation {v:.3f}")
    v, layer, decay, clf, zt = best
    return f"{name:16s} layer {layer}, decay {decay:g}: test accuracy {accuracy(clf, zt, labels['test']):.3f}"


pretrained = AutoModel.from_pretrained(CKPT)
untrained = AutoModel.from_config(AutoConfig.from_pretrained(CKPT))
shuffled = labels["train"][torch.randperm(len(train))]

summary = [study("pretrained", pretrained, labels["train"]),
           study("random weights", untrained, labels["train"]),
           study("shuffled labels", pretrained, shuffled)]
majority = labels["train"].bincount().argmax()
summary.append(f"majority desk: test accuracy {(labels['test'] == majority).float().mean():.3f}")
print("\n" + "\n".join(summary))
os.makedirs("out/nd08", exist_ok=True)
with open("out/nd08/probe.txt", "w") as f:
    f.write("\n".join(summary))
