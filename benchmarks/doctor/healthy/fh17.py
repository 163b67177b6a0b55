"""Adversarial training (PGD) on the breast cancer data: robust accuracy next to clean accuracy."""
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def get_data(seed):
    x, y = load_breast_cancer(return_X_y=True)
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.25, stratify=y, random_state=seed)
    x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=seed)
    scaler = StandardScaler().fit(x_tr)
    pack = lambda a, b: (torch.tensor(scaler.transform(a), dtype=torch.float32), torch.tensor(b))
    return pack(x_tr, y_tr), pack(x_va, y_va), pack(x_te, y_te)


def pgd(model, x, y, eps, steps=5):
    """The worst point that `steps` sign steps find in the eps box around x. Gives the model's mode back as it was."""
    was_training = model.training
    model.eval()  # a fixed target for the attack: no dropout while it looks around
    step = 2.5 * eps / steps
    adv = x + torch.empty_like(x).uniform_(-eps, eps)
    for _ in range(steps):
        adv.requires_grad_(True)
        loss = F.cross_entropy(model(adv), y)
        (grad,) = torch.autograd.grad(loss, adv)  # leaves the parameters' .grad alone
        adv = adv.detach() + step * grad.sign()
        adv = x + (adv - x).clamp(-eps, eps)
    model.train(was_training)
    return adv.detach()


def evaluate(model, x, y, eps):
    model.eval()
    with torch.no_grad():
        clean = (model(x).argmax(1) == y).float().mean().item()
    hard = pgd(model, x, y, eps, steps=10)  # needs gradients with respect to the input
    with torch.no_grad():
        robust = (model(hard).argmax(1) == y).float().mean().item()
    return clean, robust


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--eps", type=float, default=0.25)
    p.add_argument("--epochs", type=int, default=40)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=0)
    a = p.parse_args()

    (x, y), val, test = get_data(a.seed)
    for robust_training in (False, True):
        torch.manual_seed(a.seed)
        model = nn.Sequential(nn.Linear(30, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2))
        opt = torch.optim.Adam(model.parameters(), lr=a.lr, weight_decay=1e-4)
        best, kept = -1.0, None
        for epoch in range(a.epochs):
            model.train()
            for i in torch.randperm(len(x)).split(a.batch):
                xb, yb = x[i], y[i]
                loss = F.cross_entropy(model(xb), yb)
                if robust_training:
                    adv = pgd(model, xb, yb, a.eps)
                    loss = 0.5 * loss + 0.5 * F.cross_entropy(model(adv), yb)
                opt.zero_grad()
                loss.backward()
                opt.step()
            clean, robust = evaluate(model, *val, a.eps)
            if clean + robust > best:
                best, kept = clean + robust, {k: v.clone() for k, v in model.state_dict().items()}
        model.load_state_dict(kept)
        clean, robust = evaluate(model, *test, a.eps)
        print(f"{'adversarial' if robust_training else 'plain':12s} test: clean {clean:.4f}  under attack {robust:.4f}")


if __name__ == "__main__":
    main()
