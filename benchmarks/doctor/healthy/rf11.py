# SimCLR in miniature, followed by a linear probe with 10 labels per class.
import torch, torch.nn as nn, torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression

torch.manual_seed(0)
d = load_digits()
images = torch.tensor(d.images, dtype=torch.float32).unsqueeze(1) / 16
labels = torch.tensor(d.target)
perm = torch.randperm(len(images))
train_idx, test_idx = perm[:1300], perm[1300:]


def view(x):
    """a random shift and scale for each image, then noise"""
    n = len(x)
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0] = theta[:, 1, 1] = 0.85 + 0.3 * torch.rand(n)
    theta[:, :, 2] = (torch.rand(n, 2) - 0.5) * 0.5
    x = F.grid_sample(x, F.affine_grid(theta, x.shape, align_corners=False), align_corners=False)
    return x + 0.1 * torch.randn_like(x)


def nt_xent(z1, z2, tau=0.3):
    z = F.normalize(torch.cat([z1, z2]), dim=1)
    sim = z @ z.T / tau
    sim.fill_diagonal_(float("-inf"))  # an image is not compared with itself
    n = len(z1)
    partner = torch.cat([torch.arange(n, 2 * n), torch.arange(n)])
    return F.cross_entropy(sim, partner)


encoder = nn.Sequential(nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(),
                        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                        nn.Linear(512, 64), nn.ReLU())
projector = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 32))


def probe():
    """Logistic regression on frozen features: few labels of the training part, scored on the test part."""
    encoder.eval()
    with torch.no_grad():
        h = encoder(images).numpy()
    few = torch.cat([train_idx[labels[train_idx] == c][:10] for c in range(10)])
    lr = LogisticRegression(max_iter=2000).fit(h[few], labels[few])
    return lr.score(h[test_idx], labels[test_idx])


EPOCHS, BATCH = 30, 130
opt = torch.optim.AdamW([*encoder.parameters(), *projector.parameters()], lr=2e-3, weight_decay=1e-4)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS)
print(f"random encoder: probe {probe():.3f}")
for ep in range(EPOCHS):
    encoder.train()
    tot = 0.0
    batches = train_idx[torch.randperm(len(train_idx))].split(BATCH)
    for b in batches:
        loss = nt_xent(projector(encoder(view(images[b]))), projector(encoder(view(images[b]))))
        opt.zero_grad(); loss.backward(); opt.step()
        tot += loss.item()
    sched.step()
    if (ep + 1) % 10 == 0:
        print(f"epoch {ep + 1} contrastive loss {tot / len(batches):.3f} probe {probe():.3f}")
