"""Which layer of the frozen tagger knows the tags? Forward hooks collect, a linear probe (L-BFGS) is fitted."""
import json

import torch
import torch.nn.functional as F
from torch import nn
from transformers import AutoModel, AutoTokenizer

CKPT = "checkpoints/tags"
N_TAGS = 4


def sentences(split, seen):
    with open(f"data/tags/{split}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            key = " ".join(row["words"])
            if key not in seen:
                seen.add(key)
                yield row["words"], row["tags"]


class Tap:
    """collects the hidden states that leave each of the given modules"""

    def __init__(self, modules):
        self.modules, self.got, self.handles = modules, {}, []

    def __enter__(self):
        for name, m in self.modules.items():
            self.handles.append(m.register_forward_hook(self._keep(name)))
        return self

    def _keep(self, name):
        def hook(module, args, output):
            self.got[name] = output[0] if isinstance(output, tuple) else output
        return hook

    def __exit__(self, *exc):
        for h in self.handles:
            h.remove()
        self.handles.clear()


@torch.no_grad()
def collect(model, tok, rows, modules, batch_size=64):
    """per layer: one row for each word (mean of its pieces)"""
    model.eval()
    feats, tags = {name: [] for name in modules}, []
    with Tap(modules) as tap:
        for s in range(0, len(rows), batch_size):
            part = rows[s:s + batch_size]
            enc = tok([w for w, _ in part], is_split_into_words=True, padding=True, truncation=True,
                      max_length=tok.model_max_length, return_tensors="pt")
            model(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"])
            for i, (words, gold) in enumerate(part):
                ids = enc.word_ids(batch_index=i)
                for w in range(len(words)):
                    where = [j for j, k in enumerate(ids) if k == w]
                    if not where:            # cut off by the truncation
                        continue
                    tags.append(gold[w])
                    for name in modules:
                        feats[name].append(tap.got[name][i, where].mean(0))
    return {name: torch.stack(v) for name, v in feats.items()}, torch.tensor(tags)


def fit_probe(x, y, l2):
    probe = nn.Linear(x.shape[1], N_TAGS)
    nn.init.zeros_(probe.weight)
    nn.init.zeros_(probe.bias)
    opt = torch.optim.LBFGS(probe.parameters(), max_iter=200, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        loss = F.cross_entropy(probe(x), y) + l2 * probe.weight.square().sum()
        loss.backward()
        return loss

    opt.step(closure)
    return probe


@torch.no_grad()
def f1(probe, x, y):
    guess = probe(x).argmax(1)
    tp = ((guess == y) & (y > 0)).sum().item()
    return 2 * tp / max(1, (guess > 0).sum().item() + (y > 0).sum().item())


def main():
    torch.manual_seed(0)
    torch.set_num_threads(2)
    tok = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModel.from_pretrained(CKPT).requires_grad_(False)
    modules = {"embeddings": model.embeddings}
    modules.update({f"layer {i + 1}": m for i, m in enumerate(model.transformer.layer)})

    seen = set()
    train, val, test = (list(sentences(s, seen)) for s in ("train", "validation", "test"))
    (f_tr, y_tr), (f_va, y_va), (f_te, y_te) = (collect(model, tok, r, modules) for r in (train, val, test))

    best = (-1.0,)
    for name in modules:
        mean, std = f_tr[name].mean(0), f_tr[name].std(0).clamp_min(1e-6)
        scale = lambda x, mean=mean, std=std: (x - mean) / std
        for l2 in (1e-4, 1e-3, 1e-2):
            probe = fit_probe(scale(f_tr[name]), y_tr, l2)
            score = f1(probe, scale(f_va[name]), y_va)
            print(f"{name:11s} l2 {l2:g}  validation f1 {score:.3f}")
            if score > best[0]:
                best = (score, name, l2, probe, scale)

    _, name, l2, probe, scale = best
    print(f"chosen: {name}, l2 {l2:g}; test f1 {f1(probe, scale(f_te[name]), y_te):.3f}")


if __name__ == "__main__":
    main()
