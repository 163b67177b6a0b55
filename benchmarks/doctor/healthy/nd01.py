"""Double descent with random ReLU features, and the ridge penalty that makes it vanish.

Companion to lecture 6. We fit only the last layer; the first layer is random and
stays as drawn. With as many features as training rows the minimum-norm fit blows up on new
rows; the control (ridge, penalty picked on validation rows) does not.
"""
import json
from pathlib import Path

import torch

torch.set_default_dtype(torch.float64)
torch.set_num_threads(2)

D, N_TRAIN, N_VAL, N_TEST, NOISE = 10, 120, 400, 2000, 0.3
WIDTHS = [10, 30, 60, 90, 110, 120, 130, 150, 200, 400, 1000]
PENALTIES = [1e-3, 1e-2, 1e-1, 1.0, 10.0]
REPEATS = 8


def teacher(gen):
    w = torch.randn(D, generator=gen)
    v = torch.randn(D, generator=gen)
    return w / w.norm(), v / v.norm()


def draw(n, wv, gen):
    x = torch.randn(n, D, generator=gen)
    clean = torch.sin(x @ wv[0]) + 0.5 * (x @ wv[1])
    return x, clean + NOISE * torch.randn(n, generator=gen)


def min_norm(phi, y):
    return torch.linalg.pinv(phi) @ y


def ridge(phi, y, lam):
    gram = phi.T @ phi + lam * torch.eye(phi.shape[1])
    return torch.linalg.solve(gram, phi.T @ y)


def mse(phi, coef, y, offset):
    return ((phi @ coef + offset - y) ** 2).mean().item()


def one_repeat(seed):
    gen = torch.Generator().manual_seed(seed)
    wv = teacher(gen)
    xtr, ytr = draw(N_TRAIN, wv, gen)
    xva, yva = draw(N_VAL, wv, gen)
    xte, yte = draw(N_TEST, wv, gen)
    offset = ytr.mean()  # of the training rows only

    result = {"baseline": ((yte - offset) ** 2).mean().item(), "plain": [], "plain_train": [], "ridge": []}
    for width in WIDTHS:
        proj = torch.randn(D, width, generator=gen)
        bias = torch.randn(width, generator=gen)
        feats = [torch.relu(x @ proj + bias) / width**0.5 for x in (xtr, xva, xte)]

        coef = min_norm(feats[0], ytr - offset)
        result["plain_train"].append(mse(feats[0], coef, ytr, offset))
        result["plain"].append(mse(feats[2], coef, yte, offset))

        fits = [ridge(feats[0], ytr - offset, lam) for lam in PENALTIES]
        best = min(fits, key=lambda c: mse(feats[1], c, yva, offset))
        result["ridge"].append(mse(feats[2], best, yte, offset))
    return result


def main():
    runs = [one_repeat(seed) for seed in range(REPEATS)]
    # the median: near the interpolation threshold single draws have very heavy tails
    med = {k: torch.tensor([r[k] for r in runs]).median(dim=0).values.tolist()
           for k in ("plain", "plain_train", "ridge")}
    base = sum(r["baseline"] for r in runs) / REPEATS
    print(f"always predict the training mean: test mse {base:.3f}; noise floor {NOISE**2:.3f}\n")
    print(f"{'width':>6} {'train':>9} {'test':>9} {'test, ridge':>12}")
    for i, width in enumerate(WIDTHS):
        mark = "  <- width = rows" if width == N_TRAIN else ""
        print(f"{width:>6} {med['plain_train'][i]:>9.4f} {med['plain'][i]:>9.3f} {med['ridge'][i]:>12.3f}{mark}")

    out = Path("out/nd01")
    out.mkdir(parents=True, exist_ok=True)
    (out / "curve.json").write_text(json.dumps({"widths": WIDTHS, "baseline": base, **med}, indent=1))


if __name__ == "__main__":
    main()
