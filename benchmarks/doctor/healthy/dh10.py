"""SimCLR on the little digits: labels are not looked at until the probe at the end."""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from torch import nn

torch.manual_seed(8)
d = load_digits()
tr, te, y_tr, y_te = train_test_split(d.images / 16.0, d.target, test_size=0.3, random_state=8, stratify=d.target)
tr = torch.tensor(tr, dtype=torch.float32).unsqueeze(1)
te = torch.tensor(te, dtype=torch.float32).unsqueeze(1)


def view(x):
    """A random shift by at most one pixel, a few pixels dropped, a little noise."""
    n = len(x)
    padded = F.pad(x, (1, 1, 1, 1))
    dx, dy = torch.randint(0, 3, (n,)), torch.randint(0, 3, (n,))
    r = torch.arange(8)
    out = padded[torch.arange(n)[:, None, None], 0, (dy[:, None] + r)[:, :, None], (dx[:, None] + r)[:, None, :]]
    out = out * (torch.rand_like(out) > 0.1) + 0.1 * torch.randn_like(out)
    return out.unsqueeze(1)


encoder = nn.Sequential(nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
                        nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(64 * 16, 64))
projector = nn.Sequential(nn.ReLU(), nn.Linear(64, 32))


def nt_xent(a, b, tau=0.3):
    z = F.normalize(torch.cat([a, b]), dim=1)
    sim = (z @ z.T / tau).fill_diagonal_(float("-inf"))     # nobody is his own neighbour
    n = len(a)
    partner = torch.cat([torch.arange(n, 2 * n), torch.arange(n)])
    return F.cross_entropy(sim, partner)


def probe(fit_on, test_on):
    encoder.eval()
    with torch.no_grad():
        f, g = encoder(fit_on).numpy(), encoder(test_on).numpy()
    return LogisticRegression(max_iter=2000).fit(f, y_tr).score(g, y_te)


opt = torch.optim.Adam([*encoder.parameters(), *projector.parameters()], lr=1e-3)
BATCH, EPOCHS = 128, 25
for epoch in range(EPOCHS):
    encoder.train()
    total = steps = 0
    for ix in torch.randperm(len(tr)).split(BATCH):
        if len(ix) < BATCH:
            continue                    # fewer negatives would make another loss
        x = tr[ix]
        loss = nt_xent(projector(encoder(view(x))), projector(encoder(view(x))))
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item()
        steps += 1
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: contrastive loss {total / steps:.3f} (chance would be {torch.log(torch.tensor(2. * BATCH - 1)):.3f})")

print("linear probe on unseen digits:", round(probe(tr, te), 4))
