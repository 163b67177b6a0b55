"""Softmax regression on ticket words with LBFGS; the strength of the penalty is searched on the validation split."""
import json
import re

import torch
from sklearn.feature_extraction.text import TfidfVectorizer

device = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")
DESKS = 4


def read(split):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    return [r["text"] for r in rows], [r["desk_id"] for r in rows]


def to_tensors(matrix, labels):
    x = torch.tensor(matrix.toarray(), dtype=torch.float64, device=device)
    return x, torch.tensor(labels, device=device)


def fit(x, y, l2, max_iter=60):
    """Full batch and convex: zeros are a fine start, and there is nothing to draw at random."""
    w = torch.zeros(x.shape[1], DESKS, dtype=x.dtype, device=x.device, requires_grad=True)
    b = torch.zeros(DESKS, dtype=x.dtype, device=x.device, requires_grad=True)
    optimizer = torch.optim.LBFGS(
        [w, b], lr=1.0, max_iter=max_iter, history_size=10, tolerance_grad=1e-7, line_search_fn="strong_wolfe"
    )

    def closure():
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(x @ w + b, y) + 0.5 * l2 * w.square().sum()
        loss.backward()
        return loss

    first = closure().item()
    optimizer.step(closure)
    last = closure()
    size = max(w.grad.abs().max().item(), b.grad.abs().max().item())
    return w.detach(), b.detach(), first, last.item(), size


def evaluate(w, b, x, y):
    logits = x @ w + b
    nll = torch.nn.functional.cross_entropy(logits, y).item()
    return nll, (logits.argmax(1) == y).double().mean().item()


train_text, train_y = read("train")
valid_text, valid_y = read("validation")
test_text, test_y = read("test")

# texts that the training rows hold word for word say nothing about new tickets
seen = set(train_text)
valid_text, valid_y = map(list, zip(*[(t, d) for t, d in zip(valid_text, valid_y) if t not in seen]))
seen |= set(valid_text)
test_text, test_y = map(list, zip(*[(t, d) for t, d in zip(test_text, test_y) if t not in seen]))


def words(text):
    return re.findall(r"[a-z]+|\[order\]", text.lower())


def features(fit_on, *others):
    vectorizer = TfidfVectorizer(tokenizer=words, token_pattern=None, ngram_range=(1, 2), min_df=2)
    return [vectorizer.fit_transform(fit_on), *map(vectorizer.transform, others)]


train_x, valid_x = features(train_text, valid_text)
x, y = to_tensors(train_x, train_y)
xv, yv = to_tensors(valid_x, valid_y)

results = []
for l2 in (1e-1, 1e-2, 1e-3, 1e-4, 1e-5):
    w, b, first, last, size = fit(x, y, l2)
    nll, acc = evaluate(w, b, xv, yv)
    results.append((nll, l2))
    print(f"l2 {l2:.0e}: objective {first:.4f} -> {last:.4f} (largest gradient {size:.1e}); validation nll {nll:.4f}, accuracy {acc:.3f}")

best = min(results)[1]
print(f"chosen: l2 {best:.0e}; fitted once more on training and validation rows")
both_x, test_matrix = features(train_text + valid_text, test_text)
w, b, *_ = fit(*to_tensors(both_x, train_y + valid_y), best)
nll, acc = evaluate(w, b, *to_tensors(test_matrix, test_y))
share = max(test_y.count(d) for d in range(DESKS)) / len(test_y)
print(f"test ({len(test_y)} new tickets): nll {nll:.4f}, accuracy {acc:.3f}; the most frequent desk alone {share:.3f}")
