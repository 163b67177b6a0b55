"""Does a promoter carry the binding site?   Families of related sequences stay together."""
import os
import random

import torch
import torch.nn as nn

ALPHABET = "ACGT"
SITE = "TGACGTCATA"
LENGTH = 50
OUT = "out/md11"


def mutate(seq, rate, rnd):
    return "".join(rnd.choice(ALPHABET) if rnd.random() < rate else c for c in seq)


def family(rnd, size=10):
    """Half of a family has the site; the other half has the same letters there, out of order,
    so that counting letters does not help."""
    ancestor = "".join(rnd.choices(ALPHABET, k=LENGTH))
    for i in range(size):
        seq = mutate(ancestor, 0.15, rnd)
        site = list(SITE)
        if i % 2 == 0:
            for _ in range(rnd.randint(0, 1)):
                site[rnd.randrange(len(site))] = rnd.choice(ALPHABET)
        else:
            while "".join(site) == SITE:
                rnd.shuffle(site)
        at = rnd.randrange(LENGTH - len(SITE) + 1)
        yield seq[:at] + "".join(site) + seq[at + len(SITE):], float(i % 2 == 0)


def one_hot(seqs):
    index = torch.tensor([[ALPHABET.index(c) for c in s] for s in seqs])
    return nn.functional.one_hot(index, 4).float().transpose(1, 2)      # (N, 4, length)


class Scanner(nn.Module):
    def __init__(self):
        super().__init__()
        self.scan = nn.Conv1d(4, 48, kernel_size=12, padding=6)
        self.head = nn.Sequential(nn.Linear(48, 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1))

    def forward(self, x):
        return self.head(torch.relu(self.scan(x)).amax(dim=2)).squeeze(1)


def auc(score, label):
    """Share of (positive, negative) pairs in the right order; ties count half."""
    d = score[label == 1][:, None] - score[label == 0][None, :]
    return ((d > 0).float().mean() + 0.5 * (d == 0).float().mean()).item()


def main():
    rnd = random.Random(6)
    torch.manual_seed(6)
    families = [list(family(rnd)) for _ in range(900)]
    parts = {"train": families[:700], "valid": families[700:800], "test": families[800:]}
    sets = {}
    for name, members in parts.items():
        rows = [row for fam in members for row in fam]
        sets[name] = (one_hot([s for s, _ in rows]), torch.tensor([y for _, y in rows]))
        print(f"{name}: {len(members)} families, {len(rows)} sequences")

    net = Scanner()
    loss_fn = nn.BCEWithLogitsLoss()
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    x, y = sets["train"]
    xv, yv = sets["valid"]
    os.makedirs(OUT, exist_ok=True)
    best = -1.0
    for epoch in range(25):
        net.train()
        total = 0.0
        for rows in torch.randperm(len(x)).split(64):
            opt.zero_grad()
            loss = loss_fn(net(x[rows]), y[rows])
            loss.backward()
            opt.step()
            total += loss.item() * len(rows)
        net.eval()
        with torch.no_grad():
            score = auc(net(xv), yv)
        if score > best:
            best = score
            torch.save(net.state_dict(), f"{OUT}/scanner.pt")
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1:2d} loss {total / len(x):.3f} valid AUC {score:.3f}")

    net.load_state_dict(torch.load(f"{OUT}/scanner.pt", weights_only=True))
    net.eval()
    xt, yt = sets["test"]
    with torch.no_grad():
        logits = net(xt)
        # the baseline counts letters: scored by a logistic fit on the training families' composition
        counts = {k: v[0].sum(2) / LENGTH for k, v in sets.items()}
    base = nn.Linear(4, 1)
    fit = torch.optim.LBFGS(base.parameters(), max_iter=100)

    def closure():
        fit.zero_grad()
        value = loss_fn(base(counts["train"]).squeeze(1), y)
        value.backward()
        return value

    fit.step(closure)
    with torch.no_grad():
        by_letters = base(counts["test"]).squeeze(1)
    print(f"test AUC {auc(logits, yt):.3f}   accuracy {((logits > 0) == (yt == 1)).float().mean():.3f}")
    print(f"letters only: AUC {auc(by_letters, yt):.3f}   (half of the sequences carry the site)")

    kernel = net.scan.weight.detach()
    strongest = kernel.var(dim=1).sum(dim=1).argmax()
    print("sharpest filter reads", "".join(ALPHABET[i] for i in kernel[strongest].argmax(dim=0)),
          "- the site is", SITE)


if __name__ == "__main__":
    main()
